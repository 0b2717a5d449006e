/** Parses markdown into tokens with marked's lexer, extended for bold CJK text and footnotes. */
import {Lexer, Marked, type Token, type TokenizerAndRendererExtension} from "marked";

export type Links = Record<string, {href: string | null; title: string | null}>;

/** CommonMark does not make `**중요:**선택` bold, because no space follows the closing asterisks. Authors mean bold. */
const BOLD = /^\*\*(?=[^\s*])([^*\n]{0,300}[^\s*])\*\*/u;
const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const boldBesideCjk: TokenizerAndRendererExtension = {
  name: "bold-beside-cjk",
  level: "inline",
  tokenizer(source) {
    if (!source.startsWith("**")) return undefined;
    const found = BOLD.exec(source);
    const inner = found?.[1];
    if (
      !found ||
      inner === undefined ||
      !CJK.test(inner + source.slice(found[0].length, found[0].length + 1))
    )
      return undefined;
    return {type: "strong", raw: found[0], text: inner, tokens: this.lexer.inlineTokens(inner)};
  },
};

/** Without this, marked reads a footnote as a link definition and its text is lost. */
const FOOTNOTE = /^ {0,3}(\[\^[^\]\s]+\]:[^\n]*)(?:\n|$)/;

const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "block",
  tokenizer(source) {
    const found = FOOTNOTE.exec(source);
    if (!found?.[1]) return undefined;
    return {type: "paragraph", raw: found[0], text: found[1], tokens: this.lexer.inline(found[1])};
  },
};

/** An instance of its own, so that the options of a page that also uses marked do not apply. */
const {defaults} = new Marked({extensions: [boldBesideCjk, footnote]});

/** Returns the block tokens of a source with their children. `links` holds the link definitions so far and is updated. */
export function lex(source: string, links: Links): Token[] {
  const lexer = new Lexer({...defaults});
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  Object.assign(links, lexer.tokens.links);
  return tokens;
}

/** Returns the raw text of each block, without parsing its contents. */
export function blockTexts(source: string): string[] {
  return new Lexer({...defaults}).blockTokens(source).map((token) => token.raw);
}
