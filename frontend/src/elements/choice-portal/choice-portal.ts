/** One question: on its own page, or beside the list of the inbox. */
import {html, LitElement, nothing, type PropertyValues} from "lit";
import {keyed} from "lit/directives/keyed.js";
import {announce} from "../../controllers/announcer.ts";
import {cancel, inWords, isSignedOut, lookUp, setDeadline, snooze} from "../../controllers/answering.ts";
import {presentationOf, savedPreferences} from "../../controllers/appearance.ts";
import {callDesk} from "../../controllers/calling.ts";
import {DeskDrafts} from "../../controllers/desk-drafts.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {outboxOf} from "../../controllers/outbox.ts";
import {nameTab} from "../../controllers/page-title.ts";
import {ApiError} from "../../wire/api.ts";
import type {Decision} from "../../wire/decision-log.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {formWords} from "../../words/form.ts";
import {FollowLanguage} from "../../words/language.ts";
import {portalWords as say} from "../../words/portal.ts";
import type {ChoiceForm, DraftDetail, SubmitDetail} from "../choice-form/choice-form.ts";
import {headline, openOnes} from "../choice-inbox/listing.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-portal.styles.ts";
import {labels} from "./consequence.ts";
import {earlier, earlierOf} from "./earlier.ts";
import {ending} from "./ending.ts";
import {foot} from "./foot.ts";
import {head} from "./head.ts";
import {handlePaneKey} from "./pane-keys.ts";

const EXTENSION_SECONDS = 300;
/** The shortest time to put something aside is how it is taken up again. */
const WAKE_SECONDS = 1;
/** The server lets time stand still for so long after the last sign of typing. */
const TYPING_MS = 10_000;

/**
 * Shows one interaction with its time, what happens without an answer, and what was decided before.
 *
 * @fires choice-ended - The interaction has an outcome; `detail.interaction` is it.
 */
