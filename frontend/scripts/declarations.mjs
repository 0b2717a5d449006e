// Writes the type declarations that are shipped with the components: node scripts/declarations.mjs DIRECTORY
import {cp, mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** Modules that contain only types. They are concatenated into wire.d.ts. */
const WIRE = ["generated", "interaction", "card-types"];
const IMPORT = /^import type .*;\n/gm;

/** Writes wire.d.ts and copies the handwritten declarations next to it. */
export async function writeDeclarations(folder) {
  await mkdir(folder, {recursive: true});
  const texts = await Promise.all(WIRE.map((name) => readFile(at(`src/wire/${name}.ts`), "utf8")));
  await writeFile(`${folder}/wire.d.ts`, texts.map((text) => text.replace(IMPORT, "")).join("\n"));
  for (const file of await readdir(at("types"))) await cp(at(`types/${file}`), `${folder}/${file}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDeclarations(process.argv[2]);
