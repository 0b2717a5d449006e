/** Names for the generated types of threads, their messages and the events of a streamed answer. */
import type {Thread, ThreadEvents, ThreadMessageInput, ThreadSummary} from "./generated.ts";

export type Mode = Thread["mode"];
export const MODES: readonly Mode[] = ["discovery", "clarification", "chat"];

/** What is known of a thread before the server has replied. */
export type ThreadHead = Pick<ThreadSummary, "id" | "title" | "mode">;

export type ThreadMessage = Thread["messages"][number];

export type ChatEvent = {
  [Name in keyof ThreadEvents]: {type: Name; data: ThreadEvents[Name]};
}[keyof ThreadEvents];

type Given<Name extends keyof ThreadMessageInput> = Record<Name, NonNullable<ThreadMessageInput[Name]>>;

/** What a person sends to a thread: exactly one of the members of `ThreadMessageInput`. */
export type Turn = Given<"content"> | Given<"retry"> | Given<"answer">;