export class ChoicePortal extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    interactionId: {attribute: "interaction-id"},
    closeWhenDone: {type: Boolean, attribute: "close-when-done"},
    namesTab: {attribute: false},
    embedded: {type: Boolean, reflect: true},
    declining: {state: true},
    choosingTime: {state: true},
    trouble: {state: true},
    typedAt: {state: true},
    thanked: {state: true},
    decisions: {state: true},
  };

  declare interactionId: string;
  /** Try to close the tab after the answer; browsers allow it for tabs that were opened for this page. */
  declare closeWhenDone: boolean;
  /** Name the tab after the question. */
  declare namesTab: boolean;
  /** Beside a list, which has the toast and the keys. */
  declare embedded: boolean;
  declare declining: boolean;
  declare choosingTime: boolean;
  declare trouble: "" | "missing" | "unread" | "failed" | "signed_out";
  declare typedAt: number;
  /** Whether the answer was given here. */
  declare thanked: boolean;
  declare decisions: readonly Decision[];
  /** Why it is declined; kept while the person decides. */
  reason = "";
  /** Another desk may be given, for tests. */
  desk: LiveDesk | null = null;
  private readonly drafts = new DeskDrafts(() => this.live());
  /** Own words by question, as they were typed last. */
  private readonly written = new Map<string, string>();
  private focused = false;
  private told = "";
  private connected = false;
  /** Whether the focus was in here before this was drawn. */
  private hadFocus = false;
  private resume: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.interactionId = "";
    this.closeWhenDone = this.namesTab = this.embedded = false;
    this.declining = this.choosingTime = this.thanked = false;
    this.trouble = "";
    this.decisions = [];
    this.typedAt = Number.NEGATIVE_INFINITY;
    new FollowLanguage(this);
    new FollowDesk(
      this,
      () => this.live(),
      () => {
        const connected = this.live().connection === "open";
        // What did not work may work again.
        const isBack = connected && !this.connected;
        this.connected = connected;
        if (!isBack || !["failed", "unread"].includes(this.trouble)) return;
        this.trouble = "";
        if (!this.interaction) void this.load();
      },
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    callDesk(this.live());
    document.addEventListener("keydown", this.key, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key, true);
  }

  get interaction(): Interaction | null {
    return this.live().known.get(this.interactionId)?.interaction ?? null;
  }

  /** Seconds left by the server's clock. */
  get left(): number {
    return this.live().remaining(this.interactionId);
  }

  get form(): ChoiceForm | null {
    return this.shadowRoot?.querySelector("choice-form") ?? null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.hadFocus = this.matches(":focus-within");
    if (changed.has("interactionId") && this.interactionId) this.begin();
  }

  protected override render() {
    const shown = this.interaction;
    if (!shown)
      return html`<div class="pane-body"><p class="quiet" role="status">${this.troubleText() || say("loading")}</p></div>`;
    const open = shown.state === "open";
    const wide =
      shown.form.questions.length > 3 ||
      shown.form.questions.some((one) => one.options.some((option) => option.preview));
    return html`
      ${head(this, shown)}
      <div class="pane-body">
        <div class=${wide ? "wide" : "narrow"}>
          ${open ? nothing : ending(shown, this.thanked, this.written, this.embedded ? null : this.next(), this.embedded)}
          ${keyed(
            shown.id,
            html`<choice-form bare
            .form=${shown.form} .state=${shown.state} .outcome=${shown.outcome} .presentation=${presentationOf(shown)}
            .draftKey=${shown.id} .drafts=${shown.draft.answers} .recommendedFirst=${savedPreferences().visible_options === "recommended"} .level=${this.embedded ? 2 : 1}
            @choice-submit=${this.submitted} @choice-typing=${this.typing} @choice-draft=${this.drafted}></choice-form>`,
          )}
          ${this.trouble && this.trouble !== "missing" ? html`<p class="trouble" role="alert">${this.troubleText()}</p>` : nothing}
        </div>
        ${earlier(
          shown.asked_by.agent,
          this.decisions.filter((one) => one.interaction_id !== shown.id),
        )}
      </div>
      ${this.embedded ? nothing : html`<div class="toast"><choice-toast .next=${this.next()}></choice-toast></div>`}
      ${open ? foot(this, shown) : nothing}`;
  }

  protected override updated(): void {
    const shown = this.interaction;
    if (!shown) return;
    if (this.namesTab) nameTab(headline(shown));
    this.live().seen(shown.id);
    if (shown.state === "open") void this.focusOnce();
    else this.tellOnce(shown);
  }

  /** Whether time stands still because the person types. */
  get paused(): boolean {
    return performance.now() - this.typedAt < TYPING_MS;
  }

  get isSnoozed(): boolean {
    const until = this.interaction?.snoozed_until ?? null;
    return until !== null && Date.parse(until) > this.live().now;
  }

  get connection() {
    return this.live().connection;
  }

  /** The question that waits next. */
  private next(): Interaction | null {
    const {known, now} = this.live();
    const box = outboxOf(this.live());
    return (
      openOnes([...known.values()], now).find(
        (one) => one.id !== this.interactionId && !box.isHeld(one.id),
      ) ?? null
    );
  }

  /** Take another interaction. */
  private begin(): void {
    this.declining = this.choosingTime = this.thanked = false;
    this.trouble = this.reason = "";
    this.decisions = [];
    this.written.clear();
    this.typedAt = Number.NEGATIVE_INFINITY;
    void this.load();
  }

  private async load(): Promise<void> {
    const id = this.interactionId;
    try {
      if (!this.live().known.get(id) || !this.embedded) await lookUp(this.live(), id);
      if (id !== this.interactionId || !this.interaction) return;
      const decisions = await earlierOf(this.interaction.asked_by.agent);
      if (id === this.interactionId) this.decisions = decisions;
    } catch (failure) {
      if (id !== this.interactionId) return;
      const status = failure instanceof ApiError ? failure.status : 0;
      this.trouble = isSignedOut(failure) ? "signed_out" : status === 404 ? "missing" : "unread";
    }
  }

  private troubleText(): string {
    const {trouble} = this;
    return trouble === "signed_out" ? formWords(trouble) : trouble && say(trouble);
  }

  private submitted(event: CustomEvent<SubmitDetail>): void {
    event.stopPropagation();
    const {interaction} = this;
    if (!interaction) return;
    const {submission, waitUntil} = event.detail;
    const given = submission.answers.map((one) => ({
      option_ids: [],
      custom_text: null,
      option_notes: {},
      ...one,
    }));
    // Until the answer is sent, the desk has it as a draft.
    for (const one of submission.answers) void this.drafts.keepNow(interaction.id, one.question_id, one);
    const sent = outboxOf(this.live()).hold(interaction, submission, labels(interaction, given));
    waitUntil(inWords(sent, () => formWords("signed_out")));
    this.fire("choice-held", {id: interaction.id});
    sent.then(
      (how) => {
        if (interaction.id === this.interactionId) this.thanked = how === "taken";
        if (how === "taken" && this.closeWhenDone) setTimeout(() => window.close(), 1500);
      },
      () => undefined,
    );
  }

  private drafted(event: CustomEvent<DraftDetail>): void {
    event.stopPropagation();
    const {question_id, answer, words} = event.detail;
    this.written.set(question_id, words);
    this.drafts.keep(this.interactionId, question_id, answer, `${this.interactionId}/${question_id}`);
  }

  private typing(event: Event): void {
    event.stopPropagation();
    this.live().typing(this.interactionId);
    this.typedAt = performance.now();
    clearTimeout(this.resume);
    this.resume = setTimeout(() => {
      this.typedAt = Number.NEGATIVE_INFINITY;
      void this.refresh();
    }, TYPING_MS);
  }

  /** Add five minutes. */
  extend(): void {
    void this.attempt(async () => {
      await setDeadline(this.live(), this.interactionId, Math.ceil(this.left) + EXTENSION_SECONDS);
      announce(say("extended"));
    });
  }

  /** Put the question aside for some seconds. */
  snooze(seconds: number): void {
    const id = this.interactionId;
    this.choosingTime = false;
    void this.attempt(async () => {
      await snooze(this.live(), id, seconds);
      this.fire("choice-aside", {id});
      await this.updateComplete;
      this.shadowRoot?.querySelector<HTMLElement>(".wake")?.focus();
    });
  }

  wake(): void {
    void this.attempt(async () => {
      await snooze(this.live(), this.interactionId, WAKE_SECONDS);
      setTimeout(() => void this.refresh(), WAKE_SECONDS * 1000 + 100);
    });
  }

  /** Show the times to put the question aside, or hide them. */
  chooseTime(open: boolean): void {
    this.choosingTime = open;
    this.focusOn(open ? ".later-menu button" : ".later > button");
  }

  /** Ask for a reason to decline, or go back. */
  decline(open: boolean): void {
    this.declining = open;
    this.focusOn(open ? ".decline textarea" : ".declines");
  }

  /** Decline to answer. */
  async declineNow(): Promise<void> {
    const id = this.interactionId;
    await this.attempt(() => cancel(this.live(), id, this.reason.trim() || null));
    if (!this.trouble) this.fire("choice-declined", {id});
  }

  /** The server decides whether time is up: the deadline may have moved. */
  passed(): void {
    setTimeout(() => void this.refresh(), 300);
  }

  private async refresh(): Promise<void> {
    await lookUp(this.live(), this.interactionId).catch(() => undefined);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.trouble = "";
    await work().catch((failure: unknown) => {
      this.trouble = isSignedOut(failure) ? "signed_out" : "failed";
    });
  }

  private focusOn(selector: string): void {
    void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>(selector)?.focus());
  }

  /** This page is about nothing else, so the question has the focus; but only once, and only if nothing has it. */
  private async focusOnce(): Promise<void> {
    if (this.focused || this.embedded) return;
    this.focused = true;
    await this.form?.updateComplete;
    // On a phone the page begins with the question, and no option looks chosen.
    if (matchMedia("(pointer: coarse)").matches) return;
    if (document.activeElement === document.body) await this.form?.enter();
  }

  private tellOnce(interaction: Interaction): void {
    if (this.told === interaction.id) return;
    this.told = interaction.id;
    const ended = this.shadowRoot?.querySelector<HTMLElement>(".ending");
    // What had the focus is gone.
    if (this.hadFocus && !this.embedded) ended?.focus({preventScroll: true});
    if (!this.thanked && !this.embedded) announce(ended?.querySelector("p")?.textContent ?? "");
    this.fire("choice-ended", {interaction});
  }

  private readonly key = (event: KeyboardEvent): void => handlePaneKey(this, event);

  private fire<D>(name: string, detail: D): void {
    this.dispatchEvent(new CustomEvent(name, {bubbles: true, composed: true, detail}));
  }

  live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}
