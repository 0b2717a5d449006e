// Builds the pages and components into choice/web/static/. Called by the package build with plain `node build.mjs`.
import {cp, mkdir, readdir, rm} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {bundle, entries} from "./scripts/bundles.mjs";

const OUT = process.env.CHOICE_STATIC ?? fileURLToPath(new URL("../choice/web/static", import.meta.url));
const PAGES = fileURLToPath(new URL("src/pages/", import.meta.url));

await rm(OUT, {recursive: true, force: true});
await mkdir(OUT, {recursive: true});
await Promise.all(Object.keys(entries).map((name) => bundle(name, OUT)));
for (const file of await readdir(PAGES)) {
  if (/\.(html|css|svg)$/.test(file)) await cp(PAGES + file, `${OUT}/${file}`);
}
