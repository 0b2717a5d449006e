// Bundles the benchmark page into one script: node bench/build.mjs FILE
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

await build({
  entryPoints: [fileURLToPath(new URL("streaming.ts", import.meta.url))],
  outfile: process.argv[2],
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  legalComments: "none",
});
