/** Says something to screen readers: one polite live region for the whole page, made when it is first needed. */

let region: HTMLElement | null = null;
let waiting: string[] = [];

/** Seen by nobody, read by screen readers. */
const HIDDEN =
  "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";

/** Makes the region; call it early, for a region that appears together with its text is often not read. */
export function prepareAnnouncer(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement("div");
  region.setAttribute("role", "status");
  region.id = "choice-announcer";
  region.style.cssText = HIDDEN;
  document.body.append(region);
  return region;
}

/** Says a text politely, after what is being said. */
export function announce(text: string): void {
  const place = prepareAnnouncer();
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    place.textContent = waiting.join(" ");
    waiting = [];
  }, 60);
}
