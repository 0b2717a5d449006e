/** The order of a list that stands still while a person is at work in it. Pure. */

export class FrozenOrder {
  /** The ids in the order in which they are shown; those that have ended stay until the list is refreshed. */
  shown: readonly string[] = [];
  /** How many are new and wait to be shown. */
  fresh = 0;

  /**
   * Take the current order. A frozen list keeps its rows where they are, and counts what is new.
   *
   * @param together What is new was asked together with what is shown, and is added at the end.
   */
  follow(current: readonly string[], frozen: boolean, together = false): void {
    const known = new Set(this.shown);
    const fresh = current.filter((id) => !known.has(id));
    if (!frozen || this.shown.length === 0) {
      this.shown = current;
      this.fresh = 0;
    } else if (together) this.shown = [...this.shown, ...fresh];
    else this.fresh = fresh.length;
  }

  /** Show another list. */
  reset(): void {
    this.shown = [];
    this.fresh = 0;
  }
}
