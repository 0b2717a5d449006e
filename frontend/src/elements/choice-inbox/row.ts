/** One row of the list: time, who asks, the question as one clean line, and its answers on hover or focus. */
import {html, nothing} from "lit";
import type {Option} from "../../wire/generated.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {cardWords} from "../../words/card.ts";
import {inboxWords as say} from "../../words/inbox.ts";
import {marked, parts} from "../../words/parts.ts";
import {clockText, timeOf} from "../choice-countdown/clock-text.ts";
import {labels, NO_LIMIT_SECONDS} from "../choice-portal/consequence.ts";
import {bar, urgencyOf} from "../choice-portal/head.ts";
import {icon} from "../icons.ts";
import type {ChoiceInbox} from "./choice-inbox.ts";
import {headline, isAside} from "./listing.ts";

const SHORT_LABEL = 14;

export function row(inbox: ChoiceInbox, one: Interaction) {
  const current = inbox.current === one.id;
  const label = inbox.sendingLabel(one.id);
  const state = one.state === "open" ? "" : "ended";
  return html`<li class="row ${label === null ? state : "sending"} ${one.urgency === "high" ? "urgent" : ""}" part="item" data-id=${one.id} aria-current=${current ? "true" : nothing}>
    ${time(inbox, one)}
    <a class="row-main" href="/choice/${encodeURIComponent(one.id)}" tabindex=${current ? 0 : -1} @click=${(event: MouseEvent) => inbox.open(event, one.id)}>
      <span class="row-meta"><bdi class="cut">${origin(one)}</bdi>${tag(one, label)}</span>
      <span class="row-title cut"><bdi>${headline(one)}</bdi></span></a>
    ${one.state === "open" && label === null ? acts(inbox, one) : nothing}
  </li>`;
}

function origin({asked_by: {agent, project}}: Interaction): string {
  const named = say("asked_by", {agent});
  return project ? `${named} · ${project}` : named;
}

function tag(one: Interaction, label: string | null) {
  if (label !== null)
    return html`<span class="tag cut">${parts(say("row_sending", marked("answer")), {answer: html`<b><bdi>${label}</bdi></b>`})}</span>`;
  if (one.state !== "open") {
    const given = one.outcome ? labels(one, one.outcome.answers) : "";
    return html`<span class="tag cut">${icon(one.state === "answered" ? "check" : "x")}<bdi>${given || cardWords(one.state)}</bdi></span>`;
  }
  if (one.urgency === "high") return html`<span class="tag">${say("urgent")}</span>`;
  const [question, ...others] = one.form.questions;
  if (others.length > 0) return html`<span class="tag">${say("questions", {n: others.length + 1})}</span>`;
  return question && question.max_selections > 1 ? html`<span class="tag">${say("several")}</span>` : nothing;
}

function time(inbox: ChoiceInbox, one: Interaction) {
  if (one.state !== "open" || one.queued) return html`<span class="row-time"></span>`;
  const {live} = inbox;
  if (isAside(one, live.now))
    return html`<span class="row-time"><span class="t">${timeOf(one.snoozed_until)}</span></span>`;
  const left = live.remaining(one.id);
  return html`<span class="row-time ${urgencyOf(one, left)}"><span class="t">${rowTime(left)}</span>${left > NO_LIMIT_SECONDS ? nothing : bar(one, left)}</span>`;
}

/** Returns the time left, shorter the more there is. */
function rowTime(left: number): string {
  if (left > NO_LIMIT_SECONDS) return say("no_limit");
  if (left < 1200 || left >= 3600) return clockText(left);
  return say("minutes", {n: Math.round(left / 60)});
}

/** Up to three options that can be chosen from the list. */
function acts(inbox: ChoiceInbox, one: Interaction) {
  const [question, ...others] = one.form.questions;
  if (!question || others.length > 0 || question.selection_mode !== "single" || !inbox.taps(one))
    return nothing;
  const {options} = question;
  if (options.length > 5) return nothing;
  const long = options.some((option) => option.label.length > SHORT_LABEL);
  const shown = options.slice(0, long ? 2 : 3);
  return html`<span class="row-acts">${shown.map((option) => act(inbox, one, option))}${
    options.length > shown.length
      ? html`<button type="button" tabindex="-1" aria-label=${say("more_answers")} @click=${() => inbox.select(one.id, "pane")}>…</button>`
      : nothing
  }</span>`;
}

function act(inbox: ChoiceInbox, one: Interaction, option: Option) {
  return html`<button type="button" tabindex="-1" class=${option.danger ? "danger" : ""} @click=${() => inbox.answerFromRow(one, option)}><bdi class="cut">${option.label}</bdi></button>`;
}
