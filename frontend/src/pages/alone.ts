/** The layout of a page that needs no sign-in: the mark and a few words. */
import {render} from "lit";
import {mark} from "../elements/icons.ts";

/** Shows elements in the middle of the window, under the mark. */
export function openAlone(...content: HTMLElement[]): void {
  const main = document.createElement("main");
  main.className = "alone";
  const drawn = document.createElement("div");
  render(mark(), drawn);
  main.append(drawn, ...content);
  document.body.replaceChildren(main);
}
