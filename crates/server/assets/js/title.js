/** The title of the page, which a browser shows in its tab. */

let present = null;
let alarm = null;

const render = () => {
  const whole = present ? `${present} · Grandline` : "Grandline";
  document.title = alarm ? `${alarm} · ${whole}` : whole;
};

/** Names the view. */
export function setTitle(title) {
  [present, alarm] = [title, null];
  render();
}

/** Says something in the tab that should be seen from elsewhere, such as whose turn it is; null for nothing. */
export function setAlarm(text) {
  alarm = text;
  render();
}
