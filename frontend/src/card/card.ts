/**
 * The question card inside an agent's client (MCP Apps).
 *
 * It gets the id of the question and a secret from the tool result, reads the question through a tool, and sends the
 * answer to the desk before anything else. Clients drop messages, withhold the arguments, reload and close frames:
 * nothing here is needed for the answer to count but the one call that sends it, which is repeated with the same id.
 */
import type {ChoiceCountdown} from "../elements/choice-countdown/choice-countdown.ts";
import "../elements/choice-countdown/define.ts";
import type {ChoiceForm, DraftDetail, SubmitDetail} from "../elements/choice-form/choice-form.ts";
import "../elements/choice-form/define.ts";
import type {AnswerInput, SubmissionInput} from "../wire/generated.ts";
import type {Interaction} from "../wire/interaction.ts";
import {clientWords as say} from "../words/client.ts";
import {onLanguage} from "../words/language.ts";
import {HostBridge, isObject, type Params} from "./host-bridge.ts";
import {applyContext} from "./host-context.ts";
import {previewOf} from "./preview.ts";

const PROTOCOL = "2026-01-26";
const META = "choicewire/card";
const POLL_MS = 700;
const HIDDEN_POLL_MS = 5000;
const DRAFT_MS = 400;
const CALL_MS = 5000;
const ATTEMPTS = 4;

interface CardState {
  interaction: Interaction;
  /** What the model is told of the outcome. */
  reply: string | null;
  /** Whether the model has it already. */
  collected: boolean;
}

export class CardView {
  private handle: {interaction_id: string; secret: string} | null = null;
  private state: CardState | null = null;
  private wasOpen = false;
  private told = false;
  private cancelling = false;
  private page = "";
  private readonly drafts = new Map<string, AnswerInput | null>();
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly form = document.createElement("choice-form") as ChoiceForm;
  private readonly time = document.createElement("choice-countdown") as ChoiceCountdown;
  private readonly line = document.createElement("p");
  private readonly foot = document.createElement("footer");
  private readonly bridge: HostBridge;

  constructor(host: Window) {
    this.bridge = new HostBridge(host, {
      "ui/notifications/tool-input-partial": (params) => this.preview(params),
      "ui/notifications/tool-input": (params) => this.preview(params),
      "ui/notifications/tool-result": (params) => this.receive(params),
      "ui/notifications/host-context-changed": applyContext,
      "ui/resource-teardown": () => this.saveDrafts(),
      ping: () => ({}),
    });
    this.line.setAttribute("role", "status");
    this.form.addEventListener("choice-submit", (event) =>
      this.submitted((event as CustomEvent<SubmitDetail>).detail),
    );
    this.form.addEventListener("choice-draft", (event) =>
      this.drafted((event as CustomEvent<DraftDetail>).detail),
    );
    document.body.replaceChildren(this.form, this.line, this.foot);
    onLanguage(() => this.draw());
    this.draw();
    new ResizeObserver(() => this.resized()).observe(document.documentElement);
  }

  /** Greet the client; it shows the card after that. Greets again, because a client may not listen yet. */
  async connect(): Promise<void> {
    const greeting = {
      appInfo: {name: "choicewire", version: "1"},
      appCapabilities: {availableDisplayModes: ["inline"]},
      protocolVersion: PROTOCOL,
    };
    for (;;) {
      try {
        const {hostContext} = await this.bridge.request("ui/initialize", greeting, 2000);
        if (isObject(hostContext)) applyContext(hostContext);
        break;
      } catch {
        // No client is listening yet, or it dropped the message.
      }
    }
    this.bridge.notify("ui/notifications/initialized");
    this.resized();
  }

  // --- From the client ---

  private preview(params: Params): void {
    if (this.state || !isObject(params.arguments)) return;
    const form = previewOf(params.arguments);
    if (!form) return;
    this.form.form = form;
    this.form.inert = true;
  }

  private receive(params: Params): void {
    const meta = isObject(params._meta) ? params._meta[META] : null;
    const given = isObject(params.structuredContent) ? params.structuredContent : {};
    const place = isObject(given.selection) ? given.selection.url : given.url;
    this.page = typeof place === "string" && place.startsWith("http") ? place : "";
    if (isObject(meta) && typeof meta.interaction_id === "string" && typeof meta.secret === "string") {
      const isFirst = this.handle === null;
      this.handle = {interaction_id: meta.interaction_id, secret: meta.secret};
      if (isFirst) void this.poll();
    }
    this.draw();
  }

  // --- The question ---

  private async poll(): Promise<void> {
    for (;;) {
      try {
        this.learn(await this.call("card_state", {}));
        if (this.state?.interaction.outcome) return;
        this.say("");
      } catch {
        this.say(say("offline"));
      }
      await new Promise((resolve) => setTimeout(resolve, document.hidden ? HIDDEN_POLL_MS : POLL_MS));
    }
  }

