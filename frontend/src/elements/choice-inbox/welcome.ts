/** The first page of a person who was never asked anything: what this is, and three ways to begin. */
import {html, LitElement, nothing, svg} from "lit";
import {copyText} from "../../controllers/copying.ts";
import {call} from "../../wire/api.ts";
import {FollowLanguage} from "../../words/language.ts";
import {welcomeWords as say} from "../../words/welcome.ts";
import {icon, mark} from "../icons.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./welcome.styles.ts";

/** Lets the demo agent ask three questions; they appear in the inbox. */
export async function letDemoAsk(): Promise<void> {
  await call("/api/demo/questions", {method: "POST", body: {}});
}

export class ChoiceWelcome extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {busy: {state: true}, failed: {state: true}};

  declare busy: boolean;
  declare failed: boolean;

  constructor() {
    super();
    this.busy = this.failed = false;
    new FollowLanguage(this);
  }

  protected override render() {
    const command = `${document.documentElement.dataset.command ?? "choicewire"} mcp install --client claude-code --write`;
    return html`<div class="first">
      ${mark()}
      <h1>${say("title")}</h1>
      <p class="lead">${say("lead")}</p>
      <div class="tiles">
        <section class="tile lead-tile">${questionPicture()}
          <h2>${say("demo")}</h2><p>${say("demo_more")}</p>
          <div class="end"><button type="button" class="main big" aria-disabled=${this.busy} @click=${this.ask}>${say("demo_start")}</button>
          ${this.failed ? html`<p class="trouble" role="alert">${say("failed")}</p>` : nothing}</div></section>
        <section class="tile">${terminalPicture()}
          <h2>${say("connect")}</h2><p>${say("connect_more")}</p>
          <div class="end cmd"><code dir="ltr">${command}</code><button type="button" class="plain" aria-label=${say("copy_command")} @click=${(event: Event) => void copyText(event, command, say)}>${icon("copy")}${say("copy")}</button></div></section>
        <section class="tile">${chatPicture()}
          <h2>${say("chat")}</h2><p>${say("chat_more")}</p>
          <div class="end"><a class="button" href="/chat">${say("chat_start")}</a></div></section>
      </div></div>`;
  }

  private async ask(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failed = false;
    await letDemoAsk().catch(() => {
      this.failed = true;
    });
    this.busy = false;
  }
}

function picture(content: unknown) {
  return html`<svg class="vig" viewBox="0 0 302 136" preserveAspectRatio="xMidYMin slice" aria-hidden="true">${content}</svg>`;
}

function questionPicture() {
  return picture(
    svg`<rect class="pa" x="32" y="20" width="238" height="140" rx="10"></rect><rect class="t1" x="48" y="36" width="110" height="6" rx="3"></rect><rect class="t2" x="48" y="50" width="174" height="4" rx="2"></rect><rect class="rd" x="48" y="64" width="206" height="12"></rect><rect class="ga" x="48" y="76" width="206" height="12"></rect><rect class="t3" x="68" y="68" width="86" height="4" rx="2"></rect><rect class="t3" x="68" y="80" width="136" height="4" rx="2"></rect><rect class="pa" x="48" y="96" width="206" height="20" rx="5"></rect><circle class="t1" cx="61" cy="106" r="4"></circle><rect class="t3" x="72" y="104" width="62" height="4" rx="2"></rect><rect class="pa" x="48" y="121" width="206" height="20" rx="5"></rect>`,
  );
}

function terminalPicture() {
  return picture(
    svg`<rect class="pa" x="32" y="20" width="238" height="140" rx="10"></rect><circle class="t2" cx="47" cy="34" r="3"></circle><circle class="t2" cx="57" cy="34" r="3"></circle><circle class="t2" cx="67" cy="34" r="3"></circle><rect class="t1" x="64" y="58" width="126" height="6" rx="3"></rect><rect class="t3" x="64" y="79" width="78" height="4" rx="2"></rect><rect class="t3" x="64" y="99" width="102" height="4" rx="2"></rect><rect class="t1" x="64" y="114" width="8" height="14"></rect><text x="48" y="66">?</text><text x="48" y="86">1</text><text x="48" y="106">2</text>`,
  );
}

function chatPicture() {
  return picture(
    svg`<rect class="hv" x="136" y="20" width="134" height="28" rx="10"></rect><rect class="t3" x="152" y="32" width="102" height="4" rx="2"></rect><rect class="t1" x="32" y="64" width="174" height="4" rx="2"></rect><rect class="t1" x="32" y="76" width="134" height="4" rx="2"></rect><rect class="pa" x="32" y="92" width="56" height="24" rx="5"></rect><rect class="t1" x="48" y="102" width="24" height="4" rx="2"></rect><rect class="pa" x="96" y="92" width="56" height="24" rx="5"></rect><rect class="t1" x="112" y="102" width="24" height="4" rx="2"></rect><rect class="pa" x="32" y="126" width="238" height="40" rx="10"></rect>`,
  );
}
