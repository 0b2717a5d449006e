// An esbuild plugin that takes the white space out of css`…` and html`…`, which esbuild leaves alone.
import {readFile} from "node:fs/promises";
import {transform} from "esbuild";

const CSS = /css`([^`$]*)`/g;

export const templates = {
  name: "templates",
  setup(build) {
    build.onLoad({filter: /\/src\/elements\/.*\.ts$/}, async ({path}) => {
      let text = await readFile(path, "utf8");
      for (const [whole, style] of text.matchAll(CSS)) {
        const {code} = await transform(style, {loader: "css", minify: true, target: "es2022"});
        // The minifier keeps custom properties as they are, for space may count in them; in ours it does not.
        const tight = code
          .trim()
          .replace(/--_[\w-]+:[^;}]+/g, (one) => one.replace(/([:,]) /g, "$1").replace("#ffffff", "#fff"))
          .replaceAll("\\", "\\\\");
        text = text.replace(whole, () => `css\`${tight}\``);
      }
      return {contents: withTightHtml(text), loader: "ts"};
    });
  },
};

/** In a template a line break with its indentation means one space; the code between templates is left alone. */
function withTightHtml(text) {
  let result = "";
  // What we are inside of: "html", or "{" for code in a template.
  const inside = [];
  for (let at = 0; at < text.length; at++) {
    const here = text[at];
    const where = inside.at(-1);
    if (where === "html") {
      if (here === "`") inside.pop();
      else if (text.startsWith("${", at)) {
        inside.push("{");
        result += "$";
        at += 1;
      } else if (here === "\n") {
        while (/\s/.test(text[at + 1] ?? "")) at += 1;
        result += " ";
        continue;
      }
    } else if (text.startsWith("html`", at)) {
      inside.push("html");
      result += "html";
      at += 4;
    } else if (where === "{" && here === "`") {
      // A plain template of text: as it is.
      const end = text.indexOf("`", at + 1);
      result += text.slice(at, end);
      at = end;
    } else if (where === "{" && here === "{") inside.push("{");
    else if (where === "{" && here === "}") inside.pop();
    result += text[at];
  }
  return result;
}
