/** What a chat shows of a thread: its messages and cards, and what went wrong. */
import type {CardOutcome} from "../elements/choice-question/choice-question.ts";
import {ApiError} from "../wire/api.ts";
import {questionOf} from "../wire/card.ts";
import type {ThreadMessage, Turn} from "../wire/chat.ts";
import type {KeptCard, Question, SourceCount, Thread} from "../wire/generated.ts";

export interface CardView {
  readonly question: Question;
  outcome: CardOutcome | null;
}

export interface MessageView {
  id: string;
  readonly role: "user" | "assistant";
  text: string;
  cards: CardView[];
  sources: readonly SourceCount[];
  model: string | null;
  /** More is to come. */
  live: boolean;
  /** What is being looked up. */
  tool: string;
  /** Why it ended early. */
  trouble: Trouble | null;
}

export interface Trouble {
  /** `unreachable`, `signed_out`, `rate_limited`, `too_long`, `missing`, `cut`, `failed`, or a code of the `error` event. */
  readonly code: string;
  readonly seconds: number;
  /** What can be sent again. */
  readonly turn: Turn | null;
}

export function emptyMessage(): MessageView {
  return {
    id: "",
    role: "assistant",
    text: "",
    cards: [],
    sources: [],
    model: null,
    live: true,
    tool: "",
    trouble: null,
  };
}

export function userMessage(text: string): MessageView {
  return {...emptyMessage(), role: "user", text, live: false};
}

/** Returns what is shown of a thread; an answer that broke off says so, and the last one can be had again. */
export function messagesOf({state, messages}: Thread): MessageView[] {
  const views = messages
    // What broke off and was then answered again is not worth reading twice.
    .filter((one, at) => !isBroken(one) || messages[at + 1]?.role !== "assistant")
    .map(messageOf);
  const last = views.at(-1);
  if (!last || state === "working") return views;
  const open = views.some((view) => view.cards.some((card) => !card.outcome));
  if (last.role === "user" && !open)
    views.push({...emptyMessage(), live: false, trouble: stopped("CANCELLED")});
  else if (last.trouble) last.trouble = {...last.trouble, turn: {retry: true}};
  return views;
}

function messageOf(message: ThreadMessage): MessageView {
  const cards = message.cards.map((card) => ({question: questionOf(card), outcome: outcomeOf(card)}));
  const answer = message.role === "assistant" ? message : null;
  return {
    ...emptyMessage(),
    id: message.id,
    role: message.role,
    text: message.content,
    cards,
    sources: answer?.sources ?? [],
    model: answer?.model ?? null,
    live: false,
    trouble: isBroken(message) ? {...stopped(answer?.error ?? "CANCELLED"), turn: null} : null,
  };
}

function isBroken(message: ThreadMessage): boolean {
  return message.role === "assistant" && (message.state === "stopped" || message.state === "failed");
}

function stopped(code: string): Trouble {
  return {code, seconds: 0, turn: {retry: true}};
}

export function outcomeOf(card: KeptCard): CardOutcome | null {
  const given = card.answer;
  // One of several questions, answered already, while the others are not.
  const isPart = given?.is_draft && card.metadata?.form_size;
  if (card.state === "open" && !isPart) return null;
  const answer = given && {
    question_id: card.question_id,
    option_ids: given.option_ids ?? [],
    custom_text: given.custom_text ?? null,
    option_notes: given.option_notes ?? {},
  };
  return {
    state: card.state === "open" ? "answered" : card.state,
    answer,
    answered_by: given?.answered_by ?? null,
    surface: given?.surface ?? null,
  };
}

/** Returns what went wrong, by the name of its words. */
export function troubleOf(failure: unknown, turn: Turn | null, started: boolean): Trouble {
  if (!(failure instanceof ApiError)) return {code: started ? "cut" : "unreachable", seconds: 0, turn};
  const codes: Readonly<Record<number, string>> = {
    0: "unreachable",
    401: "signed_out",
    403: "signed_out",
    404: "missing",
    413: "too_long",
    422: "too_long",
    429: "rate_limited",
  };
  const code = codes[failure.status] ?? "failed";
  return {code, seconds: failure.retryAfter ?? 60, turn: code === "missing" ? null : turn};
}
