/** Which addresses may become links. */

const ALLOWED = new Set(["http:", "https:", "mailto:"]);

/** Returns the address of a link that may be followed, or null where it is to be shown as text. */
export function safeAddress(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const address = new URL(href);
  // A name before the host is there to be mistaken for the host.
  return ALLOWED.has(address.protocol) && address.username === "" && address.password === "" ? address : null;
}
