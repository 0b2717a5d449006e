import {expect, test} from "vitest";
import {plainLine, questionText} from "../src/words/question-text.ts";

test.each([
  ["Apply it? It has **41 million rows**.", "Apply it?", "It has **41 million rows**."],
  ["Which database?", "Which database?", ""],
  ["# A title\n\nThe body.", "A title", "The body."],
  ["**Deploy 2.4.1 to all?** Now.", "Deploy 2.4.1 to all?", "Now."],
  ["Use e.g. SQLite here? Or not.", "Use e.g. SQLite here?", "Or not."],
  ["어떤 것을 쓸까요? 비용이 듭니다.", "어떤 것을 쓸까요?", "비용이 듭니다."],
  ["どれにしますか？コストがかかります。", "どれにしますか？", "コストがかかります。"],
  ["Read [the note. Now](https://a.b/c) and decide. Then go.", "Read the note. Now and decide.", "Then go."],
  ["Should I\n- a\n- b", "Should I", "- a\n- b"],
  ["```diff\n-a\n```\nWhich?", "", "```diff\n-a\n```\nWhich?"],
])("the first sentence of %j is the heading", (text, heading, body) => {
  expect(questionText(text)).toEqual({heading, body});
});

test("a sentence that is too long is cut for the heading, and shown whole below it", () => {
  const text = `Which ${"of these ".repeat(60)}?`;
  const {heading, body} = questionText(text);

  expect(heading.length).toBeLessThan(130);
  expect(heading.endsWith("…")).toBe(true);
  expect(body).toBe(text);
});

test("a list shows one line without markup, also for a text that begins with a block", () => {
  expect(plainLine("Drop `orders`? **Now.**")).toBe("Drop orders?");
  expect(plainLine("| a | b |\n|---|---|\n| 1 | 2 |")).not.toContain("|");
});
