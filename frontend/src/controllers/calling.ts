/** Calls a person who looks elsewhere: counts in the tab, and notifications for new questions and before time runs out. */
import type {Interaction} from "../wire/interaction.ts";
import {portalWords as say} from "../words/portal.ts";
import {savedPreferences} from "./appearance.ts";
import type {LiveDesk} from "./live-desk.ts";
import {callTab, countTab} from "./page-title.ts";

/** Time is called at these seconds. */
const MARKS = [60, 10];
/** Held, in any tab of this browser, while the person sees one of our pages. */
const IN_FRONT = "choice-page-in-front";

export class CallDesk {
  /** How many questions wait for the person now. */
  waiting = 0;
  private readonly known = new Set<string>();
  /** The least time left at which an interaction was seen, by id. */
  private readonly left = new Map<string, number>();
  private isFirst = true;
  private release: (() => void) | undefined;

  constructor(private readonly desk: LiveDesk) {
    desk.subscribe((changed) => this.look(changed));
    setInterval(() => this.tick(), 500);
    document.addEventListener("visibilitychange", () => this.mind());
    this.mind();
    this.look(null);
  }

  private look(changed: Interaction | null): void {
    const open = [...this.desk.known.values()].map((one) => one.interaction).filter((one) => this.waits(one));
    this.waiting = open.length;
    countTab(open.length);
    for (const one of open) {
      // What was there before the page needs no call.
      if (!this.known.has(one.id) && !this.isFirst) void this.callNew(one);
      this.known.add(one.id);
    }
    if (this.desk.ready) this.isFirst = false;
    if (changed?.state === "timed_out" && this.left.has(changed.id)) {
      this.left.delete(changed.id);
      void this.call(changed, say("notify_over"), "time");
    }
  }

  private waits(one: Interaction): boolean {
    const aside = one.snoozed_until !== null && Date.parse(one.snoozed_until) > this.desk.now;
    return one.state === "open" && !one.queued && !aside;
  }

  private tick(): void {
    let soonest = Number.POSITIVE_INFINITY;
    for (const {interaction} of this.desk.known.values()) {
      if (!this.waits(interaction)) {
        if (interaction.state !== "timed_out") this.left.delete(interaction.id);
        continue;
      }
      const now = this.desk.remaining(interaction.id);
      const before = this.left.get(interaction.id) ?? Number.POSITIVE_INFINITY;
      this.left.set(interaction.id, now);
      soonest = Math.min(soonest, now);
      const mark = MARKS.findLast((one) => before > one && now <= one);
      if (mark && now > 0 && Number.isFinite(before))
        void this.call(interaction, say(mark === 60 ? "notify_minute" : "notify_soon"), "time");
      if (now === 0 && before > 0 && Number.isFinite(before))
        void this.call(interaction, say("notify_over"), "time");
    }
    const seconds = Math.ceil(soonest);
    callTab(document.hidden && seconds <= 10 && seconds > 0 ? say("soon", {n: seconds}) : "");
  }

  private async callNew(one: Interaction): Promise<void> {
    const {notify_new: wanted} = savedPreferences();
    if (wanted === "none" || (wanted === "urgent" && one.urgency !== "high")) return;
    await this.call(one, say("notify_new", {agent: one.asked_by.agent}), "new");
  }

  /** The text does not say the question: others may see the screen. */
  private async call(one: Interaction, body: string, kind: "new" | "time"): Promise<void> {
    if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted")
      return;
    if (kind === "time" && !savedPreferences().notifications) return;
    if (await isInFront()) return;
    // Several tabs show it once: the tag is the same.
    const shown = new Notification(say("notify_title"), {body, tag: one.id});
    shown.onclick = () => {
      window.focus();
      dispatchEvent(new CustomEvent("choice-called", {detail: {id: one.id}}));
      shown.close();
    };
  }

  /** Keep or release the sign that a page of ours is in front. */
  private mind(): void {
    if (!("locks" in navigator)) return;
    if (document.hidden) {
      this.release?.();
      this.release = undefined;
    } else if (!this.release)
      void navigator.locks
        .request(IN_FRONT, {mode: "shared"}, () => new Promise<void>((done) => (this.release = done)))
        .catch(() => undefined);
  }
}

async function isInFront(): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const {held = []} = await navigator.locks.query().catch(() => ({held: []}));
  return held.some((one) => one.name === IN_FRONT);
}

const started = new WeakMap<LiveDesk, CallDesk>();

/** Returns the calls of a desk; all elements of the page share them. */
export function callDesk(desk: LiveDesk): CallDesk {
  const calls = started.get(desk) ?? new CallDesk(desk);
  started.set(desk, calls);
  return calls;
}
