/** WebSocket of a page. Reconnects automatically, and then receives a snapshot of all state. */
import {type ClientMessage, readServerMessage, type ServerMessage} from "../wire/live.ts";

export type Connection = "connecting" | "open" | "lost";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
/** The server says something every fifteen seconds; silence for three times that long means that it is gone. */
const SILENCE_MS = 45_000;

export class LiveSocket {
  connection: Connection = "connecting";
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly take: (message: ServerMessage) => void,
    private readonly changed: (connection: Connection) => void,
  ) {}

  /** Connect, and stay connected until `close`. */
  open(): void {
    addEventListener("online", this.now);
    addEventListener("pageshow", this.now);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    removeEventListener("pageshow", this.now);
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.socket?.close();
  }

  /** Send a message, or drop it where nobody is connected: a snapshot will say what matters. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private readonly now = (): void => {
    if (this.connection === "lost") this.connect();
  };

  private readonly seen = (): void => {
    if (document.visibilityState === "visible") this.now();
  };

  private connect(): void {
    clearTimeout(this.retry);
    if (this.closed) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.move("connecting");
    socket.onopen = () => socket.send(JSON.stringify({type: "hello"} satisfies ClientMessage));
    socket.onmessage = (event) => this.heard(event.data);
    socket.onclose = () => this.lost(socket);
    this.listen();
  }

  private heard(data: unknown): void {
    this.listen();
    const message = readServerMessage(data);
    if (!message) return;
    if (message.type === "snapshot") {
      this.wait = FIRST_WAIT_MS;
      this.move("open");
    }
    this.take(message);
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket?.close(), SILENCE_MS);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    clearTimeout(this.silence);
    this.move("lost");
    // Many pages that lost the same server do not come back at the same moment.
    this.retry = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private move(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.changed(connection);
  }
}
