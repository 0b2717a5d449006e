// Prints the gzipped size of what each page loads before it works, and fails if one exceeds its limit: npm run sizes
// With --json it prints the sizes only.
import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {bundle, entries} from "./bundles.mjs";

const KB = 1000;
const CSS = fileURLToPath(new URL("../src/pages/page.css", import.meta.url));
/** Limits in bytes. The other entries have none. */
const LIMITS = {
  "chat-page": 60 * KB,
  "inbox-page": 72 * KB,
  "portal-page": 65 * KB,
  components: 90 * KB,
  "choice-question": 19 * KB,
};

const gzipped = (contents) => gzipSync(contents, {level: 9}).length;

/** Returns the paths of an entry and of its static imports. Dynamic imports do not count. */
function loadedAtStart(name, metafile) {
  const paths = [Object.keys(metafile.outputs).find((path) => path.endsWith(`/${name}.js`))];
  for (const path of paths) {
    for (const imported of metafile.outputs[path].imports) {
      if (imported.kind === "import-statement" && !paths.includes(imported.path)) paths.push(imported.path);
    }
  }
  return paths;
}

const asJson = process.argv.includes("--json");
const sizes = {};
let failed = false;
for (const name of Object.keys(entries)) {
  const {metafile, outputFiles} = await bundle(name, "/out", {write: false, sourcemap: false});
  const files = loadedAtStart(name, metafile).map((path) =>
    outputFiles.find((file) => file.path.endsWith(path.split("/").at(-1))),
  );
  const style = name.endsWith("-page") ? gzipped(await readFile(CSS)) : 0;
  const size = files.reduce((sum, file) => sum + gzipped(file.contents), style);
  const over = size > LIMITS[name];
  failed ||= over;
  const limit = LIMITS[name] ? `, limit ${LIMITS[name]}${over ? ": EXCEEDED" : ""}` : "";
  sizes[name] = size;
  if (!asJson) console.log(`${name.padEnd(16)} ${String(size).padStart(6)} bytes gz${limit}`);
}
if (asJson) console.log(JSON.stringify(sizes));
process.exitCode = failed ? 1 : 0;
