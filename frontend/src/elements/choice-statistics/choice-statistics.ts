/** How questions were answered: how often, with what, how fast. */
import {css, html, LitElement, nothing} from "lit";
import {callJson} from "../../wire/api.ts";
import type {QuestionCounts, StatisticsBody} from "../../wire/generated.ts";
import {cardWords} from "../../words/card.ts";
import {FollowLanguage, language} from "../../words/language.ts";
import {shortened} from "../../words/shortened.ts";
import {statisticsWords as say} from "../../words/statistics.ts";
import {tokens} from "../tokens.ts";

const PAGE = 12;

/**
 * Shows figures and small charts for each question. Loads `/api/stats` unless `questions` is set.
 *
 * @csspart question
 */
export class ChoiceStatistics extends LitElement {
  static override styles = [
    tokens,
    css`
      h2 {
        margin: 0 0 12px;
        font-size: 20px;
      }
      .quiet {
        color: var(--_muted);
      }
      .all {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
        gap: 12px;
      }
      article {
        padding: 16px 18px;
        border: 1px solid var(--_line);
        border-radius: var(--_radius);
        background: var(--_paper);
      }
      h3 {
        margin: 0 0 8px;
        font-size: 16px;
        line-height: 1.35;
      }
      .more {
        margin-block-start: 12px;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        margin: 0 0 10px;
      }
      dt {
        color: var(--_muted);
        font-size: 13px;
      }
      dd {
        margin: 0;
        font-weight: 700;
        font-variant-numeric: tabular-nums;
      }
      ul {
        display: grid;
        gap: 8px;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 15px;
      }
      .line {
        display: flex;
        gap: 12px;
        justify-content: space-between;
      }
      svg {
        display: block;
        width: 100%;
        height: 8px;
        border-radius: 4px;
        background: var(--_soft);
      }
      svg:dir(rtl) {
        transform: scaleX(-1);
      }
      rect {
        fill: var(--_accent);
      }
    `,
  ];
  static override properties = {questions: {type: Array}, failed: {state: true}, most: {state: true}};

  declare questions: readonly QuestionCounts[] | null;
  declare failed: boolean;
  /** How many questions are shown. */
  declare most: number;

  constructor() {
    super();
    this.questions = null;
    this.failed = false;
    this.most = PAGE;
    new FollowLanguage(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.questions) void this.load();
  }

  /** Read the figures from the server. */
  async load(): Promise<void> {
    try {
      const read = await callJson<StatisticsBody | readonly QuestionCounts[]>("/api/stats");
      this.questions = "questions" in read ? read.questions : read;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  protected override render() {
    return html`<section aria-labelledby="title"><h2 id="title">${say("title")}</h2>${this.content()}</section>`;
  }

  private content() {
    if (this.failed)
      return html`<p class="quiet" role="status">${say("failed")}</p><button type="button" @click=${() => this.load()}>${cardWords("try_again")}</button>`;
    if (!this.questions) return nothing;
    // What nobody has decided yet has no figures.
    const ended = this.questions.filter((one) => one.answered + one.timed_out + one.cancelled > 0);
    if (ended.length === 0) return html`<p class="quiet">${say("none")}</p>`;
    return html`<div class="all">${ended.slice(0, this.most).map((one) => this.question(one))}</div>
      ${
        ended.length > this.most
          ? html`<button type="button" class="more" @click=${() => {
              this.most += PAGE;
            }}>${say("more")}</button>`
          : nothing
      }`;
  }

  private question(one: QuestionCounts) {
    const figures: [string, string][] = [
      [say("asked"), String(one.asked)],
      [say("answered"), String(one.answered)],
      [say("median"), one.median_seconds === null ? "–" : duration(one.median_seconds)],
      [say("own_words"), String(one.own_words)],
      ...(one.timed_out > 0 ? [[say("timed_out"), String(one.timed_out)] satisfies [string, string]] : []),
      ...(one.cancelled > 0 ? [[say("cancelled"), String(one.cancelled)] satisfies [string, string]] : []),
    ];
    const most = Math.max(1, ...Object.values(one.chosen));
    return html`<article part="question"><h3><bdi>${shortened(one.question)}</bdi></h3>
      <dl>${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
      <ul>${Object.entries(one.chosen).map(([label, count]) => bar(label, count, most))}</ul></article>`;
  }
}

function bar(label: string, count: number, most: number) {
  return html`<li><div class="line"><bdi>${label}</bdi><span><span aria-hidden="true">${count}</span><span class="unseen">${say("chosen", {n: count})}</span></span></div>
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect height="8" width=${(100 * count) / most}></rect></svg></li>`;
}

function duration(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [seconds, "second"] : seconds < 3600 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  return new Intl.NumberFormat(language(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: count < 10 ? 1 : 0,
  }).format(count);
}
