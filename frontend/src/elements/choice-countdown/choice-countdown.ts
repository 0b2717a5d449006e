/** How long the person still has. */
import {css, html, LitElement, type PropertyValues} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {FollowLanguage} from "../../words/language.ts";
import {timeWords as say} from "../../words/time.ts";
import {tokens} from "../tokens.ts";
import {clockText} from "./clock-text.ts";

/** A screen reader is told at these seconds, and only then. */
const MARKS = [60, 30, 20, 10];

/**
 * Counts down from what the server last said; the clock of this computer may be wrong and is only trusted for seconds.
 *
 * @fires choice-time-mark - At 60, 30, 20 and 10 seconds; `detail.seconds` says which.
 * @fires choice-deadline-passed - Once, when no time is left.
 * @csspart time
 */
export class ChoiceCountdown extends LitElement {
  static override styles = [
    tokens,
    css`
      :host {
        display: inline-block;
        font-variant-numeric: tabular-nums;
      }
      /* Our languages go from left to right, on whatever page. */
      time,
      span {
        unicode-bidi: plaintext;
      }
      .soon {
        color: var(--_bad);
        font-weight: 500;
      }
      .still {
        color: var(--_muted);
      }
    `,
  ];
  static override properties = {
    remaining: {type: Number},
    paused: {type: Boolean},
    snoozed: {type: Boolean},
    silent: {type: Boolean},
    plain: {type: Boolean},
    left: {state: true},
  };

  /** Seconds left, as the server last said. Setting it starts the count again. */
  declare remaining: number;
  /** Time stands still: somebody types. */
  declare paused: boolean;
  declare snoozed: boolean;
  /** Say nothing to screen readers; for lists with many of them. */
  declare silent: boolean;
  /** Show the time alone, inside a sentence. */
  declare plain: boolean;
  declare left: number;
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private passed = false;

  constructor() {
    super();
    this.remaining = 0;
    this.left = 0;
    this.paused = this.snoozed = this.silent = this.plain = false;
    new FollowLanguage(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tick();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** Start the count again from `remaining`, even where it is the same number as before. */
  restart(remaining: number): void {
    this.remaining = remaining;
    this.since = performance.now();
    this.passed = false;
    this.left = remaining;
    this.tick();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("remaining")) this.restart(this.remaining);
    else if (changed.has("paused") || changed.has("snoozed")) this.restart(this.left);
  }

  protected override render() {
    if (this.snoozed) return html`<span class="still">${say("snoozed")}</span>`;
    if (this.paused) return html`<span class="still">${say("paused")}</span>`;
    if (this.plain) return html`<span>${clockText(Math.max(0, this.left))}</span>`;
    if (this.left <= 0) return html`<span class="soon">${say("over")}</span>`;
    const text = say("left", {time: clockText(this.left)});
    return html`<time role="timer" part="time" class=${this.left < 30 ? "soon" : ""}>${text}</time>`;
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (this.paused || this.snoozed || !this.isConnected || this.passed) return;
    const before = this.left;
    this.left = Math.max(0, this.remaining - (performance.now() - this.since) / 1000);
    this.mark(before, this.left);
    if (this.left <= 0) {
      this.passed = true;
      this.dispatchEvent(new CustomEvent("choice-deadline-passed", {bubbles: true, composed: true}));
      return;
    }
    // Just after the next full second, so that every second is seen once.
    this.timer = setTimeout(() => this.tick(), (this.left % 1) * 1000 + 20);
  }

  private mark(before: number, now: number): void {
    const mark = MARKS.find((one) => before > one && now <= one);
    if (mark === undefined) return;
    if (!this.silent) announce(mark === 60 ? say("minute_warning") : say("warning", {n: mark}));
    this.dispatchEvent(
      new CustomEvent("choice-time-mark", {bubbles: true, composed: true, detail: {seconds: mark}}),
    );
  }
}
