import {expect, test} from "vitest";
import {EventReader} from "../src/wire/sse.ts";

const STREAM =
  ': hello\r\nevent: text_delta\r\ndata: {"text":"a\\u2028b"}\r\n\r\nevent: error\ndata: one\ndata: two\nid: 7\n\n\ndata:bare\r\r: end\n';
const EXPECTED = [
  {event: "text_delta", data: '{"text":"a\\u2028b"}'},
  {event: "error", data: "one\ntwo"},
  {event: "message", data: "bare"},
];

test("what is found does not depend on where the text is cut", () => {
  for (let first = 0; first <= STREAM.length; first++) {
    for (let second = first; second <= STREAM.length; second++) {
      const reader = new EventReader();
      const pieces = [STREAM.slice(0, first), STREAM.slice(first, second), STREAM.slice(second)];
      expect(pieces.flatMap((piece) => reader.feed(piece))).toEqual(EXPECTED);
    }
  }
});

test("an event without data is no event", () => {
  expect(new EventReader().feed("event: text_delta\n\n")).toEqual([]);
});
