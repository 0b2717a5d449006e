/** All elements, for pages that want them; and what a program needs to use them. */
import "./elements/choice-chat/define.ts";
import "./elements/choice-inbox/define.ts";
import "./elements/choice-log/define.ts";
import "./elements/choice-portal/define.ts";
import "./elements/choice-settings/define.ts";
import "./elements/choice-statistics/define.ts";

export {ChoiceChat} from "./elements/choice-chat/choice-chat.ts";
export {ChoiceCountdown} from "./elements/choice-countdown/choice-countdown.ts";
export {ChoiceForm, type DraftDetail, type SubmitDetail} from "./elements/choice-form/choice-form.ts";
export {ChoiceInbox} from "./elements/choice-inbox/choice-inbox.ts";
export {ChoiceLog} from "./elements/choice-log/choice-log.ts";
export {ChoiceMarkdown} from "./elements/choice-markdown/choice-markdown.ts";
export {ChoicePortal} from "./elements/choice-portal/choice-portal.ts";
export {
  type AnswerDetail,
  type CardOutcome,
  type ChangeDetail,
  ChoiceQuestion,
} from "./elements/choice-question/choice-question.ts";
export {ChoiceSettings} from "./elements/choice-settings/choice-settings.ts";
export {ChoiceStatistics} from "./elements/choice-statistics/choice-statistics.ts";
export {questionOf} from "./wire/card.ts";
export type * from "./wire/generated.ts";
export type * from "./wire/interaction.ts";
export {setLanguage} from "./words/language.ts";
