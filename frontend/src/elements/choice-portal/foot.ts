/** The foot of an open question: what happens without an answer, later, more time, decline. */
import {html, nothing} from "lit";
import type {Interaction} from "../../wire/interaction.ts";
import {cardWords} from "../../words/card.ts";
import {portalWords as say} from "../../words/portal.ts";
import {isComposing} from "../choice-question/keys.ts";
import {tooLong} from "../choice-question/selection.ts";
import {icon} from "../icons.ts";
import type {ChoicePortal} from "./choice-portal.ts";
import {consequence} from "./consequence.ts";

export function foot(portal: ChoicePortal, shown: Interaction) {
  return html`<footer class="pane-foot">
    ${consequence(shown, portal.left)}
    <div class="acts">
      ${
        portal.isSnoozed
          ? html`<button type="button" class="wake" @click=${() => portal.wake()}>${say("wake")}</button>`
          : later(portal)
      }
      <button type="button" title=${say("extend_label")} @click=${() => portal.extend()}>${say("extend")}</button>
      <button type="button" class="declines" aria-expanded=${portal.declining} @click=${() => portal.decline(!portal.declining)}>${say("decline")}</button>
    </div>
    ${portal.declining ? decline(portal) : nothing}
  </footer>`;
}

/** Times to put a question aside, in seconds from now. */
function times(): readonly (readonly ["in_10" | "in_60" | "tomorrow", number])[] {
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  return [
    ["in_10", 600],
    ["in_60", 3600],
    ["tomorrow", Math.round((morning.getTime() - Date.now()) / 1000)],
  ];
}

function later(portal: ChoicePortal) {
  return html`<div class="later" @keydown=${(event: KeyboardEvent) => move(portal, event)} @focusout=${(
    event: FocusEvent,
  ) => {
    if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null))
      portal.choosingTime = false;
  }}>
    <button type="button" aria-haspopup="menu" aria-expanded=${portal.choosingTime} @click=${() => portal.chooseTime(!portal.choosingTime)}>${say("snooze")}${icon("down")}</button>
    ${
      portal.choosingTime
        ? html`<div class="later-menu" role="menu" aria-label=${say("later_menu")}>${times().map(
            ([name, seconds]) =>
              html`<button type="button" role="menuitem" @click=${() => portal.snooze(seconds)}>${say(name)}</button>`,
          )}</div>`
        : nothing
    }</div>`;
}

function move(portal: ChoicePortal, event: KeyboardEvent): void {
  if (!portal.choosingTime) return;
  const items = [...(portal.shadowRoot?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const at = items.indexOf(event.composedPath()[0] as HTMLElement);
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (event.key === "Escape") portal.chooseTime(false);
  else if (step) items[(at + step + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function decline(portal: ChoicePortal) {
  const long = tooLong(portal.reason);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isComposing(event)) return;
    event.stopPropagation();
    portal.decline(false);
  };
  return html`<div class="decline" role="group" aria-labelledby="sure" @keydown=${leave}>
    <p id="sure">${say("decline_title")}</p>
    <textarea rows="1" dir="auto" aria-label=${say("decline_reason")} placeholder=${say("decline_reason")} .value=${portal.reason} @input=${(
      event: Event,
    ) => {
      portal.reason = (event.currentTarget as HTMLTextAreaElement).value;
      portal.requestUpdate();
    }}></textarea>
    ${long ? html`<p class="trouble" role="alert">${cardWords(long.key, {...long})}</p>` : nothing}
    <span class="tools"><button type="button" class="danger" ?disabled=${long !== null} @click=${() => void portal.declineNow()}>${say("decline_yes")}</button>
    <button type="button" @click=${() => portal.decline(false)}>${say("decline_no")}</button></span></div>`;
}
