import {afterEach, beforeEach, expect, test, vi} from "vitest";
import type {ChoiceForm, SubmitDetail} from "../src/elements/choice-form/choice-form.ts";
import "../src/elements/choice-form/define.ts";
import type {ChoiceQuestion} from "../src/elements/choice-question/choice-question.ts";
import {question} from "./samples.ts";

beforeEach(() => localStorage.clear());
afterEach(() => document.body.replaceChildren());

async function form(count: number, set: Partial<ChoiceForm> = {}): Promise<[ChoiceForm, SubmitDetail[]]> {
  const made = document.createElement("choice-form") as ChoiceForm;
  const questions = Array.from({length: count}, (_, at) =>
    question({id: `q${at + 1}`, text: `Question ${at + 1}?`}),
  );
  Object.assign(made, {form: {title: "Form", context: null, questions}, ...set});
  const sent: SubmitDetail[] = [];
  made.addEventListener("choice-submit", (event) => sent.push((event as CustomEvent<SubmitDetail>).detail));
  document.body.append(made);
  await made.updateComplete;
  await Promise.all(cards(made).map((card) => card.updateComplete));
  return [made, sent];
}

const cards = (made: ChoiceForm): ChoiceQuestion[] => [
  ...(made.shadowRoot?.querySelectorAll<ChoiceQuestion>("choice-question") ?? []),
];
const text = (made: ChoiceForm): string => (made.shadowRoot?.textContent ?? "").replace(/\s+/g, " ");

test("one question is sent by one tap", async () => {
  const [made, sent] = await form(1);
  cards(made)[0]?.press("a");

  expect(sent.map((one) => one.submission.answers)).toEqual([[{question_id: "q1", option_ids: ["a"]}]]);
});

test("several questions are sent together, with their progress shown", async () => {
  const [made, sent] = await form(2);
  cards(made)[0]?.press("a");
  await made.updateComplete;
  expect(text(made)).toContain("1 of 2 answered");
  expect(sent).toEqual([]);

  cards(made)[1]?.press("b");
  made.submit();

  const [{submission}] = sent as [SubmitDetail];
  expect(submission.answers.map((one) => one.option_ids)).toEqual([["a"], ["b"]]);
  expect(submission.answer_id).toMatch(/^[0-9a-f]{32}$/);
});

test("Send names the first question that is still open", async () => {
  const [made, sent] = await form(3);
  cards(made)[0]?.press("a");
  made.submit();
  await made.updateComplete;

  expect(text(made)).toContain("Still open: Question 2?");
  expect(sent).toEqual([]);
});

test("an answer can be changed before it is sent, and everything reset", async () => {
  const [made] = await form(2);
  const first = cards(made)[0] as ChoiceQuestion;
  first.press("a");
  await first.updateComplete;
  first.shadowRoot?.querySelector<HTMLElement>(".done button")?.click();
  await first.updateComplete;
  first.press("c");
  expect(first.answer?.option_ids).toEqual(["c"]);

  made.reset();
  expect(cards(made).map((card) => card.answer?.option_ids)).toEqual([[], []]);
});

test("a form that was answered elsewhere shows the answers", async () => {
  const answers = [{question_id: "q1", option_ids: ["b"], custom_text: null, option_notes: {}}];
  const outcome = {
    answers,
    note: null,
    answered_by: "Kim",
    surface: "terminal",
    at: null,
    used_defaults: false,
  };
  const [made] = await form(1, {state: "answered", outcome});

  expect(cards(made)[0]?.shadowRoot?.textContent).toContain("in the terminal by Kim");
});

test("a form that could not be sent is kept and tried again", async () => {
  const [made, sent] = await form(2);
  let works = false;
  made.addEventListener("choice-submit", (event) =>
    (event as CustomEvent<SubmitDetail>).detail.waitUntil(
      works ? Promise.resolve() : Promise.reject(new Error("away")),
    ),
  );
  for (const card of cards(made)) card.press("a");
  made.submit();
  await vi.waitFor(() => expect(text(made)).toContain("This could not be sent."));

  works = true;
  made.shadowRoot?.querySelector<HTMLElement>(".trouble button")?.click();
  await vi.waitFor(() =>
    expect(cards(made).every((card) => card.shadowRoot?.querySelector(".done"))).toBe(true),
  );
  expect(sent[0]?.submission.answer_id).toBe(sent[1]?.submission.answer_id);
});
