/** The page `/sign-in`: gives the code behind the # to the server, once, and goes on to the page that was wanted. */
import {sign_in} from "../../../choice/i18n/en.json";
import {followPreferences} from "../controllers/appearance.ts";
import {ApiError, callJson} from "../wire/api.ts";
import {onLanguage, section} from "../words/language.ts";
import {openAlone} from "./alone.ts";
import {keepWanted, takeWanted} from "./wanted-page.ts";

type Said = "working" | "how" | "old" | "elsewhere" | "unreachable";

const say = section("sign_in", sign_in);
const title = document.createElement("h1");
const words = document.createElement("p");
words.setAttribute("role", "status");
openAlone(title, words);
followPreferences();

let said: Said = "working";
const name = (): void => {
  title.textContent = say("title");
  words.textContent = say(said);
  document.title = `${title.textContent} · choicewire`;
};
onLanguage(name);
name();
// Opening the link where this page is open already changes only what is behind the #.
addEventListener("hashchange", () => void signIn());
void signIn();

async function signIn(): Promise<void> {
  const code = location.hash.slice(1);
  keepWanted(new URLSearchParams(location.search).get("next"));
  // The code works once; it must not stay where somebody can read it.
  history.replaceState(null, "", "/sign-in");
  if (!code) return tell("how");
  tell("working");
  try {
    await callJson<unknown>("/sign-in", {method: "POST", body: {code}});
    location.replace(takeWanted() ?? "/chat");
  } catch (failure) {
    const status = failure instanceof ApiError ? failure.status : 0;
    tell(status === 401 ? "old" : status === 403 ? "elsewhere" : "unreachable");
  }
}

function tell(what: Said): void {
  said = what;
  name();
}
