/** What a Vue page may write in its templates, and what it may not. */
import type {GlobalComponents} from "vue";
import type {Question} from "../../dist/types/components.js";
import type {} from "../../dist/types/vue.js";

type Card = InstanceType<GlobalComponents["choice-question"]>;

declare const question: Question;
declare const card: Card;

export const props: Card["$props"] = {question, submit: "tap", class: "card"};
card.$emit(
  "choice-change",
  new CustomEvent("choice-change", {detail: {complete: true, answer: null, words: ""}}),
);

// @ts-expect-error - there is no such way to send
export const wrong: Card["$props"] = {submit: "later"};
