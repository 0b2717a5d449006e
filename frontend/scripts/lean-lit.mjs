// An esbuild plugin that leaves out of Lit what only old browsers, other tools and other kinds of templates need. Every browser
// that knows `light-dark()`, without which our elements have no colours, also knows style sheets that scripts make.
// Lit's version is pinned; where another one is laid out otherwise, the build says so and stops.
import {readFile} from "node:fs/promises";

/** The same names as Lit's own module, for browsers that have all they need. */
const STYLES = `
export const css = ([text]) => ({text});
export const adoptStyles = (root, styles) => {
  root.adoptedStyleSheets = styles.map((style) => {
    if (!style.sheet) (style.sheet = new CSSStyleSheet()).replaceSync(style.text);
    return style.sheet;
  });
};
export {css as unsafeCSS, css as CSSResult, css as getCompatibleStyle, css as supportsAdoptingStyleSheets};
`;

/** What is left out, by the file it is in: polyfills, hydration, versions, decorators' metadata, SVG, element parts. */
const PARTS = {
  "reactive-element.js": [
    [/,\w\?\.\(\{ReactiveElement:\w\}\),\(\w\.reactiveElementVersions\?\?=\[\]\)\.push\("[\d.]+"\)/, ""],
    [/,\w=\w\.trustedTypes,\w=\w\?\w\.emptyScript:"",\w=\w\.reactiveElementPolyfillSupport/, ""],
    [/Symbol\.metadata\?\?=Symbol\("metadata"\),\w\.litPropertyMetadata\?\?=new WeakMap;/, ""],
    [/const t=this\[Symbol\.metadata\];if\(null!==t\)\{.*?\}(?=this\._\$Eh=new Map)/, ""],
    // Properties that are written back to attributes, and defaults and accessors of decorators.
    [/toAttribute\(t,s\)\{.*?return t\},(?=fromAttribute)/, ""],
    [/_\$ET\(t,s\)\{.*?\}\}(?=_\$AK)/, ""],
    [/this\._\$Eq&&=this\._\$Eq\.forEach\(t=>this\._\$ET\(t,this\[t\]\)\),/, ""],
    [/\|\|i\.useDefault&&i\.reflect&&.*?\(r\._\$Eu\(t,i\)\)(?=\)\))/, ""],
    [
      /C\(t,s,\{useDefault:.*?\}(?=async _\$EP)/,
      "C(t,s){this._$AL.has(t)||(this.hasUpdated||(s=void 0),this._$AL.set(t,s))}",
    ],
    [/\?\?this\._\$Ej\?\.get\(e\)\?\?r/, ""],
    [
      /if\(void 0!==e&&this\._\$Em!==e\)\{.*?\}(?=\}requestUpdate)/,
      "this[e]=u.fromAttribute(s,i.getPropertyOptions(e).type)",
    ],
    [/,converter:u,reflect:!1,useDefault:!1,hasChanged:f\}/, "}"],
    [/this\._\$Em=null,/, ""],
    [/\(i\.hasChanged\?\?f\)\(h,s\)/, "f(h,s)"],
    [/static addInitializer\(t\)\{.*?\}(?=static)/, ""],
    [/,void 0!==t\.l&&\(this\.l=\[\.\.\.t\.l\]\)/, ""],
    [/,this\.constructor\.l\?\.forEach\(t=>t\(this\)\)/, ""],
    [/this\.prototype\.hasOwnProperty\(t\)&&\(\(s=Object\.create\(s\)\)\.wrapped=!0\),/, ""],
    [/,!s\.noAccessor\)\{(.*?)\}\}(?=static getPropertyDescriptor)/, ",1){$1}}"],
    // A name for another compiler.
    [/,d=\(t,s\)=>t/, ""],
    [/d\(("\w+")\)/g, "$1"],
    // Properties that are symbols, and styles that are not a plain list of sheets.
    [/,getOwnPropertySymbols:\w/, ""],
    [/\[\.\.\.r\(t\),\.\.\.o\(t\)\]/, "r(t)"],
    [/this\.finalizeStyles\(this\.styles\)/, "this.styles"],
    [/static finalizeStyles\(s\)\{.*?return i\}(?=static _\$Eu)/, ""],
    // What a controller or an element may do besides, and none of ours does.
    [/removeController\(t\)\{.*?\}(?=_\$E_)/, ""],
    [/this\._\$EO\?\.forEach\(t=>t\.hostUpdate\?\.\(\)\),/, ""],
    [/this\._\$EO\?\.forEach\(t=>t\.hostUpdated\?\.\(\)\),/, ""],
    [/shouldUpdate\(t\)\{return!0\}/, ""],
    [/const t=this\.constructor\.elementProperties;if\(t\.size>0\)for.*?\}(?=\}let t=!1)/, ""],
    [
      /let t=!1;const s=this\._\$AL;try\{t=this\.shouldUpdate\(s\),t\?\((.*?)\):this\._\$EM\(\)\}catch\(s\)\{throw t=!1,(.*?)\}t&&/,
      "const s=this._$$AL;try{$1}catch(s){throw $2}",
    ],
    [/const t=this\.scheduleUpdate\(\);return null!=t&&await t,/, "this.performUpdate();return "],
    [/scheduleUpdate\(\)\{.*?\}(?=performUpdate)/, ""],
    [/this\.getUpdateComplete\(\)\}getUpdateComplete\(\)\{return /, ""],
  ],
  "lit-element.js": [
    [
      /,\w\.litElementHydrateSupport\?\.\(\{LitElement:\w\}\);const \w=\w\.litElementPolyfillSupport;\w\?\.\(\{LitElement:\w\}\)/,
      "",
    ],
    [/connectedCallback\(\)\{.*?\}(?=render\(\))/, ""],
    [/this\.hasUpdated\|\|\(this\.renderOptions\.isConnected=this\.isConnected\),/, ""],
    [/\(\w\.litElementVersions\?\?=\[\]\)\.push\("[\d.]+"\);/, ""],
  ],
  "lit-html.js": [
    [
      /,\w=\w\.litHtmlPolyfillSupport;\w\?\.\(\w,\w\),\(\w\.litHtmlVersions\?\?=\[\]\)\.push\("[\d.]+"\);/,
      ";",
    ],
    // Templates that were compiled before, a binding to an element itself, and one in a comment.
    [/"number"==typeof s\?this\._\$AC\(t\):\(void 0===s\.el&&.*?,s\);/, "this._$AC(t);"],
    [
      /1===r\.type\?(i=new r\.ctor\(h,r\.name,r\.strings,this,t\)):6===r\.type&&\(i=new Z\(h,this,t\)\)/,
      "$1",
    ],
    [/else t\.startsWith\(o\)&&\(d\.push\(\{type:6,index:l\}\),r\.removeAttribute\(t\)\);/, ""],
    [
      /if\(r\.data===n\)d\.push\(\{type:2,index:l\}\);else\{.*?\}(?=l\+\+)/,
      "r.data===n&&d.push({type:2,index:l});",
    ],
    // Listeners that are objects, or have options.
    [/\|\|t\.capture!==s\.capture\|\|t\.once!==s\.once\|\|t\.passive!==s\.passive/, ""],
    [/"function"==typeof this\._\$AH\?(this\._\$AH\.call\(.*?,t\)):this\._\$AH\.handleEvent\(t\)/, "$1"],
    // Words inside of `textarea` and its like, comments, and who asks a part where it is or whether it is shown.
    [/\(y\.test\(u\[2\]\)&&\(n=RegExp\("<\/"\+u\[2\],"g"\)\),c=p\)/, "c=p"],
    [/c=n\?\?v,/, "c=v,"],
    [/\(c=p,n=void 0\)/, "c=p"],
    [/if\(y\.test\(r\.tagName\)\)\{.*?\}(?=\}else if\(8===)/, ""],
    [/"!--"===u\[1\]\?c=_:void 0!==u\[1\]\?c=m:/, ""],
    [/c===_\|\|c===m\?c=v:/, ""],
    [/,w=x\(2\),T=x\(3\)/, ""],
    [/,T as mathml/, ""],
    [/,w as svg/, ""],
    [/get parentNode\(\)\{return this\._\$AM\.parentNode\}get _\$AU\(\)\{return this\._\$AM\._\$AU\}/, ""],
    [/get _\$AU\(\)\{return this\._\$AM\?\._\$AU\?\?this\._\$Cv\}/, ""],
    [/get parentNode\(\)\{.*?\}(?=_\$AI)/, ""],
    [/get tagName\(\)\{.*?\}get _\$AU\(\)\{return this\._\$AM\._\$AU\}/, ""],
    [/,this\._\$Cv=e\?\.isConnected\?\?!0/, ""],
    [/setConnected\(t\)\{.*?\}(?=\}class H)/, ""],
    [/this\._\$AP\?\.\(!1,!0,s\)/, ""],
    [/,this\._\$AN=void 0/g, ""],
    [/constructor\(\)\{super\(\.\.\.arguments\),this\.type=\d\}/g, ""],
    [/constructor\(t,i,s,e,h\)\{super\(t,i,s,e,h\),this\.type=5\}/, ""],
    [/2===i\?"<svg>":3===i\?"<math>":""/, '""'],
    [/\+\(2===i\?"<\/svg>":3===i\?"<\/math>":""\)/, ""],
    [
      /,2===i\|\|3===i\)\{const t=this\.el\.content\.firstChild;t\.replaceWith\(\.\.\.t\.childNodes\)\}for/,
      ");for",
    ],
  ],
};

