/** Defaults of `GET /api/preferences`, used until the server replies. */
import type {Preferences} from "./generated.ts";

export const DEFAULTS: Preferences = {
  transport: "auto",
  timeout_seconds: 300,
  visible_options: "all",
  show_placeholder: true,
  allow_option_annotations: false,
  allow_global_annotation: false,
  single_submit_mode: true,
  language: "",
  theme: "system",
  notifications: true,
  notify_new: "urgent",
  undo_seconds: 3,
  next_question: true,
  number_keys: true,
  surfaces: [],
};
