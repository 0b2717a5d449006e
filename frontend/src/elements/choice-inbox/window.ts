/** Draws only the rows of a long list that are near its visible part. All rows have the same height. */
import type {LitElement} from "lit";

/** So many rows are drawn above and below what is visible. */
const SPARE = 12;
const FEWEST = 40;

export class RowWindow {
  private first = 0;
  private count = FEWEST;
  private all = 0;
  private height = 56;

  constructor(private readonly host: LitElement) {}

  /** Returns the part of a list that is drawn. */
  visible<T>(all: readonly T[]): readonly T[] {
    this.all = all.length;
    this.first = this.within(this.first, this.count);
    return all.slice(this.first, this.first + this.count);
  }

  /** The list was scrolled, or its size changed. */
  look(list: HTMLElement): void {
    const row = list.querySelector<HTMLElement>(".row");
    if (row?.offsetHeight) this.height = row.offsetHeight;
    const count = Math.max(FEWEST, Math.ceil(list.clientHeight / this.height) + 2 * SPARE);
    const first = this.within(Math.floor(list.scrollTop / this.height) - SPARE, count);
    const isNear = Math.abs(first - this.first) < SPARE / 2 && first + count < this.all && first > 0;
    if ((first === this.first || isNear) && count <= this.count) return;
    this.first = first;
    this.count = count;
    this.host.requestUpdate();
  }

  /** Give the list the height that all rows would have. */
  fit(list: HTMLElement): void {
    const drawn = Math.min(this.count, this.all - this.first);
    list.style.setProperty("--before", `${this.first * this.height}px`);
    list.style.setProperty("--after", `${(this.all - this.first - drawn) * this.height + 72}px`);
  }

  /** Scroll as little as needed for a row to be seen. */
  show(list: HTMLElement, at: number): void {
    const top = at * this.height;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + this.height > list.scrollTop + list.clientHeight)
      list.scrollTop = top + this.height - list.clientHeight;
    this.look(list);
  }

  private within(first: number, count: number): number {
    return Math.max(0, Math.min(first, this.all - count));
  }
}
