/** The settings: what the person prefers, saved on the server, applied at once. */
import {css, html, LitElement} from "lit";
import {settings as LABELS} from "../../../../choice/i18n/en.json";
import {announce} from "../../controllers/announcer.ts";
import {applyPreferences, savedPreferences, savePreferences} from "../../controllers/appearance.ts";
import {callJson} from "../../wire/api.ts";
import type {Preferences} from "../../wire/generated.ts";
import {DEFAULTS} from "../../wire/preferences.ts";
import {FollowLanguage} from "../../words/language.ts";
import {settingsWords as say} from "../../words/settings.ts";
import {tokens} from "../tokens.ts";

/** The surfaces of `choice/surfaces.py` that a person can prefer. The catalogue has a label for each. */
const SURFACES = Object.keys(LABELS)
  .filter((name) => name.startsWith("surface_"))
  .map((name) => name.slice("surface_".length) as Preferences["transport"]);
const TIMES = [60, 300, 900, 1800, 3600, 28_800, 2_592_000];
const LANGUAGES = {en: "English", ko: "한국어", zh: "中文", ja: "日本語"} as const;
type Switch = {[K in keyof Preferences]: Preferences[K] extends boolean ? K : never}[keyof Preferences];

/**
 * Shows and changes the person's preferences at `/api/preferences`.
 *
 * @fires choice-preferences - Something was changed; `detail` has all preferences.
 */
export class ChoiceSettings extends LitElement {
  static override styles = [
    tokens,
    css`
      fieldset {
        display: grid;
        gap: 4px 24px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        margin-block-end: 12px;
        padding: 0;
        font-size: 20px;
        font-weight: 700;
      }
      label {
        display: grid;
        gap: 4px;
        margin-block-end: 10px;
      }
      label.switch {
        display: flex;
        gap: 10px;
        align-items: center;
        min-height: 44px;
        margin: 0;
        cursor: pointer;
      }
      .switch input {
        flex: none;
        width: 20px;
        height: 20px;
        accent-color: var(--_accent);
      }
      select {
        width: 100%;
      }
      p {
        min-height: 1.5em;
        margin: 8px 0 0;
        color: var(--_muted);
      }
    `,
  ];
  static override properties = {preferences: {type: Object}, message: {state: true}};

  declare preferences: Preferences;
  declare message: string;
  private changed = false;
  /** Settles when all changes so far are saved, or taken back. */
  private saving: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.preferences = savedPreferences();
    this.message = "";
    new FollowLanguage(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  /** Read what the server has. */
  async load(): Promise<void> {
    try {
      const kept = await callJson<Partial<Preferences>>("/api/preferences");
      // What was changed meanwhile is newer.
      if (!this.changed) this.take({...DEFAULTS, ...kept});
    } catch {
      // What this browser remembers is shown until the server answers.
    }
  }

  protected override render() {
    return html`<fieldset><legend>${say("title")}</legend>
        ${this.choice(
          "transport",
          say("surface"),
          SURFACES.map((name) => [name, say(`surface_${name}`)]),
        )}
        ${this.choice(
          "timeout_seconds",
          say("timeout"),
          TIMES.map((seconds) => [String(seconds), span(seconds)]),
        )}
        ${this.choice("visible_options", say("options"), [
          ["all", say("options_all")],
          ["recommended", say("options_recommended")],
        ])}
        ${this.choice("language", say("language"), [["", say("language_auto")], ...Object.entries(LANGUAGES)])}
        ${this.choice("theme", say("theme"), [
          ["system", say("theme_system")],
          ["light", say("theme_light")],
          ["dark", say("theme_dark")],
        ])}
      </fieldset>
      <fieldset aria-label=${say("title")}>
        ${this.toggle("single_submit_mode", say("single_submit"))}
        ${this.toggle("show_placeholder", say("placeholder"))}
        ${this.toggle("allow_option_annotations", say("option_notes"))}
        ${this.toggle("allow_global_annotation", say("global_note"))}
        ${this.toggle("notifications", say("notifications"))}
      </fieldset>
      <p role="status">${this.message}</p>`;
  }

  private choice(name: keyof Preferences, label: string, values: readonly (readonly [string, string])[]) {
    const now = String(this.preferences[name]);
    const all = values.some(([value]) => value === now) ? values : [...values, [now, now] as const];
    return html`<label><span>${label}</span><select name=${name} @change=${(event: Event) => {
      const value = (event.currentTarget as HTMLSelectElement).value;
      this.change({[name]: name === "timeout_seconds" ? Number(value) : value});
    }}>${all.map(([value, text]) => html`<option value=${value} ?selected=${value === now} .selected=${value === now}>${text}</option>`)}</select></label>`;
  }

  private toggle(name: Switch, label: string) {
    return html`<label class="switch"><input type="checkbox" name=${name} .checked=${this.preferences[name]} @change=${async (
      event: Event,
    ) => {
      const box = event.currentTarget as HTMLInputElement;
      if (name === "notifications" && box.checked && !(await mayNotify())) {
        box.checked = false;
        this.message = say("denied");
      } else this.change({[name]: box.checked});
    }}><span>${label}</span></label>`;
  }

  /** Apply a change, and save it after those that were made before it. */
  private change(part: Partial<Preferences>): void {
    const before = this.preferences;
    this.changed = true;
    this.message = "";
    this.take({...before, ...part});
    const saving = this.saving
      .then(() => callJson<unknown>("/api/preferences", {method: "PATCH", body: part}))
      .then(
        () => {
          // With more to save, it is not said yet.
          if (saving === this.saving) this.message = say("saved");
        },
        () => this.takeBack(part, before),
      );
    this.saving = saving;
  }

  /** Undo one change, and none that was made after it. */
  private takeBack(part: Partial<Preferences>, before: Preferences): void {
    const names = Object.keys(part) as (keyof Preferences)[];
    this.take({...this.preferences, ...Object.fromEntries(names.map((name) => [name, before[name]]))});
    this.message = say("failed");
    announce(say("failed"));
  }

  private take(preferences: Preferences): void {
    this.preferences = preferences;
    savePreferences(preferences);
    applyPreferences(preferences);
    this.dispatchEvent(
      new CustomEvent("choice-preferences", {bubbles: true, composed: true, detail: preferences}),
    );
  }
}

async function mayNotify(): Promise<boolean> {
  return typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
}

function span(seconds: number): string {
  if (seconds > 86_400) return say("no_limit");
  return seconds >= 3600 ? say("hours", {n: seconds / 3600}) : say("minutes", {n: seconds / 60});
}
