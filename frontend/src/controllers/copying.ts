/** Copies a text for whoever pressed a button, and says on the button what came of it. */
import {announce} from "./announcer.ts";

const SHOWN_MS = 2000;

/** Says what the button says: before, after, and where the browser lets no page copy. */
type Say = (key: "copy" | "copied" | "not_copied") => string;

export async function copyText(event: Event, text: string, say: Say): Promise<void> {
  // Only the words themselves are changed; the template they are from does not notice.
  const label = (event.currentTarget as Element).lastChild as Text;
  try {
    await navigator.clipboard.writeText(text);
    label.data = say("copied");
  } catch {
    label.data = say("not_copied");
  }
  announce(label.data);
  setTimeout(() => {
    label.data = say("copy");
  }, SHOWN_MS);
}
