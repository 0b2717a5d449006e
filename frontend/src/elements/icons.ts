/** Icons on a grid of 16, drawn in the colour of the text. */
import {html} from "lit";
import {CHECK, glyph, PEN, STAR} from "./glyphs.ts";

const PATHS = {
  bell: "M4 7a4 4 0 0 1 8 0c0 3 1.25 4 1.25 4H2.75S4 10 4 7zM6.7 13.25a1.4 1.4 0 0 0 2.6 0",
  bubble:
    "M8 2.75c3.2 0 5.5 2 5.5 4.75S11.2 12.25 8 12.25c-.7 0-1.35-.1-1.95-.27L3 13.25l.75-2.6A4.4 4.4 0 0 1 2.5 7.5C2.5 4.75 4.8 2.75 8 2.75z",
  bars: "M3.5 13.25V9M8 13.25V3.5M12.5 13.25V6.5",
  check: CHECK,
  clock: "M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5zM8 4.75V8l2.25 1.5",
  copy: "M7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5zM10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5",
  down: "m4.5 6.5 3.5 3.5 3.5-3.5",
  flag: "M3.5 14V2.75h8.25L9.9 5.6l1.85 2.9H3.5",
  inbox:
    "M2 9.5 3.8 3.6a1.2 1.2 0 0 1 1.1-.85h6.2a1.2 1.2 0 0 1 1.1.85L14 9.5v2.6a1.2 1.2 0 0 1-1.2 1.15H3.2A1.2 1.2 0 0 1 2 12.1zM2 9.5h3.4l.9 1.6h3.4l.9-1.6H14",
  left: "m9.5 4.5-3.5 3.5 3.5 3.5",
  link: "M6.7 9.3a2.5 2.5 0 0 0 3.54 0l2-2A2.5 2.5 0 0 0 8.7 3.76l-.7.7M9.3 6.7a2.5 2.5 0 0 0-3.54 0l-2 2a2.5 2.5 0 0 0 3.54 3.54l.7-.7",
  list: "M2.25 4 3.25 5 5 3M2.25 8.25l1 1L5 7.25M2.25 12.5l1 1L5 11.5M7.5 4h6.25M7.5 8.25h6.25M7.5 12.5h6.25",
  out: "M5.5 4.5h6v6M11.25 4.75 4.5 11.5",
  pen: PEN,
  person: "M8 2.75a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5zM3 13.25a5 5 0 0 1 10 0",
  right: "m6.5 4.5 3.5 3.5-3.5 3.5",
  save: "M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.25h10",
  search: "M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5zM10.2 10.2l3.3 3.3",
  stack: "m8 2.5 5.5 2.75L8 8 2.5 5.25zM2.5 8 8 10.75 13.5 8M2.5 10.75 8 13.5l5.5-2.75",
  star: STAR,
  up: "M8 13V3.25M3.75 7.25 8 3l4.25 4.25",
  warn: "M8 2.75 14 13.25H2zM8 6.75V9.5M8 11.4v.1",
  x: "m4 4 8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that point along a line of text are mirrored where text runs from the right. */
const POINTING = new Set<IconName>(["left", "right", "out"]);

/** Draws an icon; it has no name for screen readers. */
export function icon(name: IconName, more = "") {
  return glyph(PATHS[name], `${name === "star" ? "full" : ""} ${POINTING.has(name) ? "flip" : ""} ${more}`);
}

/** Draws the mark: a wire that forks. */
export function mark() {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M1.5 12h5.25c4.25 0 3.75-6 8-6M6.75 12c4.25 0 3.75 6 8 6" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"></path><circle cx="18.25" cy="6" r="3" fill="none" stroke="currentColor" stroke-width="2"></circle><circle cx="18.25" cy="18" r="4" fill="currentColor"></circle></svg>`;
}
