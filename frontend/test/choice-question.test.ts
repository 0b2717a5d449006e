import {afterEach, beforeEach, expect, test, vi} from "vitest";
import type {AnswerDetail, ChoiceQuestion} from "../src/elements/choice-question/choice-question.ts";
import "../src/elements/choice-question/define.ts";
import {isYesOrNo, problemOf} from "../src/elements/choice-question/selection.ts";
import type {Question} from "../src/wire/generated.ts";
import {HOSTILE, option, question} from "./samples.ts";

let sent: AnswerDetail[] = [];

beforeEach(() => {
  localStorage.clear();
  sent = [];
});
afterEach(() => document.body.replaceChildren());

async function card(asked = question(), set: Partial<ChoiceQuestion> = {}): Promise<ChoiceQuestion> {
  const made = document.createElement("choice-question") as ChoiceQuestion;
  Object.assign(made, {question: asked, ...set});
  made.addEventListener("choice-answer", (event) => sent.push((event as CustomEvent<AnswerDetail>).detail));
  document.body.append(made);
  await made.updateComplete;
  return made;
}

const all = <E extends HTMLElement>(made: ChoiceQuestion, selector: string): E[] => [
  ...(made.shadowRoot?.querySelectorAll<E>(selector) ?? []),
];
const text = (made: ChoiceQuestion): string => (made.shadowRoot?.textContent ?? "").replace(/\s+/g, " ");
const tap = (element: HTMLElement | undefined): boolean | undefined =>
  element?.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true, detail: 1}));

test("one tap sends, and the card becomes one line", async () => {
  const made = await card();

  tap(all(made, "button.option")[1]);
  await vi.waitFor(() => expect(all(made, ".done")).toHaveLength(1));

  expect(sent.map((one) => one.answer)).toEqual([{question_id: "q1", option_ids: ["b"]}]);
  expect(text(made)).toContain("✓ Answered: What would you like? → Coffee");
});

test("a double tap sends once", async () => {
  const made = await card();
  made.addEventListener("choice-answer", (event) =>
    (event as CustomEvent<AnswerDetail>).detail.waitUntil(new Promise(() => undefined)),
  );

  tap(all(made, "button.option")[0]);
  tap(all(made, "button.option")[0]);
  tap(all(made, "button.option")[1]);

  expect(sent).toHaveLength(1);
});

test("a failed send keeps what was typed and is tried again with the same id", async () => {
  const made = await card();
  let works = false;
  made.addEventListener("choice-answer", (event) =>
    (event as CustomEvent<AnswerDetail>).detail.waitUntil(
      works ? Promise.resolve() : Promise.reject(new Error("offline")),
    ),
  );
  made.write("my own");
  made.send();
  await vi.waitFor(() => expect(all(made, ".trouble")).toHaveLength(1));
  expect(all<HTMLTextAreaElement>(made, "textarea")[0]?.value).toBe("my own");

  works = true;
  all(made, ".trouble button")[0]?.click();
  await vi.waitFor(() => expect(all(made, ".done")).toHaveLength(1));

  expect(sent[0]?.answerId).toBe(sent[1]?.answerId);
  expect(text(made)).toContain("“my own”");
});

test("own words survive a reload, and are forgotten once they are sent", async () => {
  const first = await card();
  first.write("half a thought");
  first.remove();

  const again = await card();
  expect(all<HTMLTextAreaElement>(again, "textarea")[0]?.value).toBe("half a thought");

  again.send();
  await vi.waitFor(() => expect(all(again, ".done")).toHaveLength(1));
  expect(localStorage.length).toBe(0);
});

test("empty words cannot be sent", async () => {
  const made = await card();
  made.write("   ");
  await made.updateComplete;

  expect(all<HTMLButtonElement>(made, "button.main")[0]?.disabled).toBe(true);
  made.send();
  expect(sent).toEqual([]);
});

test("a long question that has ended shows its beginning, and all of it with its options", async () => {
  const long = `Which ${"one of these which ".repeat(100)}is the end?`;
  const made = await card(question({text: long}), {outcome: {state: "cancelled", answer: null}});
  expect(text(made)).toContain("…");
  expect(text(made)).not.toContain("the end?");
  tap(all(made, "button")[0]);
  await made.updateComplete;

  expect(text(made)).toContain("the end?");
});

test("a question without options asks for words alone", async () => {
  const made = await card(question({options: [], selection_mode: "text_input"}));
  made.send();
  await made.updateComplete;

  expect(text(made)).toContain("Write an answer.");
});

test("Enter sends own words, Shift+Enter and an input method's Enter do not", async () => {
  const made = await card();
  made.write("mine");
  await made.updateComplete;
  const field = all(made, "textarea")[0];
  const press = (init: KeyboardEventInit) =>
    field?.dispatchEvent(
      new KeyboardEvent("keydown", {key: "Enter", bubbles: true, composed: true, cancelable: true, ...init}),
    );

  press({shiftKey: true});
  press({isComposing: true});
  expect(sent).toEqual([]);
  press({});
  expect(sent.map((one) => one.answer.custom_text)).toEqual(["mine"]);
});

test("a key that was meant for something else does not answer a card that just appeared", async () => {
  const made = await card();
  all(made, "button.option")[0]?.click();
  expect(sent).toEqual([]);

  made.armedAt = 0;
  all(made, "button.option")[0]?.click();
  expect(sent).toHaveLength(1);
});

test("several choices need Send, say what is missing, and are sent in the order of the options", async () => {
  const made = await card(question({selection_mode: "multi", min_selections: 2, max_selections: 2}));
  made.press("c");
  made.send();
  await made.updateComplete;
  expect(text(made)).toContain("Choose at least 2 options.");

  made.press("a");
  made.send();

  expect(sent.map((one) => one.answer.option_ids)).toEqual([["a", "c"]]);
});

