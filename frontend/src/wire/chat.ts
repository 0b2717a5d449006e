/** Threads, their messages, and the events of a streamed answer. */
import type {CardLike, StoredCard} from "./card.ts";

export type Mode = "chat" | "discovery" | "clarification";
export const MODES: readonly Mode[] = ["discovery", "clarification", "chat"];

export interface ThreadSummary {
  id: string;
  title: string | null;
  mode: Mode;
  updated_at?: string;
  /** `working` while an answer is written, `waiting` while a question is open. */
  state?: "idle" | "working" | "waiting";
}

/** A page of threads. */
export interface Threads {
  threads: readonly ThreadSummary[];
  /** Where the next page begins. */
  next?: string | null;
}

/** What an answer was written from. */
export interface Source {
  /** Such as `signals`. */
  kind: string;
  count: number;
}

export interface ThreadMessage {
  id: string;
  role: "user" | "assistant";
  content: string;
  cards?: readonly StoredCard[];
  sources?: readonly Source[];
  model?: string | null;
  /** Whether an answer is whole. */
  state?: "complete" | "failed" | "stopped";
  /** Why it failed, as a code of the `error` event. */
  error?: string | null;
}

export interface Thread extends ThreadSummary {
  messages: readonly ThreadMessage[];
  /** Which model answers, and whether it is the built-in demo. */
  model?: {name: string; demo: boolean};
}

export interface MessageComplete {
  message_id: string;
  model?: string | null;
  sources?: readonly Source[];
}

export type ChatEvent =
  | {type: "text_delta"; data: {text: string}}
  | {type: "tool_executing"; data: {tool?: string; name?: string}}
  | {type: "question_card"; data: CardLike}
  | {type: "message_complete"; data: MessageComplete}
  | {type: "error"; data: {code: string; message: string}};

/** What a person sends into a thread. */
export type Turn =
  | {content: string}
  /** Answer again what was not answered to the end. */
  | {retry: true}
  | {answer: {question_id: string; option_ids?: readonly string[]; custom_text?: string | null}};
