/** The page of one interaction. */
import {html, LitElement, nothing} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {
  answer,
  cancel,
  inWords,
  isSignedOut,
  lookUp,
  setDeadline,
  snooze,
} from "../../controllers/answering.ts";
import {presentationOf, savedPreferences} from "../../controllers/appearance.ts";
import {DeskDrafts} from "../../controllers/desk-drafts.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {ApiError} from "../../wire/api.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {cardWords} from "../../words/card.ts";
import {formWords} from "../../words/form.ts";
import {FollowLanguage} from "../../words/language.ts";
import {portalWords as say} from "../../words/portal.ts";
import {timeOf} from "../choice-countdown/clock-text.ts";
import type {ChoiceForm, DraftDetail, SubmitDetail} from "../choice-form/choice-form.ts";
import {isComposing} from "../choice-question/keys.ts";
import {type Problem, tooLong} from "../choice-question/selection.ts";
import {tokens} from "../tokens.ts";
import {Attention} from "./attention.ts";
import {styles} from "./choice-portal.styles.ts";
import {ending} from "./ending.ts";

const EXTENSION_SECONDS = 300;
const SNOOZE_SECONDS = 600;
/** The shortest time to put something aside is how it is taken up again. */
const WAKE_SECONDS = 1;
/** The server lets time stand still for so long after the last sign of typing. */
const TYPING_MS = 10_000;

/**
 * Shows one interaction with its countdown, and ends kindly wherever it is answered.
 *
 * @fires choice-ended - The interaction has an outcome; `detail.interaction` is it.
 */
