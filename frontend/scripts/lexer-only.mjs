// An esbuild plugin that takes only the lexer from marked, and only for GitHub's markdown: its renderers make HTML strings,
// which we never use, and its other kinds of markdown are ones that no model writes.
// Marked's version is pinned; where another one is laid out otherwise, the build says so and stops.
import {readFile} from "node:fs/promises";

const PARTS = [
  // Everything from the ready-made instance on, which keeps the rest of the module alive.
  [
    /;var \w+=new \w+;function .*?;export\{.*?(\w+) as Lexer,.*\};?\s*(\/\/.*)?\s*$/s,
    ";export{$1 as Lexer};",
  ],
  // Which kind of markdown is read is known.
  [/this\.options\.(pedantic|breaks)\b/g, "!1"],
  [/this\.options\.gfm\b/g, "!0"],
  [/static get rules\(\)\{.*?\}(?=static lex\()/, ""],
  [/,block:\w\.normal,inline:\w\.normal\}/, "}"],
  // The rules of the other kinds, each up to the next one that stays.
  [/\{normal:\w+,gfm:(\w+),pedantic:\w+\}/, "{gfm:$1}"],
  [/\{normal:\w+,gfm:(\w+),breaks:\w+,pedantic:\w+\}/, "{gfm:$1}"],
  [/,et=\{\.\.\.ce,.*?(?=,tt=)/s, ""],
  [/,it=.*?(?=,\$e=)/s, ""],
  [/,ct=.*?(?=,Ce=)/s, ""],
  [/,kt=.*?(?=,mt=)/s, ""],
  [/,xt=.*?(?=,Rt=)/s, ""],
  [/,Mt=\{\.\.\.he,.*?(?=,oe=)/s, ""],
  [/,Bt=\{\.\.\.oe,.*?(?=,V=)/s, ""],
  // Rules that all kinds share, where GitHub's has one of its own instead.
  [/,ye=h\(Pe\).*?getRegex\(\)(?=,)/s, ""],
  [/lheading:ye,/, ""],
  [/paragraph:Xe,table:D,/, ""],
  [/,Xe=\w+\(.*?\)(?=,\w+=\w+\()/s, ""],
  [/delLDelim:D,delRDelim:D,emStrongLDelim:ut,emStrongRDelimAst:dt,/, ""],
  [/,ut=h\(.*?getRegex\(\)(?=,)/s, ""],
  [/,dt=h\(.*?getRegex\(\)(?=,)/s, ""],
  // What only they, or the renderers, look for.
  [/escapeTest:.*?(?=caret:)/, ""],
  [/percentDecode:.*?(?=findPipe:)/, ""],
  [/spaceLine:.*?(?=listItemRegex:)/, ""],
  [/pedanticHrefTitle:.*?(?=unicodeAlphaNumeric:)/, ""],
  [/pedanticHeadingBeginRegex:.*?(?=htmlBeginRegex:)/, ""],
  [/listReplaceNesting:.*?(?=listIsTask:)/, ""],
  [/this\.options\.hooks\?\.emStrongMask\?\.call\(\{lexer:this\},t\)\?\?t/, "t"],
  // Every browser that knows `light-dark()` can look behind.
  [/\w+=\(\(\w=""\)=>\{try\{return!!new RegExp\("\(\?<=1\)\(\?<!1\)"\+\w\)\}catch\{return!1\}\}\)\(\),/, ""],
  [/we\?("\(\?<![^"]*"):"[^"]*"/g, "$1"],
  // Hints that an extension may give of where it begins; ours give none.
  [/if\(this\.options\.extensions\?\.startBlock\)\{.*?\}(?=if\(this\.state\.top)/, ""],
  [/if\(this\.options\.extensions\?\.startInline\)\{.*?\}(?=if\(o=this\.tokenizer\.inlineText)/, ""],
];

/** Names that marked's lexer uses inside; what we ask it by its names is found all the same. */
export const WITHIN =
  /^(_backpedal|any(Line|Punctuation.*)|blankLine|block(Skip|Tokens|quote\w+)|carriageReturn|codeRemoveIndent|del[LR]Delim|doubleBlankLine|emStrong.*|end(ATag|PreScriptTag|ing\w+|AngleBracket)|fencesBeginRegex|findPipe|h(eadingBegin|r|tmlBegin)Regex|hrefBrackets|inRawBlock|indentCodeCompensation|infiniteLoopError|inline(Queue|Text|Tokens)|inLink|last(Possible\w+|Token)|leadingSpaceTab|link(Emitted|InText|ParenPossible)|list(InterruptsParagraph|IsTask|ItemRegex|ReplaceTask|TaskCheckbox)|maskedSrc|multipleSpaceGlobal|nestedContainerMarkers|newLineCharGlobal|nextBulletRegex|nonSpaceChar|notSpaceStart|numericCharacter.*|outputLinkReplace|percentDecode|reflinkSearch|slashPipe|spaceLine|splitPipe|start(ATag|PreScriptTag|AngleBracket|ingSpaceChar)|tab(CharGlobal|leDelimiter|leAlign\w+|leRowBlankLine)|unicodeAlphaNumeric|getRegex|rules|tokenizer|lexer|other)$/;

export const lexerOnly = {
  name: "lexer-only",
  setup(build) {
    build.onLoad({filter: /\/marked\.esm\.js$/}, async ({path}) => {
      let text = await readFile(path, "utf8");
      for (const [part, instead] of PARTS) {
        const without = text.replace(part, instead);
        if (without === text)
          throw new Error(`This version of marked has no ${part}; see scripts/lexer-only.mjs`);
        text = without;
      }
      return {contents: text, loader: "js"};
    });
  },
};
