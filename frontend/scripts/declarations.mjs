// Writes the types that the built components are shipped with: node scripts/declarations.mjs FOLDER
import {cp, mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** Modules that hold nothing but types; together they are what goes over the wire. */
const WIRE = ["generated", "interaction", "card-types", "statistics"];
const IMPORT = /^import type .*;\n/gm;

/** Writes wire.d.ts from our own types, and copies the rest beside it. */
export async function writeDeclarations(folder) {
  await mkdir(folder, {recursive: true});
  const texts = await Promise.all(WIRE.map((name) => readFile(at(`src/wire/${name}.ts`), "utf8")));
  await writeFile(`${folder}/wire.d.ts`, texts.map((text) => text.replace(IMPORT, "")).join("\n"));
  for (const file of await readdir(at("types"))) await cp(at(`types/${file}`), `${folder}/${file}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDeclarations(process.argv[2]);
