/** The inbox: what waits for the person, and what was decided lately. */
import {html, LitElement, nothing} from "lit";
import {repeat} from "lit/directives/repeat.js";
import {announce, prepareAnnouncer} from "../../controllers/announcer.ts";
import {answer, inWords} from "../../controllers/answering.ts";
import {presentationOf, savedPreferences} from "../../controllers/appearance.ts";
import {DeskDrafts} from "../../controllers/desk-drafts.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {formWords} from "../../words/form.ts";
import {inboxWords as say} from "../../words/inbox.ts";
import {FollowLanguage} from "../../words/language.ts";
import {agoText, timeOf} from "../choice-countdown/clock-text.ts";
import type {ChoiceForm, DraftDetail, SubmitDetail} from "../choice-form/choice-form.ts";
import {unsentWords} from "../choice-form/unsent-words.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-inbox.styles.ts";
import {agents, headline, isAside, matching, openOnes, recentOnes} from "./listing.ts";

/** Ages are written again this often. */
const AGE_MS = 30_000;

/**
 * Lists open interactions of all agents and projects, live, most urgent first, then by the time left; then recent decisions.
 *
 * @csspart item, search, filter
 */
export class ChoiceInbox extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    search: {state: true},
    agent: {state: true},
    answering: {state: true},
  };

  declare search: string;
  declare agent: string;
  /** The id of the interaction that is being answered here. */
  declare answering: string;
  desk: LiveDesk | null = null;
  private readonly drafts = new DeskDrafts(() => this.live());
  private readonly heard = new Set<string>();
  /** Own words by question, of what is being answered here. */
  private readonly written = new Map<string, string>();
  /** What somebody else answered while words were typed here. */
  private overtaken: Interaction | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.search = this.agent = this.answering = "";
    new FollowLanguage(this);
    new FollowDesk(
      this,
      () => this.live(),
      (changed) => this.arrived(changed),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    prepareAnnouncer();
    this.timer = setInterval(() => this.requestUpdate(), AGE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const desk = this.live();
    const all = [...desk.known.values()];
    const open = openOnes(all, desk.now);
    const shown = open.filter((one) => matching(one, this.search, this.agent));
    return html`
      <section aria-labelledby="open">
        <div class="row"><h2 id="open">${say("open")}</h2>
          <span class="count" role="status" dir="auto">${this.count(shown.length, open.length)}</span>
          ${this.connection(desk)}</div>
        ${this.overtaken ? unsentWords(this.overtaken, this.written) : nothing}
        ${open.length > 1 || this.search || this.agent ? this.filters(open) : nothing}
        ${
          shown.length > 0
            ? html`<ul class="items">${repeat(
                shown,
                (one) => one.id,
                (one) => this.item(one),
              )}</ul>`
            : this.empty(desk, open.length)
        }
      </section>
      ${this.recent(recentOnes(all).filter((one) => matching(one, this.search, this.agent)))}`;
  }

  private isFiltered(): boolean {
    return this.search.trim() !== "" || this.agent !== "";
  }

  private count(n: number, all: number): string {
    if (all === 0) return "";
    return this.isFiltered() ? say("found", {n, all}) : say("count", {n: all});
  }

  private connection(desk: LiveDesk) {
    if (desk.connection === "open") return nothing;
    return html`<span class="connection" role="status">${say(desk.connection === "lost" ? "offline" : "connecting")}</span>`;
  }

  private filters(open: readonly Interaction[]) {
    return html`<div class="filters">
      <input type="search" part="search" aria-label=${say("search")} placeholder=${say("search")} .value=${this.search}
        @input=${(event: Event) => {
          this.search = (event.currentTarget as HTMLInputElement).value;
        }}>
      <select part="filter" aria-label=${say("filter")} @change=${(event: Event) => {
        this.agent = (event.currentTarget as HTMLSelectElement).value;
      }}>
        <option value="">${say("everyone")}</option>
        ${agents(open).map((name) => html`<option value=${name} ?selected=${name === this.agent}>${name}</option>`)}
      </select></div>`;
  }

  private empty(desk: LiveDesk, open: number) {
    if (!desk.ready) return html`<p class="quiet">${say("connecting")}</p>`;
    if (open > 0) return html`<p class="quiet">${say("no_match")}</p>`;
    return html`<div class="none"><span aria-hidden="true">✓</span><p>${say("none")}</p><p class="quiet">${say("none_more")}</p></div>`;
  }

  private item(one: Interaction) {
    const here = this.answering === one.id;
    return html`<li class="item ${one.urgency}" part="item">
      <div class="top">
        <div class="what">
          ${one.urgency === "high" ? html`<span class="urgent">${say("urgent")}</span>` : nothing}
          <h3><bdi>${headline(one)}</bdi></h3>
          ${here ? nothing : this.asked(one)}
          <p class="quiet">${this.origin(one)}</p>
        </div>
        ${
          isAside(one, this.live().now)
            ? html`<span class="aside">${say("aside", {time: timeOf(one.snoozed_until)})}</span>`
            : html`<choice-countdown silent .remaining=${this.live().remaining(one.id)}></choice-countdown>`
        }
      </div>
      ${here ? this.form(one) : nothing}
      <div class="tools">
        <button type="button" class=${here ? "" : "main"} aria-expanded=${here} @click=${() => this.toggle(one.id)}>${say(here ? "close" : "answer_here")}<span class="unseen">: ${headline(one)}</span></button>
        <a class="button" href="/choice/${encodeURIComponent(one.id)}">${say("open_page")}<span class="unseen">: ${headline(one)}</span></a>
      </div>
    </li>`;
  }

  /** The question itself, where the headline is a title that does not say it. */
  private asked({form}: Interaction) {
    const [question, ...others] = form.questions;
    if (!question || others.length > 0 || !form.title || form.title === question.text) return nothing;
    return html`<p class="asked"><bdi>${question.text}</bdi></p>`;
  }

  private form(one: Interaction) {
    return html`<choice-form .form=${one.form} .state=${one.state} .outcome=${one.outcome} .presentation=${presentationOf(one)} .draftKey=${one.id} .drafts=${one.draft.answers}
      .recommendedFirst=${savedPreferences().visible_options === "recommended"} .level=${4}
      @choice-submit=${(event: CustomEvent<SubmitDetail>) => event.detail.waitUntil(inWords(answer(this.live(), one.id, event.detail.submission), () => formWords("signed_out")))}
      @choice-draft=${({detail}: CustomEvent<DraftDetail>) => {
        this.written.set(detail.question_id, detail.words);
        this.drafts.keep(one.id, detail.question_id, detail.answer, `${one.id}/${detail.question_id}`);
      }}
      @choice-typing=${() => this.live().typing(one.id)}></choice-form>`;
  }

  private origin(one: Interaction) {
    const {agent, project} = one.asked_by;
    const age = agoText(Math.max(0, (Date.now() - Date.parse(one.asked_at)) / 1000));
    const many = one.form.questions.length;
    return html`<bdi>${project ? say("asked_by_in", {agent, project}) : say("asked_by", {agent})}</bdi> · ${say("ago", {time: age})}${
      many > 1 ? ` · ${say("questions", {n: many})}` : ""
    }`;
  }

  private recent(ended: readonly Interaction[]) {
    return html`<section aria-labelledby="recent"><h2 id="recent">${say("recent")}</h2>
      ${
        ended.length === 0
          ? html`<p class="quiet">${say(this.isFiltered() ? "no_match_recent" : "no_recent")}</p>`
          : html`<ul class="items">${repeat(
              ended,
              (one) => one.id,
              (one) =>
                html`<li><choice-form .form=${one.form} .state=${one.state} .outcome=${one.outcome} .level=${3}></choice-form></li>`,
            )}</ul>`
      }</section>`;
  }

  private toggle(id: string): void {
    this.answering = this.answering === id ? "" : id;
    this.written.clear();
    this.overtaken = null;
    if (!this.answering) return;
    this.live().seen(id);
    void this.updateComplete.then(() =>
      this.shadowRoot?.querySelector<ChoiceForm>(".item choice-form")?.enter(),
    );
  }

  private arrived(changed: Interaction | null): void {
    if (changed?.id === this.answering && changed.state !== "open") this.overtaken = changed;
    if (changed?.state !== "open" || this.heard.has(changed.id)) return;
    this.heard.add(changed.id);
    announce(say("arrived", {agent: changed.asked_by.agent, question: headline(changed)}));
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}
