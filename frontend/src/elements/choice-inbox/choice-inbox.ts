/** The inbox: a queue of questions, with the current one beside the list. */
import {html, LitElement, nothing, type PropertyValues} from "lit";
import {repeat} from "lit/directives/repeat.js";
import {announce, prepareAnnouncer} from "../../controllers/announcer.ts";
import {presentationOf, savedPreferences} from "../../controllers/appearance.ts";
import {callDesk} from "../../controllers/calling.ts";
import {DeskDrafts} from "../../controllers/desk-drafts.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {outboxOf} from "../../controllers/outbox.ts";
import {nameTab} from "../../controllers/page-title.ts";
import {call} from "../../wire/api.ts";
import type {Option} from "../../wire/generated.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {inboxWords as say} from "../../words/inbox.ts";
import {FollowLanguage} from "../../words/language.ts";
import {shellWords} from "../../words/shell.ts";
import {welcomeWords} from "../../words/welcome.ts";
import type {ChoicePortal} from "../choice-portal/choice-portal.ts";
import type {ChoiceToast} from "../choice-toast/choice-toast.ts";
import {icon} from "../icons.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-inbox.styles.ts";
import {FrozenOrder} from "./frozen-order.ts";
import {handleInboxKey, keyDialogue, keyLine} from "./inbox-keys.ts";
import {agents, headline, listed, matching, type View} from "./listing.ts";
import {row} from "./row.ts";
import {letDemoAsk} from "./welcome.ts";
import {RowWindow} from "./window.ts";

const TICK_MS = 1000;
/** Rows of a list that was empty so recently may still move. */
const TOGETHER_MS = 1000;
/** One column below this width: a question has its own page. */
const ONE_COLUMN = "(max-width: 760px)";

/**
 * Lists open interactions of all agents and projects, live; the order stands still while a person is at work in it.
 *
 * @csspart item, search, filter
 */
