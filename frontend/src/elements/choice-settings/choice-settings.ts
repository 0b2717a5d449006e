/** The settings: what the person prefers, saved on the server, applied at once. */
import {html, LitElement, nothing} from "lit";
import {settings as LABELS} from "../../../../choice/i18n/en.json";
import {announce} from "../../controllers/announcer.ts";
import {applyPreferences, savedPreferences, savePreferences} from "../../controllers/appearance.ts";
import {callJson} from "../../wire/api.ts";
import type {Preferences} from "../../wire/generated.ts";
import {DEFAULTS} from "../../wire/preferences.ts";
import {FollowLanguage, language} from "../../words/language.ts";
import {settingsWords as say} from "../../words/settings.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-settings.styles.ts";

/** The surfaces of `choice/surfaces.py` that a person can prefer. The catalogue has a label for each. */
const SURFACES = Object.keys(LABELS)
  .filter((name) => /^surface_(?!more)/.test(name))
  .map((name) => name.slice("surface_".length) as Preferences["transport"]);
const TIMES = [60, 300, 900, 1800, 3600, 28_800, 2_592_000];
const LANGUAGES = {en: "English", ko: "한국어", zh: "中文", ja: "日本語"} as const;
const UNDO_SECONDS = [0, 3, 5, 10];
const SECTIONS = ["answering", "notifying", "look", "devices"] as const;
type Switch = {[K in keyof Preferences]: Preferences[K] extends boolean ? K : never}[keyof Preferences];
type Text = Parameters<typeof say>[0];

/**
 * Shows and changes the person's preferences at `/api/preferences`.
 *
 * @fires choice-preferences - Something was changed; `detail` has all preferences.
 */
export class ChoiceSettings extends LitElement {
  static override styles = [tokens, styles];
  static override properties = {
    preferences: {type: Object},
    message: {state: true},
    devices: {state: true},
    blocked: {state: true},
  };

  declare preferences: Preferences;
  declare message: string;
  /** Where the person is signed in; null where the server does not say. */
  declare devices: readonly Device[] | null;
  /** Whether this browser lets the pages show no notification. */
  declare blocked: boolean;
  private changed = false;
  /** Settles when all changes so far are saved, or taken back. */
  private saving: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.preferences = savedPreferences();
    this.message = "";
    this.devices = null;
    this.blocked = typeof Notification !== "undefined" && Notification.permission === "denied";
    new FollowLanguage(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
    void readDevices().then((devices) => {
      this.devices = devices;
    });
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
    return html`<div class="grid">
      <nav aria-label=${say("sections")}>${SECTIONS.map((name) => html`<a href="#${name}" @click=${(event: Event) => this.go(event, name)}>${say(name)}</a>`)}</nav>
      <div>
        <h1>${say("title")}</h1>
        <p class="message" role="status">${this.message}</p>
        ${this.answering()}${this.notifying()}${this.look()}${this.signedIn()}
      </div></div>`;
  }

  private answering() {
    return html`<section aria-labelledby="answering"><h2 id="answering" tabindex="-1">${say("answering")}</h2><ul>
      ${this.segments(
        "undo_seconds",
        "undo",
        UNDO_SECONDS.map((seconds) => [seconds, seconds === 0 ? say("off") : say("seconds", {n: seconds})]),
      )}
      ${this.toggle("next_question", "next_question")}
      ${this.toggle("number_keys", "number_keys")}
      ${this.toggle("single_submit_mode", "single_submit")}
      ${this.choice(
        "timeout_seconds",
        "timeout",
        TIMES.map((seconds) => [String(seconds), span(seconds)]),
      )}
      ${this.choice(
        "transport",
        "surface",
        SURFACES.map((name) => [name, say(`surface_${name}`)]),
      )}
      ${this.choice("visible_options", "options", [
        ["all", say("options_all")],
        ["recommended", say("options_recommended")],
      ])}
      ${this.toggle("show_placeholder", "placeholder")}
      ${this.toggle("allow_option_annotations", "option_notes")}
      ${this.toggle("allow_global_annotation", "global_note")}
    </ul></section>`;
  }

  private notifying() {
    return html`<section aria-labelledby="notifying"><h2 id="notifying" tabindex="-1">${say("notifying")}</h2><ul>
      ${this.segments("notify_new", "notify_new", [
        ["each", say("notify_each")],
        ["urgent", say("notify_urgent")],
        ["none", say("notify_none")],
      ])}
      ${this.toggle("notifications", "notifications")}
      ${
        typeof Notification === "undefined" || Notification.permission === "granted"
          ? nothing
          : html`<li><div><b>${say("permission")}</b><small>${say(this.blocked ? "denied" : "permission_more")}</small></div>
            ${this.blocked ? nothing : html`<button type="button" @click=${() => void this.allow()}>${say("allow")}</button>`}</li>`
      }
    </ul></section>`;
  }