  private async call(name: string, values: Params): Promise<CardState> {
    const called = {name, arguments: {...this.handle, ...values}};
    const result = await this.bridge.request("tools/call", called, CALL_MS);
    const content = isObject(result.structuredContent) ? result.structuredContent : null;
    if (result.isError || !content || !isObject(content.interaction)) throw new Refused();
    return content as unknown as CardState;
  }

  private learn(state: CardState): void {
    const {interaction} = state;
    const before = this.state?.interaction;
    this.state = state;
    this.wasOpen ||= interaction.outcome === null;
    this.form.inert = false;
    this.form.draftKey = interaction.id;
    this.form.presentation = interaction.presentation;
    if (before?.version !== interaction.version) this.form.form = interaction.form;
    if (JSON.stringify(before?.draft) !== JSON.stringify(interaction.draft))
      this.form.drafts = interaction.draft.answers;
    this.form.state = interaction.state;
    this.form.outcome = interaction.outcome;
    this.time.remaining = interaction.remaining_seconds;
    this.time.restart(interaction.remaining_seconds);
    if (before?.state !== interaction.state) this.draw();
    if (interaction.outcome && this.wasOpen && !this.told) void this.tellModel();
  }

  private submitted({submission, waitUntil}: SubmitDetail): void {
    waitUntil(this.send("card_answer", {...submission, version: this.state?.interaction.version}));
  }

  /** Send an answer until the desk has it. It has the same id in every attempt, so it counts once. */
  private async send(tool: string, values: Params | SubmissionInput): Promise<void> {
    clearTimeout(this.draftTimer);
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.learn(await this.call(tool, {...values}));
        return;
      } catch (failure) {
        if (failure instanceof Refused || attempt === ATTEMPTS) throw failure;
      }
    }
  }

  /** Tell the model how the question ended, unless it has collected that meanwhile. */
  private async tellModel(): Promise<void> {
    this.told = true;
    let text = this.state?.reply ?? "";
    try {
      const state = await this.call("card_state", {});
      if (state.collected) return;
      text = state.reply ?? text;
    } catch {
      // It is told without knowing.
    }
    const content = [{type: "text", text}];
    try {
      const {isError} = await this.bridge.request("ui/message", {role: "user", content});
      if (!isError) return;
    } catch {
      // Some clients drop these messages. The model can still collect the answer.
    }
    this.bridge.request("ui/update-model-context", {content}).catch(() => undefined);
    this.say(say("go_on"));
  }

  // --- Drafts ---

  private drafted({question_id, answer}: DraftDetail): void {
    if (!this.handle || this.state?.interaction.outcome) return;
    this.drafts.set(question_id, answer);
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => void this.saveDrafts(), DRAFT_MS);
  }

  private async saveDrafts(): Promise<Params> {
    clearTimeout(this.draftTimer);
    const saving = [...this.drafts];
    this.drafts.clear();
    for (const [question_id, answer] of saving) {
      const values = answer ? {question_id, answer} : {question_id};
      // A draft that cannot be saved is still on the card.
      await this.call("card_draft", values).catch(() => undefined);
    }
    return {};
  }

  // --- Below the question ---

  private draw(): void {
    const isOpen = this.state !== null && this.state.interaction.outcome === null;
    this.form.hidden = this.form.form === null;
    if (!this.state) this.say(this.handle || !this.page ? say("loading") : say("elsewhere"));
    const buttons: HTMLElement[] = [];
    if (isOpen && this.cancelling) {
      buttons.push(
        this.button(say("cancel_yes"), () => void this.cancel()),
        this.button(say("cancel_no"), () => this.ask(false)),
      );
    } else if (isOpen)
      buttons.push(
        this.time,
        this.button(say("cancel"), () => this.ask(true)),
      );
    if (this.page && (isOpen || !this.handle))
      buttons.push(
        this.button(say("open_page"), () => {
          this.bridge.request("ui/open-link", {url: this.page}).catch(() => undefined);
        }),
      );
    this.foot.replaceChildren(...buttons);
    this.resized();
  }

  private ask(cancelling: boolean): void {
    this.cancelling = cancelling;
    this.draw();
    this.foot.querySelector("button")?.focus();
  }

  private async cancel(): Promise<void> {
    try {
      await this.send("card_cancel", {answer_id: `cancel-${this.handle?.interaction_id}`});
    } catch {
      this.say(say("offline"));
    }
  }

  private button(text: string, action: () => void): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  private say(text: string): void {
    if (this.line.textContent !== text) this.line.textContent = text;
    this.line.hidden = text === "";
  }

  private resized(): void {
    const {width, height} = document.body.getBoundingClientRect();
    this.bridge.notify("ui/notifications/size-changed", {width: Math.ceil(width), height: Math.ceil(height)});
  }
}

/** The server refused the call, so repeating it is of no use. */
class Refused extends Error {}

void new CardView(window.parent).connect();
