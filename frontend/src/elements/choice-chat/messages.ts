/** How a message looks. */
import {html, nothing} from "lit";
import {savedPreferences} from "../../controllers/appearance.ts";
import type {CardView, MessageView, Trouble} from "../../controllers/chat-views.ts";
import {copyText} from "../../controllers/copying.ts";
import {whole} from "../../wire/answer-text.ts";
import {questionOf} from "../../wire/card.ts";
import {MODES} from "../../wire/chat.ts";
import {chatWords as say} from "../../words/chat.ts";
import type {ChoiceChat} from "./choice-chat.ts";

/** What can be asked at once; the demo data has an answer to each. */
export const EXAMPLES = [
  "Show me critical weak signals",
  "What's our organizational health?",
  "Top incidents this week",
  "Show me signal WS-001 in JSON",
];

export function welcome(chat: ChoiceChat) {
  return html`<div class="welcome"><h2>${say("welcome")}</h2><p>${say("welcome_more")}</p>
    <div class="examples">${EXAMPLES.map((text) => html`<button type="button" lang="en" @click=${() => chat.send(text)}>${text}</button>`)}</div></div>
    ${chat.offersModes ? modeCard(chat) : nothing}`;
}

function modeCard(chat: ChoiceChat) {
  const question = questionOf({
    question_id: `mode ${chat.begun}`,
    question_text: say("mode_question"),
    category: "mode_selection",
    options: MODES.map((id) => ({id, label: say(`mode_${id}`), description: say(`mode_${id}_more`)})),
    allow_free_text: false,
  });
  const answer = whole({question_id: question.id, option_ids: [chat.mode]});
  return html`<div class="offer"><choice-question .question=${question} .outcome=${chat.modeIsChosen ? {state: "answered", answer} : null} @choice-answer=${(event: CustomEvent) => chat.chooseFirstMode(event)} @choice-change=${(event: Event) => event.stopPropagation()}></choice-question></div>`;
}

export function messageTemplate(chat: ChoiceChat, message: MessageView) {
  if (message.role === "user") {
    return html`<div class="message user" part="message"><span class="unseen">${say("you")}: </span><bdi>${message.text}</bdi></div>`;
  }
  const preferred = savedPreferences();
  const waiting = message.live && (!message.text || chat.quiet);
  return html`<div class="message assistant" part="message" aria-busy=${message.live}>
    <span class="unseen">${say("assistant")}: </span>
    ${message.text || message.live ? html`<choice-markdown .text=${message.text} .streaming=${message.live}></choice-markdown>` : nothing}
    ${message.tool ? html`<p class="wait">${say("using", {tool: message.tool})}</p>` : waiting ? html`<p class="wait">${say("thinking")}</p>` : nothing}
    ${message.live ? nothing : footer(message)}
    ${message.cards
      .filter(isShown)
      .map(
        (card) =>
          html`<choice-question ?data-light=${card.question.weight === "quick" && card.question.options.length > 0} .question=${card.question} .outcome=${card.outcome} .drafted=${chat.draftOf(card)} .submit=${preferred.single_submit_mode ? "tap" : "send"} .hidePlaceholder=${!preferred.show_placeholder} .recommendedFirst=${preferred.visible_options === "recommended"} @choice-change=${(event: CustomEvent) => chat.drafted(card, event)} @choice-typing=${() => chat.typing(card)} @choice-answer=${(event: CustomEvent) => chat.answer(card, event)}></choice-question>`,
      )}
    ${message.trouble ? trouble(chat, message, message.trouble) : nothing}
  </div>`;
}

/** The offer of modes that nobody took says nothing. */
function isShown({question, outcome}: CardView): boolean {
  return question.category !== "mode_selection" || outcome?.state !== "superseded";
}

function footer(message: MessageView) {
  if (!message.text) return nothing;
  return html`<div class="foot">
    ${
      message.sources.length > 0 && !message.trouble
        ? html`<span class="sources">${say("sources")}: ${message.sources.map((one) => html`<span class="source">${say("source", {kind: one.kind, n: one.count})}</span>`)}</span>`
        : nothing
    }
    ${message.model && !message.trouble ? html`<span>${say("model", {model: message.model})}</span>` : nothing}
    <button type="button" class="plain" @click=${(event: Event) => void copyText(event, message.text, say)}>${say("copy")}</button>
  </div>`;
}

function trouble(chat: ChoiceChat, message: MessageView, what: Trouble) {
  return html`<p class="trouble ${what.code === "CANCELLED" ? "calm" : ""}" role="alert"><span>${troubleText(what)}</span>
    ${what.turn ? html`<button type="button" @click=${() => chat.retry(message)}>${say("retry")}</button>` : nothing}</p>`;
}

const KNOWN = [
  "unreachable",
  "signed_out",
  "rate_limited",
  "too_long",
  "missing",
  "cut",
  "MODEL_ERROR",
  "MODEL_RATE_LIMITED",
  "TIMEOUT",
  "DATABASE_ERROR",
  "CANCELLED",
  "INTERNAL",
] as const;

/** Returns what went wrong, in plain words. */
export function troubleText(what: Trouble): string {
  const key = KNOWN.find((one) => one === what.code) ?? "failed";
  return say(key, {n: what.seconds});
}
