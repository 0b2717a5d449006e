/** `GET /api/log?kinds=decisions`: one line of JSON for each decision. */

export interface LoggedAnswer {
  question: string | null;
  labels: readonly (string | null)[];
  custom_text: string | null;
}

export interface Decision {
  seq: number;
  at: string;
  agent: string;
  project: string | null;
  interaction_id: string;
  kind: "answered" | "cancelled" | "timed_out" | "superseded";
  actor: string | null;
  surface: string | null;
  body: {answers?: readonly LoggedAnswer[]; note?: string | null};
  /** What was asked, where the desk still has it. */
  questions?: readonly string[];
}

/** Returns the decisions in the lines of a reply. */
export function decisionsIn(lines: string): Decision[] {
  return lines
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as Decision);
}
