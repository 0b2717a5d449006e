/** The page `/chat`; `?thread=` names the thread that is shown. */
import {nameTab} from "../controllers/page-title.ts";
import type {ChoiceChat} from "../elements/choice-chat/choice-chat.ts";
import "../elements/choice-chat/define.ts";
import {openPage} from "./page.ts";

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
openPage("chat", chat);
nameTab("Chat");
// This page is about what will be written.
chat.goOn();
