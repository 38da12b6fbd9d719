/** Carrying a piece from cell to cell, as an alternative to touching them one after the other. */

import { s } from "./dom.js";

/** A hand that shakes does not drag. */
const THRESHOLD = 6;

/** The name of the cell an element belongs to. */
export function cellOf(element) {
  return element?.closest?.(".board .cell")?.dataset.cell ?? null;
}

/** Lets pieces of a board be carried. */
export function drag(board) {
  const { element } = board;
  let held = null;

  function take(event) {
    const id = cellOf(event.target);
    const piece = event.target.closest?.(".cell")?.querySelector(".piece");
    if (!event.isPrimary || event.button !== 0 || !piece || !board.canTouch(id) || !board.leadsOn(id)) return;
    held = { id, piece, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId };
  }

  function carry(event) {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
      if (!board.continues(held.id)) board.startOver();
      board.touch(held.id);
      held.ghost = lift(held.piece);
      element.setPointerCapture(held.pointer);
      element.classList.add("carrying");
    }
    const svg = held.ghost.ownerSVGElement;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    held.ghost.setAttribute("transform", `translate(${place.x} ${place.y})`);
  }

  function drop(event) {
    const was = held;
    held = null;
    if (!was?.ghost) return;
    was.ghost.remove();
    was.piece.classList.remove("lifted");
    element.classList.remove("carrying");
    // The click that ends a drag is not a touch.
    const swallow = (click) => click.stopImmediatePropagation();
    element.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
    const under = event.type === "pointerup" ? cellOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
    if (under === was.id) return;
    if (board.continues(under)) element.classList.add("dropped");
    board.touch(board.continues(under) ? under : null);
  }

  element.addEventListener("pointerdown", take);
  element.addEventListener("pointermove", carry);
  element.addEventListener("pointerup", drop);
  element.addEventListener("pointercancel", drop);
}

/** A copy of a piece above all others; the piece itself fades. */
function lift(piece) {
  const svg = piece.ownerSVGElement;
  const copy = piece.cloneNode(true);
  copy.removeAttribute("transform");
  const ghost = s("g", { class: "ghost" }, copy);
  piece.classList.add("lifted");
  svg.append(ghost);
  return ghost;
}
