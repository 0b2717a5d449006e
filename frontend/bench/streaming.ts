/** The page that the benchmark drives: the same text streamed by us and by marked with DOMPurify. */
import DOMPurify from "dompurify";
import {marked} from "marked";
import type {ChoiceMarkdown} from "../src/elements/choice-markdown/choice-markdown.ts";
import "../src/elements/choice-markdown/define.ts";
import type {ChoiceQuestion} from "../src/elements/choice-question/choice-question.ts";
import "../src/elements/choice-question/define.ts";
import {MarkdownStream} from "../src/markdown/stream.ts";
import {question} from "../test/samples.ts";

const PARTS = [
  "## Findings of part {n}\n\nThe **score** fell from `82` to *74*; see [the report](https://reports.example/{n}) for what was counted and when.\n",
  "| Metric | Score | Change |\n|---|---:|:---:|\n| Alignment {n} | 78 | ↓ 5% |\n| Communication | 65 | ↓ 12% |\n| Morale | 71 | ↑ 3% |\n",
  "1. **Breakdown {n}** - Engineering\n   - **Severity:** `HIGH`\n   - **Seen:** 12 times\n\n   > **Analysis:** 40% decrease over two weeks.\n\n2. **Delay** - Product\n",
  "```python\ndef part_{n}(rows):\n    # what the report counts\n    return [row for row in rows if row.score > {n}]\n```\n",
  "Teams write to each other less than they did, and what they write is read later. That alone explains most of what the table of part {n} shows; the rest is within what was measured before.\n",
];

/** Returns a document of so many bytes, of all kinds of blocks. */
function answer(bytes: number): string {
  let text = "";
  for (let n = 0; text.length < bytes; n++)
    text += `${PARTS[n % PARTS.length]?.replaceAll("{n}", String(n))}\n`;
  return text.slice(0, bytes);
}

const place = (): HTMLElement => {
  const made = document.createElement("div");
  document.body.replaceChildren(made);
  return made;
};

/** Streams a text four characters at a time, one piece every `pace` milliseconds, to whoever shows it. */
async function stream(text: string, pace: number, take: (whole: string) => void): Promise<void> {
  const start = performance.now();
  let sent = 0;
  while (sent < text.length) {
    await new Promise((resolve) => setTimeout(resolve, pace));
    const due = Math.min(text.length, Math.ceil((performance.now() - start) / pace) * 4);
    for (; sent < due; sent += 4) take(text.slice(0, Math.min(text.length, sent + 4)));
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

async function ours(bytes: number, pace: number): Promise<boolean> {
  const element = document.createElement("choice-markdown") as ChoiceMarkdown;
  element.streaming = true;
  place().append(element);
  const text = answer(bytes);
  await stream(text, pace, (whole) => {
    element.text = whole;
  });
  element.streaming = false;
  await element.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const once = document.createElement("choice-markdown") as ChoiceMarkdown;
  once.text = text;
  document.body.append(once);
  await once.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 300));
  return element.shadowRoot?.innerHTML === once.shadowRoot?.innerHTML;
}

async function peer(bytes: number, pace: number): Promise<void> {
  const root = place();
  let waiting = false;
  let latest = "";
  await stream(answer(bytes), pace, (whole) => {
    latest = whole;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      root.innerHTML = DOMPurify.sanitize(marked.parse(latest, {async: false}));
    });
  });
}

/** Returns the milliseconds that a token costs around a length, shown at once with its layout. */
function perToken(bytes: number): number {
  const root = place();
  const text = answer(bytes);
  const shown = new MarkdownStream(root);
  shown.append(text.slice(0, bytes - 2000));
  const start = performance.now();
  for (let at = bytes - 2000; at < bytes; at += 4) {
    shown.append(text.slice(at, at + 4));
    root.getBoundingClientRect();
  }
  return (performance.now() - start) / 500;
}

/** Returns the milliseconds from a question to a card that can be pressed. */
async function card(): Promise<number> {
  const root = place();
  const start = performance.now();
  const element = document.createElement("choice-question") as ChoiceQuestion;
  element.question = question({id: String(start)});
  root.append(element);
  await element.updateComplete;
  const option = element.shadowRoot?.querySelector<HTMLElement>(".option");
  const box = option?.getBoundingClientRect();
  if (!box || element.shadowRoot?.elementFromPoint(box.x + 5, box.y + 5)?.closest(".option") !== option)
    return Number.NaN;
  return performance.now() - start;
}

Object.assign(globalThis, {bench: {ours, peer, perToken, card}});
