/** What the keyboard does inside a card. Nothing happens unless the focus is in it. */
import type {ChoiceQuestion} from "./choice-question.ts";

/** Tells whether a key is an input method's, which uses Enter, digits and arrows for itself. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari ends the composition before it tells of the Enter that ended it; that key has this code everywhere.
  return event.isComposing || event.keyCode === 229;
}

export function handleKey(card: ChoiceQuestion, event: KeyboardEvent): void {
  if (isComposing(event) || event.defaultPrevented || event.altKey) return;
  const target = event.composedPath()[0];
  const inText = target instanceof HTMLTextAreaElement;
  const done = inText ? inWords(card, target, event) : onOptions(card, target, event);
  if (done) event.preventDefault();
}

function inWords(card: ChoiceQuestion, text: HTMLTextAreaElement, event: KeyboardEvent): boolean {
  if (event.key === "Escape") {
    (fields(card)[0] ?? text).focus();
    return true;
  }
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.key !== "Enter" || event.shiftKey) return false;
  if (!ctrl && !text.classList.contains("own-words")) return false;
  if (ctrl || card.draft.text.trim()) card.send();
  return true;
}

function onOptions(card: ChoiceQuestion, target: EventTarget | undefined, event: KeyboardEvent): boolean {
  const {key} = event;
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
    card.send();
    return true;
  }
  if (event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "search") return false;
  if (card.confirming && inConfirmation(card, key)) return true;
  if (/^[1-9]$/.test(key)) return number(card, Number(key) - 1);
  if (key === "w") return ownWords(card);
  const isOption = target.dataset.id !== undefined;
  if (key === "Enter" && target instanceof HTMLInputElement) {
    if (performance.now() >= card.armedAt) card.send();
    return true;
  }
  // Radio buttons know their arrows themselves.
  if (!isOption || (target instanceof HTMLInputElement && target.type === "radio")) return false;
  if (key === "ArrowDown" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowLeft") {
    const back = getComputedStyle(target).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const step = key === "ArrowUp" || key === back ? -1 : 1;
    const all = fields(card);
    all[(all.indexOf(target) + step + all.length) % all.length]?.focus();
    return true;
  }
  return false;
}

/** A number goes to its option, and chooses it where choosing does not send yet. The next one goes to own words. */
function number(card: ChoiceQuestion, at: number): boolean {
  const field = fields(card)[at];
  if (!field) return false;
  field.focus();
  if (field instanceof HTMLInputElement) field.click();
  return true;
}

/** Escape takes a question back whether the person is sure; the same number again says yes. */
function inConfirmation(card: ChoiceQuestion, key: string): boolean {
  const at = card.question?.options.findIndex((one) => one.id === card.confirming) ?? -1;
  if (key === "Escape") card.confirm(false);
  else if (key === String(at + 1) && performance.now() >= card.armedAt) card.confirm(true);
  else return key === String(at + 1);
  return true;
}

function ownWords(card: ChoiceQuestion): boolean {
  const field = card.shadowRoot?.querySelector<HTMLElement>(".own-words");
  field?.focus();
  return field != null;
}

function fields(card: ChoiceQuestion): HTMLElement[] {
  return [...(card.shadowRoot?.querySelectorAll<HTMLElement>("[data-id], .own-words") ?? [])];
}
