/** The moves of an analysis as a tree: the first continuation of a position is its main one, the others are variations. */

/** A position of the tree, with the move that led to it; the root has none. */
export class Node {
  /** Continuations, the main one first. */
  children = [];
  /** Who made the move, the move in words and a picture of its piece, as soon as they are known. */
  player = null;
  words = undefined;
  icon = undefined;
  /** What a review found about the position. */
  found = null;
  /** What a review found about the move. */
  judged = null;
  /** What the players of a game of this server noted: before the next move, and with the last one. */
  thought = null;
  spent = null;

  constructor(move = null, parent = null) {
    this.move = move;
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The position after a move, which becomes a variation where the position has other continuations already. */
  play(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(move, this);
    this.children.push(child);
    return child;
  }

  /** The position after several moves. */
  follow(moves) {
    return moves.reduce((node, move) => node.play(move), this);
  }

  /** The nodes from the root to this one, both included. */
  get path() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves that lead here. */
  get moves() {
    return this.path.slice(1).map(({ move }) => move);
  }

  /** The main continuation from here to its end, without this node. */
  get ahead() {
    const nodes = [];
    for (let [node] = this.children; node; [node] = node.children) nodes.push(node);
    return nodes;
  }

  /** Whether the move is the main continuation of its position. */
  get isFirst() {
    return !this.parent || this.parent.children[0] === this;
  }

  /** Whether the main line leads here. */
  get isMain() {
    return this.path.every((node) => node.isFirst);
  }

  /** The first node of the variation that this one belongs to, or null on the main line. */
  get branch() {
    return this.path.findLast((node) => !node.isFirst) ?? null;
  }

  /** Makes the line that leads here the main one, at every fork on its way. */
  promote() {
    for (const node of this.path.slice(1)) {
      const others = node.parent.children.filter((child) => child !== node);
      node.parent.children = [node, ...others];
    }
  }

  /** Takes the node and everything after it away, and returns the position before. */
  remove() {
    this.parent.children = this.parent.children.filter((child) => child !== this);
    return this.parent;
  }

  /** The last nodes of all lines. */
  get leaves() {
    return this.children.length === 0 ? [this] : this.children.flatMap((child) => child.leaves);
  }
}
