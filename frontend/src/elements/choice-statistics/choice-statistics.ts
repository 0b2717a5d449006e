/** Insights: how many questions were asked and answered, how fast, by agent and by question. */
import {html, LitElement, nothing} from "lit";
import {callJson} from "../../wire/api.ts";
import type {
  AgentFigures,
  DayFigures,
  PeriodFigures,
  QuestionCounts,
  StatisticsBody,
} from "../../wire/generated.ts";
import {cardWords} from "../../words/card.ts";
import {FollowLanguage, language} from "../../words/language.ts";
import {plainLine} from "../../words/question-text.ts";
import {statisticsWords as say} from "../../words/statistics.ts";
import {clockText} from "../choice-countdown/clock-text.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-statistics.styles.ts";
import {bars, line, mix} from "./plots.ts";

const PERIODS = [7, 30, 90] as const;
const PAGE = 12;
const DAY_MS = 86_400_000;

/**
 * Shows figures and small plots from `/api/stats`.
 *
 * @csspart question, agent
 */
export class ChoiceStatistics extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    statistics: {type: Object},
    agent: {state: true},
    days: {state: true},
    failed: {state: true},
    most: {state: true},
  };

  /** Loaded from the server unless it is set. */
  declare statistics: StatisticsBody | null;
  declare agent: string;
  declare days: number;
  declare failed: boolean;
  /** How many questions are shown. */
  declare most: number;
  private agents: readonly string[] = [];

  constructor() {
    super();
    this.statistics = null;
    this.agent = "";
    this.days = 30;
    this.failed = false;
    this.most = PAGE;
    new FollowLanguage(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.statistics) void this.load();
  }

  /** Read the figures from the server. */
  async load(): Promise<void> {
    const {agent, days} = this;
    try {
      const asked = new URLSearchParams({days: String(days), ...(agent ? {agent} : {})});
      const read = await callJson<StatisticsBody>(`/api/stats?${asked}`);
      // Another period was chosen meanwhile.
      if (agent !== this.agent || days !== this.days) return;
      if (!agent) this.agents = read.agents.map((one) => one.agent);
      this.statistics = read;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  protected override render() {
    return html`<section class="wide" aria-labelledby="title">
      <div class="tools"><h1 id="title">${say("title")}</h1><span class="quiet">${this.period()}</span>
        <select aria-label=${say("agent")} @change=${(event: Event) => {
          this.agent = (event.currentTarget as HTMLSelectElement).value;
          void this.load();
        }}><option value="">${say("all_agents")}</option>${this.agents.map((one) => html`<option value=${one} .selected=${one === this.agent}>${one}</option>`)}</select>
        <div class="seg" role="group" aria-label=${say("period")}>${PERIODS.map(
          (days) =>
            html`<button type="button" aria-pressed=${days === this.days} @click=${() => {
              this.days = days;
              void this.load();
            }}>${say("days", {n: days})}</button>`,
        )}</div>
      </div>${this.content()}</section>`;
  }

  private period(): string {
    const format = new Intl.DateTimeFormat(language(), {day: "numeric", month: "long"});
    return format.formatRange(new Date(Date.now() - this.days * DAY_MS), new Date());
  }

  private content() {
    if (this.failed)
      return html`<p class="quiet" role="status">${say("failed")}</p><button type="button" @click=${() => this.load()}>${cardWords("try_again")}</button>`;
    const {statistics} = this;
    if (!statistics) return nothing;
    const {totals, before, agents, questions} = statistics;
    if (totals.asked === 0 && totals.answered === 0) return html`<p class="quiet">${say("none")}</p>`;
    return html`${this.four(totals, before, filled(statistics.days, this.days))}${byAgent(agents)}${this.asked(questions)}`;
  }

  private four(totals: PeriodFigures, before: PeriodFigures, days: readonly (DayFigures | null)[]) {
    const ended = totals.answered + totals.declined + totals.expired;
    const percent = ended > 0 ? Math.round((100 * totals.answered) / ended) : 0;
    return html`<div class="four">
      ${figure(say("asked"), count(totals.asked), before.asked > 0 ? say("before", {n: count(before.asked)}) : "", bars(days.map((day) => day?.asked ?? 0)))}
      ${figure(say("answered"), `${percent} %`, say("answered_more", {n: count(totals.answered), defaults: count(totals.by_defaults)}), line(days.map(share)))}
      ${figure(say("median"), time(totals.median_seconds), before.median_seconds === null ? "" : say("before", {n: time(before.median_seconds)}), line(days.map((day) => day?.median_seconds ?? null)))}
      ${figure(say("expired"), count(totals.expired), say("declined_more", {n: count(totals.declined)}), bars(days.map((day) => day?.expired ?? 0)))}
    </div>`;
  }

  private asked(questions: readonly QuestionCounts[]) {
    const shown = questions.filter((one) => one.asked > 0);
    if (shown.length === 0) return nothing;
    return html`<h2>${say("asked_most")}</h2><div class="table"><table><thead><tr><th scope="col">${say("question")}</th><th scope="col" class="n">${say("asked")}</th><th scope="col" class="n">${say("answered")}</th><th scope="col">${say("usual")}</th><th scope="col" class="n">${say("own_words")}</th><th scope="col" class="n">${say("median")}</th></tr></thead>
      <tbody>${shown.slice(0, this.most).map(
        (
          one,
        ) => html`<tr part="question"><th scope="row"><bdi>${plainLine(one.question)}</bdi></th><td class="n">${count(one.asked)}</td><td class="n">${count(one.answered)}</td>
          <td>${chosen(one)}</td><td class="n">${count(one.own_words)}</td><td class="n">${time(one.median_seconds)}</td></tr>`,
      )}</tbody></table></div>
      ${
        shown.length > this.most
          ? html`<button type="button" class="more" @click=${() => {
              this.most += PAGE;
            }}>${say("more")}</button>`
          : nothing
      }`;
  }
}

function figure(name: string, value: string, more: string, plot: unknown) {
  return html`<div><h2 class="name">${name}</h2><p class="big"><bdi>${value}</bdi></p><p class="quiet">${more}</p>${plot}</div>`;
}

function share(day: DayFigures | null): number | null {
  const ended = day ? day.answered + day.declined + day.expired : 0;
  return day && ended > 0 ? (100 * day.answered) / ended : null;
}

/** Returns the days of a period, with null for those on which nothing happened. */
function filled(days: readonly DayFigures[], length: number): (DayFigures | null)[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({length}, (_, at) => {
    const day = new Date(Date.now() - (length - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? null;
  });
}

function byAgent(agents: readonly AgentFigures[]) {
  if (agents.length === 0) return nothing;
  const names = [say("by_option"), say("by_own_words"), say("by_declining"), say("by_nobody")];
  return html`<div class="split"><h2>${say("by_agent")}</h2><p class="legend" aria-hidden="true">${names.map((name, at) => html`<span><i class="m${at}"></i>${name}</span>`)}</p></div>
    <div class="table"><table><thead><tr><th scope="col">${say("agent")}</th><th scope="col" class="n">${say("asked")}</th><th scope="col" class="n">${say("answered")}</th><th scope="col" class="n">${say("median")}</th><th scope="col" class="n">${say("slowest")}</th><th scope="col">${say("ended")}</th></tr></thead>
    <tbody>${agents.map((one) => {
      const parts = [one.answered - one.own_words, one.own_words, one.declined, one.expired];
      return html`<tr part="agent"><th scope="row"><bdi>${one.agent}</bdi></th><td class="n">${count(one.asked)}</td><td class="n">${count(one.answered)}</td><td class="n">${time(one.median_seconds)}</td><td class="n">${time(one.slow_seconds)}</td>
        <td class="mixed">${mix(parts)}<span class="unseen">${names.map((name, at) => `${name}: ${parts[at]}`).join(", ")}</span></td></tr>`;
    })}</tbody></table></div>`;
}

/** The options that were chosen most, with how often. */
function chosen({chosen: counts}: QuestionCounts) {
  const most = Object.entries(counts).slice(0, 3);
  return most.map(
    ([label, n], at) =>
      html`${at > 0 ? " · " : ""}<bdi>${label}</bdi> <span aria-hidden="true">${n}</span><span class="unseen">${say("chosen", {n})}</span>`,
  );
}

function count(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

function time(seconds: number | null): string {
  return seconds === null ? "–" : clockText(seconds);
}