test("notes are sent for the options that are chosen, and one for the whole answer", async () => {
  const made = await card(question(), {optionNotes: true, globalNote: true});
  made.press("b");
  made.annotate("b", "black");
  made.annotate("a", "not chosen");
  made.note = " soon ";
  made.send();

  expect(sent[0]?.answer.option_notes).toEqual({b: "black"});
  expect(sent[0]?.note).toBe("soon");
});

test("the recommended option has a star and is not chosen", async () => {
  const made = await card();

  expect(all(made, ".side").map((one) => one.textContent)).toEqual(["Recommended"]);
  expect(all(made, ".side .i")).toHaveLength(1);
  expect(all(made, ".chosen")).toEqual([]);
});

test("an answer from elsewhere closes the card and says where it came from", async () => {
  const made = await card();
  const answer = {question_id: "q1", option_ids: ["a"], custom_text: null, option_notes: {}};
  made.outcome = {state: "answered", answer, surface: "slack", answered_by: "Kim"};
  await made.updateComplete;

  expect(text(made)).toContain("→ Tea · in Slack by Kim");
});

test.each(["cancelled", "timed_out", "superseded"] as const)(
  "a card that is %s cannot be answered",
  async (state) => {
    const made = await card(question(), {outcome: {state, answer: null}});

    expect(all(made, "button.option, textarea")).toEqual([]);
    made.send();
    expect(sent).toEqual([]);
  },
);

test("what was chosen stays highlighted among the options", async () => {
  const answer = {question_id: "q1", option_ids: ["b"], custom_text: null, option_notes: {}};
  const made = await card(question(), {outcome: {state: "answered", answer}});
  all(made, "button")[0]?.click();
  await made.updateComplete;

  expect(all(made, "li").map((one) => one.classList.contains("chosen"))).toEqual([false, true, false]);
});

test("hostile text is only ever text", async () => {
  for (const hostile of HOSTILE) {
    const options = [option("a", hostile, {description: hostile, recommended: true}), option("b", "x")];
    const made = await card(
      question({id: hostile, text: hostile, context: hostile, placeholder: hostile, options}),
      {optionNotes: true},
    );
    expect(made.shadowRoot?.querySelector("script, img, iframe, a, svg:not(.i)")).toBeNull();
    expect(all(made, ".label")[0]?.textContent).toBe(hostile);
    made.remove();
  }
});

test.each([
  [option("1", "Yes", {value: "yes"}), option("2", "No", {value: "no"}), true],
  [option("1", "예"), option("2", "아니요"), true],
  [option("1", "はい"), option("2", "いいえ"), true],
  [option("1", "Yes", {description: "Do it"}), option("2", "No"), false],
  [option("1", "PostgreSQL"), option("2", "SQLite"), false],
  [option("1", "Now"), option("2", "Yesterday"), false],
])("yes and no stand side by side: %o %o", (first, second, expected) => {
  expect(isYesOrNo(question({options: [first, second]}))).toBe(expected);
});

test("own words stand instead of options, except where a question takes both", async () => {
  const multi = await card(question({selection_mode: "multi"}));
  multi.press("a");
  multi.write("other");
  expect(multi.answer).toEqual({question_id: "q1", option_ids: [], custom_text: "other"});
  multi.remove();

  const hybrid = await card(question({id: "q2", selection_mode: "hybrid"}));
  hybrid.press("a");
  hybrid.write("other");
  expect(hybrid.answer).toEqual({question_id: "q2", option_ids: ["a"], custom_text: "other"});
});

test("a question that may be left without a choice can be", () => {
  expect(
    problemOf(question({selection_mode: "multi", min_selections: 0}), {chosen: [], text: "", notes: {}}),
  ).toBeNull();
});

test.each([
  [{}, "empty"],
  [{allow_free_text: false}, "too_few"],
  [{selection_mode: "hybrid", min_selections: 1}, "too_few"],
  [{selection_mode: "hybrid", min_selections: 0}, "empty"],
  [{options: []}, "empty_text"],
] as const)("words are asked for only where they alone are an answer: %o", (more, key) => {
  expect(problemOf(question(more as Partial<Question>), {chosen: [], text: "", notes: {}})?.key).toBe(key);
});

test("own words that are too long are kept, counted, and not sent until they are shorter", async () => {
  const made = await card();

  made.write("x".repeat(9000));
  await made.updateComplete;
  expect(text(made)).toContain("9000 of at most 8000 characters");
  made.send();
  expect(sent).toHaveLength(0);
  expect(all<HTMLTextAreaElement>(made, ".own-words")[0]?.value).toHaveLength(9000);

  made.write("🙂".repeat(8000));
  await made.updateComplete;
  expect(text(made)).not.toContain("at most");
  made.send();
  expect(sent).toHaveLength(1);
});

test("a note that is too long is counted and not sent", async () => {
  const made = await card(question({selection_mode: "multi"}), {optionNotes: true});

  made.press("a");
  made.annotate("a", "n".repeat(2001));
  made.send();
  await made.updateComplete;

  expect(text(made)).toContain("2001 of at most 2000 characters");
  expect(sent).toHaveLength(0);
});

test("whoever sends can say in words why it failed", async () => {
  const made = await card();
  made.addEventListener("choice-answer", (event) =>
    (event as CustomEvent<AnswerDetail>).detail.waitUntil(Promise.reject({words: "You are signed out."})),
  );

  tap(all(made, "button.option")[0]);

  await vi.waitFor(() => expect(all(made, ".trouble")[0]?.textContent).toContain("You are signed out."));
});
