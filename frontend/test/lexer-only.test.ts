// @vitest-environment node
import {fileURLToPath} from "node:url";
import {build, type Plugin} from "esbuild";
import {expect, test} from "vitest";
// @ts-expect-error a script without types
import {lexerOnly, WITHIN} from "../scripts/lexer-only.mjs";
import {HOSTILE} from "./samples.ts";

const INLINE = String.raw`* ** _ __ ~~ [a](b) [a] ![i](s) <b> </b> <http://a.b> http://x.y/a_b a@b.co www.x.y \ &amp; &#65; word 중요 ( ) " |`;
const BLOCKS = [
  "`",
  "# h\n",
  "===\n",
  "---\n",
  "> ",
  "- ",
  "1. ",
  "    ",
  "\n",
  "\n\n",
  "```\n",
  "<div>\n",
  "\t",
];
const LONGER = ["- [x] t\n", "[a]: http://x 'y'\n", "|a|b|\n|-|:-:|\n|1|2|\n"];
const PIECES = [...INLINE.split(" "), " ", ...BLOCKS, ...LONGER];

type Lex = (source: string, links: object) => unknown[];

async function lexer(plugins: Plugin[], mangleProps?: RegExp): Promise<Lex> {
  const entry = fileURLToPath(new URL("../src/markdown/lexing.ts", import.meta.url));
  const more = mangleProps ? {mangleProps} : {};
  const {outputFiles} = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
    plugins,
    ...more,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return ((await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as {lex: Lex}).lex;
}

/** Returns texts of pieces that mean something in markdown, in an order that is always the same. */
function* texts(many: number): Generator<string> {
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let at = 0; at < many; at++)
    yield Array.from({length: 3 + next(18)}, () => PIECES[next(PIECES.length)]).join("");
}

test("the lexer that is bundled reads what marked's own reads", async () => {
  const whole = await lexer([]);
  const lean = await lexer([lexerOnly], WITHIN);
  const shown = (tokens: unknown): string =>
    JSON.stringify(tokens, (name, value) =>
      WITHIN.test(name) || /^\w{1,2}$/.test(name) ? undefined : value,
    );
  for (const text of [...HOSTILE, ...texts(500)])
    expect(shown(lean(text, {})), text).toBe(shown(whole(text, {})));
});
