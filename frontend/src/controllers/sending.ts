/** Sends something once: a second tap while it is under way does nothing, a failure can be tried again. */
import type {ReactiveControllerHost} from "lit";

export type Phase = "idle" | "sending" | "failed" | "sent";
export type WaitUntil = (work: Promise<unknown>) => void;

export class Sending<T> {
  phase: Phase = "idle";
  /** What was sent last. */
  payload: T | null = null;
  /** Why it failed, where whoever sent it has words for it. */
  reason = "";
  /** The same for every attempt to send the same thing, so that the server takes it once. */
  id = "";
  /** Counts what was sent, so that a late reply to something else is ignored. */
  private turn = 0;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly deliver: (payload: T, id: string, waitUntil: WaitUntil) => void,
    private readonly ended: (phase: Phase) => void,
  ) {}

  /** Send it, unless something is on its way already. */
  send(payload: T): void {
    if (this.phase === "sending" || this.phase === "sent") return;
    if (JSON.stringify(payload) !== JSON.stringify(this.payload)) this.id = newId();
    this.payload = payload;
    this.move("sending");
    this.turn += 1;
    const {turn} = this;
    const work: Promise<unknown>[] = [];
    this.deliver(payload, this.id, (promise) => work.push(promise));
    Promise.all(work).then(
      () => turn === this.turn && this.end("sent"),
      (failure: {words?: string; undone?: boolean} | null) => {
        if (turn !== this.turn) return;
        if (failure?.undone) return this.move("idle");
        this.reason = failure?.words ?? "";
        this.end("failed");
      },
    );
  }

  /** Send the same thing again; the button that was pressed for it is gone then, but the focus stays near. */
  retry(): void {
    if (this.payload === null) return;
    this.send(this.payload);
    void this.host.updateComplete.then(() => this.host.focus({preventScroll: true}));
  }

  /** Forget what was sent. */
  reset(): void {
    this.payload = null;
    this.turn += 1;
    this.move("idle");
  }

  private end(phase: Phase): void {
    if (this.phase !== "sending") return;
    this.move(phase);
    this.ended(phase);
  }

  private move(phase: Phase): void {
    this.phase = phase;
    this.host.requestUpdate();
  }
}

function newId(): string {
  // randomUUID is missing on pages served without TLS from another machine.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
