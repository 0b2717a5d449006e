// An esbuild plugin that takes only the lexer from marked: its renderers make HTML strings, which we never use.
// Where marked is laid out otherwise one day, all of it is bundled, and `npm run sizes` says so.
import {readFile} from "node:fs/promises";

/** Everything from the ready-made instance on, which keeps the rest of the module alive. */
const INSTANCE = /;var \w+=new \w+;function .*?;export\{.*?(\w+) as Lexer,.*\};?\s*(\/\/.*)?\s*$/s;

export const lexerOnly = {
  name: "lexer-only",
  setup(build) {
    build.onLoad({filter: /\/marked\.esm\.js$/}, async ({path}) => ({
      contents: (await readFile(path, "utf8")).replace(INSTANCE, ";export{$1 as Lexer};"),
      loader: "js",
    }));
  },
};
