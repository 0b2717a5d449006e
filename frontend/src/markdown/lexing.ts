/** Reads markdown into tokens: marked's lexer, and bold text as Koreans, Chinese and Japanese write it. */
import {Lexer, type MarkedOptions, type Token, type TokenizerThis, type Tokens} from "marked";

export type Links = Record<string, {href: string | null; title: string | null}>;

/** CommonMark leaves `**중요:**선택` alone, for no space follows the closing asterisks. People mean bold. */
const BOLD = /^\*\*(?=[^\s*])([^*\n]{0,300}[^\s*])\*\*/u;
const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function boldBesideCjk(this: TokenizerThis, source: string): Tokens.Strong | undefined {
  if (!source.startsWith("**")) return undefined;
  const found = BOLD.exec(source);
  const inner = found?.[1];
  if (!found || inner === undefined || !CJK.test(inner + source.slice(found[0].length, found[0].length + 1)))
    return undefined;
  return {type: "strong", raw: found[0], text: inner, tokens: this.lexer.inlineTokens(inner)};
}

/** A footnote would be taken for the address of a link, and its words be lost. */
const FOOTNOTE = /^ {0,3}(\[\^[^\]\s]+\]:[^\n]*)(?:\n|$)/;

function footnote(this: TokenizerThis, source: string): Tokens.Paragraph | undefined {
  const found = FOOTNOTE.exec(source);
  if (!found?.[1]) return undefined;
  return {type: "paragraph", raw: found[0], text: found[1], tokens: this.lexer.inline(found[1])};
}

function options(): MarkedOptions {
  return {
    gfm: true,
    breaks: false,
    pedantic: false,
    extensions: {renderers: {}, childTokens: {}, inline: [boldBesideCjk], block: [footnote]},
  };
}

/** Returns the blocks of a source with all that is inside them; `links` are the definitions known so far, and grow. */
export function lex(source: string, links: Links): Token[] {
  const lexer = new Lexer(options());
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  Object.assign(links, lexer.tokens.links);
  return tokens;
}

/** Returns the raw text of each block, without looking inside. */
export function blockTexts(source: string): string[] {
  return new Lexer(options()).blockTokens(source).map((token) => token.raw);
}
