/** Calls somebody back who is looking at another tab: by the tab's title, and by a notification where they want one. */
import {html, type LitElement, nothing} from "lit";
import {savedPreferences, savePreferences} from "../../controllers/appearance.ts";
import {callJson} from "../../wire/api.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {portalWords as say} from "../../words/portal.ts";

const SOON_SECONDS = 10;

export class Attention {
  private title = "";
  private called = false;
  private ended = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private interaction: Interaction | null = null;
  private endsAt = 0;
  private refused = false;

  constructor(private readonly host: LitElement) {}

  /** Watch an interaction with so many seconds left. */
  follow(interaction: Interaction, left: number): void {
    if (!this.title) this.title = document.title;
    this.interaction = interaction;
    this.endsAt = performance.now() + left * 1000;
    clearInterval(this.timer);
    if (interaction.state === "open") {
      if (left > SOON_SECONDS) this.called = false;
      this.timer = setInterval(() => this.look(), 500);
    } else if (interaction.state === "timed_out") this.timeIsUp();
    this.look();
  }

  timeIsUp(): void {
    if (this.ended) return;
    this.ended = true;
    this.call(say("notify_over"));
  }

  /** The check box that asks for notifications; the browser is asked when it is ticked, never before. */
  control() {
    if (typeof Notification === "undefined") return nothing;
    const on = savedPreferences().notifications && Notification.permission === "granted";
    return html`<label class="notify"><input type="checkbox" .checked=${on} @change=${this.toggle}> <span>${say("notify")}</span></label>
      ${this.refused ? html`<p class="quiet" role="status">${say("notify_denied")}</p>` : nothing}`;
  }

  private readonly toggle = async (event: Event): Promise<void> => {
    const box = event.currentTarget as HTMLInputElement;
    const wanted = box.checked;
    const granted = wanted && (await Notification.requestPermission()) === "granted";
    this.refused = wanted && !granted;
    savePreferences({...savedPreferences(), notifications: granted});
    void callJson<unknown>("/api/preferences", {method: "PATCH", body: {notifications: granted}}).catch(
      () => undefined,
    );
    box.checked = granted;
    this.host.requestUpdate();
  };

  private look(): void {
    const open = this.interaction?.state === "open";
    const left = Math.ceil((this.endsAt - performance.now()) / 1000);
    const soon = open && left <= SOON_SECONDS && left > 0;
    document.title = soon && document.hidden ? `${say("soon", {n: left})} · ${this.title}` : this.title;
    if (!soon || this.called || !document.hidden) return;
    this.called = true;
    this.call(say("notify_soon"));
  }

  /** The text says nothing about the question: others may see the screen. */
  private call(body: string): void {
    if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted")
      return;
    if (!savedPreferences().notifications) return;
    const shown = new Notification(say("notify_title"), {body, tag: this.interaction?.id ?? "choice"});
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}