/** Names that Lit's parts use among themselves; no page calls them, so the bundler may shorten them. */
export const INSIDE =
  /^(_\$.*|addInitializer|converter|create(Property|RenderRoot)|creationScope|elementStyles|enableUpdating|finalizeStyles|firstUpdated|fromAttribute|getProperty(Descriptor|Options)|getUpdateComplete|has(Changed|Updated)|host(Update|Updated|Connected|Disconnected)|isUpdatePending|noAccessor|(perform|schedule|should)Update|reflect|render(Before|Options|Root)|setConnected|toAttribute|useDefault|wrapped|willUpdate)$/;

/** What is left out of `lit-html.js` where no template has a directive in it. */
const DIRECTIVES = [
  [/function M\(t,i,s=t,e\)\{.*?,i\}(?=class R)/, ""],
  [/t=M\(this,t,i(,0)?\),/g, ""],
  [/M\(this,e\[s\+n\],i,n\)/, "e[s+n]"],
  [/\(t=M\(this,t,i,0\)\?\?A\)/, "(t??=A)"],
  [/class Z\{.*?\}(?=const j=)/, ""],
  [/const j=\{.*?\}(?=;)/, "const j=0"],
];

/** Returns the plugin; an entry that is said to have no directives, and has one, is not built. */
export const leanLit = (hasDirectives = true) => ({
  name: "lean-lit",
  setup(build) {
    build.onLoad({filter: /\/@lit\/reactive-element\/css-tag\.js$/}, () => ({
      contents: STYLES,
      loader: "js",
    }));
    if (!hasDirectives)
      build.onLoad({filter: /\/lit-html\/directive\.js$/}, () => {
        throw new Error("A directive is used here; see WITH_DIRECTIVES in scripts/bundles.mjs");
      });
    build.onLoad({filter: /\/(reactive-element|lit-element|lit-html)\.js$/}, async ({path}) => {
      const name = path.split("/").at(-1);
      const more = name === "lit-html.js" && !hasDirectives ? DIRECTIVES : [];
      let text = await readFile(path, "utf8");
      for (const [part, instead] of [...PARTS[name], ...more]) {
        if (!part.test(text))
          throw new Error(`${name} of this version of Lit has no ${part}; see scripts/lean-lit.mjs`);
        text = text.replace(part, instead);
      }
      return {contents: text, loader: "js"};
    });
  },
});
