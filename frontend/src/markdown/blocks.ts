/** Turns block tokens into a tree. Raw HTML is shown as text. */
import type {Token, Tokens} from "marked";
import {markdownWords as say} from "../words/markdown.ts";
import {diff} from "./diff.ts";
import {inline} from "./inline.ts";
import type {TreeElement, TreeNode} from "./tree.ts";

/** What a block needs to know of those before it. */
export interface Place {
  /** The level of the last heading, so that none is skipped. The page's own title is 1. */
  level: number;
  /** How many links were defined so far: a definition changes blocks that look the same. */
  links: number;
}

/** Returns what a block's looks depend on. */
function keyOf(raw: string, place: Place): string {
  return raw.includes("[") ? `${raw}\u0000${place.links}` : raw;
}

/** Returns the tree of a block, or null for one that shows nothing. */
export function block(token: Token, place: Place, loose = true): TreeNode | null {
  switch (token.type) {
    case "heading": {
      const {depth, tokens} = token as Tokens.Heading;
      place.level = Math.min(depth + 1, place.level + 1, 6);
      return {
        tag: `h${place.level}`,
        attributes: {class: `d${depth}`},
        key: keyOf(token.raw, place),
        children: () => inline(tokens),
      };
    }
    case "paragraph":
      return {
        tag: "p",
        key: keyOf(token.raw, place),
        children: () => inline((token as Tokens.Paragraph).tokens),
      };
    case "text": {
      // The text of a tight list item is not a paragraph.
      const parts = (token as Tokens.Text).tokens;
      const children = () => (parts ? inline(parts) : [token.raw]);
      return loose
        ? {tag: "p", key: keyOf(token.raw, place), children}
        : {tag: "span", key: keyOf(token.raw, place), children};
    }
    case "checkbox":
      return {
        tag: "span",
        attributes: {class: "check"},
        children: () => [(token as Tokens.Checkbox).checked ? "☑ " : "☐ "],
      };
    case "blockquote": {
      const inner = {...place};
      const key = `${place.level}${keyOf(token.raw, place)}`;
      return {tag: "blockquote", key, children: () => blocks((token as Tokens.Blockquote).tokens, inner)};
    }
    case "list":
      return list(token as Tokens.List, place);
    case "code":
      return code(token as Tokens.Code);
    case "table":
      return table(token as Tokens.Table, place);
    case "hr":
      return {tag: "hr"};
    case "html":
      return {tag: "p", key: keyOf(token.raw, place), children: () => [token.raw.trim()]};
    case "space":
    case "def":
      return null;
    default:
      return {tag: "p", children: () => [token.raw]};
  }
}

export function blocks(tokens: readonly Token[], place: Place, loose = true): TreeNode[] {
  return tokens.map((token) => block(token, place, loose)).filter((node) => node !== null);
}

function list(token: Tokens.List, place: Place): TreeElement {
  const inner = {...place};
  const start =
    token.ordered && token.start !== 1 && token.start !== ""
      ? {attributes: {start: String(token.start)}}
      : {};
  return {
    tag: token.ordered ? "ol" : "ul",
    ...start,
    children: () =>
      token.items.map((item) => ({
        tag: "li",
        key: `${token.loose ? "loose" : "tight"}${inner.level}${keyOf(item.raw, inner)}`,
        ...(item.task ? {attributes: {class: "task"}} : {}),
        children: () => blocks(item.tokens, {...inner}, token.loose),
      })),
  };
}

/** Four spaces in front make code without a fence, which is always complete. */
function isComplete(token: Tokens.Code): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1];
  if (!fence) return true;
  const last = token.raw.trimEnd().split("\n");
  return last.length > 1 && (last.at(-1) ?? "").trim().startsWith(fence);
}

function code(token: Tokens.Code): TreeElement {
  const language = /^[\w+#.-]{1,20}/.exec(token.lang ?? "")?.[0] ?? "";
  const complete = isComplete(token);
  if (/^(diff|patch)$/i.test(language)) return diff(token.text, complete);
  return {
    tag: "div",
    attributes: {class: "code"},
    children: () => [
      {
        tag: "div",
        attributes: {class: "bar"},
        children: () => [
          {tag: "span", children: () => [language]},
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
        children: () => [
          {tag: "code", code: token.text, ...(complete ? {language: language.toLowerCase()} : {})},
        ],
      },
    ],
  };
}

function table(token: Tokens.Table, place: Place): TreeElement {
  const cell = (tag: string) => (one: Tokens.TableCell) => ({
    tag,
    ...(one.align || tag === "th"
      ? {attributes: {...(tag === "th" ? {scope: "col"} : {}), ...(one.align ? {class: one.align} : {})}}
      : {}),
    key: `${one.align}${keyOf(one.text, place)}`,
    children: () => inline(one.tokens),
  });
  const row = (cells: readonly Tokens.TableCell[], tag: string): TreeElement => ({
    tag: "tr",
    key: keyOf(cells.map((one) => `${one.align}|${one.text}`).join("|"), place),
    children: () => cells.map(cell(tag)),
  });
  return {
    tag: "div",
    attributes: {class: "table", tabindex: "0", role: "group", "aria-label": say("table")},
    children: () => [
      {
        tag: "table",
        children: () => [
          {tag: "thead", children: () => [row(token.header, "th")]},
          {tag: "tbody", children: () => token.rows.map((cells) => row(cells, "td"))},
        ],
      },
    ],
  };
}
