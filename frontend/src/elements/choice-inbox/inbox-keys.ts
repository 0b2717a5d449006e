/** What the keyboard does in the inbox. */
import {html} from "lit";
import {inboxWords as say} from "../../words/inbox.ts";
import {isForText} from "../choice-portal/pane-keys.ts";
import type {ChoiceInbox} from "./choice-inbox.ts";

export function handleInboxKey(inbox: ChoiceInbox, event: KeyboardEvent): void {
  const target = event.composedPath()[0];
  if (event.key === "Escape" && target instanceof HTMLInputElement && target.type === "search") {
    inbox.find("");
    inbox.focusRow();
    event.preventDefault();
    return;
  }
  if (isForText(event)) return;
  const inList = target instanceof HTMLElement && target.closest(".list") !== null;
  const {key} = event;
  if (key === "j" || (inList && key === "ArrowDown")) inbox.move(1);
  else if (key === "k" || (inList && key === "ArrowUp")) inbox.move(-1);
  else if (key === "/") inbox.focusSearch();
  else if (key === "?") inbox.showKeys();
  else if (key === "n") inbox.refresh();
  else if (key === "u") {
    if (!inbox.undo()) return;
  } else return;
  event.preventDefault();
}

const KEYS: readonly (readonly [string, Parameters<typeof say>[0]])[] = [
  ["j k", "key_move"],
  ["1 – 9", "key_answer"],
  ["w", "key_words"],
  ["e", "key_later"],
  ["x", "key_decline"],
  ["u", "key_undo"],
  ["n", "key_new"],
  ["/", "key_search"],
  ["?", "key_help"],
];

/** Draws the line of keys at the foot of the list. */
export function keyLine(inbox: ChoiceInbox) {
  return html`<div class="keys">${KEYS.slice(0, 2).map(([key, text]) => hint(key, text))}${KEYS.slice(3, 5).map(([key, text]) => hint(key, text))}
    <button type="button" class="plain" aria-label=${say("key_help")} @click=${() => inbox.showKeys()}><kbd>?</kbd></button></div>`;
}

function hint(key: string, text: Parameters<typeof say>[0]) {
  return html`<span>${key.split(" ").map((one) => (one === "–" ? "–" : html`<kbd>${one}</kbd>`))} ${say(text)}</span>`;
}

/** Draws all keys in a dialogue. */
export function keyDialogue() {
  return html`<dialog class="all-keys" aria-labelledby="keys" @click=${(event: Event) => event.target === event.currentTarget && (event.currentTarget as HTMLDialogElement).close()}>
    <h2 id="keys">${say("keys")}</h2>
    <dl>${KEYS.map(([key, text]) => html`<div><dt>${key.split(" ").map((one) => (one === "–" ? "–" : html`<kbd>${one}</kbd>`))}</dt><dd>${say(text)}</dd></div>`)}</dl>
    <form method="dialog"><button type="submit">${say("close")}</button></form></dialog>`;
}
