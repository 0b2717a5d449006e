/** The elements of choicewire for TypeScript: what can be set on them, what they fire, what can be called. */
import type {
  Answer,
  AnswerInput,
  Form,
  Interaction,
  InteractionOutcome,
  Presentation,
  Question,
  QuestionCounts,
  State,
  SubmissionInput,
} from "./wire.js";

export type * from "./wire.js";

/** Hand a promise over and the element follows it: done, or try again. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** How a question ended, here or elsewhere. */
export interface CardOutcome {
  state: Exclude<State, "open">;
  answer: Answer | null;
  answered_by?: string | null;
  surface?: string | null;
  used_defaults?: boolean;
  note?: string | null;
}

export interface AnswerDetail {
  answer: AnswerInput;
  /** A note on the whole answer, where one was asked for. */
  note: string | null;
  /** The same for every attempt to send the same answer. */
  answerId: string;
  waitUntil: WaitUntil;
}

export interface ChangeDetail {
  complete: boolean;
  /** The answer so far, where it is one that could be sent. */
  answer: AnswerInput | null;
  /** Own words so far, also where they are no answer yet. */
  words: string;
}

export interface SubmitDetail {
  submission: SubmissionInput;
  waitUntil: WaitUntil;
}

export interface DraftDetail {
  question_id: string;
  answer: AnswerInput | null;
  words: string;
}

export interface QuestionProperties {
  question: Question | null;
  outcome: CardOutcome | null;
  /** `tap`: choosing sends. `send`: a button sends. `none`: a form around it does. */
  submit: "tap" | "send" | "none";
  optionNotes: boolean;
  globalNote: boolean;
  hidePlaceholder: boolean;
  recommendedFirst: boolean;
  draftKey: string;
  drafted: Answer | null;
  level: number;
}

export interface QuestionEvents {
  "choice-answer": CustomEvent<AnswerDetail>;
  "choice-change": CustomEvent<ChangeDetail>;
  "choice-typing": CustomEvent<Record<string, never>>;
  "choice-next": CustomEvent<Record<string, never>>;
}

export interface FormProperties {
  form: Form | null;
  outcome: InteractionOutcome | null;
  state: State;
  presentation: Presentation;
  recommendedFirst: boolean;
  draftKey: string;
  drafts: readonly Answer[];
  level: number;
}

export interface FormEvents {
  "choice-submit": CustomEvent<SubmitDetail>;
  "choice-draft": CustomEvent<DraftDetail>;
  "choice-typing": CustomEvent<Record<string, never>>;
}

export interface CountdownProperties {
  /** Seconds left, as the server last said. */
  remaining: number;
  paused: boolean;
  snoozed: boolean;
  silent: boolean;
}

export interface CountdownEvents {
  "choice-time-mark": CustomEvent<{seconds: number}>;
  "choice-deadline-passed": CustomEvent<null>;
}

export interface MarkdownProperties {
  text: string;
  /** Whether more is to come. */
  streaming: boolean;
}

export interface ChatProperties {
  threadId: string;
}

export interface ChatEvents {
  "choice-thread": CustomEvent<{id: string}>;
}

export interface PortalProperties {
  interactionId: string;
  closeWhenDone: boolean;
}

export interface PortalEvents {
  "choice-ended": CustomEvent<{interaction: Interaction}>;
}

/** The statistics are read from the server. */
export type StatisticsProperties = Readonly<Record<never, never>>;

export interface SettingsEvents {
  "choice-preferences": CustomEvent<Readonly<Record<string, string | number | boolean>>>;
}

/** An element that fires events of its own; it stands first, so that they are looked for first. */
interface Fires<Events> {
  addEventListener<K extends keyof Events>(
    type: K,
    listener: (event: Events[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof Events>(
    type: K,
    listener: (event: Events[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

interface Updating {
  /** Resolves when what was set is shown. */
  readonly updateComplete: Promise<boolean>;
}

/** What can be called on a card. */
export interface QuestionMethods {
  readonly complete: boolean;
  readonly answer: AnswerInput | null;
  press(id: string): void;
  write(text: string): void;
  annotate(id: string, note: string): void;
  send(): void;
  reset(): void;
}

export type ChoiceQuestion = Fires<QuestionEvents> &
  HTMLElement &
  Updating &
  QuestionProperties &
  QuestionMethods;
export type ChoiceForm = Fires<FormEvents> &
  HTMLElement &
  Updating &
  FormProperties & {submit(): void; reset(): void};
export type ChoiceCountdown = Fires<CountdownEvents> &
  HTMLElement &
  Updating &
  CountdownProperties & {restart(remaining: number): void};
export type ChoiceMarkdown = HTMLElement & Updating & MarkdownProperties & {flush(): void};
export type ChoiceChat = Fires<ChatEvents> &
  HTMLElement &
  Updating &
  ChatProperties & {send(text: string): void};
export type ChoiceInbox = HTMLElement & Updating;
export type ChoiceLog = HTMLElement & Updating;
export type ChoicePortal = Fires<PortalEvents> & HTMLElement & Updating & PortalProperties;
export type ChoiceSettings = Fires<SettingsEvents> & HTMLElement & Updating;
export type ChoiceStatistics = HTMLElement & Updating & StatisticsProperties;

/** Each element by its tag, with what can be set on it and what it fires. */
export interface Elements {
  "choice-question": {element: ChoiceQuestion; properties: QuestionProperties; events: QuestionEvents};
  "choice-form": {element: ChoiceForm; properties: FormProperties; events: FormEvents};
  "choice-countdown": {element: ChoiceCountdown; properties: CountdownProperties; events: CountdownEvents};
  "choice-markdown": {
    element: ChoiceMarkdown;
    properties: MarkdownProperties;
    events: Record<never, CustomEvent>;
  };
  "choice-chat": {element: ChoiceChat; properties: ChatProperties; events: ChatEvents};
  "choice-inbox": {
    element: ChoiceInbox;
    properties: Record<never, unknown>;
    events: Record<never, CustomEvent>;
  };
  "choice-log": {
    element: ChoiceLog;
    properties: Record<never, unknown>;
    events: Record<never, CustomEvent>;
  };
  "choice-portal": {element: ChoicePortal; properties: PortalProperties; events: PortalEvents};
  "choice-settings": {
    element: ChoiceSettings;
    properties: Record<never, unknown>;
    events: SettingsEvents;
  };
  "choice-statistics": {
    element: ChoiceStatistics;
    properties: StatisticsProperties;
    events: Record<never, CustomEvent>;
  };
}
