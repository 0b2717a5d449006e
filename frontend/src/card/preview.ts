/** The question as far as the model has written it. */
import type {Form, Option, Question} from "../wire/generated.ts";
import {isObject, type Params} from "./host-bridge.ts";

const LABELS = ["label", "text", "name"];

/** Returns the form that the arguments of a call would ask, or null if there is no question in them yet. */
export function previewOf(given: Params): Form | null {
  const asked = Array.isArray(given.questions) ? given.questions : [given];
  const questions = asked.map(questionOf).filter((one): one is Question => one !== null);
  if (questions.length === 0) return null;
  return {title: words(given.title) || null, context: words(given.context) || null, questions};
}

function questionOf(given: unknown, at: number): Question | null {
  if (!isObject(given)) return null;
  const text = words(given.prompt) || words(given.text) || words(given.question);
  if (!text) return null;
  const options = Array.isArray(given.options) ? given.options.map(optionOf) : [];
  const offered = options.filter((one): one is Option => one !== null);
  return {
    id: `q${at + 1}`,
    text,
    context: null,
    category: null,
    selection_mode: offered.length > 0 ? "single" : "text_input",
    options: offered,
    default_selection_ids: [],
    min_selections: 0,
    max_selections: Math.min(1, offered.length),
    allow_free_text: offered.length === 0,
    placeholder: null,
    weight: "normal",
    metadata: {},
  };
}

function optionOf(given: unknown, at: number): Option | null {
  const source = typeof given === "string" ? {label: given} : given;
  if (!isObject(source)) return null;
  const label = LABELS.map((name) => words(source[name])).find(Boolean);
  if (!label) return null;
  return {
    id: String(at + 1),
    label,
    description: words(source.description) || null,
    value: null,
    recommended: source.recommended === true,
  } as Option;
}

function words(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
