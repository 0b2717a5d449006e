/** Threads and their conversation, as the chat shows them. Knows nothing of how they look. */
import type {CardOutcome} from "../elements/choice-question/choice-question.ts";
import {answerText, whole} from "../wire/answer-text.ts";
import {ApiError, callJson} from "../wire/api.ts";
import {type QuestionCard, questionOf, type StoredCard} from "../wire/card.ts";
import type {ChatEvent, Mode, Source, Thread, ThreadMessage, ThreadSummary, Turn} from "../wire/chat.ts";
import {chatEvents} from "../wire/chat-stream.ts";
import type {AnswerInput, Question} from "../wire/generated.ts";

export interface CardView {
  readonly question: Question;
  outcome: CardOutcome | null;
}

export interface MessageView {
  id: string;
  readonly role: "user" | "assistant";
  text: string;
  cards: CardView[];
  sources: readonly Source[];
  model: string | null;
  /** More is to come. */
  live: boolean;
  /** What is being looked up. */
  tool: string;
  /** Why it ended early. */
  trouble: Trouble | null;
}

export interface Trouble {
  /** `unreachable`, `signed_out`, `rate_limited`, `too_long`, `cut`, `failed`, or a code of the `error` event. */
  readonly code: string;
  readonly seconds: number;
  /** What can be sent again. */
  readonly turn: Turn | null;
}

const path = (id: string, rest = ""): string => `/api/threads/${encodeURIComponent(id)}${rest}`;

export class ChatSession {
  threads: ThreadSummary[] = [];
  thread: ThreadSummary | null = null;
  messages: MessageView[] = [];
  model: {name: string; demo: boolean} | null = null;
  /** Something that is about no message, such as a list that could not be loaded. */
  trouble: Trouble | null = null;
  private running: AbortController | null = null;
  /** Settles when no reply is being written any more. */
  private finishing: Promise<void> = Promise.resolve();

  constructor(
    /** Something changed; with a message, only its text grew. */
    private readonly changed: (grown: MessageView | null) => void,
    private readonly arrived: (card: CardView) => void,
    private readonly finished: (message: MessageView) => void,
  ) {}

