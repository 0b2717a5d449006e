/** Threads and their conversation, as the chat shows them. Knows nothing of how they look. */
import type {CardOutcome} from "../elements/choice-question/choice-question.ts";
import {answerText, whole} from "../wire/answer-text.ts";
import {ApiError, callJson} from "../wire/api.ts";
import {questionOf} from "../wire/card.ts";
import type {ChatEvent, Mode, ThreadHead, Turn} from "../wire/chat.ts";
import {chatEvents} from "../wire/chat-stream.ts";
import type {AnswerInput, Thread, ThreadSummary, Threads} from "../wire/generated.ts";
import {
  type CardView,
  emptyMessage,
  type MessageView,
  messagesOf,
  outcomeOf,
  type Trouble,
  troubleOf,
  userMessage,
} from "./chat-views.ts";
import {hasHeard, isAnswered, wentOn} from "./thread-progress.ts";

const path = (id: string, rest = ""): string => `/api/threads/${encodeURIComponent(id)}${rest}`;

/** A conversation lives on while its answer is written, though another one is shown. */
class Conversation {
  thread: ThreadHead | null = null;
  messages: MessageView[] = [];
  mode: Mode = "chat";
  /** Whether what was said in it before is still to be read. */
  loading = false;
  /** The answer that is written here. */
  running: AbortController | null = null;
  /** Whether an answer is awaited that is not written here. */
  following = false;
  /** The last message that the server is known to have, now and before the last turn. */
  heard = "";
  heardBefore = "";
  /** Settles when no reply is being written or awaited any more. */
  finishing: Promise<void> = Promise.resolve();

  /** Say that a reply is on its way; call what is returned when it is there. */
  begin(): () => void {
    let finished = (): void => undefined;
    this.finishing = new Promise((resolve) => {
      finished = resolve;
    });
    return finished;
  }

  get cards(): CardView[] {
    return this.messages.flatMap((message) => message.cards);
  }
}

/** Between two looks at a thread that somebody else works on. */
const FIRST_LOOK_MS = 200;
const LONGEST_WAIT_MS = 3000;
/** So many looks are made for something to begin. */
const MOST_LOOKS = 10;

export class ChatSession {
  threads: ThreadSummary[] = [];
  /** Where the threads go on that are older than those; empty where there are none. */
  older = "";
  model: {name: string; demo: boolean} | null = null;
  /** Something that is about no message, such as a list that could not be loaded. */
  trouble: Trouble | null = null;
  private shown = new Conversation();
  /** Whether the threads could not be read; not while they are still to come. */
  private unlisted = false;
  private readonly underWay = new Set<Conversation>();

  constructor(
    /** Something changed; with a message, only its text grew. */
    private readonly changed: (grown: MessageView | null) => void,
    private readonly arrived: (card: CardView) => void,
    private readonly finished: (message: MessageView) => void,
    /** The server has what was said in a thread. */
    private readonly heard: (thread: string, content: string) => void,
  ) {}

  get thread(): ThreadHead | null {
    return this.shown.thread;
  }

  get messages(): readonly MessageView[] {
    return this.shown.messages;
  }

  get busy(): boolean {
    return this.writing || this.following || this.loading;
  }

  /** Whether the thread that is shown is still to be read. */
  get loading(): boolean {
    return this.shown.loading;
  }

  /** Whether something went wrong that reading again may mend. */
  get mayReadAgain(): boolean {
    return this.trouble !== null && (this.loading || this.unlisted);
  }

  /** Whether an answer is being written that can be stopped. */
  get writing(): boolean {
    return this.shown.running !== null;
  }

  /** Whether an answer is being written for another tab, or for what was answered elsewhere. */
  get following(): boolean {
    return this.shown.following;
  }

