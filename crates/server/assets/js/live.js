/** Sockets that find their way back: what is live comes through them. */

import { localised } from "./phrases.js";

const ROOT = "/api/v1";
/** How long to wait before trying again, in milliseconds: longer each time, up to the last. */
const PATIENCE = [250, 500, 1000, 2000, 4000];

/**
 * Listens until the signal says to leave. A lost connection is opened again; the server then sends everything again.
 * @param {string} path
 * @param {object} on
 * @param {(message: object) => void} on.heard
 * @param {(say: (message: object) => void) => void} [on.opened] may say something as soon as it can be said
 * @param {(connected: boolean) => void} [on.changed]
 * @param {AbortSignal} signal
 */
export function listen(path, { heard, opened, changed }, signal) {
  let socket = null;
  let failures = 0;
  let timer = 0;

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function connect() {
    const address = new URL(ROOT + path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const mine = new WebSocket(address);
    socket = mine;
    mine.addEventListener("open", () => {
      failures = 0;
      changed?.(true);
      opened?.(say);
    });
    mine.addEventListener("message", (event) => {
      if (mine === socket) heard(localised(JSON.parse(event.data)));
    });
    mine.addEventListener("close", () => {
      if (mine !== socket || signal.aborted) return;
      changed?.(false);
      timer = setTimeout(connect, PATIENCE[Math.min(failures, PATIENCE.length - 1)]);
      failures += 1;
    });
  }

  function hasten() {
    if (socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    connect();
  }

  function leave() {
    clearTimeout(timer);
    const left = socket;
    socket = null;
    left?.close();
  }

  if (signal.aborted) return { say };
  connect();
  addEventListener("online", hasten, { signal });
  // A browser may keep a page that was left, with its sockets, for the way back.
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", (event) => event.persisted && connect(), { signal });
  signal.addEventListener("abort", leave);
  return { say };
}

/**
 * A conversation in which one question stands at a time, and is asked again when the connection was lost.
 * @param {{ heard: (message: object) => void, changed?: (connected: boolean) => void }} on
 * @param {AbortSignal} signal
 */
export function conversation({ heard, changed }, signal) {
  let number = 0;
  let question = null;

  const line = listen(
    "/analyse",
    {
      changed,
      opened: (say) => question && say(question),
      heard(message) {
        if (message.number !== question?.number) return;
        if (message.type === "done" || message.type === "error") question = null;
        heard(message);
      },
    },
    signal,
  );

  return {
    /** Asks something in place of what was asked before. */
    ask(words) {
      number += 1;
      question = { ...words, number };
      line.say(question);
    },
    /** Wants no more answers. */
    stop() {
      if (question) line.say({ type: "stop" });
      question = null;
    },
  };
}