  private look() {
    return html`<section aria-labelledby="look"><h2 id="look" tabindex="-1">${say("look")}</h2><ul>
      ${this.segments("theme", "theme", [
        ["system", say("theme_system")],
        ["light", say("theme_light")],
        ["dark", say("theme_dark")],
      ])}
      ${this.choice("language", "language", [["", say("language_auto")], ...Object.entries(LANGUAGES)])}
    </ul></section>`;
  }

  private signedIn() {
    if (!this.devices) return nothing;
    const when = (at: string) =>
      new Date(at).toLocaleString(language(), {dateStyle: "long", timeStyle: "short"});
    return html`<section aria-labelledby="devices"><h2 id="devices" tabindex="-1">${say("devices")}</h2><ul>${this.devices.map(
      (
        one,
      ) => html`<li><div><b><bdi>${one.device}</bdi></b><small>${say(one.current ? "this_device" : "last_seen", {time: when(one.current ? one.created_at : one.last_used_at)})}</small></div>
        ${one.current ? nothing : html`<button type="button" @click=${() => void this.signOut(one)}>${say("sign_out")}<span class="unseen">: ${one.device}</span></button>`}</li>`,
    )}</ul></section>`;
  }

  private go(event: Event, name: string): void {
    event.preventDefault();
    const heading = this.shadowRoot?.getElementById(name);
    heading?.scrollIntoView({block: "start"});
    heading?.focus({preventScroll: true});
  }

  private async allow(): Promise<void> {
    this.blocked = (await Notification.requestPermission()) === "denied";
    this.requestUpdate();
  }

  private async signOut(device: Device): Promise<void> {
    try {
      await callJson<unknown>(`/api/sessions/${encodeURIComponent(device.id)}`, {method: "DELETE"});
      this.devices = (this.devices ?? []).filter((one) => one.id !== device.id);
      this.message = say("signed_out");
    } catch {
      this.message = say("failed");
    }
  }

  private choice(name: keyof Preferences, text: Text, values: readonly (readonly [string, string])[]) {
    const now = String(this.preferences[name]);
    const all = values.some(([value]) => value === now) ? values : [...values, [now, now] as const];
    return html`<li><label for=${name}><b>${say(text)}</b><small>${say(`${text}_more` as Text)}</small></label><select id=${name} name=${name} @change=${(
      event: Event,
    ) => {
      const value = (event.currentTarget as HTMLSelectElement).value;
      this.change({[name]: name === "timeout_seconds" ? Number(value) : value});
    }}>${all.map(([value, label]) => html`<option value=${value} ?selected=${value === now} .selected=${value === now}>${label}</option>`)}</select></li>`;
  }

  private segments(
    name: keyof Preferences,
    text: Text,
    values: readonly (readonly [string | number, string])[],
  ) {
    return html`<li><div><b id="${name}-name">${say(text)}</b><small>${say(`${text}_more` as Text)}</small></div>
      <div class="seg" role="group" aria-labelledby="${name}-name">${values.map(
        ([value, label]) =>
          html`<button type="button" aria-pressed=${this.preferences[name] === value} @click=${() => this.change({[name]: value})}>${label}</button>`,
      )}</div></li>`;
  }

  private toggle(name: Switch, text: Text) {
    return html`<li><label for=${name}><b>${say(text)}</b><small>${say(`${text}_more` as Text)}</small></label><span class="switch"><input type="checkbox" id=${name} name=${name} .checked=${this.preferences[name]} @change=${(
      event: Event,
    ) => {
      this.change({[name]: (event.currentTarget as HTMLInputElement).checked});
    }}></span></li>`;
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

interface Device {
  readonly id: string;
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
}

/** Reads where the person is signed in; null where the server does not say. */
async function readDevices(): Promise<readonly Device[] | null> {
  try {
    return (await callJson<{sessions: readonly Device[]}>("/api/sessions")).sessions;
  } catch {
    return null;
  }
}

function span(seconds: number): string {
  if (seconds > 86_400) return say("no_limit");
  return seconds >= 3600 ? say("hours", {n: seconds / 3600}) : say("minutes", {n: seconds / 60});
}
