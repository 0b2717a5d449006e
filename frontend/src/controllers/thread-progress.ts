/** How far a thread has come, as the server keeps it. Pure. */
import type {ThreadMessage, Turn} from "../wire/chat.ts";
import type {Thread} from "../wire/generated.ts";

function lastSaid(messages: readonly ThreadMessage[]): ThreadMessage | undefined {
  return messages.filter((one) => one.role === "user").at(-1);
}

/** Tells whether the server knows already what a person sent after a message; the same words may have been said before it. */
export function hasHeard(thread: Thread, turn: Turn, before: string): boolean {
  if ("retry" in turn) return true;
  if ("content" in turn) {
    const since = thread.messages.findIndex((one) => one.id === before) + 1;
    return lastSaid(thread.messages.slice(since))?.content === turn.content;
  }
  const cards = thread.messages.flatMap((one) => one.cards ?? []);
  return cards.some((card) => card.question_id === turn.answer.question_id && card.state !== "open");
}

export function isAnswered({messages}: Thread): boolean {
  const last = messages.at(-1);
  return last?.role === "assistant" && (last.state ?? "complete") === "complete";
}

/** Tells whether somebody said something after a question, or another question beside it is still open. */
export function wentOn({messages}: Thread, questionId: string): boolean {
  const at = messages.findIndex((one) => one.cards?.some((card) => card.question_id === questionId));
  const open = messages[at]?.cards?.some((card) => card.state === "open" && card.question_id !== questionId);
  return open || messages.slice(at + 1).some((one) => one.role === "assistant");
}