  /** Read the newest threads, or the next that are older than those. */
  async load(more = false): Promise<void> {
    const before = more ? this.older : "";
    await this.attempt(async () => {
      const page = await callJson<Threads>(
        `/api/threads${before && `?before=${encodeURIComponent(before)}`}`,
      ).catch((failure: unknown) => {
        this.unlisted ||= !more;
        throw failure;
      });
      // Whoever asked twice gets them once.
      if (more && this.older !== before) return;
      this.threads = [...(more ? this.threads : []), ...page.threads];
      this.older = page.next ?? "";
      this.unlisted = false;
    });
  }

  /** Show a thread at once, and what was said in it when that is read; the answer in the one before goes on. */
  async open(id: string): Promise<void> {
    const running = [...this.underWay].find((one) => one.thread?.id === id);
    if (running) this.shown = running;
    else if (this.thread?.id !== id) {
      this.shown = new Conversation();
      this.shown.thread = this.threads.find((one) => one.id === id) ?? {id, title: null, mode: "chat"};
      this.shown.loading = true;
    }
    this.clearTrouble();
    if (running) return;
    const at = this.shown;
    await this.attempt(async () => {
      const read = await callJson<Thread>(path(id)).catch((failure: unknown) => failure);
      // Somebody may have chosen another one meanwhile, or said something here.
      if (this.shown !== at || at.running) return;
      if (read instanceof ApiError && read.status === 404) this.shown = new Conversation();
      if (read instanceof Error) throw read;
      at.loading = false;
      this.take(at, read as Thread);
      const last = this.messages.findLast((one) => one.role === "user");
      if (last) this.heard(id, last.text);
    });
  }

  /** Read again what could not be read. */
  async readAgain(): Promise<void> {
    await this.load();
    if (this.loading && this.thread) await this.open(this.thread.id);
  }

  async setMode(mode: Mode): Promise<void> {
    const at = this.shown;
    const thread = at.thread;
    if (!thread) return;
    await this.attempt(async () => {
      await callJson<unknown>(path(thread.id), {method: "PATCH", body: {mode}});
      at.thread = {...thread, mode};
      this.list(at);
    });
  }

  async remove(id: string): Promise<void> {
    await this.attempt(async () => {
      await callJson<unknown>(path(id), {method: "DELETE"});
      for (const one of this.underWay) if (one.thread?.id === id) one.running?.abort();
      this.threads = this.threads.filter((one) => one.id !== id);
      if (this.thread?.id === id) this.clear();
    });
  }

  /** Show no thread: the next message starts one. */
  clear(): void {
    this.shown = new Conversation();
    this.clearTrouble();
  }

  /** Send a message. The server says whether it answers open questions, replaces them or leaves them open. */
  async say(content: string, mode: Mode = "chat"): Promise<void> {
    const at = this.shown;
    if (this.busy) return;
    this.trouble = null;
    at.mode = mode;
    const open = at.cards.filter((card) => !card.outcome);
    for (const card of open) card.outcome = {state: "superseded", answer: null};
    at.messages.push(userMessage(content));
    const taken = () => void (open.length > 0 && this.refreshCards(at));
    await this.run(at, {content}, {content}, taken).catch(() => undefined);
    await this.refreshCards(at);
  }

