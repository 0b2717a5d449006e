// Generates src/wire/generated.ts from the output of `choicewire schema`.
//   npm run types                   write the file
//   npm run types -- --check        fail if the file is out of date
//   choicewire schema | node scripts/wire-types.mjs --stdin [--check]
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {typesOf} from "./schema-to-types.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILE = fileURLToPath(new URL("../src/wire/generated.ts", import.meta.url));

function schema() {
  if (process.argv.includes("--stdin")) return readFileSync(0, "utf8");
  const python = [process.env.PYTHON, `${ROOT}.venv/bin/python`].find((path) => path && existsSync(path));
  return execFileSync(python ?? "python3", ["-m", "choice", "schema"], {cwd: ROOT, encoding: "utf8"});
}

const wanted = typesOf(JSON.parse(schema()));
if (!process.argv.includes("--check")) {
  writeFileSync(FILE, wanted);
} else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== wanted) {
  console.error("src/wire/generated.ts is out of date. Run: npm run types");
  process.exit(1);
}
