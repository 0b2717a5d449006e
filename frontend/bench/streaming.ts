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

/** What arrives between two frames, where four characters arrive every six milliseconds. */
const FRAME = 11;

/** Shows a text frame by frame, each in a task of its own, with its layout; returns the longest task in milliseconds. */
async function stream(text: string, root: Element, show: (whole: string) => void): Promise<number> {
  const {port1, port2} = new MessageChannel();
  let longest = 0;
  for (let at = FRAME; at < text.length + FRAME; at += FRAME) {
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    const start = performance.now();
    show(text.slice(0, at));
    root.getBoundingClientRect();
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

async function ours(bytes: number): Promise<number> {
  const element = document.createElement("choice-markdown") as ChoiceMarkdown;
  element.streaming = true;
  const root = place();
  root.append(element);
  const longest = await stream(answer(bytes), root, (whole) => {
    element.text = whole;
    element.flush();
  });
  const start = performance.now();
  element.streaming = false;
  await element.updateComplete;
  return Math.max(longest, performance.now() - start);
}

/** Streams as a model does, drawn by the page's own frames; returns the longest task that the browser saw, in milliseconds. */
async function live(bytes: number): Promise<number> {
  let longest = 0;
  const watch = new PerformanceObserver((list) => {
    for (const one of list.getEntries()) longest = Math.max(longest, one.duration);
  });
  watch.observe({entryTypes: ["longtask"]});
  const element = document.createElement("choice-markdown") as ChoiceMarkdown;
  element.streaming = true;
  place().append(element);
  const text = answer(bytes);
  for (let at = 12; at < text.length + 12; at += 12) {
    element.text = text.slice(0, at);
    await new Promise((resolve) => setTimeout(resolve, 6));
  }
  element.streaming = false;
  await element.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 200));
  watch.disconnect();
  return longest;
}

/** Tells whether what was streamed looks as if it had been shown at once. */
async function same(bytes: number): Promise<boolean> {
  const streamed = document.querySelector("choice-markdown");
  const once = document.createElement("choice-markdown") as ChoiceMarkdown;
  once.text = answer(bytes);
  document.body.append(once);
  await once.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return streamed?.shadowRoot?.innerHTML === once.shadowRoot?.innerHTML;
}

async function peer(bytes: number): Promise<number> {
  const root = place();
  return stream(answer(bytes), root, (whole) => {
    root.innerHTML = DOMPurify.sanitize(marked.parse(whole, {async: false}));
  });
}

let shown: MarkdownStream | null = null;
let rest = "";

/** Shows all of a text but its end. */
function begin(bytes: number): void {
  const root = place();
  const text = answer(bytes);
  shown = new MarkdownStream(root);
  // As it would have come: what is settled early is never read again.
  for (let at = 0; at < bytes - 2000; at += 500)
    shown.append(text.slice(at, Math.min(at + 500, bytes - 2000)));
  root.getBoundingClientRect();
  rest = text.slice(bytes - 2000);
}

/** Shows the end, four characters at a time, each with its layout. */
function goOn(): void {
  for (let at = 0; at < rest.length; at += 4) {
    shown?.append(rest.slice(at, at + 4));
    document.body.getBoundingClientRect();
  }
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

Object.assign(globalThis, {bench: {ours, peer, live, same, begin, goOn, card}});
