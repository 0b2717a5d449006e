/** The page that somebody wanted before signing in; it waits in this browser, for the link may open in another tab. */
const KEY = "choice:wanted-page";
const MINUTES = 10;
const OURS = /^\/(chat|decisions|insights|settings|choice\/[\w-]+)?(\?[\w=&%.-]*)?$/;

/** Keeps a page for after signing in, if it is one of ours. */
export function keepWanted(page: string | null): void {
  if (page && OURS.test(page)) write(JSON.stringify({page, at: Date.now()}));
}

/** Returns the page that waits, once, and not after long. */
export function takeWanted(): string | undefined {
  const kept = read();
  write(undefined);
  if (!kept || Date.now() - kept.at > MINUTES * 60_000) return undefined;
  return OURS.test(kept.page) ? kept.page : undefined;
}

function read(): {page: string; at: number} | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const {page, at} = (kept ?? {}) as {page?: unknown; at?: unknown};
    return typeof page === "string" && typeof at === "number" ? {page, at} : undefined;
  } catch {
    return undefined; // Nothing is kept in this browser, or nothing that we wrote.
  }
}

function write(kept: string | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, kept);
  } catch {
    // This browser keeps nothing; then the chat is the page to begin with.
  }
}
