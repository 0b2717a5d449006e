// The bundles and their esbuild options, shared by the build and the size check.

import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {build, transform} from "esbuild";

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** One script per page, one with all components, and one with the card only. */
export const entries = {
  "chat-page": source("pages/chat-page.ts"),
  "inbox-page": source("pages/inbox-page.ts"),
  "portal-page": source("pages/portal-page.ts"),
  "decisions-page": source("pages/decisions-page.ts"),
  "insights-page": source("pages/insights-page.ts"),
  "settings-page": source("pages/settings-page.ts"),
  "sign-in-page": source("pages/sign-in-page.ts"),
  "missing-page": source("pages/missing-page.ts"),
  components: source("components.ts"),
  "choice-question": source("elements/choice-question/define.ts"),
  "choice-markdown": source("elements/choice-markdown/define.ts"),
};

/** Minifies the style sheets in `css` templates, which esbuild leaves as they are. */
const styles = {
  name: "styles",
  setup(builder) {
    builder.onLoad({filter: /(\.styles|tokens|choice-countdown)\.ts$/}, async ({path}) => {
      const text = await readFile(path, "utf8");
      const sheets = [...text.matchAll(/css`([^`$]*)`/g)];
      const small = await Promise.all(
        sheets.map(async ([, sheet]) =>
          (await transform(sheet, {loader: "css", minify: true, target: "es2022"})).code.trim(),
        ),
      );
      let at = 0;
      const contents = text.replace(/css`[^`$]*`/g, () => `css\`${small[at++].replaceAll("\\", "\\\\")}\``);
      return {contents, loader: "ts"};
    });
  },
};

/** Keeps the card one file: it loads `choice-markdown.js` where a text has markup. */
const markdownApart = {
  name: "markdown-apart",
  setup(builder) {
    builder.onResolve({filter: /choice-markdown\/define\.ts$/}, ({kind}) =>
      kind === "dynamic-import" ? {path: "./choice-markdown.js", external: true} : undefined,
    );
  },
};

/** Bundles one entry. Entries share no chunks, so that a page loads one script; dynamic imports become chunks. */
export function bundle(name, outdir, overrides = {}) {
  return build({
    entryPoints: {[name]: entries[name]},
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    charset: "utf8",
    sourcemap: "linked",
    legalComments: "none",
    chunkNames: `chunks/${name}/[name]-[hash]`,
    logLevel: "warning",
    metafile: true,
    plugins: name === "choice-question" ? [styles, markdownApart] : [styles],
    ...overrides,
  });
}
