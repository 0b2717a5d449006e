/** Shows markdown that grows. Only the last blocks are read again; those before them are settled. */
import type {Token} from "marked";
import {block, type Place} from "./blocks.ts";
import {blockTexts, type Links, lex} from "./lexing.ts";
import {type Completed, patch} from "./patch.ts";
import type {TreeNode} from "./tree.ts";

/** So many blocks stay open: what comes next may still change them. */
const OPEN_BLOCKS = 3;

export class MarkdownStream {
  /** Complete blocks of code that are not coloured yet, and their languages. */
  readonly completed: Completed = new Map();
  private source = "";
  private half: "" | "\r" = "";
  /** Where the part that is not settled starts. */
  private start = 0;
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
    this.source += withoutReturns(this.half ? whole.slice(0, -1) : whole);
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
    const tokens = lex(this.source.slice(this.start), this.links);
    this.place.links = Object.keys(this.links).length;
    const nodes = this.nodes(tokens, {...this.place});
    this.shown = patch(this.root, this.shown, nodes, this.completed, this.settledTree.length);
    this.settle(tokens);
  }

  private nodes(tokens: readonly Token[], place: Place): TreeNode[] {
    return tokens.map((token) => block(token, place)).filter((node) => node !== null);
  }

  private settle(tokens: readonly Token[]): void {
    const count = settledCount(tokens);
    if (count === 0) return;
    const done = tokens.slice(0, count);
    const length = done.reduce((sum, token) => sum + token.raw.length, 0);
    const text = done.map((token) => token.raw).join("");
    // Where the lexer does not give back what it took, nothing is settled.
    if (!this.source.startsWith(text, this.start)) return;
    const nodes = this.nodes(done, this.place).length;
    this.settled.push(...done.map((token) => token.raw));
    this.start += length;
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
    this.shown = patch(this.root, [...this.settledTree, ...this.shown], nodes, this.completed);
    this.start = 0;
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
