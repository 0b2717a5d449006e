import {expect, test} from "vitest";
// @ts-expect-error a script without types
import {typesOf} from "../scripts/schema-to-types.mjs";

test("definitions become types", () => {
  const $defs = {
    Thing: {
      description: "A thing.",
      type: "object",
      properties: {
        id: {type: "string"},
        kind: {enum: ["a", "b"]},
        parts: {type: "array", items: {anyOf: [{$ref: "#/$defs/Thing"}, {type: "null"}]}},
        notes: {type: "object", additionalProperties: {type: "string"}},
      },
      required: ["id", "kind"],
    },
    "tool.arguments": {type: "object"},
  };

  expect(typesOf({$defs})).toContain(
    '/** A thing. */\nexport interface Thing {\n  id: string;\n  kind: "a" | "b";\n  parts?: readonly (Thing | null)[];\n  notes?: Readonly<Record<string, string>>;\n}\n',
  );
});

test("what the generator does not know is refused", () => {
  expect(() => typesOf({$defs: {Odd: {type: "tuple"}}})).toThrow("No type is known");
});
