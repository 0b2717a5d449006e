/** Splits the text of a question: its first sentence is the heading, the rest is markdown. */

const MOST_HEADING = 180;
const SENTENCE = /[.?!…]["'”’)\]*_]*(?=\s)|[。？！][*_]*(?=.)|[.?!…。？！]["'”’)\]*_]*$/gu;
const SHORT_FORM = /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|resp|no|nr|dr|mr|mrs|ms|st|z\.B)\.$/i;
const BLOCK = /^\s*(?:```|~~~|\||>|[-*+]\s|\d+[.)]\s|!\[)/;

export interface QuestionText {
  /** One line without markup; empty where the text starts with a block such as a table. */
  readonly heading: string;
  /** Markdown; empty where the heading says everything. */
  readonly body: string;
}

/** Returns the heading and the body of a question. */
export function questionText(text: string): QuestionText {
  const trimmed = text.trim();
  if (BLOCK.test(trimmed)) return {heading: "", body: trimmed};
  const end = /\n\s*\n|\n(?=\s*(?:```|~~~|\||>|[-*+]\s|\d+[.)]\s|#))/.exec(trimmed)?.index ?? trimmed.length;
  const first = trimmed.slice(0, end);
  const line = first.includes("\n") ? first.indexOf("\n") : first.length;
  const sentence = sentenceEnd(first);
  const cut = first.startsWith("#") || sentence > MOST_HEADING ? line : sentence;
  const heading = plainWords(first.slice(0, cut));
  if (heading.length > MOST_HEADING) return {heading: `${shortWords(heading, 120)}…`, body: trimmed};
  return {heading, body: trimmed.slice(cut).trim()};
}

/** Returns the index after the first sentence, outside of code and links. */
function sentenceEnd(text: string): number {
  const visible = text.replace(/`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)/g, (span) => "x".repeat(span.length));
  for (const {0: mark, index} of visible.matchAll(SENTENCE)) {
    const end = index + mark.length;
    const sentence = visible.slice(0, end);
    if (!SHORT_FORM.test(sentence) && !/^\d+\.$/.test(sentence)) return end;
  }
  return text.length;
}

/** Returns the words of one paragraph without markup. */
export function plainWords(text: string): string {
  return text
    .replace(/^#+\s+|\s+#+$/g, "")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])[*_](?=[^\s*_])([^*_]+?)(?<=\S)[*_](?![\w*])/g, "$1")
    .replace(/`([^`]+)`/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns one clean line for a list: the heading, or the beginning of what there is. */
export function plainLine(text: string): string {
  const {heading, body} = questionText(text);
  return heading || shortWords(plainWords(body.replace(/^\s*(```|~~~).*$|[|>]|^[-:| ]+$/gm, " ")), 160);
}

function shortWords(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most
    ? letters
        .slice(0, most)
        .join("")
        .replace(/\s+\S*$/u, "")
    : text;
}

/** Whether a text has anything that plain text would not show. */
export function hasMarkup(text: string): boolean {
  return /[*_`#>|~[\]\n]|^\s*(?:[-+]|\d+[.)])\s|https?:/m.test(text);
}
