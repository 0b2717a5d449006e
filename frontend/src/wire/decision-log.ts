/** `GET /api/log?kinds=decisions`: one line of JSON per decision. */
import type {LogLine} from "./generated.ts";
import type {State} from "./interaction.ts";

/** A log record of an interaction that ended. */
export type Decision = LogLine & {kind: Exclude<State, "open">};

/** Parses the lines of a reply. */
export function decisionsIn(lines: string): Decision[] {
  return lines
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as Decision);
}
