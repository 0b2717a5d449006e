// What is bundled, and how; shared by the build, the sizes and the benchmark.
import {fileURLToPath} from "node:url";

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** One script for each page, one for all components, one for the card alone. */
export const entries = {
  "chat-page": source("pages/chat-page.ts"),
  "inbox-page": source("pages/inbox-page.ts"),
  "portal-page": source("pages/portal-page.ts"),
  components: source("components.ts"),
  "choice-question": source("elements/choice-question/define.ts"),
};

export const options = {
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  sourcemap: "linked",
  legalComments: "none",
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
};
