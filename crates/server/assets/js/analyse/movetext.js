/**
 * Moves with variations as one text, as chess and draughts write them: a variation stands in parentheses behind the move
 * that it replaces, `4 4 (3 5) 5`.
 */

import { Node } from "./tree.js";

/** The text of everything after a node. */
export function movetext(node) {
  return words(node).join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

function words(node) {
  const [main, ...others] = node.children;
  if (!main) return [];
  const variations = others.flatMap((other) => ["(", other.move, ...words(other), ")"]);
  return [main.move, ...variations, ...words(main)];
}

/** Plays the moves of a text after a node. What cannot be a variation, such as one before any move, is left out. */
export function plant(node, text) {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  const outer = [];
  let here = node;
  for (const token of tokens) {
    if (token === "(") {
      outer.push(here);
      here = here.parent ?? here;
    } else if (token === ")") {
      here = outer.pop() ?? here;
    } else {
      here = here.play(token);
    }
  }
}

/** The text of a record of the server: its moves, and the variations beside them. */
export function textOf({ moves, variations = [] }) {
  const root = new Node();
  root.follow(moves);
  graft(root, variations);
  return movetext(root);
}

function graft(line, variations) {
  const nodes = [...line.path, ...line.ahead];
  for (const { ply, moves, variations: inner = [] } of variations) {
    const end = nodes[ply]?.follow(moves);
    if (end) graft(end, inner);
  }
}

/** The variations beside the main line after a node, as the server takes them. */
export function variationsOf(node) {
  return [node, ...node.ahead].flatMap((fork) =>
    fork.children.slice(1).map((first) => {
      const variations = variationsOf(first);
      const moves = [first, ...first.ahead].map(({ move }) => move);
      return { ply: fork.ply, moves, ...(variations.length > 0 && { variations }) };
    }),
  );
}
