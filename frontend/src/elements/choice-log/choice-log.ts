/** The decision log: what was decided, by whom and where; searched and exported. */
import {html, LitElement, nothing} from "lit";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {call} from "../../wire/api.ts";
import {type Decision, decisionsIn} from "../../wire/decision-log.ts";
import type {LoggedAnswer} from "../../wire/generated.ts";
import {cardWords} from "../../words/card.ts";
import {FollowLanguage, language} from "../../words/language.ts";
import {logWords as say} from "../../words/log.ts";
import {shortened} from "../../words/shortened.ts";
import {whereAndWho} from "../choice-question/done-card.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-log.styles.ts";

const PAGE = 20;
/** A pause in typing of this length starts the search; changes on the desk are read after the same pause. */
const PAUSE_MS = 250;

/**
 * Lists decisions, the newest first, from `/api/log`; follows what is typed and what is decided.
 *
 * @csspart search, decision
 */
export class ChoiceLog extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    search: {state: true},
    decisions: {state: true},
    more: {state: true},
    failed: {state: true},
  };

  declare search: string;
  declare decisions: readonly Decision[] | null;
  /** Whether there are older ones. */
  declare more: boolean;
  declare failed: boolean;
  desk: LiveDesk | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.search = "";
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
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    return html`<section aria-labelledby="title"><h2 id="title">${say("title")}</h2>
      <div class="tools">
        <input type="search" part="search" maxlength="200" aria-label=${say("search")} placeholder=${say("search")} .value=${this.search} @input=${this.typed}>
        <a class="button" href=${this.address({format: "csv"})} download>${say("csv")}</a>
        <a class="button" href=${this.address({format: "jsonl"})} download>${say("jsonl")}</a>
      </div>
      <span class="unseen" role="status">${this.search && this.decisions ? say("found", {n: this.decisions.length}) : ""}</span>
      ${this.content()}</section>`;
  }

  private content() {
    if (this.failed)
      return html`<p class="quiet" role="status">${say("failed")}</p><button type="button" @click=${() => this.load()}>${cardWords("try_again")}</button>`;
    if (!this.decisions) return nothing;
    if (this.decisions.length === 0)
      return html`<p class="quiet">${say(this.search ? "no_match" : "none")}</p>`;
    return html`<ol>${this.decisions.map((one) => decision(one))}</ol>
      ${this.more ? html`<button type="button" @click=${() => void this.load(this.decisions?.at(-1)?.seq)}>${say("more")}</button>` : nothing}`;
  }

  /** Read the newest decisions, or those before one that is shown. */
  private async load(before?: number): Promise<void> {
    const search = this.search;
    try {
      const asked = {order: "newest", limit: String(PAGE), ...(before ? {before: String(before)} : {})};
      const read = decisionsIn(await (await call(this.address(asked))).text());
      // Somebody typed on meanwhile.
      if (search !== this.search) return;
      this.decisions = before ? [...(this.decisions ?? []), ...read] : read;
      this.more = read.length === PAGE;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  private address(more: Readonly<Record<string, string>>): string {
    const asked = {kinds: "decisions", ...(this.search.trim() ? {q: this.search.trim()} : {}), ...more};
    return `/api/log?${new URLSearchParams(asked)}`;
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

function decision(one: Decision) {
  const when = new Date(one.at).toLocaleString(language(), {dateStyle: "medium", timeStyle: "short"});
  const where = whereAndWho({surface: one.surface, answered_by: one.actor});
  const {agent, project} = one;
  const asked = project ? say("asked_by_in", {agent, project}) : say("asked_by", {agent});
  return html`<li part="decision">${
    one.kind === "answered" && one.body.answers
      ? one.body.answers.map((answer) => line(answer.question ?? "", answerOf(answer)))
      : (one.questions ?? [""]).map((question) => line(question, cardWords(one.kind)))
  }${one.body.note ? html`<p class="quiet"><bdi>“${one.body.note}”</bdi></p>` : nothing}
    <p class="quiet">${when}${where ? ` · ${where}` : ""} · <bdi>${asked}</bdi></p></li>`;
}

function line(question: string, answer: string) {
  return html`<p><bdi>${shortened(question)}</bdi> <span class="arrow" aria-hidden="true">→</span> <bdi class="answer">${shortened(answer)}</bdi></p>`;
}

function answerOf({labels, custom_text}: LoggedAnswer): string {
  const words = custom_text ? [`“${custom_text}”`] : [];
  return [...labels.filter((label) => label), ...words].join(", ") || cardWords("none_chosen");
}
