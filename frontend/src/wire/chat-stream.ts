/** Sends a turn into a thread and yields the events of the answer. */
import {call} from "./api.ts";
import type {ChatEvent, Turn} from "./chat.ts";
import {EventReader} from "./sse.ts";

const KNOWN = new Set(["text_delta", "tool_executing", "question_card", "message_complete", "error"]);

export async function* chatEvents(path: string, turn: Turn, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const response = await call(path, {method: "POST", body: turn, signal, accept: "text/event-stream"});
  if (!response.body) return;
  const reader = new EventReader();
  const decoder = new TextDecoder();
  const body = response.body.getReader();
  try {
    for (;;) {
      const {done, value} = await body.read();
      for (const sent of reader.feed(decoder.decode(value, {stream: !done}))) {
        // Events that a newer server may send are left alone.
        if (KNOWN.has(sent.event)) yield {type: sent.event, data: JSON.parse(sent.data)} as ChatEvent;
      }
      if (done) return;
    }
  } finally {
    await body.cancel().catch(() => undefined);
  }
}
