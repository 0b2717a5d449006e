/** Which interactions are listed, and in which order. Pure. */
import type {Known} from "../../controllers/live-desk.ts";
import type {Interaction} from "../../wire/interaction.ts";

const URGENCY = {high: 0, normal: 1, low: 2} as const;
const MOST_RECENT = 20;

/** Returns what waits for the person: most urgent first, then what has the least time left; last what is put aside. */
export function openOnes(all: readonly Known[], now: number): Interaction[] {
  return all
    .map((known) => known.interaction)
    .filter((one) => one.state === "open" && !one.queued)
    .sort(
      (a, b) =>
        Number(isAside(a, now)) - Number(isAside(b, now)) ||
        URGENCY[a.urgency] - URGENCY[b.urgency] ||
        newerFirst(b.deadline, a.deadline),
    );
}

export function isAside({snoozed_until}: Interaction, now: number): boolean {
  return snoozed_until !== null && Date.parse(snoozed_until) > now;
}

/** Orders two moments; a date counts milliseconds, the server's texts tell more. */
function newerFirst(a: string, b: string): number {
  return Date.parse(b) - Date.parse(a) || b.localeCompare(a);
}

/** Returns what ended lately, newest first. */
export function recentOnes(all: readonly Known[]): Interaction[] {
  return all
    .map((known) => known.interaction)
    .filter((one) => one.state !== "open")
    .sort((a, b) => newerFirst(a.outcome?.at ?? a.asked_at, b.outcome?.at ?? b.asked_at))
    .slice(0, MOST_RECENT);
}

export function agents(all: readonly Interaction[]): string[] {
  return [...new Set(all.map((one) => one.asked_by.agent))].sort();
}

/** Returns the line that stands for an interaction. */
export function headline(one: Interaction): string {
  return one.form.title ?? one.form.questions[0]?.text ?? "";
}

export function matching(one: Interaction, search: string, agent: string): boolean {
  if (agent && one.asked_by.agent !== agent) return false;
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
