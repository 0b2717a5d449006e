/** Questions for tests. */
import type {Option, Question} from "../src/wire/generated.ts";

export function option(id: string, label: string, more: Partial<Option> = {}): Option {
  return {
    id,
    label,
    description: null,
    value: null,
    recommended: false,
    preview: null,
    danger: false,
    ...more,
  };
}

export function question(more: Partial<Question> = {}): Question {
  const options = more.options ?? [
    option("a", "Tea", {recommended: true, description: "Green"}),
    option("b", "Coffee"),
    option("c", "Water"),
  ];
  const several = more.selection_mode === "multi" || more.selection_mode === "hybrid";
  return {
    id: "q1",
    text: "What would you like?",
    context: "It is early.",
    category: "discovery",
    selection_mode: "single",
    options,
    default_selection_ids: [],
    min_selections: options.length > 0 && more.selection_mode !== "hybrid" ? 1 : 0,
    max_selections: several ? options.length : Math.min(1, options.length),
    allow_free_text: true,
    placeholder: null,
    metadata: {},
    ...more,
  };
}

/** Hostile strings, from the corpora that browsers and sanitizers are tested with. */
export const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  '"><script>alert(1)</script>',
  "javascript:alert(1)",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:msgbox(1))",
  "[x](file:///etc/passwd)",
  "![x](https://evil.example/p.png)",
  "![x](javascript:alert(1))",
  "<javascript:alert(1)>",
  "[a]: javascript:alert(1)\n\n[a]",
  "<iframe src=javascript:alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "<style>@import 'https://evil.example'</style>",
  "<base href=https://evil.example>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to be a string
  "${alert(1)}",
  "{{constructor.constructor('alert(1)')()}}",
  "<!--><img src=x onerror=alert(1)>-->",
  "<math><mtext></p><img src=x onerror=alert(1)>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "[x](https://user:pw@evil.example)",
  "\u202egnp.exe",
  "```html\n<script>alert(1)</script>\n```",
  '```"onclick=alert(1)\nx\n```',
  "<a\u0000 href='javascript:alert(1)'>x</a>",
];
