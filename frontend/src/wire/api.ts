/** Calls the server's HTTP API. */

/** The server refused, or could not be reached (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The body of the reply, where it was JSON; a 409 carries the winning outcome in it. */
    readonly body: unknown = null,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** No simple form of another site can send this header. */
const HEADERS = {"X-Choice-Client": "web", Accept: "application/json"};

export interface Call {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
  /** Go on though the page is left. */
  keepalive?: boolean;
  accept?: string;
}

/** Sends a request and returns the response of one that succeeded. */
export async function call(
  path: string,
  {method = "GET", body, signal, accept, keepalive = false}: Call = {},
): Promise<Response> {
  const headers: Record<string, string> = {...HEADERS, ...(accept ? {Accept: accept} : {})};
  const init: RequestInit = {method, headers, credentials: "same-origin", cache: "no-store", keepalive};
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    // Words such as "yesterday" in a message mean days of this time zone.
    headers["Time-Zone"] = Intl.DateTimeFormat().resolvedOptions().timeZone;
    init.body = JSON.stringify(body);
  }
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new ApiError(0, "UNREACHABLE", "The server cannot be reached.");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Sends a request and returns the JSON of the reply. */
export async function callJson<T>(path: string, options: Call = {}): Promise<T> {
  const response = await call(path, options);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = member(body, "error");
  const code = member(error, "code");
  const message = member(error, "message");
  const wait = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return new ApiError(
    response.status,
    typeof code === "string" ? code : `HTTP_${response.status}`,
    typeof message === "string" ? message : "",
    body,
    Number.isNaN(wait) ? null : wait,
  );
}

/** Returns a member of something that may be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
