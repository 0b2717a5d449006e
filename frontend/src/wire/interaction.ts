/** Names for the generated types of an interaction. */
import type {InteractionBody, KeptOutcome} from "./generated.ts";

export type Interaction = InteractionBody;
export type InteractionOutcome = KeptOutcome;
export type State = Interaction["state"];
