/** The page `/chat`; `?thread=` names the thread that is shown. */
import {followPreferences, readPreferences} from "../controllers/appearance.ts";
import type {ChoiceChat} from "../elements/choice-chat/choice-chat.ts";
import "../elements/choice-chat/define.ts";

followPreferences();
const main = document.createElement("main");
main.className = "chat";
const chat = document.createElement("choice-chat") as ChoiceChat;
const named = (): string => new URLSearchParams(location.search).get("thread") ?? "";
chat.threadId = named();
chat.addEventListener("choice-thread", (event) => {
  const {id} = (event as CustomEvent<{id: string}>).detail;
  if (id === named()) return;
  const url = new URL(location.href);
  if (id) url.searchParams.set("thread", id);
  else url.searchParams.delete("thread");
  history.pushState(null, "", url);
});
addEventListener("popstate", () => chat.show(named()));
main.append(chat);
document.body.replaceChildren(main);
// This page is about what will be written.
chat.goOn();
void readPreferences(() => chat.requestUpdate());
