/** What the keyboard does for the question on a page, wherever the focus is. */
import {savedPreferences} from "../../controllers/appearance.ts";
import {isComposing} from "../choice-question/keys.ts";
import type {ChoiceToast} from "../choice-toast/choice-toast.ts";
import type {ChoicePortal} from "./choice-portal.ts";

/** Whether a key is meant for a field that takes text, or for nothing of ours. */
export function isForText(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return true;
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["radio", "checkbox"].includes(target.type))
  );
}

/** Numbers answer, `w` goes to own words, `e` puts aside, `x` declines, `u` takes back. */
export function handlePaneKey(portal: ChoicePortal, event: KeyboardEvent): void {
  if (isForText(event) || event.repeat) return;
  if (!act(portal, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

function act(portal: ChoicePortal, key: string): boolean {
  if (key === "u") {
    if (portal.embedded) return false;
    return portal.shadowRoot?.querySelector<ChoiceToast>("choice-toast")?.undo() ?? false;
  }
  if (portal.interaction?.state !== "open" || portal.choosingTime || portal.declining) return false;
  if (/^[1-9]$/.test(key))
    return portal.form?.pressNumber(Number(key), savedPreferences().number_keys) ?? false;
  if (key === "w") return portal.form?.writeOwn() ?? false;
  if (key === "e") portal.chooseTime(true);
  else if (key === "x") portal.decline(true);
  else return false;
  return true;
}
