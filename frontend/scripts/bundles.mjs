// What is bundled, and how; shared by the build, the sizes and the benchmark.
import {fileURLToPath} from "node:url";
import {build} from "esbuild";
import {INSIDE, leanLit} from "./lean-lit.mjs";
import {lexerOnly, WITHIN} from "./lexer-only.mjs";
import {templates} from "./templates.mjs";

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** One script for each page, one for all components, one for the card alone. */
export const entries = {
  "chat-page": source("pages/chat-page.ts"),
  "inbox-page": source("pages/inbox-page.ts"),
  "portal-page": source("pages/portal-page.ts"),
  "sign-in-page": source("pages/sign-in-page.ts"),
  "missing-page": source("pages/missing-page.ts"),
  components: source("components.ts"),
  "choice-question": source("elements/choice-question/define.ts"),
};

/** The entries whose templates have directives: the inbox keeps its items in order. */
const WITH_DIRECTIVES = ["inbox-page", "components"];

/** Long names of our own that no page, no server and no attribute knows. */
const OURS =
  /^(armedAt|askCancel|cancelNow|changedAt|chooseFirstMode|chooseMode|clearTrouble|deliver|draftOf|finishing|focusOn|focusOnce|hadFocus|heardAt|heardBefore|isFiltered|isSame|isSnoozed|keepNote|mayReadAgain|modeIsChosen|moveOn|nextAt|noteKey|offersModes|openCards|overtaken|readAgain|refreshCards|removeThread|saidAt|saveWords|settledTree|showEnd|showOlder|showTrouble|snapshotAt|stopAll|takeBack|takeUp|tellChange|tellOnce|tellThread|textOf|timeIsUp|toEnd|toggleDrawer|troubleText|typedAt|underWay|writeAnew|writesTo)$/;

/** Bundles one entry for itself: a page then loads one script, and what it may need later is split off. */
export function bundle(name, outdir, more = {}) {
  return build({
    entryPoints: {[name]: entries[name]},
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    mangleProps: new RegExp([INSIDE, WITHIN, OURS].map((names) => names.source).join("|")),
    charset: "utf8",
    sourcemap: "linked",
    legalComments: "none",
    chunkNames: `chunks/${name}/[name]-[hash]`,
    logLevel: "warning",
    metafile: true,
    plugins: [templates, lexerOnly, leanLit(WITH_DIRECTIVES.includes(name))],
    ...more,
  });
}
