/** Draws icons; those that a card needs. The others are in `icons.ts`. */
import {html} from "lit";

export const glyph = (path: string, more = "") =>
  html`<svg class="i ${more}" viewBox="0 0 16 16" aria-hidden="true"><path d=${path}></path></svg>`;

export const CHECK = "m3 8.5 3.25 3.25L13 4.75";
export const PEN = "M10.6 3.15 12.85 5.4 5.75 12.5l-2.9.65.65-2.9z";
export const STAR = "m8 1.8 1.85 3.9 4.25.55-3.12 2.95.8 4.2L8 11.35 4.22 13.4l.8-4.2L1.9 6.25l4.25-.55z";
