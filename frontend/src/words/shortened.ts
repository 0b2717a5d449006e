/** Returns the beginning of a text that is too long for a list. */
export const shortened = (text: string): string =>
  text.length > 300 ? `${[...text].slice(0, 299).join("")}…` : text;
