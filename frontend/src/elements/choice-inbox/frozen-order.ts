/** The order of a list that stands still while a person is at work in it. Pure. */

export class FrozenOrder {
  /** The ids in the order in which they are shown; those that have ended stay until the list is refreshed. */
  shown: readonly string[] = [];
  /** How many are new and wait to be shown. */
  fresh = 0;

  /** Take the current order. A frozen list keeps its rows where they are, and counts what is new. */
  follow(current: readonly string[], frozen: boolean): void {
    const known = new Set(this.shown);
    const fresh = current.filter((id) => !known.has(id));
    if (!frozen || this.shown.length === 0) {
      this.shown = current;
      this.fresh = 0;
    } else this.fresh = fresh.length;
  }

  /** Show another list. */
  reset(): void {
    this.shown = [];
    this.fresh = 0;
  }
}
