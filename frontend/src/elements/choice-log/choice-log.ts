/** Decisions: what was decided, by whom and where; by day, filtered and exported. */
import {html, LitElement, nothing} from "lit";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {call, callJson} from "../../wire/api.ts";
import {type Decision, decisionsIn} from "../../wire/decision-log.ts";
import type {StatisticsBody} from "../../wire/generated.ts";
import {cardWords, surfaceName} from "../../words/card.ts";
import {FollowLanguage, language} from "../../words/language.ts";
import {logWords as say} from "../../words/log.ts";
import {plainLine} from "../../words/question-text.ts";
import {clockText} from "../choice-countdown/clock-text.ts";
import {type IconName, icon} from "../icons.ts";
import {tokens} from "../tokens.ts";
import {answerLine} from "./answer-line.ts";
import {styles} from "./choice-log.styles.ts";

const PAGE = 50;
/** A pause in typing of this length starts the search; changes on the desk are read after the same pause. */
const PAUSE_MS = 250;
const OUTCOMES = ["answered", "cancelled", "timed_out", "superseded"] as const;
const IMAGES: Readonly<Record<(typeof OUTCOMES)[number], IconName>> = {
  answered: "check",
  cancelled: "x",
  timed_out: "clock",
  superseded: "clock",
};
const PERIODS = ["1", "7", "30", "90", ""] as const;

/**
 * Lists decisions by day, the newest first, from `/api/log`; follows what is typed and what is decided.
 *
 * @csspart search, decision
 */
