/** The elements are what their shipped types say; checked by the compiler alone. */
import type * as declared from "../dist/types/elements.js";
import type * as ours from "../src/components.ts";

export const card = (one: ours.ChoiceQuestion): declared.QuestionProperties & declared.QuestionMethods => one;
export const form = (one: ours.ChoiceForm): declared.FormProperties => one;
export const countdown = (one: ours.ChoiceCountdown): declared.CountdownProperties => one;
export const markdown = (one: ours.ChoiceMarkdown): declared.MarkdownProperties => one;
export const chat = (one: ours.ChoiceChat): declared.ChatProperties => one;
export const portal = (one: ours.ChoicePortal): declared.PortalProperties => one;
export const statistics = (one: ours.ChoiceStatistics): declared.StatisticsProperties => one;
export const answered = (one: ours.AnswerDetail): declared.AnswerDetail => one;
export const changed = (one: ours.ChangeDetail): declared.ChangeDetail => one;
export const submitted = (one: ours.SubmitDetail): declared.SubmitDetail => one;
export const drafted = (one: ours.DraftDetail): declared.DraftDetail => one;
