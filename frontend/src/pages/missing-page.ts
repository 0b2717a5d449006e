/** The page for an address that has none: says so, and where to go on. */
import {bar, missing} from "../../../choice/i18n/en.json";
import {followPreferences} from "../controllers/appearance.ts";
import {onLanguage, section} from "../words/language.ts";

const say = section("missing", missing);
const places = section("bar", bar);
const title = document.createElement("h1");
const words = document.createElement("p");
const inbox = document.createElement("a");
const chat = document.createElement("a");
inbox.href = "/";
chat.href = "/chat";
const nav = document.createElement("nav");
nav.className = "ways";
nav.append(inbox, chat);
const main = document.createElement("main");
main.append(title, words, nav);
document.body.replaceChildren(main);
followPreferences();

const name = (): void => {
  title.textContent = say("title");
  words.textContent = say("words");
  inbox.textContent = places("inbox");
  chat.textContent = places("chat");
  nav.setAttribute("aria-label", "choicewire");
  document.title = `${title.textContent} · choicewire`;
};
onLanguage(name);
name();