  /** Answer a card. Resolves when the server has taken the answer, while the reply still streams. */
  async answer(card: CardView, answer: AnswerInput): Promise<void> {
    const at = this.shown;
    // A card may be there before the words around it are complete; whoever is quick waits for them unawares.
    await at.finishing;
    const {question_id, option_ids, custom_text} = answer;
    const turn: Turn = {
      answer: {question_id, option_ids: option_ids ?? [], custom_text: custom_text ?? null},
    };
    return new Promise((resolve, reject) => {
      const taken = () => {
        const given = whole(answer);
        card.outcome = {state: "answered", answer: given};
        // The words of the person, as they gave them, without the quotes of a summary.
        at.messages.splice(-1, 0, userMessage(answer.custom_text ?? answerText(card.question, given)));
        resolve();
      };
      this.run(at, turn, turn, taken).catch(async (failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 409) {
          await this.refreshCards(at);
          resolve();
        } else reject(failure);
      });
    });
  }

  /** Have an answer again that broke off, or send what did not arrive. */
  async retry(message: MessageView): Promise<void> {
    const at = this.shown;
    const turn = message.trouble?.turn;
    if (!turn || this.busy) return;
    at.messages = at.messages.filter((one) => one !== message);
    const thread = await this.settled(at, (read) => read.state !== "working");
    const isHeard = thread !== null && hasHeard(thread, turn, at.heardBefore);
    if (thread && isHeard && isAnswered(thread)) {
      this.take(at, thread);
      this.tell(at, null);
      return;
    }
    // What the server has already is not said twice.
    const sent: Turn = isHeard ? {retry: true} : turn;
    await this.run(at, sent, turn, () => undefined).catch(() => undefined);
    await this.refreshCards(at);
  }

  stop(): void {
    this.shown.running?.abort();
  }

  /** The page is left: nobody reads the answers any more. */
  stopAll(): void {
    for (const one of this.underWay) one.running?.abort();
  }

  /** Close a card that was answered elsewhere, and show how the conversation goes on. */
  close(questionId: string, outcome: CardOutcome): void {
    const at = this.shown;
    const card = at.cards.find((one) => one.question.id === questionId && !one.outcome);
    if (!card) return;
    card.outcome = outcome;
    this.changed(null);
    if (outcome.state === "answered") void this.follow(at, (thread) => wentOn(thread, questionId));
  }

  cards(): CardView[] {
    return this.shown.cards;
  }

  private async run(at: Conversation, sent: Turn, turn: Turn, taken: () => void): Promise<void> {
    if (at.running || at.following) throw new Error("A reply is still being written.");
    const running = new AbortController();
    at.running = running;
    if (!("retry" in sent)) at.heardBefore = at.heard;
    this.underWay.add(at);
    const finished = at.begin();
    const message = emptyMessage();
    at.messages.push(message);
    this.tell(at, null);
    let accepted = false;
    let complete = false;
    const accept = () => {
      if (!accepted) taken();
      accepted = true;
    };
    let isHeard = false;
    try {
      const {id} = at.thread ?? (await this.create(at));
      if ("content" in turn) this.name(at, turn.content);
      for await (const event of chatEvents(path(id, "/chat"), sent, running.signal)) {
        accept();
        if ("content" in turn && !isHeard) this.heard(id, turn.content);
        isHeard = true;
        complete = this.event(at, message, event, turn) || complete;
      }
      accept();
      if (!complete) message.trouble = {code: "cut", seconds: 0, turn};
    } catch (failure) {
      const refused = !accepted && "answer" in turn && !running.signal.aborted;
      if (refused) {
        // The card itself says that it could not be sent.
        at.messages = at.messages.filter((one) => one !== message);
        throw failure;
      }
      accept();
      message.trouble = running.signal.aborted
        ? {code: "CANCELLED", seconds: 0, turn}
        : troubleOf(failure, turn, accepted);
    } finally {
      message.live = false;
      message.tool = "";
      at.running = null;
      this.underWay.delete(at);
      finished();
      this.tell(at, null);
      if (complete && at === this.shown) this.finished(message);
    }
  }

  /** Start the thread of a conversation that has none yet. */
  private async create(at: Conversation): Promise<ThreadSummary> {
    const thread = await callJson<Thread>("/api/threads", {method: "POST", body: {mode: at.mode}});
    at.thread = thread;
    this.model = thread.model ?? this.model;
    this.threads = [thread, ...this.threads];
    return thread;
  }

  /** Call a thread by its first words, until the server says what it is called. */
  private name(at: Conversation, words: string): void {
    if (at.thread && !at.thread.title) at.thread = {...at.thread, title: words.slice(0, 60)};
    this.list(at);
    this.tell(at, null);
  }

  private list({thread}: Conversation): void {
    if (!thread) return;
    const {id, title, mode} = thread;
    this.threads = this.threads.map((one) => (one.id === id ? {...one, title, mode} : one));
  }

  /** Take an event; tells whether it was the last. */
  private event(at: Conversation, message: MessageView, event: ChatEvent, turn: Turn): boolean {
    switch (event.type) {
      case "text_delta":
        message.text += event.data.text;
        // With the first words the line that says what is being done goes.
        if (message.tool || message.text === event.data.text) {
          message.tool = "";
          this.tell(at, null);
        } else this.tell(at, message);
        return false;
      case "tool_executing":
        message.tool = event.data.tool;
        break;
      case "question_card": {
        const card = {question: questionOf(event.data), outcome: null};
        message.cards = [...message.cards, card];
        if (at === this.shown) this.arrived(card);
        break;
      }
      case "message_complete":
        message.id = at.heard = event.data.message_id;
        message.sources = event.data.sources ?? [];
        message.model = event.data.model ?? null;
        this.tell(at, null);
        return true;
      case "error":
        message.trouble = {code: event.data.code, seconds: 0, turn};
        this.tell(at, null);
        return true;
    }
    this.tell(at, null);
    return false;
  }

  /** Ask the server how the cards stand, and what the thread is called by now. */
  private async refreshCards(at: Conversation): Promise<void> {
    const thread = await this.read(at);
    // They are shown as they were; the next reload tells.
    if (!thread) return;
    const known = new Map(
      thread.messages.flatMap((one) => one.cards ?? []).map((card) => [card.question_id, card]),
    );
    for (const card of at.cards) {
      const {id} = card.question;
      const stored = known.get(id);
      const wasOpen = !card.outcome;
      if (stored)
        card.outcome = outcomeOf(stored) ?? (card.outcome?.state === "answered" ? card.outcome : null);
      // Somebody answered elsewhere meanwhile.
      if (wasOpen && card.outcome) void this.follow(at, (read) => wentOn(read, id));
    }
    at.thread = thread;
    this.list(at);
    this.tell(at, null);
  }

  /** Show a thread as it is after somebody else's work in it. */
  private async follow(at: Conversation, done: (thread: Thread) => boolean): Promise<void> {
    if (at.running || at.following) return;
    const thread = await this.settled(at, (read, looks) =>
      read.state === "working" ? false : done(read) || looks > MOST_LOOKS,
    );
    if (thread && at === this.shown) this.take(at, thread);
    this.tell(at, null);
  }

  /** Read a thread again and again until it is as wanted; null where it cannot be read, or is not shown any more. */
  private async settled(
    at: Conversation,
    done: (thread: Thread, looks: number) => boolean,
  ): Promise<Thread | null> {
    at.following = true;
    const finished = at.begin();
    this.tell(at, null);
    try {
      for (let looks = 1, wait = FIRST_LOOK_MS; at === this.shown && at.thread; looks++) {
        const thread = await this.read(at);
        if (!thread || done(thread, looks)) return thread;
        await new Promise((resolve) => setTimeout(resolve, wait));
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
      return null;
    } finally {
      at.following = false;
      finished();
    }
  }

  private async read(at: Conversation): Promise<Thread | null> {
    if (!at.thread) return null;
    const known = at.heard;
    const thread = await callJson<Thread>(path(at.thread.id)).catch(() => null);
    // What was heard meanwhile is newer than what was read.
    if (thread && at.heard === known) at.heard = thread.messages.at(-1)?.id ?? "";
    return thread;
  }

  private take(at: Conversation, thread: Thread): void {
    at.thread = thread;
    at.heard = thread.messages.at(-1)?.id ?? "";
    this.model = thread.model ?? this.model;
    at.messages = messagesOf(thread);
    this.list(at);
    if (thread.state === "working") void this.follow(at, () => true);
  }

  private tell(at: Conversation, grown: MessageView | null): void {
    if (at === this.shown) this.changed(grown);
    else if (!grown) this.changed(null);
  }

  private clearTrouble(): void {
    this.trouble = null;
    this.changed(null);
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
