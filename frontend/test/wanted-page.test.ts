import {beforeEach, expect, test, vi} from "vitest";
import {keepWanted, takeWanted} from "../src/pages/wanted-page.ts";

beforeEach(() => localStorage.clear());

test("a page that was wanted waits for one sign-in", () => {
  keepWanted("/choice/4f2a-b?lang=ko");

  expect(takeWanted()).toBe("/choice/4f2a-b?lang=ko");
  expect(takeWanted()).toBeUndefined();
});

test("nothing but our own pages is gone to", () => {
  for (const page of [
    "//evil.example",
    "https://evil.example",
    "/choice/../x",
    "/\\evil.example",
    "javascript:x",
    "/api/log",
  ]) {
    keepWanted(page);

    expect(takeWanted()).toBeUndefined();
  }
  localStorage.setItem("choice:wanted-page", "{no json");
  expect(takeWanted()).toBeUndefined();
});

test("after ten minutes it is forgotten", () => {
  vi.useFakeTimers();
  keepWanted("/");
  vi.advanceTimersByTime(11 * 60_000);

  expect(takeWanted()).toBeUndefined();
  vi.useRealTimers();
});
