/** Reads server-sent events from text that arrives in pieces, cut anywhere. */

export interface SentEvent {
  event: string;
  data: string;
}

export class EventReader {
  private rest = "";
  private event = "";
  private data: string[] = [];

  /** Take the next piece of text; return the events that are complete by now. */
  feed(text: string): SentEvent[] {
    const found: SentEvent[] = [];
    const all = this.rest + text;
    let start = 0;
    for (;;) {
      const end = lineEnd(all, start);
      // A trailing "\r" may be half of "\r\n": it waits for the next piece.
      if (end === -1 || (all[end] === "\r" && end + 1 === all.length)) break;
      const line = all.slice(start, end);
      start = end + (all[end] === "\r" && all[end + 1] === "\n" ? 2 : 1);
      if (line === "") this.dispatch(found);
      else this.take(line);
    }
    this.rest = all.slice(start);
    return found;
  }

  private take(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") this.event = value;
    else if (name === "data") this.data.push(value);
  }

  private dispatch(found: SentEvent[]): void {
    if (this.data.length > 0) found.push({event: this.event || "message", data: this.data.join("\n")});
    this.event = "";
    this.data = [];
  }
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}
