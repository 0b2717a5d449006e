/** Draws only the rows of a long list that are near its visible part. All rows have the same height. */
import type {LitElement} from "lit";

/** So many rows are drawn above and below what is visible. */
const SPARE = 12;

export class RowWindow {
  first = 0;
  count = 40;
  private height = 56;

  constructor(private readonly host: LitElement) {}

  /** Returns the part of a list that is drawn. */
  visible<T>(all: readonly T[]): readonly T[] {
    this.first = Math.max(0, Math.min(this.first, all.length - this.count));
    return all.slice(this.first, this.first + this.count);
  }

  /** The list was scrolled, or its size changed. */
  look(list: HTMLElement): void {
    const row = list.querySelector<HTMLElement>(".row");
    if (row?.offsetHeight) this.height = row.offsetHeight;
    const seen = Math.ceil(list.clientHeight / this.height) + 2 * SPARE;
    const first = Math.max(0, Math.floor(list.scrollTop / this.height) - SPARE);
    if (Math.abs(first - this.first) < SPARE / 2 && seen <= this.count) return;
    this.first = first;
    this.count = Math.max(seen, 40);
    this.host.requestUpdate();
  }

  /** Give the list the height that all rows would have. */
  fit(list: HTMLElement, all: number): void {
    const drawn = Math.min(this.count, all - this.first);
    list.style.setProperty("padding-block-start", `${this.first * this.height}px`);
    list.style.setProperty("padding-block-end", `${(all - this.first - drawn) * this.height + 72}px`);
  }

  /** Scroll as little as needed for a row to be seen. */
  show(list: HTMLElement, at: number): void {
    const top = at * this.height;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + this.height > list.scrollTop + list.clientHeight)
      list.scrollTop = top + this.height - list.clientHeight;
    this.look(list);
  }
}
