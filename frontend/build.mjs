// Builds the pages and components into choice/web/static/. hatch_build.py runs it as `node build.mjs`.
import {cp, mkdir, readdir, rename, rm} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {bundle, entries} from "./scripts/bundles.mjs";
import {writeDeclarations} from "./scripts/declarations.mjs";

const OUT = process.env.CHOICE_STATIC ?? fileURLToPath(new URL("../choice/web/static", import.meta.url));
const PAGES = fileURLToPath(new URL("src/pages/", import.meta.url));

// Build into a new directory and rename it, so that a running server keeps the old files until then.
const NEW = `${OUT}.new`;
await rm(NEW, {recursive: true, force: true});
await mkdir(NEW, {recursive: true});
await Promise.all(Object.keys(entries).map((name) => bundle(name, NEW)));
await writeDeclarations(NEW);
for (const file of await readdir(PAGES)) {
  if (/\.(html|css|svg|png|webmanifest)$/.test(file)) await cp(PAGES + file, `${NEW}/${file}`);
}
await rm(OUT, {recursive: true, force: true});
await rename(NEW, OUT);
