/** Messages between a card and the client that shows it in a frame (MCP Apps): JSON-RPC over `postMessage`. */

export type Params = Readonly<Record<string, unknown>>;

interface Waiting {
  resolve: (result: Params) => void;
  reject: (reason: Error) => void;
}

/** A request of the client, or a notification; what it returns answers a request. */
export type Handler = (params: Params) => unknown;

const METHOD_NOT_FOUND = -32601;

export class HostBridge {
  private count = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly host: Window,
    private readonly handlers: Readonly<Record<string, Handler>>,
  ) {
    addEventListener("message", (event: MessageEvent<unknown>) => {
      if (event.source === this.host) void this.take(event.data);
    });
  }

  /** Send a request. Rejects on an error, and if there is no reply in time, because clients may drop messages. */
  request(method: string, params: Params, timeout = 10_000): Promise<Params> {
    this.count += 1;
    const id = this.count;
    return new Promise<Params>((resolve, reject) => {
      const timer = setTimeout(
        () => this.settle(id, () => reject(new Error(`${method} timed out`))),
        timeout,
      );
      const done = () => clearTimeout(timer);
      this.waiting.set(id, {
        resolve: (result) => {
          done();
          resolve(result);
        },
        reject: (reason) => {
          done();
          reject(reason);
        },
      });
      this.post({id, method, params});
    });
  }

  notify(method: string, params: Params = {}): void {
    this.post({method, params});
  }

  private post(message: Params): void {
    // The frame cannot know the origin of the client; `parent` is the client whatever its origin.
    this.host.postMessage({jsonrpc: "2.0", ...message}, "*");
  }

  private async take(data: unknown): Promise<void> {
    if (!isObject(data) || data.jsonrpc !== "2.0") return;
    const {id, method} = data;
    if (typeof method === "string") {
      const handler = this.handlers[method];
      const params = isObject(data.params) ? data.params : {};
      if (id === undefined) handler?.(params);
      else if (handler) this.post({id, result: (await handler(params)) ?? {}});
      else this.post({id, error: {code: METHOD_NOT_FOUND, message: "Method not found"}});
      return;
    }
    const result = isObject(data.result) ? data.result : null;
    this.settle(Number(id), (waiting) =>
      result ? waiting.resolve(result) : waiting.reject(new Error(reasonOf(data.error))),
    );
  }

  private settle(id: number, end: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) end(waiting);
  }
}

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reasonOf(error: unknown): string {
  return isObject(error) && typeof error.message === "string" ? error.message : "failed";
}
