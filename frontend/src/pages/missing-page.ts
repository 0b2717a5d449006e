/** The page for an address that has none: says so, and where to go on. */
import {missing} from "../../../choice/i18n/en.json";
import {followPreferences} from "../controllers/appearance.ts";
import {onLanguage, section} from "../words/language.ts";
import {shellWords} from "../words/shell.ts";
import {openAlone} from "./alone.ts";

const say = section("missing", missing);
const title = document.createElement("h1");
const words = document.createElement("p");
const inbox = document.createElement("a");
const chat = document.createElement("a");
inbox.href = "/";
chat.href = "/chat";
const nav = document.createElement("nav");
nav.className = "ways";
nav.append(inbox, chat);
openAlone(title, words, nav);
followPreferences();

const name = (): void => {
  title.textContent = say("title");
  words.textContent = say("words");
  inbox.textContent = shellWords("inbox");
  chat.textContent = shellWords("chat");
  nav.setAttribute("aria-label", shellWords("pages"));
  document.title = `${title.textContent} · choicewire`;
};
onLanguage(name);
name();
