/** An interaction as every program reads it: `choice/desk/snapshot.py` writes it. */
import type {Answer, Form} from "./generated.ts";

export type State = "open" | "answered" | "cancelled" | "timed_out" | "superseded";

export interface Asker {
  agent: string;
  project: string | null;
  conversation: string | null;
  tenant: string;
}

/** How an interaction ended; the same members however it did. */
export interface InteractionOutcome {
  answers: readonly Answer[];
  note: string | null;
  answered_by: string | null;
  surface: string | null;
  at: string | null;
  used_defaults: boolean;
}

/** How the asker or the person's settings want a form to be shown; what is left out has its default. */
export interface Presentation {
  /** Choosing an option sends it; default true. */
  single_submit_mode?: boolean;
  allow_option_annotations?: boolean;
  allow_global_annotation?: boolean;
  /** Default true. */
  show_placeholder?: boolean;
}

export interface Interaction {
  id: string;
  state: State;
  form: Form;
  asked_by: Asker;
  asked_at: string;
  surfaces: readonly string[];
  deadline: string;
  remaining_seconds: number;
  version: string;
  policy: "wait" | "fail" | "use_defaults";
  urgency: "low" | "normal" | "high";
  queued: boolean;
  snoozed_until: string | null;
  /** What was filled in so far, on any surface, and how often that changed. */
  draft: {readonly step: number; readonly answers: readonly Answer[]};
  outcome: InteractionOutcome | null;
  presentation?: Presentation;
}
