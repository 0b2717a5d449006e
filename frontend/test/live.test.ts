import {afterEach, beforeEach, expect, test, vi} from "vitest";
import {lookUp} from "../src/controllers/answering.ts";
import {LiveDesk} from "../src/controllers/live-desk.ts";
import type {Interaction, State} from "../src/wire/interaction.ts";
import {question} from "./samples.ts";

class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: {data: string}) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({data: JSON.stringify(message)});
  }
}

const NOON = "2026-01-01T12:00:00+00:00";
const LATER = "2026-01-01T12:00:05+00:00";

function interaction(id: string, state: State = "open"): Interaction {
  return {
    id,
    state,
    form: {title: null, context: null, questions: [question()]},
    asked_by: {agent: "planner", project: null, conversation: null, tenant: "t"},
    asked_at: NOON,
    surfaces: [],
    deadline: NOON,
    remaining_seconds: 300,
    version: "1",
    policy: "fail",
    urgency: "normal",
    queued: false,
    snoozed_until: null,
    draft: {step: 0, answers: []},
    presentation: {},
    run_url: null,
    outcome: null,
  };
}

let desk: LiveDesk;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  desk = new LiveDesk("ws://test/ws");
});
afterEach(() => {
  desk.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const socket = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const states = (): Record<string, string> =>
  Object.fromEntries([...desk.known].map(([id, known]) => [id, known.interaction.state]));

test("it says hello and learns everything from a snapshot", () => {
  socket().accept();
  socket().say({type: "snapshot", interactions: [interaction("a")], now: NOON});

  expect(socket().sent).toEqual([{type: "hello"}]);
  expect([desk.connection, desk.ready, states()]).toEqual(["open", true, {a: "open"}]);
});

test("what was missed while the connection was lost is learnt from the next snapshot", () => {
  socket().accept();
  socket().say({type: "snapshot", interactions: [interaction("a"), interaction("b")], now: NOON});
  socket().close();
  expect(desk.connection).toBe("lost");

  vi.advanceTimersByTime(1000);
  socket().accept();
  socket().say({type: "snapshot", interactions: [interaction("a", "answered")], now: LATER});

  expect(FakeSocket.all).toHaveLength(2);
  expect(states()).toEqual({a: "answered"});
});

test("an older message changes nothing, and what has ended stays ended", () => {
  socket().accept();
  socket().say({type: "interaction", interaction: interaction("a", "answered"), now: LATER});
  socket().say({type: "interaction", interaction: interaction("a"), now: NOON});
  desk.learn(interaction("a"));

  expect(states()).toEqual({a: "answered"});
});

test("a reply that the news of a later draft overtook changes nothing", () => {
  const drafted = (step: number): Interaction => ({...interaction("a"), draft: {step, answers: []}});
  socket().accept();
  socket().say({type: "interaction", interaction: drafted(2), now: NOON});
  desk.learn(drafted(1));
  expect(desk.known.get("a")?.interaction.draft.step).toBe(2);

  desk.learn(drafted(3));
  expect(desk.known.get("a")?.interaction.draft.step).toBe(3);
});

test("it waits longer after every failure, up to a limit", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const before = FakeSocket.all.length;
    socket().close();
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    waits.push(waited);
  }

  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
});

test("a server that says nothing is given up", () => {
  socket().accept();
  socket().say({type: "snapshot", interactions: [], now: NOON});
  vi.advanceTimersByTime(46_000);

  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("messages that nobody knows are left alone", () => {
  socket().accept();
  socket().say({type: "fireworks"});
  socket().onmessage?.({data: "not json"});

  expect(states()).toEqual({});
});

test("time is counted from what the server said, whatever this computer's clock says", () => {
  socket().accept();
  socket().say({type: "interaction", interaction: interaction("a"), now: NOON});
  vi.setSystemTime(new Date("2031-01-01"));
  vi.advanceTimersByTime(2000);

  expect(Math.round(desk.remaining("a"))).toBe(298);
});

test("what was read before the socket spoke does not overtake it", async () => {
  let reply = (_response: Response): void => undefined;
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((done) => {
        reply = done;
      }),
  );
  const reading = lookUp(desk, "a");
  const begun = {...interaction("a"), draft: {step: 1, answers: []}};
  socket().accept();
  socket().say({type: "snapshot", interactions: [begun], now: NOON});

  reply(Response.json(interaction("a")));
  await reading;

  expect(desk.known.get("a")?.interaction.draft.step).toBe(1);
});
