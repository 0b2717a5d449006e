/** Turns the tokens inside a block into a tree. Images become links: a remote image would tell its server who reads. */
import type {Token, Tokens} from "marked";
import {decoded} from "./entities.ts";
import {safeAddress} from "./links.ts";
import type {TreeNode} from "./tree.ts";

/** Images that are part of the text; they are loaded from nowhere. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i;
const TAGS: Readonly<Record<string, string>> = {strong: "strong", em: "em", del: "del"};

/** Returns the tree of tokens; neighbouring texts are joined, so that text can grow in place. */
export function inline(tokens: readonly Token[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (const token of tokens) {
    for (const node of one(token)) {
      const last = nodes.at(-1);
      if (typeof node === "string" && typeof last === "string") nodes[nodes.length - 1] = last + node;
      else nodes.push(node);
    }
  }
  return nodes;
}

function one(token: Token): TreeNode[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return [{tag: TAGS[token.type] ?? "span", children: () => inline((token as Tokens.Strong).tokens)}];
    case "codespan":
      return [{tag: "code", children: () => [(token as Tokens.Codespan).text]}];
    case "br":
      return [{tag: "br"}];
    case "link":
      return link(token as Tokens.Link, () => inline((token as Tokens.Link).tokens));
    case "image":
      if (IMAGE.test((token as Tokens.Image).href))
        return [
          {tag: "img", attributes: {src: (token as Tokens.Image).href, alt: (token as Tokens.Image).text}},
        ];
      return link(token as Tokens.Image, () => [
        (token as Tokens.Image).text || (token as Tokens.Image).href,
      ]);
    case "text": {
      const text = token as Tokens.Text;
      return text.tokens ? inline(text.tokens) : [decoded(text.text)];
    }
    case "escape":
      return [(token as Tokens.Escape).text];
    default:
      return [token.raw];
  }
}

function link(token: Tokens.Link | Tokens.Image, children: () => readonly TreeNode[]): TreeNode[] {
  const address = safeAddress(token.href);
  if (!address) return [decoded(token.text || token.raw)];
  const attributes = {href: address.href, rel: "noopener noreferrer", target: "_blank"};
  const anchor: TreeNode = {tag: "a", attributes, children};
  // The words of a link may say anything; its host says where it leads.
  if (address.host === "" || isAddressOn(token.text, address.host)) return [anchor];
  return [anchor, {tag: "span", attributes: {class: "host"}, children: () => [` (${address.host})`]}];
}

/** Tells whether a text is a host, or a whole address on it. A host inside other words may deceive. */
function isAddressOn(text: string, host: string): boolean {
  if (text === host) return true;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address?.host === host && address.username === "" && address.password === "";
}
