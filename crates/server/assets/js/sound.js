/** Sounds of a game, off until someone switches them on: short tones, made here and loaded from nowhere. */

import { remember, remembered } from "./memory.js";

/** Tones by what happens: frequency in hertz, when it starts and how long it lasts in seconds. */
const TONES = {
  move: [[392, 0, 0.09]],
  turn: [
    [523, 0, 0.09],
    [659, 0.1, 0.14],
  ],
  end: [
    [523, 0, 0.14],
    [659, 0.15, 0.14],
    [784, 0.3, 0.32],
  ],
};
const VOLUME = 0.12;

let context = null;

export const isSounding = () => remembered("sound") === true;

/** Switches sounds on or off; what was switched on is heard. */
export function toggleSound() {
  remember("sound", !isSounding());
  play("move");
}

/** Plays the tones of something that happened, if the visitor wants sounds. */
export function play(what) {
  if (!isSounding()) return;
  // A browser may forbid sounds until something was clicked; the next one then tries again.
  context ??= new AudioContext();
  context.resume().catch(() => {});
  for (const [frequency, start, length] of TONES[what]) tone(frequency, context.currentTime + start, length);
}

function tone(frequency, start, length) {
  const [oscillator, gain] = [new OscillatorNode(context, { type: "triangle", frequency }), new GainNode(context)];
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
