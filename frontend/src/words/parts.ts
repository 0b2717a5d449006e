/** Texts whose places hold something drawn, such as a name in bold. */

const MARK = "\u0001";

/** Returns values for `say` that mark the places of these names. */
export function marked(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`]));
}

/** Returns a text that was filled with marks, with what stands at them. */
export function parts(text: string, drawn: Readonly<Record<string, unknown>>): unknown[] {
  return text.split(MARK).map((part, at) => (at % 2 === 1 ? drawn[part] : part));
}
