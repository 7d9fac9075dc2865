import { FRAME, HEADER_BYTES } from './strategy-protocol';
import { type DayBars, type DayQuestion, VIEW_FIELDS } from './types';

/** Numbers before the weights of TODAY: dayIndex, cashWeight, equity, names held. */
const HEAD = 4;

/**
 * Writes the frames of a day, one buffer each (float64 and u32 in host byte order; both ends are one machine):
 *   PAST   row, tradable
 *   TODAY  row, dayIndex cashWeight equity n (f64), n weights (f64), their n positions in the market (u32), tradable, JSON { date, memory }
 * row: float64 fields × symbols; tradable: one byte per symbol. subject-driver.cjs and strategy_driver.py read the same.
 */
export class DayFrames {
  private readonly count: number;
  private readonly pick: Int32Array | null;
  private room = new Room(0);

  /** `count` symbols cross; `pick`: their positions in the market, null = all of it. */
  constructor(count: number, pick: Int32Array | null) {
    this.count = count;
    this.pick = pick;
  }

  /** A day before today, without a question; a buffer of its own. */
  past(bars: DayBars): Buffer {
    const room = new Room(this.bytes(0));
    this.writeRow(room, bars);
    return room.frame(FRAME.PAST, this.writeTradable(room, bars, HEADER_BYTES + this.rowLength * 8));
  }

  /** Today and its question. With `reuse` the buffer of the answer before is overwritten: it must have left this process. */
  today(bars: DayBars, { dayIndex, portfolio, memory }: DayQuestion, reuse: boolean): Buffer {
    const { held, weights, cashWeight, equity } = portfolio;
    const json = JSON.stringify({ date: bars.date, memory });
    const needed = this.bytes(held.length) + 3 * json.length;
    if (!reuse || this.room.size < needed) this.room = new Room(needed);
    const { room } = this;
    this.writeRow(room, bars);
    const at = HEADER_BYTES / 8 + this.rowLength;
    room.f64[at] = dayIndex;
    room.f64[at + 1] = cashWeight;
    room.f64[at + 2] = equity;
    room.f64[at + 3] = held.length;
    room.f64.set(weights, at + HEAD);
    const positions = (at + HEAD + held.length) * 2;
    room.u32.set(held, positions);
    const end = this.writeTradable(room, bars, (positions + held.length) * 4);
    return room.frame(FRAME.TODAY, end + room.buffer.write(json, end, 'utf8'));
  }

  private get rowLength(): number {
    return VIEW_FIELDS.length * this.count;
  }

  private bytes(held: number): number {
    return HEADER_BYTES + this.rowLength * 8 + HEAD * 8 + held * 12 + this.count;
  }

  private writeRow({ f64 }: Room, bars: DayBars): void {
    const { count, pick } = this;
    let at = HEADER_BYTES / 8;
    for (const name of VIEW_FIELDS) {
      const values = bars.fields[name];
      if (pick === null) f64.set(values, at);
      else for (let i = 0; i < count; i++) f64[at + i] = values[pick[i]!]!;
      at += count;
    }
  }

  /** @returns the first byte behind */
  private writeTradable({ buffer }: Room, bars: DayBars, at: number): number {
    const { count, pick } = this;
    if (pick === null) buffer.set(bars.tradable, at);
    else for (let i = 0; i < count; i++) buffer[at + i] = bars.tradable[pick[i]!]!;
    return at + count;
  }
}

/** One piece of memory seen as doubles, words and bytes. */
class Room {
  readonly size: number;
  readonly f64: Float64Array;
  readonly u32: Uint32Array;
  readonly buffer: Buffer;

  constructor(bytes: number) {
    this.size = Math.ceil(bytes / 8) * 8;
    const memory = new ArrayBuffer(this.size);
    this.f64 = new Float64Array(memory);
    this.u32 = new Uint32Array(memory);
    this.buffer = Buffer.from(memory);
  }

  /** The bytes up to `end`, with their header. */
  frame(type: number, end: number): Buffer {
    this.buffer.writeUInt32LE(end - HEADER_BYTES, 0);
    this.buffer.writeUInt32LE(type, 4);
    return this.buffer.subarray(0, end);
  }
}
