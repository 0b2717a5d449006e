/** The chat: threads, a conversation that streams, questions inside it. */
import {html, LitElement, nothing} from "lit";
import {announce, prepareAnnouncer} from "../../controllers/announcer.ts";
import {inWords} from "../../controllers/answering.ts";
import {ChatSession} from "../../controllers/chat-session.ts";
import type {CardView, MessageView} from "../../controllers/chat-views.ts";
import {DeskDrafts} from "../../controllers/desk-drafts.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {UnsentMessages} from "../../controllers/unsent-messages.ts";
import {MODES, type Mode} from "../../wire/chat.ts";
import type {Answer} from "../../wire/generated.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {cardWords} from "../../words/card.ts";
import {chatWords as say} from "../../words/chat.ts";
import {FollowLanguage} from "../../words/language.ts";
import type {ChoiceMarkdown} from "../choice-markdown/choice-markdown.ts";
import type {
  AnswerDetail,
  CardOutcome,
  ChangeDetail,
  ChoiceQuestion,
} from "../choice-question/choice-question.ts";
import {enter} from "../choice-question/entering.ts";
import {isComposing} from "../choice-question/keys.ts";
import {tooLong} from "../choice-question/selection.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-chat.styles.ts";
import {messageTemplate, troubleText, welcome} from "./messages.ts";
import {threadList} from "./thread-list.ts";

/** The server takes no longer message. */
const MOST_CHARACTERS = 8000;
/** After so long without a word it is said that there is more to come. */
const QUIET_MS = 1000;
/** So close to the end counts as reading the end. */
const NEAR = 80;

/**
 * A chat with threads. Talks to `/api/threads`.
 *
 * @fires choice-thread - Another thread is shown; `detail.id` is its id, or empty.
 * @csspart threads, header, log, message, composer
 */