export class ChoiceLog extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    search: {state: true},
    agent: {state: true},
    outcome: {state: true},
    days: {state: true},
    agents: {state: true},
    decisions: {state: true},
    more: {state: true},
    failed: {state: true},
  };

  declare search: string;
  declare agent: string;
  declare outcome: string;
  declare days: string;
  declare agents: readonly string[];
  declare decisions: readonly Decision[] | null;
  /** Whether there are older ones. */
  declare more: boolean;
  declare failed: boolean;
  desk: LiveDesk | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.search = this.agent = this.outcome = "";
    this.days = "30";
    this.agents = [];
    this.decisions = null;
    this.more = this.failed = false;
    new FollowLanguage(this);
    new FollowDesk(
      this,
      () => this.live(),
      (changed) => changed && changed.state !== "open" && this.soon(),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
    void callJson<StatisticsBody>("/api/stats?days=90").then(
      ({agents}) => {
        this.agents = agents.map((one) => one.agent);
      },
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    return html`<section class="wide" aria-labelledby="title">
      <div class="tools"><h1 id="title">${say("title")}</h1>
        <input type="search" part="search" maxlength="200" aria-label=${say("search")} placeholder=${say("search")} .value=${this.search} @input=${this.typed}>
        ${this.choice("agent", say("agent"), [["", say("all_agents")], ...this.agents.map((one) => [one, one] as const)])}
        ${this.choice("outcome", say("outcome"), [["", say("all_outcomes")], ...OUTCOMES.map((one) => [one, cardWords(one)] as const)])}
        ${this.choice(
          "days",
          say("period"),
          PERIODS.map((one) => [one, one ? say("days", {n: one}) : say("all_time")] as const),
        )}
        <a class="button" href=${this.address({format: "csv"})} download>${icon("save")}CSV</a>
        <a class="button" href=${this.address({format: "jsonl"})} download>${icon("save")}JSONL</a>
      </div>
      <span class="unseen" role="status">${this.search && this.decisions ? say("found", {n: this.decisions.length}) : ""}</span>
      ${this.content()}</section>`;
  }

  private choice(
    name: "agent" | "outcome" | "days",
    label: string,
    values: readonly (readonly [string, string])[],
  ) {
    return html`<select aria-label=${label} @change=${(event: Event) => {
      this[name] = (event.currentTarget as HTMLSelectElement).value;
      void this.load();
    }}>${values.map(([value, text]) => html`<option value=${value} .selected=${value === this[name]}>${text}</option>`)}</select>`;
  }

  private content() {
    if (this.failed)
      return html`<p class="quiet" role="status">${say("failed")}</p><button type="button" @click=${() => this.load()}>${cardWords("try_again")}</button>`;
    if (!this.decisions) return nothing;
    if (this.decisions.length === 0)
      return html`<p class="quiet">${say(this.search || this.agent || this.outcome ? "no_match" : "none")}</p>`;
    return html`${byDay(this.decisions).map(
      ([
        day,
        decisions,
      ]) => html`<h2 class="day"><b>${dayName(day)}</b><span>${say("found", {n: decisions.length})}</span></h2>
        <ol>${decisions.map((one) => decision(one))}</ol>`,
    )}
      ${this.more ? html`<button type="button" class="big" @click=${() => void this.load(this.decisions?.at(-1)?.seq)}>${say("more")}</button>` : nothing}`;
  }

  /** Read the newest decisions, or those before one that is shown. */
  private async load(before?: number): Promise<void> {
    const asked = {order: "newest", limit: String(PAGE), ...(before ? {before: String(before)} : {})};
    const address = this.address(asked);
    try {
      const read = decisionsIn(await (await call(address)).text());
      // Another filter was chosen meanwhile.
      if (address !== this.address(asked)) return;
      this.decisions = before ? [...(this.decisions ?? []), ...read] : read;
      this.more = read.length === PAGE;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  private address(more: Readonly<Record<string, string>>): string {
    const filters = {q: this.search.trim(), agent: this.agent, outcome: this.outcome, days: this.days};
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
    return `/api/log?${new URLSearchParams({kinds: "decisions", ...given, ...more})}`;
  }

  private typed(event: Event): void {
    this.search = (event.currentTarget as HTMLInputElement).value;
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), PAUSE_MS);
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}

/** Returns decisions by the day on which they were made, as this browser counts days. */
function byDay(decisions: readonly Decision[]): [string, Decision[]][] {
  const days = new Map<string, Decision[]>();
  for (const one of decisions) {
    const day = new Date(one.at).toDateString();
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

function dayName(day: string): string {
  const date = new Date(day);
  const format = new Intl.RelativeTimeFormat(language(), {numeric: "auto"});
  const ago = Math.round((new Date(new Date().toDateString()).getTime() - date.getTime()) / 86_400_000);
  const full = date.toLocaleDateString(language(), {weekday: "long", day: "numeric", month: "long"});
  return ago < 2 ? `${format.format(-ago, "day")} · ${full}` : full;
}

function decision(one: Decision) {
  const at = new Date(one.at).toLocaleTimeString(language(), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const questions = one.body.answers?.map((answer) => answer.question ?? "") ?? one.questions ?? [""];
  const asked = questions.map(plainLine).join(" · ");
  const where = one.surface ? surfaceName(one.surface) : "";
  const asker = say("asked_by", {agent: one.agent});
  const own = one.kind === "answered" && one.body.answers?.some((answer) => answer.custom_text);
  return html`<li part="decision"><a href="/choice/${encodeURIComponent(one.interaction_id)}">
    <span class="at">${at}</span>
    <span class=${one.kind}>${icon(own ? "pen" : IMAGES[one.kind])}<span class="unseen">${cardWords(one.kind)}</span></span>
    <bdi class="asker">${one.project ? `${asker} · ${one.project}` : asker}</bdi>
    <bdi class="asked">${asked}</bdi>
    <b><bdi>${answerLine(one)}</bdi>${one.body.note && one.kind === "answered" ? html` <span class="note">“<bdi>${one.body.note}</bdi>”</span>` : nothing}</b>
    <span class="by"><bdi>${[personOf(one), where].filter((part) => part).join(", ")}</bdi></span>
    <span class="took">${one.shown_ms == null ? "" : clockText(one.shown_ms / 1000)}</span></a></li>`;
}

function personOf(one: Decision): string {
  if (one.kind === "timed_out") return say("nobody");
  const name = one.actor ?? "";
  return name && name === document.documentElement.dataset.person ? cardWords("you") : name;
}