export class ChoiceInbox extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    search: {state: true},
    view: {state: true},
    current: {state: true},
    isNew: {state: true},
  };

  declare search: string;
  declare view: View;
  /** The id of the interaction that is shown beside the list. */
  declare current: string;
  /** Whether nothing was ever decided here; null until that is known. */
  declare isNew: boolean | null;
  desk: LiveDesk | null = null;
  private readonly order = new FrozenOrder();
  private readonly rows = new RowWindow(this);
  private readonly heard = new Set<string>();
  private readonly drafts = new DeskDrafts(() => this.live);
  private pointer = false;
  /** When the list had no rows last. */
  private filledAt = 0;
  private chosen = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.search = this.current = "";
    this.view = "all";
    this.isNew = null;
    new FollowLanguage(this);
    new FollowDesk(
      this,
      () => this.live,
      (changed) => this.arrived(changed),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    prepareAnnouncer();
    callDesk(this.live);
    this.stop = outboxOf(this.live).subscribe(() => this.requestUpdate());
    this.timer = setInterval(() => !document.hidden && this.requestUpdate(), TICK_MS);
    document.addEventListener("keydown", this.key);
    addEventListener("choice-called", this.called);
    void this.lookBack();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.key);
    removeEventListener("choice-called", this.called);
  }

  get live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }

  protected override willUpdate(): void {
    const all = [...this.live.known.values()];
    const wanted = listed(all, this.live.now, this.view).filter((one) => matching(one, this.search));
    const now = performance.now();
    if (this.order.shown.length === 0) this.filledAt = now;
    // Questions that are asked together appear together.
    const together = now - this.filledAt < TOGETHER_MS;
    this.order.follow(
      wanted.map((one) => one.id),
      this.isFrozen,
      together,
    );
    // Until the person chooses, the first question is shown.
    if (!this.known(this.current) || !this.chosen) this.current = this.order.shown[0] ?? "";
  }

  protected override render() {
    const all = [...this.live.known.values()];
    const open = listed(all, this.live.now, "all");
    const ids = this.order.shown.filter((id) => this.known(id));
    const known = all.some(({interaction}) => interaction.state === "open");
    if (this.live.ready && !known && ids.length === 0 && this.isNew)
      return html`<choice-welcome></choice-welcome>`;
    return html`<div class="inbox" @pointerenter=${this.entered} @pointerleave=${this.left}>
      ${this.filters(open)}
      <section class="list" aria-label=${say("open")}>
        <div class="list-head">
          <h1><bdi>${this.viewName()}</bdi></h1>
          ${
            this.order.fresh > 0
              ? html`<button type="button" class="fresh" @click=${this.refresh}>${icon("up")}${say("new", {n: this.order.fresh})}</button>`
              : html`<span class="quiet wordless">${say("by_time")}</span>`
          }
          <span class="unseen" role="status">${this.search ? say("found", {n: ids.length, all: open.length}) : ""}</span>
          <label class="search">${icon("search")}<input type="search" part="search" aria-label=${say("search")} placeholder=${say("search_short")} .value=${this.search}
            @input=${(event: Event) => this.find((event.currentTarget as HTMLInputElement).value)}><kbd aria-hidden="true">/</kbd></label>
        </div>
        ${
          ids.length > 0
            ? html`<ul class="rows" @scroll=${this.scrolled}>${repeat(
                this.rows.visible(ids),
                (id) => id,
                (id) => row(this, this.known(id) as Interaction),
              )}</ul>`
            : this.empty(open.length)
        }
        <div class="toast"><choice-toast .next=${this.next()} @choice-undone=${(event: CustomEvent<{id: string}>) => this.select(event.detail.id, "row")} @choice-open=${this.opened}></choice-toast></div>
        ${keyLine(this)}
      </section>
      <section class="pane" aria-label=${say("question")}>${
        this.current
          ? html`<choice-portal embedded .desk=${this.live} .interactionId=${this.current} @choice-held=${this.held} @choice-declined=${this.goOn} @choice-aside=${this.goOn}></choice-portal>`
          : nothing
      }</section>
      ${keyDialogue()}
    </div>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const list = this.list;
    if (list) {
      this.rows.fit(list);
      this.rows.look(list);
    }
    const shown = this.known(this.current);
    const inPane = shown && !matchMedia(ONE_COLUMN).matches;
    if (this.parentElement?.id === "content") nameTab(inPane ? headline(shown) : shellWords("inbox"));
  }

  private get list(): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(".rows") ?? null;
  }

  /** Whether rows must not move: the pointer or the focus is in the inbox, or an answer was just given. */
  private get isFrozen(): boolean {
    return this.pointer || this.matches(":focus-within") || outboxOf(this.live).held.length > 0;
  }

  known(id: string): Interaction | undefined {
    return this.live.known.get(id)?.interaction;
  }

  /** The answer to an interaction that waits to be sent, or null. */
  sendingLabel(id: string): string | null {
    return outboxOf(this.live).held.find((one) => one.interaction.id === id)?.label ?? null;
  }

  /** Whether one tap answers an interaction. */
  taps(one: Interaction): boolean {
    const shown = presentationOf(one);
    const notes = shown.allow_option_annotations || shown.allow_global_annotation;
    return (shown.single_submit_mode ?? true) && !notes;
  }

  // --- What is listed ---

  private filters(open: readonly Interaction[]) {
    const all = [...this.live.known.values()];
    const count = (view: View) => listed(all, this.live.now, view).length;
    const {notify_new: wanted} = savedPreferences();
    return html`<nav class="filters" part="filter" aria-label=${say("filter")}>
      ${this.filter("all", icon("inbox"), say("all"), open.length)}
      ${this.filter("urgent", icon("flag"), say("urgent"), count("urgent"))}
      ${this.filter("later", icon("clock"), say("later"), count("later"))}
      ${this.filter("queued", icon("stack"), say("queued"), count("queued"))}
      <h2>${say("agents")}</h2>
      ${agents(open).map(([agent, n]) => this.filter(`agent:${agent}`, nothing, agent, n))}
      <a class="foot" href="/settings">${icon("bell")}${say(`notify_${wanted}`)}</a></nav>`;
  }

  private filter(view: View, image: unknown, name: string, count: number) {
    return html`<button type="button" class="filter" aria-current=${this.view === view ? "true" : nothing} @click=${() => this.show(view)}>${image}<bdi class="cut">${name}</bdi><span>${count || ""}</span></button>`;
  }

  private viewName(): string {
    return this.view.startsWith("agent:") ? this.view.slice("agent:".length) : say(this.view as "all");
  }

  private empty(open: number) {
    if (!this.live.ready) return html`<p class="quiet empty">${say("connecting")}</p>`;
    if (this.search || this.view !== "all") return html`<p class="quiet empty">${say("no_match")}</p>`;
    return open === 0
      ? html`<div class="none"><slot name="empty"><p><b>${say("none")}</b></p><p class="quiet">${say("none_more")}</p>
          ${this.isNew === null ? nothing : html`<button type="button" @click=${() => void letDemoAsk().catch(() => undefined)}>${welcomeWords("demo")}</button>`}</slot></div>`
      : nothing;
  }

  /** Find out whether anything was ever decided. Where the log cannot be read, the page does not say. */
  private async lookBack(): Promise<void> {
    try {
      const read = await call("/api/log?kinds=decisions&order=newest&limit=1");
      this.isNew = (await read.text()).trim() === "";
    } catch {
      this.isNew = null;
    }
  }

  private show(view: View): void {
    this.view = view;
    this.order.reset();
    this.chosen = false;
    this.requestUpdate();
  }

  /** Search for words. */
  find(words: string): void {
    this.search = words;
    this.order.reset();
    this.chosen = false;
  }

  /** Take the current order, with all that is new. */
  readonly refresh = (): void => {
    const current = this.current;
    this.order.reset();
    this.requestUpdate();
    this.chosen = this.known(current)?.state === "open";
    if (this.list) this.list.scrollTop = 0;
    if (this.matches(":focus-within")) this.focusRow();
  };

  // --- What is chosen ---

  /** Show an interaction beside the list, with the focus on its row or in it. */
  select(id: string, focus: "row" | "pane" | "none"): void {
    this.current = id;
    this.chosen = true;
    const at = this.order.shown.indexOf(id);
    if (this.list && at >= 0) this.rows.show(this.list, at);
    if (focus === "row") this.focusRow();
    if (focus === "pane") void this.updateComplete.then(() => this.portal?.form?.enter());
  }

  /** Follow a row's link: to its page where there is one column, else beside the list. */
  open(event: MouseEvent, id: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || matchMedia(ONE_COLUMN).matches) return;
    event.preventDefault();
    this.select(id, "row");
  }

  /** Go to another row. */
  move(step: number): void {
    const ids = this.order.shown;
    const at = Math.max(0, Math.min(ids.length - 1, ids.indexOf(this.current) + step));
    const id = ids[at];
    if (id) this.select(id, "row");
  }

  focusRow(): void {
    void this.updateComplete.then(() =>
      this.shadowRoot
        ?.querySelector<HTMLElement>(".row[aria-current] .row-main")
        ?.focus({preventScroll: true}),
    );
  }

  focusSearch(): void {
    this.shadowRoot?.querySelector<HTMLElement>(".search input")?.focus();
  }

  showKeys(): void {
    this.shadowRoot?.querySelector<HTMLDialogElement>(".all-keys")?.showModal();
  }

  /** Take back the newest answer. */
  undo(): boolean {
    return this.shadowRoot?.querySelector<ChoiceToast>("choice-toast")?.undo() ?? false;
  }

  /** Answer from the list; an option that cannot be undone asks first, beside the list. */
  answerFromRow(one: Interaction, option: Option): void {
    const question = one.form.questions[0];
    if (!question) return;
    if (option.danger) {
      this.select(one.id, "none");
      void this.portal?.updateComplete.then(() => {
        const at = question.options.indexOf(option);
        void this.portal?.form?.updateComplete.then(() => this.portal?.form?.pressNumber(at + 1, true));
      });
      return;
    }
    const given = {question_id: question.id, option_ids: [option.id]};
    void this.drafts.keepNow(one.id, question.id, given);
    const submission = {answers: [given], answer_id: crypto.randomUUID?.() ?? `${one.id}-${Date.now()}`};
    outboxOf(this.live)
      .hold(one, submission, option.label)
      .catch(() => undefined);
    if (one.id === this.current) this.goOn();
  }

  /** An answer waits to be sent: the next question is shown by itself. */
  private readonly held = (): void => {
    if (savedPreferences().next_question) this.goOn();
  };

  private readonly goOn = (): void => {
    const next = this.next();
    if (!next) {
      if (this.order.fresh > 0) this.refresh();
      return;
    }
    this.select(next.id, "row");
  };

  /** The next question in the order of the list, from the current one on and then from the top. */
  private next(): Interaction | null {
    const ids = this.order.shown;
    const at = ids.indexOf(this.current);
    const box = outboxOf(this.live);
    for (const id of [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))]) {
      const one = this.known(id);
      if (one?.state === "open" && !box.isHeld(id)) return one;
    }
    return null;
  }

  private get portal(): ChoicePortal | null {
    return this.shadowRoot?.querySelector("choice-portal") ?? null;
  }

  // --- What happens ---

  private readonly key = (event: KeyboardEvent): void => handleInboxKey(this, event);

  private readonly called = (event: Event): void =>
    this.select((event as CustomEvent<{id: string}>).detail.id, "row");

  private readonly opened = (event: CustomEvent<{id: string}>): void => {
    if (matchMedia(ONE_COLUMN).matches) return;
    event.preventDefault();
    this.select(event.detail.id, "row");
  };

  private readonly entered = (event: PointerEvent): void => {
    this.pointer = event.pointerType !== "touch";
  };

  private readonly left = (): void => {
    this.pointer = false;
  };

  private readonly scrolled = (event: Event): void => this.rows.look(event.currentTarget as HTMLElement);

  private arrived(changed: Interaction | null): void {
    if (changed?.state !== "open" || this.heard.has(changed.id)) return;
    this.heard.add(changed.id);
    announce(say("arrived", {agent: changed.asked_by.agent, question: headline(changed)}));
  }
}
