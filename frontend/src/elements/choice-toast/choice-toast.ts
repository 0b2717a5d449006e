/** What happens to the answer that was just given: it waits, it was sent, another person was first, it failed. */
import {css, html, LitElement, nothing, svg} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {FollowDesk, type LiveDesk, liveDesk} from "../../controllers/live-desk.ts";
import {type Delivered, type Held, outboxOf} from "../../controllers/outbox.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {FollowLanguage} from "../../words/language.ts";
import {marked, parts} from "../../words/parts.ts";
import {plainLine} from "../../words/question-text.ts";
import {toastWords as say} from "../../words/toast.ts";
import {whoText} from "../choice-question/done-card.ts";
import {type IconName, icon} from "../icons.ts";
import {tokens} from "../tokens.ts";

const SHOWN_MS = 5000;

/**
 * A line at the foot of a list or a question; it is empty while there is nothing to say.
 *
 * @fires choice-undone - An answer was taken back; `detail.id` is its interaction.
 */
export class ChoiceToast extends LitElement {
  static override styles = [
    tokens,
    css`
      .toast {
        --_paper: light-dark(#1b1e29, #e9ebf2);
        --_ink: light-dark(#ffffff, #14161f);
        --_muted: light-dark(#b7bcc9, #565c6b);
        display: flex;
        gap: 12px;
        align-items: center;
        min-height: 3rem;
        padding-inline: 16px 8px;
        border-radius: var(--_r-m);
        background: var(--_paper);
        box-shadow: var(--_lift);
        color: var(--_ink);
        font-size: var(--_t-s);
        animation: rise 160ms cubic-bezier(0.2, 0, 0, 1);
      }
      @keyframes rise {
        from {
          opacity: 0;
          transform: translateY(8px);
        }
      }
      .words {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .dim,
      button kbd {
        color: var(--_muted);
      }
      button kbd {
        min-width: 0;
        padding: 0;
        border: 0;
        background: none;
      }
      button,
      a {
        display: inline-flex;
        gap: 8px;
        align-items: center;
        min-height: 2rem;
        padding-inline: 12px;
        border: 1px solid var(--_muted);
        border-radius: var(--_r-s);
        background: none;
        color: inherit;
        font-weight: 500;
        text-decoration: none;
      }
      button:hover,
      a:hover {
        background: color-mix(in srgb, currentColor 12%, transparent);
      }
      @media (pointer: coarse) {
        button,
        a {
          min-height: 2.75rem;
        }
      }
      .ring {
        flex: none;
        width: 20px;
        height: 20px;
        transform: rotate(-90deg);
      }
      circle {
        fill: none;
        stroke: currentColor;
        stroke-width: 2.5;
      }
      circle:first-child {
        opacity: 0.25;
      }
    `,
  ];
  static override properties = {next: {type: Object}};

  /** The question that comes next, to be offered after an answer. */
  declare next: Interaction | null;
  desk: LiveDesk | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private hide: ReturnType<typeof setTimeout> | undefined;
  private said: unknown = null;
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.next = null;
    new FollowLanguage(this);
    new FollowDesk(this, () => this.live());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = outboxOf(this.live()).subscribe(() => this.changed());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    clearInterval(this.timer);
    clearTimeout(this.hide);
  }

  protected override render() {
    const {held, last} = outboxOf(this.live());
    const newest = held.at(-1);
    if (newest) return this.sending(newest);
    return last ? this.ended(last) : nothing;
  }

  /** Take back the newest answer. */
  undo(): boolean {
    const interaction = outboxOf(this.live()).undo();
    if (!interaction) return false;
    announce(say("undone"));
    this.dispatchEvent(
      new CustomEvent("choice-undone", {bubbles: true, composed: true, detail: {id: interaction.id}}),
    );
    return true;
  }

  private sending({interaction, label, since, until}: Held) {
    const left = Math.max(0, (until - performance.now()) / (until - since));
    return html`<div class="toast">${ring(left)}
      <span class="words">${parts(say("sending", marked("answer")), {answer: html`<b><bdi>${label}</bdi></b>`})}
        <span class="dim">· <bdi>${headline(interaction)}</bdi></span></span>
      <button type="button" @click=${() => this.undo()}>${say("undo")} <kbd aria-hidden="true">u</kbd></button></div>`;
  }

  private ended({interaction, label, how}: Delivered) {
    if (how === "failed") return this.line("warn", html`${say("failed")}`, interaction.id, say("try_again"));
    if (how === "too late") {
      const who = whoText(interaction);
      const words = who
        ? parts(say("overtaken", marked("who")), {who: html`<bdi>${who}</bdi>`})
        : say("closed");
      return this.line("person", html`${words}`, interaction.id, say("see"));
    }
    const {next} = this;
    if (!next)
      return this.line(
        "check",
        html`${parts(say("sent", marked("answer")), {answer: html`<b><bdi>${label}</bdi></b>`})}`,
        "",
        "",
      );
    const words = parts(say("sent_next", marked("question")), {
      question: html`<b><bdi>${headline(next)}</bdi></b>`,
    });
    return this.line("check", html`${words}`, next.id, say("open"));
  }

  private line(image: IconName, words: unknown, id: string, label: string) {
    return html`<div class="toast">${icon(image)}<span class="words">${words}</span>${
      id
        ? html`<a href="/choice/${encodeURIComponent(id)}" @click=${(event: Event) => {
            const open = new CustomEvent("choice-open", {
              bubbles: true,
              composed: true,
              cancelable: true,
              detail: {id},
            });
            // The inbox shows it beside the list; elsewhere its page opens.
            if (!this.dispatchEvent(open)) event.preventDefault();
          }}>${label}</a>`
        : nothing
    }</div>`;
  }

  private changed(): void {
    const {held, last} = outboxOf(this.live());
    clearInterval(this.timer);
    clearTimeout(this.hide);
    if (held.length > 0) this.timer = setInterval(() => this.requestUpdate(), 100);
    else if (last && last.how !== "failed")
      this.hide = setTimeout(() => outboxOf(this.live()).dismiss(), SHOWN_MS);
    const newest = held.at(-1) ?? last;
    if (newest && newest !== this.said) {
      if ("how" in newest) {
        if (newest.how !== "taken") announce(say(newest.how === "failed" ? "failed" : "closed"));
      } else announce(say("announce", {answer: newest.label}));
    }
    this.said = newest;
    this.requestUpdate();
  }

  private live(): LiveDesk {
    this.desk ??= liveDesk();
    return this.desk;
  }
}

const AROUND = 2 * Math.PI * 8;

function ring(left: number) {
  return html`<svg class="ring" viewBox="0 0 20 20" aria-hidden="true">${svg`<circle cx="10" cy="10" r="8"></circle><circle cx="10" cy="10" r="8" stroke-dasharray="${(AROUND * left).toFixed(1)} 60"></circle>`}</svg>`;
}

function headline({form}: Interaction): string {
  return form.title ?? plainLine(form.questions[0]?.text ?? "");
}
