/** Colours complete blocks of code. The colouring itself is loaded when the first one is there. */
import {type Completed, markColoured} from "./patch.ts";

/** Longer code is left plain: colouring it would stop the page. */
const LONGEST = 20_000;

export async function colour(completed: Completed): Promise<void> {
  if (completed.size === 0) return;
  const {isKnown, colouredNodes} = await import("./prism.ts");
  for (const [code, language] of [...completed]) {
    completed.delete(code);
    const text = code.textContent ?? "";
    if (!code.isConnected || !isKnown(language) || text.length > LONGEST) continue;
    code.replaceChildren(colouredNodes(text, language));
    markColoured(code);
  }
}
