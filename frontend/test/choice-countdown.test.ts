import {afterEach, beforeEach, expect, test, vi} from "vitest";
import type {ChoiceCountdown} from "../src/elements/choice-countdown/choice-countdown.ts";
import {clockText} from "../src/elements/choice-countdown/clock-text.ts";
import "../src/elements/choice-countdown/define.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

async function countdown(remaining: number): Promise<[ChoiceCountdown, string[]]> {
  const made = document.createElement("choice-countdown") as ChoiceCountdown;
  made.remaining = remaining;
  const heard: string[] = [];
  made.addEventListener("choice-time-mark", (event) =>
    heard.push(String((event as CustomEvent<{seconds: number}>).detail.seconds)),
  );
  made.addEventListener("choice-deadline-passed", () => heard.push("passed"));
  document.body.append(made);
  await made.updateComplete;
  return [made, heard];
}

test("the person is warned in time, and told once that time is up", async () => {
  const [made, heard] = await countdown(62);
  for (let second = 0; second < 70; second++) {
    vi.advanceTimersByTime(1000);
    await made.updateComplete;
  }

  expect(heard).toEqual(["60", "30", "20", "10", "passed"]);
  expect(made.shadowRoot?.textContent).toContain("Time is up");
});

test("time stands still while it is paused", async () => {
  const [made] = await countdown(30);
  made.paused = true;
  await made.updateComplete;
  vi.advanceTimersByTime(20_000);
  made.paused = false;
  await made.updateComplete;

  expect(Math.round(made.left)).toBe(30);
});

test("a deadline that moved is followed", async () => {
  const [made] = await countdown(10);
  made.remaining = 310;
  await made.updateComplete;

  expect(made.shadowRoot?.textContent).toContain("5:10 left");
});

test.each([
  [5, "0:05"],
  [65.2, "1:06"],
  [3599, "59:59"],
  [7200, "2 hr"],
  [259_200, "3 days"],
])("%d seconds are written as %s", (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
