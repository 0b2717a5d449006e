// Prints, as JSON, the gzipped size of a card and a chat written with React and react-markdown.
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {build} from "esbuild";

const sizes = {};
for (const name of ["card", "chat"]) {
  const {outputFiles} = await build({
    entryPoints: [fileURLToPath(new URL(`peers/${name}.jsx`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    legalComments: "none",
    define: {"process.env.NODE_ENV": '"production"'},
  });
  sizes[name] = gzipSync(outputFiles[0].contents, {level: 9}).length;
}
console.log(JSON.stringify(sizes));