  get busy(): boolean {
    return this.running !== null;
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      const read = await callJson<readonly ThreadSummary[] | {threads: readonly ThreadSummary[]}>(
        "/api/threads",
      );
      this.threads = ["threads" in read ? read.threads : read].flat();
    });
  }

  async open(id: string): Promise<void> {
    this.stop();
    await this.attempt(async () => this.take(await callJson<Thread>(path(id))));
  }

  async create(mode: Mode): Promise<void> {
    this.stop();
    await this.attempt(async () => {
      const thread = await callJson<Thread>("/api/threads", {method: "POST", body: {mode}});
      this.take(thread);
      this.threads = [thread, ...this.threads];
    });
  }

  async setMode(mode: Mode): Promise<void> {
    const thread = this.thread;
    if (!thread) return;
    await this.attempt(async () => {
      await callJson<unknown>(path(thread.id), {method: "PATCH", body: {mode}});
      this.thread = {...thread, mode};
      this.threads = this.threads.map((one) => (one.id === thread.id ? {...one, mode} : one));
    });
  }

  async remove(id: string): Promise<void> {
    await this.attempt(async () => {
      await callJson<unknown>(path(id), {method: "DELETE"});
      this.threads = this.threads.filter((one) => one.id !== id);
      if (this.thread?.id === id) this.clear();
    });
  }

  /** Show no thread: the next message starts one. */
  clear(): void {
    this.stop();
    this.thread = null;
    this.messages = [];
    this.trouble = null;
    this.changed(null);
  }

  /** Send a message; open questions before it are answered by it, or no longer matter: the server will say which. */
  async say(content: string, mode: Mode = "chat"): Promise<void> {
    if (!this.thread) await this.create(mode);
    if (!this.thread) return;
    // The server has the last word on what it is called.
    if (!this.thread.title) this.name(content.slice(0, 60));
    for (const card of this.cards()) card.outcome ??= {state: "superseded", answer: null};
    this.messages.push(userMessage(content));
    await this.run({content}, () => undefined).catch(() => undefined);
    await this.refreshCards();
  }

  private name(title: string): void {
    const id = this.thread?.id;
    if (this.thread) this.thread = {...this.thread, title};
    this.threads = this.threads.map((one) => (one.id === id ? {...one, title} : one));
  }

  /** Answer a card. Resolves when the server has taken the answer, while the reply still streams. */
  async answer(card: CardView, answer: AnswerInput): Promise<void> {
    // A card may be there before the words around it are complete; whoever is quick waits for them unawares.
    await this.finishing;
    const {question_id, option_ids, custom_text} = answer;
    const turn: Turn = {
      answer: {question_id, option_ids: option_ids ?? [], custom_text: custom_text ?? null},
    };
    return new Promise((resolve, reject) => {
      const taken = () => {
        const given = whole(answer);
        card.outcome = {state: "answered", answer: given};
        // The words of the person, as they gave them, without the quotes of a summary.
        this.messages.splice(-1, 0, userMessage(answer.custom_text ?? answerText(card.question, given)));
        resolve();
      };
      this.run(turn, taken).catch(async (failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 409) {
          await this.refreshCards();
          resolve();
        } else reject(failure);
      });
    });
  }

  /** Send again what failed. */
  async retry(message: MessageView): Promise<void> {
    const turn = message.trouble?.turn;
    if (!turn || this.busy) return;
    this.messages = this.messages.filter((one) => one !== message);
    await this.run(turn, () => undefined).catch(() => undefined);
    await this.refreshCards();
  }

  stop(): void {
    this.running?.abort();
  }

  /** Close a card that was answered elsewhere. */
  close(questionId: string, outcome: CardOutcome): void {
    const card = this.cards().find((one) => one.question.id === questionId && !one.outcome);
    if (!card) return;
    card.outcome = outcome;
    this.changed(null);
  }

  cards(): CardView[] {
    return this.messages.flatMap((message) => message.cards);
  }

  private async run(turn: Turn, taken: () => void): Promise<void> {
    const thread = this.thread;
    if (!thread || this.busy) throw new Error("A reply is still being written.");
    const running = new AbortController();
    this.running = running;
    let finished = (): void => undefined;
    this.finishing = new Promise((resolve) => {
      finished = resolve;
    });
    const message = emptyMessage();
    this.messages.push(message);
    this.changed(null);
    let accepted = false;
    let complete = false;
    const accept = () => {
      if (!accepted) taken();
      accepted = true;
    };
    try {
      for await (const event of chatEvents(path(thread.id, "/chat"), turn, running.signal)) {
        accept();
        complete = this.event(message, event, turn) || complete;
      }
      accept();
      if (!complete) message.trouble = {code: "cut", seconds: 0, turn};
    } catch (failure) {
      const refused = !accepted && "answer" in turn && !running.signal.aborted;
      if (refused) {
        // The card itself says that it could not be sent.
        this.messages = this.messages.filter((one) => one !== message);
        throw failure;
      }
      accept();
      message.trouble = running.signal.aborted
        ? {code: "CANCELLED", seconds: 0, turn}
        : troubleOf(failure, turn, accepted);
    } finally {
      message.live = false;
      message.tool = "";
      if (this.running === running) this.running = null;
      finished();
      this.changed(null);
      if (complete) this.finished(message);
    }
  }

  /** Take an event; tells whether it was the last. */
  private event(message: MessageView, event: ChatEvent, turn: Turn): boolean {
    switch (event.type) {
      case "text_delta":
        message.text += event.data.text;
        // With the first words the line that says what is being done goes.
        if (message.tool || message.text === event.data.text) {
          message.tool = "";
          this.changed(null);
        } else this.changed(message);
        return false;
      case "tool_executing":
        message.tool = event.data.tool ?? event.data.name ?? "";
        break;
      case "question_card": {
        const card = {question: questionOf(event.data), outcome: null};
        message.cards = [...message.cards, card];
        this.arrived(card);
        break;
      }
      case "message_complete":
        message.id = event.data.message_id;
        message.sources = event.data.sources ?? [];
        message.model = event.data.model ?? null;
        this.changed(null);
        return true;
      case "error":
        message.trouble = {code: event.data.code, seconds: 0, turn};
        this.changed(null);
        return true;
    }
    this.changed(null);
    return false;
  }

  /** Ask the server how the cards stand, and what the thread is called by now. */
  private async refreshCards(): Promise<void> {
    const id = this.thread?.id;
    if (!id) return;
    try {
      const thread = await callJson<Thread>(path(id));
      if (this.thread?.id !== id) return;
      const known = new Map(
        thread.messages.flatMap((one) => one.cards ?? []).map((card) => [card.question_id, card]),
      );
      for (const card of this.cards()) {
        const stored = known.get(card.question.id);
        if (stored)
          card.outcome = outcomeOf(stored) ?? (card.outcome?.state === "answered" ? card.outcome : null);
      }
      this.thread = thread;
      this.threads = this.threads.map((one) =>
        one.id === id ? {...one, title: thread.title, mode: thread.mode} : one,
      );
      this.changed(null);
    } catch {
      // They are shown as they were; the next reload tells.
    }
  }

  private take(thread: Thread): void {
    this.thread = thread;
    this.model = thread.model ?? this.model;
    this.messages = thread.messages.map(messageOf);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.trouble = null;
    try {
      await work();
    } catch (failure) {
      this.trouble = troubleOf(failure, null, false);
    }
    this.changed(null);
  }
}

function emptyMessage(): MessageView {
  return {
    id: "",
    role: "assistant",
    text: "",
    cards: [],
    sources: [],
    model: null,
    live: true,
    tool: "",
    trouble: null,
  };
}

function userMessage(text: string): MessageView {
  return {...emptyMessage(), role: "user", text, live: false};
}

function messageOf(message: ThreadMessage): MessageView {
  const cards = (message.cards ?? []).map((card) => ({
    question: questionOf(card as QuestionCard),
    outcome: outcomeOf(card),
  }));
  return {
    ...emptyMessage(),
    id: message.id,
    role: message.role,
    text: message.content,
    cards,
    sources: message.sources ?? [],
    model: message.model ?? null,
    live: false,
  };
}

function outcomeOf(card: StoredCard): CardOutcome | null {
  const given = card.answer;
  // One of several questions, answered already, while the others are not.
  const isPart = given?.is_draft && card.metadata?.form_size;
  if (card.state === "open" && !isPart) return null;
  const answer = given && {
    question_id: card.question_id,
    option_ids: given.option_ids ?? [],
    custom_text: given.custom_text ?? null,
    option_notes: given.option_notes ?? {},
  };
  return {
    state: card.state === "open" ? "answered" : card.state,
    answer,
    answered_by: given?.answered_by ?? null,
    surface: given?.surface ?? null,
  };
}

/** Returns what went wrong, by the name of its words. */
function troubleOf(failure: unknown, turn: Turn | null, started: boolean): Trouble {
  if (!(failure instanceof ApiError)) return {code: started ? "cut" : "unreachable", seconds: 0, turn};
  const codes: Readonly<Record<number, string>> = {
    0: "unreachable",
    401: "signed_out",
    403: "signed_out",
    413: "too_long",
    422: "too_long",
    429: "rate_limited",
  };
  return {code: codes[failure.status] ?? "failed", seconds: failure.retryAfter ?? 60, turn};
}
