/** Opens a page: its shell, its content, its preferences. */
import {followPreferences, readPreferences} from "../controllers/appearance.ts";
import {nameTab} from "../controllers/page-title.ts";
import type {ChoiceShell, PageName} from "../elements/choice-shell/choice-shell.ts";
import "../elements/choice-shell/define.ts";
import {onLanguage} from "../words/language.ts";
import {shellWords as say} from "../words/shell.ts";

/**
 * Shows an element as the page. It is drawn again when the preferences change.
 *
 * @param layout `app`: the element fills the window and scrolls inside; `page`: it scrolls as a whole.
 */
export function openPage(page: PageName, content: HTMLElement, layout: "app" | "page" = "app"): void {
  followPreferences();
  const shell = document.createElement("choice-shell") as ChoiceShell;
  shell.page = page;
  const main = document.createElement("main");
  main.id = "content";
  main.className = layout;
  main.append(content);
  shell.append(main);
  document.body.replaceChildren(shell);
  if (page !== "question" && page !== "chat") {
    const name = () => nameTab(say(page));
    name();
    onLanguage(name);
  }
  const draw = () => (content as HTMLElement & {requestUpdate?: () => void}).requestUpdate?.();
  addEventListener("choice-preferences", draw);
  void readPreferences(draw);
}
