/** The types of `components.js`. For React or Vue add `import type {} from "./react.js"` or `"./vue.js"`. */
import type * as elements from "./elements.js";

export type * from "./elements.js";

export type ChoiceQuestion = elements.ChoiceQuestion;
export declare const ChoiceQuestion: new () => ChoiceQuestion;
export type ChoiceForm = elements.ChoiceForm;
export declare const ChoiceForm: new () => ChoiceForm;
export type ChoiceCountdown = elements.ChoiceCountdown;
export declare const ChoiceCountdown: new () => ChoiceCountdown;
export type ChoiceMarkdown = elements.ChoiceMarkdown;
export declare const ChoiceMarkdown: new () => ChoiceMarkdown;
export type ChoiceChat = elements.ChoiceChat;
export declare const ChoiceChat: new () => ChoiceChat;
export type ChoiceInbox = elements.ChoiceInbox;
export declare const ChoiceInbox: new () => ChoiceInbox;
export type ChoiceLog = elements.ChoiceLog;
export declare const ChoiceLog: new () => ChoiceLog;
export type ChoicePortal = elements.ChoicePortal;
export declare const ChoicePortal: new () => ChoicePortal;
export type ChoiceSettings = elements.ChoiceSettings;
export declare const ChoiceSettings: new () => ChoiceSettings;
export type ChoiceStatistics = elements.ChoiceStatistics;
export declare const ChoiceStatistics: new () => ChoiceStatistics;

/** Returns the question that a `question_card` event asks. */
export declare function questionOf(card: elements.CardLike): elements.Question;

/** Speaks another language from now on: `en`, `ko`, `zh` or `ja`, or the closest to a tag such as `ko-KR`. */
export declare function setLanguage(tag: string): Promise<void>;

type Tags = {[Tag in keyof elements.Elements]: elements.Elements[Tag]["element"]};

declare global {
  interface HTMLElementTagNameMap extends Tags {}
}
