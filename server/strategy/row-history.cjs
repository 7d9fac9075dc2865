'use strict';

/** Past days, oldest first, each with all its fields, in memory the strategy cannot reach; shown to it as fresh copies each day. */
class RowHistory {
  constructor(lookback, fields, count) {
    this.lookback = lookback;
    this.dayBytes = fields * count * 8;
    this.shownBytes = lookback * this.dayBytes;
    this.memory = new Uint8Array(2 * this.shownBytes);
    // Zeros stand before the first day: what is shown is always the whole look-back.
    this.end = this.shownBytes;
    this.days = 0;
  }

  /** The fields of a day, from `at`. */
  append(bytes, at) {
    if (this.end === this.memory.length) {
      this.memory.copyWithin(0, this.shownBytes);
      this.end = this.shownBytes;
    }
    this.memory.set(bytes.subarray(at, at + this.dayBytes), this.end);
    this.end += this.dayBytes;
    if (this.days < this.lookback) this.days += 1;
  }

  /**
   * Write the look-back into the memory of the context, every byte of it: whatever was written there yesterday, into a row or through
   * its buffer, is gone. Copying is the cheapest way to know that: comparing reads as much, and there is no read-only typed array.
   * Returns how many days of it there are.
   */
  show(target) {
    target.set(this.memory.subarray(this.end - this.shownBytes, this.end));
    return this.days;
  }
}

module.exports = { RowHistory };
