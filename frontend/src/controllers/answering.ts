/** Answers, cancels and puts off interactions over HTTP. */
import {ApiError, callJson} from "../wire/api.ts";
import type {SubmissionInput} from "../wire/generated.ts";
import type {Interaction} from "../wire/interaction.ts";
import type {LiveDesk} from "./live-desk.ts";

const MOST_KEPT_ALIVE = 15_000;
const path = (id: string, action = ""): string => `/api/interactions/${encodeURIComponent(id)}${action}`;

export async function lookUp(desk: LiveDesk, id: string): Promise<void> {
  const before = desk.known.get(id);
  const read = await callJson<Interaction>(path(id));
  // What the socket said meanwhile is at least as new.
  if (desk.known.get(id) === before) desk.learn(read);
}

/** Follow something that is sent; who is not signed in any more hears so in words of the page. */
export function inWords<T>(sent: Promise<T>, signedOut: () => string): Promise<T> {
  return sent.catch((failure: unknown) => {
    throw isSignedOut(failure) ? Object.assign(failure, {words: signedOut()}) : failure;
  });
}

export function isSignedOut(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && (failure.status === 401 || failure.status === 403);
}

/** Send an answer. Where somebody else was first, their outcome is learnt and shown instead: nothing failed. */
export async function answer(
  desk: LiveDesk,
  id: string,
  submission: SubmissionInput,
  keepalive = false,
): Promise<"taken" | "too late"> {
  return (await post(desk, id, "/answer", submission, keepalive)) ? "taken" : "too late";
}

export async function cancel(desk: LiveDesk, id: string, note: string | null): Promise<void> {
  await post(desk, id, "/cancel", {note});
}

/** Set the deadline so many seconds from now. */
export async function setDeadline(desk: LiveDesk, id: string, seconds: number): Promise<void> {
  await post(desk, id, "/deadline", {seconds});
}

export async function snooze(desk: LiveDesk, id: string, seconds: number): Promise<void> {
  await post(desk, id, "/snooze", {seconds});
}

async function post(
  desk: LiveDesk,
  id: string,
  action: string,
  body: unknown,
  leaving = false,
): Promise<boolean> {
  // Browsers refuse to keep larger requests alive.
  const keepalive = leaving && JSON.stringify(body).length < MOST_KEPT_ALIVE;
  try {
    desk.learn(await callJson<Interaction>(path(id, action), {method: "POST", body, keepalive}));
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 409) throw failure;
    await lookUp(desk, id);
    return false;
  }
}
