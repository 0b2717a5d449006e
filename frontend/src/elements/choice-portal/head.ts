/** The line above a question: who asks, from where, and the time that is left. */
import {html, nothing} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {safeAddress} from "../../markdown/links.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {portalWords as say} from "../../words/portal.ts";
import {timeOf} from "../choice-countdown/clock-text.ts";
import {icon} from "../icons.ts";
import type {ChoicePortal} from "./choice-portal.ts";
import {NO_LIMIT_SECONDS} from "./consequence.ts";

export function head(portal: ChoicePortal, shown: Interaction) {
  const {agent, project, conversation} = shown.asked_by;
  return html`<header class="pane-head">
    ${portal.embedded ? nothing : html`<a class="back" href="/">${icon("left")}<span>${say("inbox")}</span></a>`}
    <p class="crumb"><b><bdi>${say("asked_by", {agent})}</bdi></b>${project ? html`${icon("right")}<bdi>${project}</bdi>` : nothing}${run(shown)}${
      conversation && !project
        ? html`${icon("right")}<a href="/chat?thread=${encodeURIComponent(conversation)}">${say("chat")}</a>`
        : nothing
    }</p>
    ${connection(portal)}
    ${shown.state === "open" ? time(portal, shown) : nothing}
    ${portal.embedded ? html`<button type="button" class="icon wordless" aria-label=${say("copy_link")} title=${say("copy_link")} @click=${() => copyLink(shown.id)}>${icon("link")}</button>` : nothing}
  </header>`;
}

function run({run_url}: Interaction) {
  const address = run_url ? safeAddress(run_url) : null;
  if (!address) return nothing;
  const name =
    address.pathname
      .split("/")
      .filter((part) => part)
      .slice(-2)
      .join(" ") || address.host;
  return html`${icon("right")}<a href=${address.href} target="_blank" rel="noopener noreferrer" title=${address.href}>${name}</a>${icon("out")}`;
}

function connection({connection: state}: ChoicePortal) {
  if (state === "open") return nothing;
  return html`<span class="connection" role="status">${say(state === "lost" ? "offline" : "connecting")}</span>`;
}

function time(portal: ChoicePortal, shown: Interaction) {
  if (portal.isSnoozed)
    return html`<span class="aside">${say("snoozed", {time: timeOf(shown.snoozed_until)})}</span>`;
  const {left} = portal;
  if (left > NO_LIMIT_SECONDS) return nothing;
  return html`<span class="left ${urgencyOf(shown, left)}">${bar(shown, left)}<choice-countdown .remaining=${left} .paused=${portal.paused} @choice-deadline-passed=${() => portal.passed()}></choice-countdown></span>`;
}

/** Returns the share of its time that a question still has. */
export function shareOf(shown: Interaction, left: number): number {
  const all = (Date.parse(shown.deadline) - Date.parse(shown.asked_at)) / 1000;
  return all > 0 ? Math.min(1, left / all) : 0;
}

/** Returns `amber` below a fifth of the time, `red` below a twentieth. */
export function urgencyOf(shown: Interaction, left: number): "" | "amber" | "red" {
  const share = shareOf(shown, left);
  return share < 0.05 || left < 10 ? "red" : share < 0.2 ? "amber" : "";
}

/** Draws the time as a thin bar. */
export function bar(shown: Interaction, left: number) {
  return html`<svg class="tbar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect height="3" width=${Math.round(100 * shareOf(shown, left))}></rect></svg>`;
}

function copyLink(id: string): void {
  const address = new URL(`/choice/${encodeURIComponent(id)}`, location.href).href;
  void navigator.clipboard?.writeText(address).then(() => announce(say("copied")));
}