export class ChoicePortal extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    interactionId: {attribute: "interaction-id"},
    closeWhenDone: {type: Boolean, attribute: "close-when-done"},
    namesTab: {attribute: false},
    cancelling: {state: true},
    trouble: {state: true},
    typedAt: {state: true},
    thanked: {state: true},
    long: {state: true},
  };

  declare interactionId: string;
  /** Try to close the tab after the answer; browsers allow it for tabs that were opened for this page. */
  declare closeWhenDone: boolean;
  /** Name the tab after the question. */
  declare namesTab: boolean;
  declare cancelling: boolean;
  declare trouble: "" | "missing" | "unread" | "failed" | "signed_out";
  declare typedAt: number;
  /** Whether the answer was given here. */
  declare thanked: boolean;
  /** That the reason for cancelling is too long. */
  declare long: Problem | null;
  /** Another desk may be given, for tests. */
  desk: LiveDesk | null = null;
  private readonly drafts = new DeskDrafts(() => this.live());
  private readonly attention = new Attention(this);
  /** Own words by question, as they were typed last. */
  private readonly written = new Map<string, string>();
  /** Why it is to be cancelled; who keeps it open for now finds it again. */
  private reason = "";
  private focused = false;
  private told = false;
  private connected = false;
  /** Whether the focus was in here before this was drawn. */
  private hadFocus = false;
  private resume: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.interactionId = "";
    this.closeWhenDone = this.namesTab = this.cancelling = this.thanked = false;
    this.trouble = "";
    this.long = null;
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
    if (this.interactionId) void this.load();
  }

  get interaction(): Interaction | null {
    return this.live().known.get(this.interactionId)?.interaction ?? null;
  }

  /** Seconds left by the server's clock. */
  get left(): number {
    return this.live().remaining(this.interactionId);
  }

  protected override render() {
    const shown = this.interaction;
    if (!shown) return html`<p class="quiet" role="status">${this.troubleText() || say("loading")}</p>`;
    return html`
      ${this.header(shown)}
      ${shown.state === "open" ? nothing : ending(shown, this.thanked, this.written)}
      <choice-form
        .form=${shown.form} .state=${shown.state} .outcome=${shown.outcome} .presentation=${presentationOf(shown)}
        .draftKey=${shown.id} .drafts=${shown.draft.answers} .recommendedFirst=${savedPreferences().visible_options === "recommended"} .level=${2}
        @choice-submit=${this.submitted} @choice-typing=${this.typing} @choice-draft=${this.drafted}></choice-form>
      ${this.trouble && this.trouble !== "missing" ? html`<p class="trouble" role="alert">${this.troubleText()}</p>` : nothing}
      ${shown.state === "open" ? this.footer() : nothing}`;
  }

  private troubleText(): string {
    const {trouble} = this;
    return trouble === "signed_out" ? formWords(trouble) : trouble && say(trouble);
  }

  protected override willUpdate(): void {
    this.hadFocus = this.matches(":focus-within");
  }

  protected override updated(): void {
    const shown = this.interaction;
    if (!shown) return;
    this.live().seen(shown.id);
    this.attention.follow(shown, this.left);
    if (shown.state === "open") void this.focusOnce();
    else this.tellOnce(shown);
  }

  private header(shown: Interaction) {
    const {agent, project} = shown.asked_by;
    const open = shown.state === "open";
    const snoozed = this.isSnoozed(shown);
    const paused = performance.now() - this.typedAt < TYPING_MS;
    return html`<div class="head">
      <p class="asker"><bdi>${project ? say("asked_by_in", {agent, project}) : say("asked_by", {agent})}</bdi></p>
      ${
        open
          ? html`${this.connection()}${
              snoozed
                ? html`<span class="aside">${say("snoozed", {time: timeOf(shown.snoozed_until)})}</span>`
                : html`<choice-countdown .remaining=${this.left} .paused=${paused} @choice-deadline-passed=${this.passed}></choice-countdown>`
            }
              <span class="tools">
                <button type="button" title=${say("extend_label")} @click=${this.extend}>${say("extend")}</button>
                ${
                  snoozed
                    ? html`<button type="button" class="wake" @click=${this.wake}>${say("wake")}</button>`
                    : html`<button type="button" title=${say("snooze_label")} @click=${this.snooze}>${say("snooze")}</button>`
                }
              </span>`
          : nothing
      }</div>`;
  }

  private connection() {
    const {connection} = this.live();
    if (connection === "open") return nothing;
    return html`<span class="connection" role="status">${say(connection === "lost" ? "offline" : "connecting")}</span>`;
  }

  private footer() {
    return html`<div class="foot">
      ${
        this.cancelling
          ? html`<div class="cancel" role="group" aria-labelledby="sure" @keydown=${(event: KeyboardEvent) => event.key === "Escape" && !isComposing(event) && this.keep()}>
              <p id="sure">${say("cancel_title")}</p>
              <textarea rows="1" dir="auto" aria-label=${say("reason")} placeholder=${say("reason")} .value=${this.reason} @input=${(
                event: Event,
              ) => {
                this.reason = (event.currentTarget as HTMLTextAreaElement).value;
                this.long = tooLong(this.reason);
              }}></textarea>
              ${this.long ? html`<p class="trouble" role="alert">${cardWords(this.long.key, {...this.long})}</p>` : nothing}
              <span class="tools"><button type="button" class="danger" @click=${this.cancelNow}>${say("cancel_yes")}</button>
              <button type="button" @click=${this.keep}>${say("cancel_no")}</button></span></div>`
          : html`<button type="button" class="plain" @click=${this.askCancel}>${say("cancel")}</button>`
      }
      ${this.attention.control()}
    </div>`;
  }

  private isSnoozed({snoozed_until}: Interaction): boolean {
    return snoozed_until !== null && Date.parse(snoozed_until) > this.live().now;
  }

  private async load(): Promise<void> {
    try {
      await lookUp(this.live(), this.interactionId);
    } catch (failure) {
      const status = failure instanceof ApiError ? failure.status : 0;
      this.trouble = isSignedOut(failure) ? "signed_out" : status === 404 ? "missing" : "unread";
    }
  }

  private submitted(event: CustomEvent<SubmitDetail>): void {
    event.stopPropagation();
    const sent = answer(this.live(), this.interactionId, event.detail.submission);
    event.detail.waitUntil(inWords(sent, () => formWords("signed_out")));
    // The outcome may be heard over the socket before the reply is.
    this.thanked = true;
    sent.then(
      (how) => {
        this.thanked = how === "taken";
        if (this.thanked && this.closeWhenDone) setTimeout(() => window.close(), 1500);
      },
      () => {
        this.thanked = false;
      },
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

  private extend(): void {
    void this.attempt(async () => {
      await setDeadline(this.live(), this.interactionId, Math.ceil(this.left) + EXTENSION_SECONDS);
      announce(say("extended"));
    });
  }

  private snooze(): void {
    void this.attempt(async () => {
      await snooze(this.live(), this.interactionId, SNOOZE_SECONDS);
      announce(say("snoozed", {time: timeOf(this.interaction?.snoozed_until ?? null)}));
      await this.updateComplete;
      this.shadowRoot?.querySelector<HTMLElement>(".wake")?.focus();
    });
  }

  private wake(): void {
    void this.attempt(async () => {
      await snooze(this.live(), this.interactionId, WAKE_SECONDS);
      setTimeout(() => void this.refresh(), WAKE_SECONDS * 1000 + 100);
    });
  }

  private askCancel(): void {
    this.cancelling = true;
    void this.updateComplete.then(() =>
      this.shadowRoot?.querySelector<HTMLElement>(".cancel textarea")?.focus(),
    );
  }

  private keep(): void {
    this.cancelling = false;
    void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>(".foot button")?.focus());
  }

  private cancelNow(): void {
    if (this.long) return;
    void this.attempt(() => cancel(this.live(), this.interactionId, this.reason.trim() || null));
  }

  /** The server decides whether time is up: the deadline may have moved. */
  private passed(): void {
    this.attention.timeIsUp();
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

  /** This page is about nothing else, so the question has the focus; but only once, and only if nothing has it. */
  private async focusOnce(): Promise<void> {
    if (this.focused) return;
    this.focused = true;
    const form = this.shadowRoot?.querySelector<ChoiceForm>("choice-form");
    await form?.updateComplete;
    if (document.activeElement === document.body) await form?.enter();
  }

  private tellOnce(interaction: Interaction): void {
    if (this.told) return;
    this.told = true;
    const ending = this.shadowRoot?.querySelector<HTMLElement>(".ending");
    // What had the focus is gone.
    if (this.hadFocus) ending?.focus();
    if (!this.thanked) announce(ending?.querySelector("p")?.textContent ?? "");
    this.dispatchEvent(
      new CustomEvent("choice-ended", {bubbles: true, composed: true, detail: {interaction}}),
    );
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}
