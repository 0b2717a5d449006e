import {expect, test} from "vitest";
import {FrozenOrder} from "../src/elements/choice-inbox/frozen-order.ts";

test("a list takes the current order until it is frozen; then it counts what is new", () => {
  const order = new FrozenOrder();
  order.follow(["a", "b"], false);
  order.follow(["b", "c"], true);
  expect(order.shown).toEqual(["a", "b"]);
  expect(order.fresh).toBe(1);

  order.follow(["b", "c"], false);
  expect(order.shown).toEqual(["b", "c"]);
  expect(order.fresh).toBe(0);
});

test("a frozen list that is empty takes what is there; what is asked together is added at its end", () => {
  const order = new FrozenOrder();
  order.follow(["b"], true);
  order.follow(["a", "b"], true, true);

  expect(order.shown).toEqual(["b", "a"]);
  expect(order.fresh).toBe(0);
});
