/** Which interactions are listed, and in which order. Pure. */
import type {Known} from "../../controllers/live-desk.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {plainLine} from "../../words/question-text.ts";

const URGENCY = {high: 0, normal: 1, low: 2} as const;

/** What is listed: `agent:NAME` are the questions of one agent. */
export type View = "all" | "urgent" | "later" | "queued" | `agent:${string}`;

/** Returns what waits for the person now, most urgent first, then what has the least time left. */
export function openOnes(all: readonly Known[], now: number): Interaction[] {
  return listed(all, now, "all");
}

/** Returns the open interactions of a view. */
export function listed(all: readonly Known[], now: number, view: View): Interaction[] {
  return all
    .map((known) => known.interaction)
    .filter((one) => one.state === "open" && isIn(one, now, view))
    .sort(
      (a, b) =>
        URGENCY[a.urgency] - URGENCY[b.urgency] ||
        Date.parse(a.deadline) - Date.parse(b.deadline) ||
        a.deadline.localeCompare(b.deadline),
    );
}

function isIn(one: Interaction, now: number, view: View): boolean {
  if (view === "queued") return one.queued;
  if (view === "later") return isAside(one, now);
  if (one.queued || isAside(one, now)) return false;
  if (view === "urgent") return one.urgency === "high";
  return view === "all" || one.asked_by.agent === view.slice("agent:".length);
}

export function isAside({snoozed_until}: Interaction, now: number): boolean {
  return snoozed_until !== null && Date.parse(snoozed_until) > now;
}

/** Returns the agents that have questions open, with how many, the most first. */
export function agents(open: readonly Interaction[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const {asked_by} of open) counts.set(asked_by.agent, (counts.get(asked_by.agent) ?? 0) + 1);
  return [...counts].sort(([a, more], [b, count]) => count - more || a.localeCompare(b));
}

/** Returns the line that stands for an interaction. */
export function headline({form}: Interaction): string {
  const [question, ...others] = form.questions;
  const asked = plainLine(question?.text ?? "");
  return others.length > 0 || !asked ? (form.title ?? asked) : asked;
}

export function matching(one: Interaction, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  const texts = one.form.questions.flatMap((question) => [
    question.text,
    question.context,
    ...question.options.map((option) => option.label),
  ]);
  return [one.form.title, one.form.context, one.asked_by.agent, one.asked_by.project, ...texts].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}