export class ChoiceChat extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    threadId: {attribute: "thread-id"},
    drawer: {state: true},
    draft: {state: true},
    mode: {state: true},
    removing: {state: true},
    modeIsChosen: {state: true},
    quiet: {state: true},
  };

  /** The thread to show; empty for a new one. */
  declare threadId: string;
  /** Whether the list of threads is open, on narrow screens. */
  declare drawer: boolean;
  declare draft: string;
  /** The mode of a thread that is not there yet. */
  declare mode: Mode;
  /** The thread that is about to be deleted. */
  declare removing: string;
  /** Whether the mode of the next thread was chosen on its card. */
  declare modeIsChosen: boolean;
  /** Whether an answer that is being written has not grown for a while, as when a question is written. */
  declare quiet: boolean;
  /** How many new conversations were asked for: each offers its modes anew. */
  begun = 0;
  desk: LiveDesk | null = null;
  private readonly drafts = new DeskDrafts(() => this.live());
  private follows = true;
  private told = "";
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly unsent = new UnsentMessages();
  /** The thread that the message is typed for; empty for a new one. */
  private writesTo = "";
  /** Own words in cards by question, as they were typed last. */
  private readonly written = new Map<string, string>();
  private top = 0;
  private readonly size = new ResizeObserver(() => this.toEnd());

  readonly session = new ChatSession(
    (grown) => this.changed(grown),
    ({question}) => announce(say("arrived", {question: question.text, n: question.options.length})),
    () => {
      announce(say("finished"));
      void this.moveOn();
    },
    (thread, content) => this.heard(thread, content),
  );

  constructor() {
    super();
    this.threadId = this.draft = this.removing = "";
    this.drawer = this.modeIsChosen = this.quiet = false;
    this.mode = "chat";
    new FollowLanguage(this);
    new FollowDesk(
      this,
      () => this.live(),
      (interaction) => this.elsewhere(interaction),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    prepareAnnouncer();
    document.addEventListener("keydown", this.shortcut);
    void this.session.load();
    this.takeUp(this.threadId);
    if (this.threadId) void this.session.open(this.threadId);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.shortcut);
    this.session.stopAll();
    clearTimeout(this.silence);
  }

  protected override firstUpdated(): void {
    const content = this.shadowRoot?.querySelector(".content");
    if (content) this.size.observe(content);
  }

  protected override render() {
    const {thread, messages, trouble, following, loading, mayReadAgain} = this.session;
    const fresh = !loading && !messages.some((one) => one.role === "user");
    return html`
      ${threadList(this)}
      <div class="main">
        ${this.header()}
        <div class="log" part="log" role="log" aria-live="off" aria-label=${thread?.title || say("title")} tabindex="0" @scroll=${this.scrolled}>
          <div class="content">
            ${messages.map((message) => messageTemplate(this, message))}
            ${following ? html`<p class="wait">${say("thinking")}</p>` : nothing}
            ${loading && !trouble ? html`<p class="wait late">${say("loading")}</p>` : nothing}
            ${
              trouble
                ? html`<p class="trouble" role="alert"><span>${troubleText(trouble)}</span>
                  ${mayReadAgain ? html`<button type="button" @click=${this.readAgain}>${say("retry")}</button>` : nothing}</p>`
                : nothing
            }
            ${fresh ? welcome(this) : nothing}
          </div>
        </div>
        ${this.composer()}
      </div>`;
  }

  private header() {
    const {thread, model, loading} = this.session;
    const mode = thread?.mode ?? this.mode;
    return html`<header part="header">
      <button type="button" class="menu" aria-expanded=${this.drawer} aria-label=${say("show_threads")} @click=${() => this.toggleDrawer(!this.drawer)}>☰</button>
      <h1><bdi>${thread?.title || say(thread && !loading ? "untitled" : "title")}</bdi></h1>
      ${model ? html`<span class="model">${model.demo ? say("demo_model") : model.name}</span>` : nothing}
      <label class="mode"><span class="unseen">${say("mode")}</span><select ?disabled=${loading} @change=${this.chooseMode}>
        ${MODES.map((one) => html`<option value=${one} .selected=${one === mode}>${say(`mode_${one}`)}</option>`)}
      </select></label>
    </header>`;
  }

  private composer() {
    const {following, loading} = this.session;
    const long = tooLong(this.draft, MOST_CHARACTERS);
    const open = this.offersModes ? !this.modeIsChosen : this.session.cards().some((card) => !card.outcome);
    return html`<form class="composer" part="composer" @submit=${this.submit}>
      ${long ? html`<p class="trouble" role="alert"><span>${cardWords(long.key, {...long})}</span></p>` : nothing}
      <div class="box">
        <textarea dir=${this.draft ? "auto" : nothing} rows="1" aria-label=${say("message")} placeholder=${say("placeholder")} .value=${this.draft}
          aria-describedby=${open ? "shortcut" : nothing} @input=${this.input} @keydown=${this.key}></textarea>
        ${
          this.session.writing
            ? html`<button type="button" class="stop" @click=${() => this.stop()}>${say("stop")}</button>`
            : html`<button class="main" ?disabled=${following || loading || !this.draft.trim() || long !== null}>${say("send")}</button>`
        }
      </div>
      <p class="shortcut" id="shortcut">${open ? say("to_question") : ""}</p>
    </form>`;
  }

  /** Send a message, typed or suggested. */
  send(text: string): void {
    const content = text.trim();
    if (!content || this.session.busy || tooLong(content, MOST_CHARACTERS)) return;
    this.follows = true;
    if (!this.session.thread) this.writeAnew();
    // An example that is pressed leaves alone what was typed.
    if (this.draft.trim() === content) this.draft = "";
    void this.session.say(content, this.mode);
    this.goOn();
  }

  /** Whoever asks for a new conversation is offered its modes; whoever just writes takes the one that is set. */
  get offersModes(): boolean {
    return (
      this.begun > 0 && !this.session.thread && !this.session.messages.some((one) => one.role === "user")
    );
  }

  private stop(): void {
    this.session.stop();
    this.goOn();
  }

  /** Have an answer again that broke off. */
  retry(message: MessageView): void {
    this.follows = true;
    void this.session.retry(message);
    this.goOn();
  }

  /** Show another thread, or none: the next message starts one. */
  show(id: string): void {
    this.drawer = false;
    this.follows = true;
    this.takeUp(id);
    if (id) void this.session.open(id);
    else {
      this.begun += 1;
      this.modeIsChosen = false;
      this.session.clear();
      void this.updateComplete.then(() => this.shadowRoot?.querySelector(".log")?.scrollTo(0, 0));
    }
    this.goOn();
  }

  /** List older threads, and go on to the first of them; where there is none, the button is there still. */
  async showOlder(): Promise<void> {
    const {length} = this.session.threads;
    await this.session.load(true);
    this.focusOn(`.threads li:nth-child(${length + 1}) button`);
  }

  /** Take the mode for the thread that the next message starts. */
  chooseFirstMode(event: CustomEvent<AnswerDetail>): void {
    event.stopPropagation();
    this.mode = event.detail.answer.option_ids?.[0] as Mode;
    this.modeIsChosen = true;
    this.goOn();
  }

  answer(card: CardView, event: CustomEvent): void {
    event.stopPropagation();
    this.follows = true;
    // Whoever takes an option has no need of the words beside it.
    if (!event.detail.answer.custom_text) this.written.delete(card.question.id);
    const sent = this.session.answer(card, event.detail.answer);
    event.detail.waitUntil(inWords(sent, () => say("signed_out")));
  }

  /** What was filled in so far for a question that is asked alone, here or elsewhere. */
  draftOf(card: CardView): Answer | null {
    return this.live().known.get(card.question.id)?.interaction.draft.answers[0] ?? null;
  }

  drafted({question}: CardView, event: CustomEvent<ChangeDetail>): void {
    event.stopPropagation();
    this.written.set(question.id, event.detail.words.trim());
    if (this.live().known.has(question.id))
      this.drafts.keep(question.id, question.id, event.detail.answer, question.id);
  }

  /** Time stands still for a question that somebody answers in own words. */
  typing(card: CardView): void {
    this.live().typing(card.question.id);
  }

  protected override updated(): void {
    for (const card of this.session.cards()) {
      if (card.outcome) this.saveWords(card.question.id, card.outcome);
      else this.live().seen(card.question.id);
    }
  }

  /** Words for a question that ended otherwise may still be said: they are put into the message. */
  private saveWords(question: string, {state, answer}: CardOutcome): void {
    const words = this.written.get(question);
    this.written.delete(question);
    if (!words || state === "superseded" || answer?.custom_text === words) return;
    this.draft = this.draft ? `${this.draft}\n\n${words}` : words;
    this.unsent.keep(this.writesTo, this.draft);
  }

  /** Move the focus when what is shown has changed. */
  focusOn(selector: string): void {
    void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>(selector)?.focus());
  }

  /** Whoever pressed what is gone now goes on with the message. */
  goOn(): void {
    // Where there is no keyboard, the one on the screen would cover the answer.
    if (!matchMedia("(hover: none)").matches) this.focusOn("textarea");
  }

  toggleDrawer(isOpen: boolean): void {
    this.drawer = isOpen;
    this.focusOn(isOpen ? ".threads button" : ".menu");
  }

  /** Who answered a card, and is in it still, goes on to the next one, or to the message. */
  private async moveOn(): Promise<void> {
    const inside = this.shadowRoot?.activeElement;
    const isAnswered = inside?.shadowRoot?.activeElement?.classList.contains("done");
    await this.updateComplete;
    const next = this.openCards().at(0);
    await next?.updateComplete;
    if (!isAnswered || inside !== this.shadowRoot?.activeElement) return;
    if (next) enter(next);
    else this.goOn();
  }

  private changed(grown: MessageView | null): void {
    clearTimeout(this.silence);
    this.quiet = false;
    if (this.session.writing)
      this.silence = setTimeout(() => {
        this.quiet = true;
      }, QUIET_MS);
    if (!grown) this.tellThread();
    const markdown = grown && this.shadowRoot?.querySelector<ChoiceMarkdown>("choice-markdown[streaming]");
    if (markdown) markdown.text = grown.text;
    else this.requestUpdate();
  }

  /** Delete a thread; what was typed for it stays in sight. */
  async removeThread(id: string): Promise<void> {
    this.removing = "";
    this.goOn();
    await this.session.remove(id);
    if (!this.session.thread && this.writesTo === id) this.writeAnew();
  }

  /** What was typed for a thread that is gone begins a new one. */
  private writeAnew(): void {
    if (this.writesTo) this.unsent.move(this.writesTo, "");
    this.takeUp("");
  }

  /** Show what was typed for a thread, and not sent yet. */
  private takeUp(thread: string): void {
    this.writesTo = thread;
    this.draft = this.unsent.of(thread);
  }

  /** Until the server has a message, a reload must not lose it. */
  private heard(thread: string, content: string): void {
    this.unsent.heard(thread, content);
    const hasBegun = !this.writesTo && this.session.thread?.id === thread;
    if (hasBegun) this.unsent.move("", thread);
    if (hasBegun || this.writesTo === thread) this.takeUp(thread);
  }

  /** Say which thread is shown, when it is another one. */
  private tellThread(): void {
    const id = this.session.thread?.id ?? "";
    if (id === this.told) return;
    this.told = id;
    this.dispatchEvent(new CustomEvent("choice-thread", {bubbles: true, composed: true, detail: {id}}));
  }

  /** A question of this thread was answered in another tab, in Slack or in a terminal. */
  private elsewhere(changed: Interaction | null): void {
    // What could not be read may be there again.
    if (this.live().connection === "open" && this.session.mayReadAgain) void this.session.readAgain();
    const ended = changed ? [changed] : [...this.live().known.values()].map((known) => known.interaction);
    for (const interaction of ended.filter((one) => one.state !== "open")) {
      const {outcome, state, form, asked_by} = interaction;
      if (state === "open") continue;
      const ids =
        asked_by.conversation === this.session.thread?.id
          ? form.questions.map((question) => question.id)
          : [];
      for (const id of [interaction.id, ...ids]) {
        this.session.close(id, {
          state,
          answer: outcome?.answers[0] ?? null,
          answered_by: outcome?.answered_by ?? null,
          surface: outcome?.surface ?? null,
        });
      }
    }
  }

  private openCards(): ChoiceQuestion[] {
    // The offer of modes stands behind all messages.
    const last = [...(this.shadowRoot?.querySelectorAll(".assistant, .offer") ?? [])].at(-1);
    return [...(last?.querySelectorAll<ChoiceQuestion>("choice-question") ?? [])].filter(
      (card) => !card.outcome,
    );
  }

  private readonly shortcut = (event: KeyboardEvent): void => {
    if (!event.altKey || event.code !== "KeyQ") return;
    const open = this.openCards().at(-1);
    if (!open) return;
    event.preventDefault();
    open.shadowRoot?.querySelector<HTMLElement>("[data-id], .own-words")?.focus();
    open.scrollIntoView({block: "nearest"});
  };

  private input(event: Event): void {
    this.draft = (event.currentTarget as HTMLTextAreaElement).value;
    this.unsent.keep(this.writesTo, this.draft);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    this.send(this.draft);
  }

  private submit(event: Event): void {
    event.preventDefault();
    this.send(this.draft);
  }

  private async chooseMode(event: Event): Promise<void> {
    const select = event.currentTarget as HTMLSelectElement;
    this.mode = select.value as Mode;
    await this.session.setMode(this.mode);
    // A thread whose mode could not be changed has the one before.
    select.value = this.session.thread?.mode ?? this.mode;
  }

  private readAgain(): void {
    void this.session.readAgain();
    this.goOn();
  }

  private scrolled(event: Event): void {
    const log = event.currentTarget as HTMLElement;
    // Content that grows moves the end away without anybody scrolling; only going up means reading elsewhere.
    if (log.scrollTop < this.top - 2) this.follows = false;
    if (log.scrollHeight - log.scrollTop - log.clientHeight < NEAR) this.follows = true;
    this.top = log.scrollTop;
  }

  /** Whoever reads the end keeps reading the end; whoever scrolled up is left in peace. */
  private toEnd(): void {
    const log = this.shadowRoot?.querySelector(".log");
    // Where nothing was said yet, the welcome is read from its beginning.
    if (!log || !this.follows || this.session.messages.length === 0) return;
    const card = this.openCards().at(0);
    const end = log.scrollHeight - log.clientHeight;
    // A question that is taller than the screen is read from its beginning, until something went wrong at its end.
    const top =
      card && !card.shadowRoot?.querySelector(".trouble")
        ? card.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - 12
        : end;
    log.scrollTop = Math.min(end, top);
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}
