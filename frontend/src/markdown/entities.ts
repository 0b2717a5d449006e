/** Character references in text, such as `&amp;`. The names that people write; others stay as they are. */

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  rarr: "→",
  larr: "←",
  uarr: "↑",
  darr: "↓",
  times: "×",
  middot: "·",
  bull: "•",
  deg: "°",
  plusmn: "±",
  le: "≤",
  ge: "≥",
  ne: "≠",
  euro: "€",
};

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi;

export function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const bad = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return bad ? "\ufffd" : String.fromCodePoint(code);
  });
}
