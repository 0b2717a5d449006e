/** What a plain TypeScript page may write, and what it may not. */
import type {ChoiceQuestion, Question} from "../../dist/types/components.js";
import {setLanguage} from "../../dist/types/components.js";

declare const question: Question;

const card: ChoiceQuestion = document.createElement("choice-question");
card.question = question;
card.addEventListener("choice-answer", ({detail}) =>
  detail.waitUntil(fetch(`/${detail.answer.question_id}`)),
);
card.addEventListener("click", (event) => event.preventDefault());
document.querySelector("choice-countdown")?.restart(10);
void setLanguage("ko");

// @ts-expect-error - a question has options
card.question = {id: "q1", text: "Which?"};
// @ts-expect-error - there is no such way to send
card.submit = "later";
// @ts-expect-error - the detail has no such member
card.addEventListener("choice-answer", ({detail}) => detail.text);
