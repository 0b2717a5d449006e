/** Shows markdown that grows. Only the last blocks are read again; those before them are settled. */
import type {Token} from "marked";
import {block, type Place} from "./blocks.ts";
import {blockTexts, type Links, lex} from "./lexing.ts";
import {type Completed, patch} from "./patch.ts";
import type {TreeNode} from "./tree.ts";

/** So many blocks stay open: what comes next may still change them. */
const OPEN_BLOCKS = 3;
/** So many blocks share an element: a browser lays out an element in time that grows with the number of its children. */
const PART = 24;

export class MarkdownStream {
  /** Complete blocks of code that are not coloured yet, and their languages. */
  readonly completed: Completed = new Map();
  private source = "";
  private half: "" | "\r" = "";
  /** The end of the source, which is not settled; kept apart, for taking it from a long text takes long. */
  private tail = "";
  private settled: string[] = [];
  private settledTree: TreeNode[] = [];
  private place: Place = {level: 1, links: 0};
  private links: Links = {};
  private shown: TreeNode[] = [];
  private ended = false;

  constructor(private readonly root: Element) {}

  /** The text so far. */
  get text(): string {
    return this.source;
  }

  /** Take the next piece of text and show it. */
  append(text: string): void {
    // A "\r" at the end may be half of "\r\n": it waits for the next piece.
    const whole = this.half + text;
    this.half = whole.endsWith("\r") ? "\r" : "";
    const taken = withoutReturns(this.half ? whole.slice(0, -1) : whole);
    this.source += taken;
    this.tail += taken;
    this.ended = false;
    this.show();
  }

  /** Say that the text has ended; what is shown is then what showing it at once would have given. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.half) this.append("\n");
    this.ended = true;
    if (!this.isSame()) this.again();
  }

  /** Show another text. */
  replace(text: string): void {
    this.source = withoutReturns(text);
    this.half = "";
    this.again();
    this.ended = true;
  }

  private show(): void {
    const tokens = lex(this.tail, this.links);
    this.place.links = Object.keys(this.links).length;
    const nodes = this.nodes(tokens, {...this.place});
    this.shown = this.draw(this.settledTree.length, this.shown, nodes);
    this.settle(tokens);
  }

  /** Make the blocks from number `base` on, which looked like `before`, look like `after`. */
  private draw(base: number, before: readonly TreeNode[], after: readonly TreeNode[]): TreeNode[] {
    const drawn: TreeNode[] = [];
    const end = base + Math.max(before.length, after.length);
    for (let at = base; at < end; ) {
      const part = Math.floor(at / PART);
      const next = Math.min(end, (part + 1) * PART);
      const [was, is] = [before, after].map((blocks) => blocks.slice(at - base, next - base));
      drawn.push(...patch(this.part(part), was ?? [], is ?? [], this.completed, at - part * PART));
      at = next;
    }
    const parts = Math.ceil((base + after.length) / PART);
    while (this.root.childElementCount > parts) this.root.lastElementChild?.remove();
    return drawn;
  }

  private part(number: number): Element {
    while (this.root.childElementCount <= number) this.root.append(document.createElement("div"));
    return this.root.children[number] as Element;
  }

  private nodes(tokens: readonly Token[], place: Place): TreeNode[] {
    return tokens.map((token) => block(token, place)).filter((node) => node !== null);
  }

  private settle(tokens: readonly Token[]): void {
    const count = settledCount(tokens);
    if (count === 0) return;
    const done = tokens.slice(0, count);
    const text = done.map((token) => token.raw).join("");
    // Where the lexer does not give back what it took, nothing is settled.
    if (!this.tail.startsWith(text)) return;
    const nodes = this.nodes(done, this.place).length;
    this.settled.push(...done.map((token) => token.raw));
    this.tail = this.tail.slice(text.length);
    this.settledTree.push(...this.shown.slice(0, nodes));
    this.shown = this.shown.slice(nodes);
  }

  /** Tells whether reading everything from the start would give the same blocks, and no link was defined late. */
  private isSame(): boolean {
    if (Object.keys(this.links).length > 0) return false;
    const all = blockTexts(this.source);
    return this.settled.every((text, at) => text === all[at]);
  }

  /** Read everything from the start, and touch only what looks different. */
  private again(): void {
    this.links = {};
    const tokens = lex(this.source, this.links);
    const nodes = this.nodes(tokens, {level: 1, links: Object.keys(this.links).length});
    this.shown = this.draw(0, [...this.settledTree, ...this.shown], nodes);
    this.tail = this.source;
    this.settled = [];
    this.settledTree = [];
    this.place = {level: 1, links: 0};
  }
}

function withoutReturns(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Returns how many tokens are settled: up to a blank line, with enough blocks after it. */
function settledCount(tokens: readonly Token[]): number {
  let after = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (tokens[at]?.type !== "space") after += 1;
    else if (after >= OPEN_BLOCKS) return at + 1;
  }
  return 0;
}
