/** Links to hand on. */

import { t } from "./words.js";

/** Copies an address and returns what to say about it: the text `done`, or `byHand` with the address if nothing can be copied. */
export async function copyLink(address, done, byHand) {
  try {
    await navigator.clipboard.writeText(address);
    return t(done);
  } catch {
    return t(byHand, { address });
  }
}
