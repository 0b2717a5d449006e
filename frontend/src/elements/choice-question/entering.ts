/** Gives a card the focus; a question so long that its first option is out of sight is read from its beginning. */
import type {ChoiceQuestion} from "./choice-question.ts";

export function enter(card: ChoiceQuestion): void {
  const first = card.shadowRoot?.querySelector("[data-id], .own-words");
  const heading = card.shadowRoot?.querySelector<HTMLElement>("#question");
  const {top} = card.getBoundingClientRect();
  const room = innerHeight - Math.max(0, Math.min(top, innerHeight / 2));
  if (!first || !heading || first.getBoundingClientRect().bottom - top <= room) {
    card.focus();
    return;
  }
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), {once: true});
  heading.focus({preventScroll: true});
  if (top < 0 || top > innerHeight / 2) card.scrollIntoView();
}
