// With --json, only the sizes. Prints what each page loads before it works, compressed, and fails where that is more than it may be: npm run sizes
import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {bundle, entries} from "./bundles.mjs";

const KB = 1000;
const CSS = fileURLToPath(new URL("../src/pages/page.css", import.meta.url));
/** What each may load at most. */
const MOST = {
  "chat-page": 40 * KB,
  "inbox-page": 25 * KB,
  "portal-page": 23 * KB,
  components: 52 * KB,
  "choice-question": 12 * KB,
};

const gzipped = (contents) => gzipSync(contents, {level: 9}).length;

/** Returns the entry and all that it imports at once; what it imports later does not count. */
function atOnce(name, metafile) {
  const wanted = [Object.keys(metafile.outputs).find((path) => path.endsWith(`/${name}.js`))];
  for (const path of wanted) {
    for (const one of metafile.outputs[path].imports) {
      if (one.kind === "import-statement" && !wanted.includes(one.path)) wanted.push(one.path);
    }
  }
  return wanted;
}

const asJson = process.argv.includes("--json");
const sizes = {};
let failed = false;
for (const name of Object.keys(entries)) {
  const {metafile, outputFiles} = await bundle(name, "/out", {write: false, sourcemap: false});
  const files = atOnce(name, metafile).map((path) =>
    outputFiles.find((one) => one.path.endsWith(path.split("/").at(-1))),
  );
  const style = name.endsWith("-page") ? gzipped(await readFile(CSS)) : 0;
  const size = files.reduce((sum, file) => sum + gzipped(file.contents), style);
  const over = size > MOST[name];
  failed ||= over;
  const limit = MOST[name] ? `, ${over ? "more than it may be" : "at most"}: ${MOST[name]}` : "";
  sizes[name] = size;
  if (!asJson) console.log(`${name.padEnd(16)} ${String(size).padStart(6)} bytes gz${limit}`);
}
if (asJson) console.log(JSON.stringify(sizes));
process.exitCode = failed ? 1 : 0;
