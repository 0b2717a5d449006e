/** Says what happens if nobody answers, and what was sent where nobody did. */
import {html, nothing} from "lit";
import type {Answer} from "../../wire/generated.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {language} from "../../words/language.ts";
import {marked, parts} from "../../words/parts.ts";
import {portalWords as say} from "../../words/portal.ts";
import {icon} from "../icons.ts";

/** A longer time is no limit to a person. */
export const NO_LIMIT_SECONDS = 20 * 24 * 3600;

/** Draws the line above the buttons of an open question. */
export function consequence(shown: Interaction, left: number) {
  const time = html`<choice-countdown plain silent .remaining=${left}></choice-countdown>`;
  return html`<p class="line">${icon("clock")}<span>${parts(say("then_nothing", marked("what")), {what: html`<b>${what(shown, left, time)}</b>`})}</span></p>`;
}

function what(shown: Interaction, left: number, time: unknown) {
  if (shown.policy === "use_defaults") {
    const answers = labels(
      shown,
      shown.form.questions.map((one) => ({
        question_id: one.id,
        option_ids: one.default_selection_ids,
        custom_text: null,
        option_notes: {},
      })),
    );
    return parts(say("sends_defaults", marked("time", "answers")), {time, answers});
  }
  if (shown.policy === "wait" || left > NO_LIMIT_SECONDS) return say("stays_open");
  return parts(say("goes_on", marked("time")), {time});
}

/** Draws which defaults were sent, where nobody answered in time. */
export function sentDefaults(shown: Interaction) {
  if (!shown.outcome?.used_defaults) return nothing;
  const answers = html`<b>${labels(shown, shown.outcome.answers)}</b>`;
  return html`<p class="line">${icon("clock")}<span>${parts(say("sent_defaults", marked("answers")), {answers})}</span></p>`;
}

/** Returns the labels of answers as a list in the language of the page. */
export function labels({form}: Interaction, answers: readonly Answer[]): string {
  const chosen = answers.flatMap((answer) => {
    const question = form.questions.find((one) => one.id === answer.question_id);
    const options = question?.options.filter((one) => answer.option_ids.includes(one.id)) ?? [];
    return [...options.map((one) => one.label), ...(answer.custom_text ? [`“${answer.custom_text}”`] : [])];
  });
  return new Intl.ListFormat(language(), {type: "conjunction"}).format(chosen);
}
