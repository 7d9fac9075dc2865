'use strict';

/** Past rows per field, oldest first, in memory the strategy cannot reach; shown to it as fresh copies each day. */
class RowHistory {
  constructor(lookback, fields, count) {
    this.rowBytes = count * 8;
    this.shownBytes = lookback * this.rowBytes;
    this.columns = Array.from({ length: fields }, () => new Uint8Array(2 * this.shownBytes));
    // Zeros stand before the first day: what is shown is always a whole block.
    this.days = 0;
    this.lookback = lookback;
    this.stored = this.shownBytes;
  }

  /** The row of a day: fields × symbols from `at`. */
  append(bytes, at) {
    const { rowBytes, shownBytes, columns } = this;
    if (this.stored === 2 * shownBytes) {
      for (const column of columns) column.copyWithin(0, shownBytes);
      this.stored = shownBytes;
    }
    for (let f = 0; f < columns.length; f++) columns[f].set(bytes.subarray(at + f * rowBytes, at + (f + 1) * rowBytes), this.stored);
    this.stored += rowBytes;
    if (this.days < this.lookback) this.days += 1;
  }

  /**
   * Write the last rows into the blocks of the context, every byte of them: whatever was written there yesterday, into a row or through
   * its buffer, is gone. Copying is the cheapest way to know that: comparing reads as much, and there is no read-only typed array.
   * Returns how many rows are days.
   */
  show(blocks) {
    for (let f = 0; f < blocks.length; f++) blocks[f].set(this.columns[f].subarray(this.stored - this.shownBytes, this.stored));
    return this.days;
  }
}

module.exports = { RowHistory };
