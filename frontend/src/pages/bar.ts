/** The bar at the top of a page. */
import {bar as english} from "../../../choice/i18n/en.json";
import {onLanguage, section} from "../words/language.ts";

const say = section("bar", english);

/** Returns the bar of the inbox or of one question; the settings are behind a button where they can be opened. */
export function bar(
  page: "inbox" | "question",
  settings?: (button: HTMLButtonElement) => Promise<void>,
): HTMLElement {
  const header = document.createElement("header");
  header.className = "bar";
  const title = document.createElement("h1");
  const nav = document.createElement("nav");
  const chat = link("/chat");
  const list = link("/");
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => void settings?.(button));
  nav.append(...(page === "inbox" ? [chat] : [list, chat]));
  header.append(title, nav, ...(settings ? [button] : []));
  const name = () => {
    title.textContent = say(page);
    document.title = `${title.textContent} · choicewire`;
    chat.textContent = say("chat");
    list.textContent = say("inbox");
    button.textContent = say("settings");
    nav.setAttribute("aria-label", "choicewire");
  };
  name();
  onLanguage(name);
  return header;
}

function link(href: string): HTMLAnchorElement {
  const made = document.createElement("a");
  made.href = href;
  return made;
}
