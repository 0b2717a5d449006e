import {afterEach, beforeEach, expect, test, vi} from "vitest";
import {DeskDrafts, PAUSE_MS} from "../src/controllers/desk-drafts.ts";
import {keepDraft, keptDraft} from "../src/controllers/drafts.ts";
import type {LiveDesk} from "../src/controllers/live-desk.ts";
import type {ChoiceForm, DraftDetail} from "../src/elements/choice-form/choice-form.ts";
import "../src/elements/choice-form/define.ts";
import type {ChoiceQuestion} from "../src/elements/choice-question/choice-question.ts";
import {whole} from "../src/wire/answer-text.ts";
import {question} from "./samples.ts";

const words = (custom_text: string) => whole({question_id: "q1", custom_text});

async function card(): Promise<ChoiceQuestion> {
  const made = document.createElement("choice-question") as ChoiceQuestion;
  made.question = question();
  document.body.append(made);
  await made.updateComplete;
  return made;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a card takes what was filled in elsewhere, and lets it go again", async () => {
  const made = await card();
  made.drafted = words("Water");
  await made.updateComplete;
  expect(made.draft.text).toBe("Water");
  made.drafted = null;
  await made.updateComplete;
  expect(made.draft.text).toBe("");
});

test("nobody writes into a card in which somebody is at work", async () => {
  const made = await card();
  made.write("Te");
  made.drafted = words("Water");
  await made.updateComplete;
  expect(made.draft.text).toBe("Te");
});

test("what comes back from the desk does not cut off the space that was typed last", async () => {
  const now = vi.spyOn(performance, "now");
  const made = await card();
  made.write("Green tea ");
  now.mockReturnValue(performance.now() + 60_000);
  made.drafted = words("Green tea");
  await made.updateComplete;
  expect(made.draft.text).toBe("Green tea ");
});

test("a form says what is filled in, and takes back what is no answer any more", async () => {
  const form = document.createElement("choice-form") as ChoiceForm;
  form.form = {title: null, context: null, questions: [question()]};
  document.body.append(form);
  await form.updateComplete;
  const said: DraftDetail[] = [];
  form.addEventListener("choice-draft", (event) => said.push((event as CustomEvent<DraftDetail>).detail));
  const inside = form.shadowRoot?.querySelector<ChoiceQuestion>("choice-question");
  inside?.write("Tea");
  inside?.write("");
  expect(said.map((one) => one.answer?.custom_text ?? null)).toEqual(["Tea", null]);
  expect(said[0]?.question_id).toBe("q1");
});

/** A desk that knows nothing, and takes what it is told. */
const desk = {known: new Map(), learn: vi.fn()} as unknown as LiveDesk;
const reply = () => new Response(JSON.stringify({id: "i1"}), {status: 200});

test("one pause sends one step, the latest, and the browser forgets it", async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => reply());
  vi.stubGlobal("fetch", fetched);
  keepDraft("i1/q1", {chosen: [], text: "Te", notes: {}});
  const drafts = new DeskDrafts(() => desk);
  drafts.keep("i1", "q1", {question_id: "q1", custom_text: "T"}, "i1/q1");
  drafts.keep("i1", "q1", {question_id: "q1", custom_text: "Te"}, "i1/q1");
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 1);
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/interactions/i1/draft");
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body)).answer.custom_text).toBe("Te");
  expect(keptDraft("i1/q1")).toBeNull();
});

test("what cannot be sent stays in the browser", async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Promise.reject(new TypeError("offline"))),
  );
  keepDraft("i1/q1", {chosen: [], text: "Te", notes: {}});
  new DeskDrafts(() => desk).keep("i1", "q1", {question_id: "q1", custom_text: "Te"}, "i1/q1");
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 1);
  expect(keptDraft("i1/q1")?.text).toBe("Te");
});

test("of a draft of another version of the question only what fits it is taken, and kept", async () => {
  keepDraft("q1", {chosen: ["gone"], text: "Tea", notes: {gone: "never mind"}});
  const made = await card();
  expect(made.draft).toEqual({chosen: [], text: "Tea", notes: {}});
  expect(keptDraft("q1")).toMatchObject({chosen: [], text: "Tea", notes: {}});
});

test("a draft that nothing is left of is forgotten", async () => {
  keepDraft("q1", {chosen: ["gone"], text: "", notes: {}});
  await card();
  expect(localStorage.length).toBe(0);
});

test("drafts of questions that nobody came back to are forgotten", () => {
  keepDraft("old", {chosen: [], text: "Tea", notes: {}});
  vi.useFakeTimers({now: Date.now() + 8 * 24 * 60 * 60 * 1000});
  expect(keptDraft("new")).toBeNull();
  expect(localStorage.length).toBe(0);
});
