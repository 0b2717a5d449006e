/** What every page has around its content: the bar with the pages, the connection and the menu. */
import {html, LitElement, nothing} from "lit";
import {type CallDesk, callDesk} from "../../controllers/calling.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {callJson} from "../../wire/api.ts";
import {FollowLanguage} from "../../words/language.ts";
import {shellWords as say} from "../../words/shell.ts";
import {type IconName, icon, mark} from "../icons.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-shell.styles.ts";

/** `question` and `settings` are reached from elsewhere and have no tab. */
export type PageName = "inbox" | "chat" | "decisions" | "insights" | "question" | "settings";

const TABS: readonly (readonly ["inbox" | "chat" | "decisions" | "insights", string, IconName])[] = [
  ["inbox", "/", "inbox"],
  ["chat", "/chat", "bubble"],
  ["decisions", "/decisions", "list"],
  ["insights", "/insights", "bars"],
];

/** The bar and navigation of a page; the page is its child `<main id="content">`. */
export class ChoiceShell extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {page: {reflect: true}};

  declare page: PageName;
  desk: LiveDesk | null = null;
  private calls: CallDesk | null = null;

  constructor() {
    super();
    this.page = "inbox";
    new FollowLanguage(this);
    new FollowDesk(this, () => this.live());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.calls ??= callDesk(this.live());
  }

  protected override render() {
    const person = document.documentElement.dataset.person ?? "";
    return html`<a class="skip" href="#content" @click=${this.skip}>${say("skip")}</a>
      <header class="bar">
        <a class="brand" href="/">${mark()}choicewire</a>
        <nav aria-label=${say("pages")}>${TABS.map(([name, href, image]) => this.tab(name, href, image))}</nav>
        <div class="end">${this.connection()}
          <button type="button" class="person" popovertarget="menu" aria-label=${say("menu", {person})}><span aria-hidden="true">${initials(person) || icon("person")}</span>${icon("down")}</button>
        </div>
        <div class="menu" id="menu" popover>
          ${person ? html`<p><bdi>${person}</bdi></p>` : nothing}
          <a href="/settings">${say("settings")}</a>
          <button type="button" @click=${this.signOut}>${say("sign_out")}</button>
        </div>
      </header>
      <div class="content"><slot></slot></div>`;
  }

  private tab(name: (typeof TABS)[number][0], href: string, image: IconName) {
    const waiting = name === "inbox" ? (this.calls?.waiting ?? 0) : 0;
    return html`<a class="tab" href=${href} aria-current=${this.page === name ? "page" : nothing}>${icon(image)}${say(name)}${
      waiting > 0
        ? html`<span class="count" aria-hidden="true">${waiting}</span><span class="unseen">${say("waiting", {n: waiting})}</span>`
        : nothing
    }</a>`;
  }

  private connection() {
    const {connection} = this.live();
    const text = say(connection === "open" ? "connected" : connection === "lost" ? "offline" : "connecting");
    return html`<span class="live ${connection}" role="status">${text}</span>`;
  }

  private skip(event: Event): void {
    event.preventDefault();
    const main = this.querySelector<HTMLElement>("main");
    if (!main) return;
    main.tabIndex = -1;
    main.focus();
  }

  private async signOut(): Promise<void> {
    const ended = await callJson<{location?: string}>("/sign-out", {method: "POST"}).catch(() => undefined);
    location.assign(ended?.location ?? "/sign-in");
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}

/** Returns the first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}
