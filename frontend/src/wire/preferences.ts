/** `GET` and `PATCH /api/preferences`: what the person last chose, one JSON file on the server. */

export interface Preferences {
  /** Where questions appear. */
  transport: "auto" | "web" | "terminal" | "slack";
  timeout_seconds: number;
  /** Which options are shown at once. */
  visible_options: "all" | "recommended";
  show_placeholder: boolean;
  allow_option_annotations: boolean;
  allow_global_annotation: boolean;
  /** One tap sends; otherwise the person sends when ready. */
  single_submit_mode: boolean;
  /** "" follows the browser. */
  language: "" | "en" | "ko" | "zh" | "ja";
  theme: "system" | "light" | "dark";
  notifications: boolean;
}

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
  notifications: false,
};
