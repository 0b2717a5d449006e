// Builds the pages and components into choice/web/static/. Called by the package build with plain `node build.mjs`.
import {cp, mkdir, readdir, rm, writeFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";
import {entries, options} from "./scripts/bundles.mjs";

const OUT = fileURLToPath(new URL(process.env.CHOICE_STATIC ?? "../choice/web/static/", import.meta.url));
const PAGES = fileURLToPath(new URL("src/pages/", import.meta.url));

await rm(OUT, {recursive: true, force: true});
await mkdir(OUT, {recursive: true});
const result = await build({...options, entryPoints: entries, outdir: OUT, metafile: true});
for (const file of await readdir(PAGES)) {
  if (/\.(html|css|svg)$/.test(file)) await cp(PAGES + file, `${OUT}/${file}`);
}
await writeFile(`${OUT}/meta.json`, JSON.stringify(result.metafile));
