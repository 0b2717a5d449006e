import {afterEach, expect, test} from "vitest";
import en from "../../choice/i18n/en.json";
import ja from "../../choice/i18n/ja.json";
import ko from "../../choice/i18n/ko.json";
import zh from "../../choice/i18n/zh.json";
import {cardWords, surfaceName} from "../src/words/card.ts";
import {closest, language, setLanguage} from "../src/words/language.ts";
import {fill} from "../src/words/text.ts";

afterEach(() => setLanguage("en"));

test("places are filled and numbers choose the form", () => {
  expect(fill("{a} and {b}", {a: 1, b: "{a}"}, "en")).toBe("1 and {a}");
  expect(fill("{n|# option|# options}", {n: 1}, "en")).toBe("1 option");
  expect(fill("{n|# option|# options}", {n: 3}, "en")).toBe("3 options");
});

test("another language is spoken as soon as it is chosen", async () => {
  await setLanguage("ko-KR");

  expect(language()).toBe("ko");
  expect(cardWords("send")).toBe("보내기");
});

test("a language that we do not have is spoken in English", () => {
  expect([closest("fr-FR"), closest("ja"), closest("ZH-hant-TW")]).toEqual(["en", "ja", "zh"]);
});

test("a surface that we do not know keeps its name", () => {
  expect([surfaceName("slack"), surfaceName("pager")]).toEqual(["Slack", "pager"]);
});

test.each([
  ["ko", ko],
  ["zh", zh],
  ["ja", ja],
])("%s leaves no text in English", (_name, other: typeof en) => {
  const same = Object.entries(en).flatMap(([section, texts]) =>
    Object.entries(texts)
      .filter(([name, text]) => (other as Record<string, Record<string, string>>)[section]?.[name] === text)
      .map(([name]) => `${section}.${name}`),
  );

  expect(
    same.filter(
      (name) => !["surface.slack", "settings.surface_slack", "slack.quoted", "chat.source"].includes(name),
    ),
  ).toEqual([]);
});
