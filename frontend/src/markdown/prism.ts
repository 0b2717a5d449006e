/** Prism's tokenizer and the languages we know; makes elements with classes, never HTML. */
import "./prism-manual.ts";
import Prism from "prismjs/components/prism-core.js";
import "prismjs/components/prism-markup.js";
import "prismjs/components/prism-css.js";
import "prismjs/components/prism-clike.js";
import "prismjs/components/prism-javascript.js";
import "prismjs/components/prism-typescript.js";
import "prismjs/components/prism-python.js";
import "prismjs/components/prism-json.js";
import "prismjs/components/prism-sql.js";
import "prismjs/components/prism-bash.js";
import "prismjs/components/prism-yaml.js";
import "prismjs/components/prism-go.js";
import "prismjs/components/prism-rust.js";
import "prismjs/components/prism-java.js";
import "prismjs/components/prism-diff.js";

const OTHER_NAMES: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  console: "bash",
  py: "python",
  js: "javascript",
  ts: "typescript",
  yml: "yaml",
  html: "markup",
  xml: "markup",
  jsonc: "json",
  rs: "rust",
};

export function isKnown(language: string): boolean {
  return Object.hasOwn(Prism.languages, OTHER_NAMES[language] ?? language);
}

export function colouredNodes(text: string, language: string): DocumentFragment {
  const grammar = Prism.languages[OTHER_NAMES[language] ?? language];
  return nodes(grammar ? Prism.tokenize(text, grammar) : [text]);
}

function nodes(tokens: Prism.TokenStream): DocumentFragment {
  const all = document.createDocumentFragment();
  for (const token of Array.isArray(tokens) ? tokens : [tokens]) {
    if (typeof token === "string") {
      all.append(token);
      continue;
    }
    const span = document.createElement("span");
    span.className = `t-${token.type}`;
    span.append(nodes(token.content));
    all.append(span);
  }
  return all;
}
