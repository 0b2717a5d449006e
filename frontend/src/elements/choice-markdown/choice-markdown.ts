/** Markdown that may still be growing. */
import {type PropertyValues, ReactiveElement} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {colour} from "../../markdown/colouring.ts";
import {MarkdownStream} from "../../markdown/stream.ts";
import {markdownWords as say} from "../../words/markdown.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-markdown.styles.ts";

/** Showing takes at most about this share of the time, however long the text is. */
const SHARE = 0.25;

/**
 * Shows markdown as text, tables, lists, quotes and code; never as HTML of the writer's making.
 * A text that grows at its end is shown once a frame, and only its end is read again.
 *
 * @csspart body
 */
export class ChoiceMarkdown extends ReactiveElement {
  static override styles = [tokens, styles];
  static override properties = {text: {}, streaming: {type: Boolean}};

  declare text: string;
  /** Whether more is to come. */
  declare streaming: boolean;
  private readonly body = document.createElement("div");
  private readonly stream = new MarkdownStream(this.body);
  private taken = "";
  private frame = 0;
  private nextAt = 0;

  constructor() {
    super();
    this.text = "";
    this.streaming = false;
    this.body.setAttribute("part", "body");
    this.body.addEventListener("click", (event) => void this.copy(event));
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.append(this.body);
    return root;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.toggleAttribute("streaming", this.streaming);
    if (!this.streaming) this.flush();
    else if (!this.frame) this.frame = requestAnimationFrame((at) => this.drawn(at));
  }

  /** Show all there is, now. */
  flush(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.take();
    if (!this.streaming) this.stream.end();
    void colour(this.stream.completed);
  }

  private drawn(at: number): void {
    this.frame = 0;
    if (at < this.nextAt) {
      this.frame = requestAnimationFrame((next) => this.drawn(next));
      return;
    }
    const start = performance.now();
    this.take();
    this.nextAt = at + (performance.now() - start) / SHARE;
    void colour(this.stream.completed);
  }

  private take(): void {
    const text = this.text ?? "";
    if (text === this.taken) return;
    if (this.taken && text.startsWith(this.taken)) this.stream.append(text.slice(this.taken.length));
    else if (this.taken || !this.streaming) this.stream.replace(text);
    else this.stream.append(text);
    this.taken = text;
  }

  private async copy(event: Event): Promise<void> {
    const button = event.target instanceof Element ? event.target.closest("button.copy") : null;
    const block = button?.closest<HTMLElement>(".code");
    const code = block?.dataset.source ?? block?.querySelector("code")?.textContent;
    if (!button || code === undefined || code === null) return;
    try {
      await navigator.clipboard.writeText(code);
      button.textContent = say("copied");
      announce(say("copied"));
      setTimeout(() => {
        button.textContent = say("copy");
      }, 2000);
    } catch {
      getSelection()?.selectAllChildren(button.closest(".code")?.querySelector("code") ?? button);
    }
  }
}
