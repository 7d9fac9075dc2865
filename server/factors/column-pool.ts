/** Columns that were given back, by length, so that one evaluation after another works in the same memory. */
export class ColumnPool {
  readonly #free = new Map<number, Float64Array[]>();
  /** Columns ever made. */
  made = 0;

  /** A column of unspecified content: the taker writes every day. */
  take(days: number): Float64Array {
    const free = this.#free.get(days)?.pop();
    if (free) return free;
    this.made++;
    return new Float64Array(days);
  }

  give(column: Float64Array): void {
    const free = this.#free.get(column.length);
    if (free) free.push(column);
    else this.#free.set(column.length, [column]);
  }
}
