import {expect, test} from "vitest";
import {MarkdownStream} from "../src/markdown/stream.ts";
import {HOSTILE} from "./samples.ts";

const DOCUMENTS = [
  "# Title\n\nSome *text* with **bold**, `code` and ~~gone~~.\n\n## Next\n\n- one\n- two\n  - three\n\n1. a\n2. b\n\n> quote\n> more\n\n---\n\nend",
  "| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 | 4 |\n\nafter",
  "```python\nprint('x')\n```\n\ntext\n\n~~~\nplain\n~~~\n\n    indented\n",
  "See [the site][s] and [other][o].\n\nmore\n\nmore\n\nmore\n\nmore\n\n[s]: https://a.example\n[o]: https://b.example 'Title'\n",
  "- [ ] open\n- [x] done\n\nHeading\n=======\n\nOther\n-----\n\ntext",
  '**중요:**선택이 필요합니다. 이것은 **"인용"**입니다.\n\n**中文：**文字',
  "1. **Breakdown** - Team\n   - **Severity:** `HIGH`\n\n   > **Analysis:** 40% decrease\n\n2. Second\n\nparagraph\r\nwith returns\r\n\r\nand more",
  "my_var_name and &amp; &copy; &#65; &unknown; \\* https://x.example/a_b_c",
  Array.from(
    {length: 12},
    (_, at) =>
      `## Part ${at}\n\nText ${at} with [link](https://e.example/${at}).\n\n- a\n- b\n\n\`\`\`js\nlet x = ${at};\n\`\`\``,
  ).join("\n\n"),
  "text\n\n<div>\nraw\n</div>\n\nafter <b>inline</b>",
  ...HOSTILE,
];

function shown(document_: string, size: number): string {
  const root = document.createElement("div");
  const stream = new MarkdownStream(root);
  for (let at = 0; at < document_.length; at += size) stream.append(document_.slice(at, at + size));
  stream.end();
  return root.innerHTML;
}

function atOnce(document_: string): HTMLElement {
  const root = document.createElement("div");
  new MarkdownStream(root).replace(document_);
  return root;
}

test.each([1, 3, 7, 40])("streaming in pieces of %i shows what showing at once does", (size) => {
  for (const document_ of DOCUMENTS) expect(shown(document_, size)).toBe(atOnce(document_).innerHTML);
});

test("nothing hostile becomes an element that acts, or an address that does", () => {
  for (const text of HOSTILE) {
    const root = atOnce(text);
    expect(root.querySelector("script, img, svg, iframe, style, base, meta, form, object, math")).toBeNull();
    for (const element of root.querySelectorAll("*")) {
      for (const {name} of element.attributes) expect(name.startsWith("on")).toBe(false);
    }
    for (const link of root.querySelectorAll("a"))
      expect(new URL(link.href).protocol).toMatch(/^(https?|mailto):$/);
  }
});

test("bold text beside Korean is bold", () => {
  expect(atOnce("**중요:**선택").querySelector("strong")?.textContent).toBe("중요:");
});

test("no level of heading is skipped, and none is the page's own", () => {
  const names = [...atOnce("### a\n\n# b\n\n### c\n\n#### d").querySelectorAll("h2, h3, h4")].map(
    (element) => element.tagName,
  );

  expect(names).toEqual(["H2", "H2", "H3", "H4"]);
});

test("a link says its host unless its words do", () => {
  expect(atOnce("[here](https://evil.example/x) https://good.example/y").textContent).toBe(
    "here (evil.example) https://good.example/y",
  );
});

test.each([
  ["[https://www.bank.com/login](http://nk.com/login)", "https://www.bank.com/login (nk.com)"],
  [
    "[https://bank.com@evil.example/](https://evil.example/)",
    "https://bank.com@evil.example/ (evil.example)",
  ],
  ["[evil.example.bank.com](https://evil.example/)", "evil.example.bank.com (evil.example)"],
  ["[bank.com/evil.example](https://evil.example/)", "bank.com/evil.example (evil.example)"],
  ["[evil.example](https://evil.example/x)", "evil.example"],
  ["[https://evil.example/a](https://evil.example/b)", "https://evil.example/a"],
])("S15: the host of %s is shown unless the words are an address on it", (markdown, text) => {
  expect(atOnce(markdown).textContent).toBe(text);
});

test("nodes that do not change stay on the page", () => {
  const root = document.createElement("div");
  const stream = new MarkdownStream(root);
  stream.append("# Title\n\nFirst paragraph ");
  const kept = [root.querySelector("h2"), root.querySelector("p"), root.querySelector("p")?.firstChild];

  for (let at = 0; at < 50; at++) stream.append(`word${at} `);

  expect([root.querySelector("h2"), root.querySelector("p"), root.querySelector("p")?.firstChild]).toEqual(
    kept,
  );
  expect(root.querySelector("p")?.textContent).toContain("word49");
});

test("a table has its alignment as classes, for styles are not allowed", () => {
  const root = atOnce("|a|b|\n|-|-:|\n|1|2|");

  expect([...root.querySelectorAll("td")].map((cell) => cell.className)).toEqual(["", "right"]);
});

test("addresses are links, with brackets around them or without", () => {
  const links = atOnce("See <https://ok.example/a> and www.auto.example.").querySelectorAll("a");
  expect([...links].map((link) => link.getAttribute("href"))).toEqual([
    "https://ok.example/a",
    "http://www.auto.example/",
  ]);
});

test("footnotes keep their words", () => {
  expect(atOnce("Some text[^1].\n\n[^1]: note\n[^two]: another note").textContent).toBe(
    "Some text[^1].[^1]: note[^two]: another note",
  );
});

test("every block is laid out as its own script is written", () => {
  const root = atOnce("# Title\n\nمرحبا\n\n- one\n\n> quote\n\n| a |\n|---|\n| b |");
  for (const name of ["h2", "p", "ul", "blockquote", "table"])
    expect(root.querySelector(name)?.getAttribute("dir"), name).toBe("auto");
  // Where a block has a direction of its own, the one around it would not look at its words.
  for (const name of ["li", "blockquote p", "td"])
    expect(root.querySelector(name)?.hasAttribute("dir"), name).toBe(false);
});
