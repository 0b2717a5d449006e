/** The page `/sign-in`: gives the code behind the # to the server, once, and goes on to the page that was wanted. */
import {sign_in} from "../../../choice/i18n/en.json";
import {followPreferences} from "../controllers/appearance.ts";
import {ApiError, callJson, member} from "../wire/api.ts";
import {onLanguage, section} from "../words/language.ts";
import {openAlone} from "./alone.ts";
import {keepWanted, takeWanted} from "./wanted-page.ts";

type Said = "working" | "how" | "old" | "elsewhere" | "unreachable" | "replace";

const say = section("sign_in", sign_in);
const title = document.createElement("h1");
const words = document.createElement("p");
words.setAttribute("role", "status");
openAlone(title, words);
followPreferences();

let said: Said = "working";
/** The person who is signed in, and the one whom the link signs in; both are empty unless they differ. */
let names = {name: "", other: ""};
const stay = document.createElement("button");
const change = document.createElement("button");
const name = (): void => {
  title.textContent = say("title");
  words.textContent = say(said, names);
  stay.textContent = say("stay", names);
  change.textContent = say("switch", names);
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
  await redeem({code});
}

async function redeem(body: {code: string; replace?: true}): Promise<void> {
  tell("working");
  try {
    await callJson<unknown>("/sign-in", {method: "POST", body});
    proceed();
  } catch (failure) {
    const status = failure instanceof ApiError ? failure.status : 0;
    if (failure instanceof ApiError && status === 409) return ask(body.code, failure.body);
    tell(status === 401 ? "old" : status === 403 ? "elsewhere" : "unreachable");
  }
}

/** Asks before a link signs out another person: anyone can send a link. */
function ask(code: string, body: unknown): void {
  names = {name: String(member(body, "signed_in_as")), other: String(member(body, "link_for"))};
  stay.onclick = proceed;
  change.onclick = () => void redeem({code, replace: true});
  tell("replace");
  words.after(stay, change);
  stay.focus();
}

function proceed(): void {
  location.replace(takeWanted() ?? "/chat");
}

function tell(what: Said): void {
  said = what;
  stay.remove();
  change.remove();
  name();
}
