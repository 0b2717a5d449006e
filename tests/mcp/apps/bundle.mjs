// Prints the host as one script, with the bundler of the frontend.
import {fileURLToPath} from "node:url";
import {build} from "../../../frontend/node_modules/esbuild/lib/main.js";

const {outputFiles} = await build({
  entryPoints: [fileURLToPath(new URL("host.js", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
  target: "es2022",
});
process.stdout.write(outputFiles[0].text);
