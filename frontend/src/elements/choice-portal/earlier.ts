/** The last three decisions for the agent that asks. */
import {html, nothing} from "lit";
import {call} from "../../wire/api.ts";
import {type Decision, decisionsIn} from "../../wire/decision-log.ts";
import {language} from "../../words/language.ts";
import {portalWords as say} from "../../words/portal.ts";
import {plainLine} from "../../words/question-text.ts";
import {answerLine} from "../choice-log/answer-line.ts";
import {icon} from "../icons.ts";

const SHOWN = 3;
const IMAGES = {answered: "check", cancelled: "x", timed_out: "clock", superseded: "clock"} as const;

const read = new Map<string, Promise<readonly Decision[]>>();

/** Reads the last decisions of an agent, once in a while; none where the log cannot be read. */
export function earlierOf(agent: string): Promise<readonly Decision[]> {
  let known = read.get(agent);
  if (!known) {
    const asked = new URLSearchParams({kinds: "decisions", order: "newest", limit: String(SHOWN), agent});
    known = call(`/api/log?${asked}`)
      .then(async (response) => decisionsIn(await response.text()))
      .catch(() => []);
    read.set(agent, known);
    setTimeout(() => read.delete(agent), 30_000);
  }
  return known;
}

/** Draws decisions, one line each. */
export function earlier(agent: string, decisions: readonly Decision[]) {
  if (decisions.length === 0) return nothing;
  return html`<section class="earlier narrow" aria-labelledby="earlier"><h3 id="earlier">${say("earlier", {agent})}</h3>
    <ul>${decisions.slice(0, SHOWN).map(
      (one) => html`<li><a href="/choice/${encodeURIComponent(one.interaction_id)}">
        <span class=${one.kind}>${icon(IMAGES[one.kind])}</span>
        <bdi>${plainLine(one.body.answers?.[0]?.question ?? one.questions?.[0] ?? "")}</bdi>
        <b><bdi>${answerLine(one)}</bdi></b>
        <span>${new Date(one.at).toLocaleString(language(), {weekday: "short", hour: "2-digit", minute: "2-digit"})}</span></a></li>`,
    )}</ul></section>`;
}
