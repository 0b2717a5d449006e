/** Turns a unified diff into lines with numbers, signs and colours. */
import {markdownWords as say} from "../words/markdown.ts";
import type {TreeElement} from "./tree.ts";

interface Line {
  readonly kind: "a" | "d" | "h" | "";
  readonly sign: string;
  readonly text: string;
  readonly number: string;
}

interface Diff {
  readonly file: string;
  readonly lines: readonly Line[];
}

const HEADER = /^(?:diff |index |new file|deleted file|old mode|new mode|similarity|rename |Binary )/;
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;
const LANGUAGES: Readonly<Record<string, string>> = {
  yml: "yaml",
  rs: "rust",
  htm: "html",
  mjs: "js",
  tsx: "ts",
};

/** Returns the tree of a diff; the lines of a complete one are coloured as its file's language. */
export function diff(text: string, complete: boolean): TreeElement {
  const {file, lines} = parse(text);
  const ending = /\.(\w{1,8})$/.exec(file)?.[1]?.toLowerCase() ?? "";
  const language = complete && ending ? {language: LANGUAGES[ending] ?? ending} : {};
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return {
    tag: "div",
    attributes: {class: "code diff", "data-source": text},
    children: () => [
      {
        tag: "div",
        attributes: {class: "bar"},
        children: () => [
          {tag: "span", attributes: {class: "file"}, children: () => [file || "diff"]},
          {tag: "span", attributes: {class: "plus"}, children: () => [`+${count("a")}`]},
          {tag: "span", attributes: {class: "minus"}, children: () => [`−${count("d")}`]},
          {
            tag: "button",
            attributes: {type: "button", class: "copy", "aria-label": say("copy_code")},
            children: () => [say("copy")],
          },
        ],
      },
      {
        tag: "pre",
        attributes: {tabindex: "0"},
        children: () => [{tag: "code", children: () => lines.map((line) => row(line, language))}],
      },
    ],
  };
}

function row({kind, sign, text, number}: Line, language: {language?: string}): TreeElement {
  return {
    tag: "span",
    attributes: {class: `ln ${kind}`},
    key: `${kind}${number} ${text}`,
    children: () => [
      {tag: "i", attributes: {"data-n": number}},
      {tag: "u", children: () => [sign]},
      {tag: "span", code: text, ...(kind === "h" ? {} : language)},
    ],
  };
}

function parse(text: string): Diff {
  let file = "";
  let before = 0;
  let after = 0;
  const lines: Line[] = [];
  const push = (kind: Line["kind"], sign: string, rest: string, number: number) =>
    lines.push({kind, sign, text: rest, number: number > 0 ? String(number) : ""});
  const step = (number: number) => (number > 0 ? number + 1 : 0);
  for (const line of text.split("\n")) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      if (lines.length > 0 || hunk[3]) push("h", "", hunk[3] || "…", 0);
    } else if (/^(?:---|\+\+\+) /.test(line) && before === 0) {
      const name = line
        .slice(4)
        .replace(/\t.*$/, "")
        .replace(/^[ab]\//, "");
      if (name !== "/dev/null") file = name;
    } else if (HEADER.test(line)) before = after = 0;
    else if (line.startsWith("+")) {
      push("a", "+", line.slice(1), after);
      after = step(after);
    } else if (line.startsWith("-")) {
      push("d", "-", line.slice(1), before);
      before = step(before);
    } else {
      push("", "", line.startsWith(" ") ? line.slice(1) : line, after);
      before = step(before);
      after = step(after);
    }
  }
  return {file, lines};
}
