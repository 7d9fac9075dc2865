import { AppError } from '@/server/contracts/errors';
import { checkMemory } from './check-decision';
import type { Decision, JsonValue } from './contract';
import type { DecisionColumns } from './types';

/** [u32 0][u32 n] before the columns; JSON never begins with a zero byte. */
const HEAD_BYTES = 8;
const WEIGHT_BYTES = 8;
const PLACE_BYTES = 4;

/** Is this answer a decision in columns? Else it is JSON. */
export const isColumns = (answer: Buffer): boolean => answer.length >= HEAD_BYTES && answer.readUInt32LE(0) === 0;

/**
 * Reads decisions in columns (frame-pipe.cjs) into memory of its own, which the next one overwrites. Checked by hand, for it runs every
 * day, and as strictly as a schema with a look-up of each name: decision-columns.test.ts holds the two against each other.
 */
export class ColumnReader {
  private readonly places: Uint32Array;
  private readonly weights: Float64Array;
  private readonly pick: Int32Array | null;
  /** Number of the answer that named each place last: the second time in one answer is a fault. */
  private readonly namedIn: Uint32Array;
  private answers = 0;

  /** `count` names of the universe; `pick`: their positions in the market, null = all of it. */
  constructor(count: number, pick: Int32Array | null) {
    this.places = new Uint32Array(count);
    this.weights = new Float64Array(count);
    this.pick = pick;
    this.namedIn = new Uint32Array(count);
  }

  /** @throws AppError STRATEGY_FAILED for anything but whole columns of known names with finite weights */
  read(answer: Buffer): DecisionColumns {
    const { places, weights, pick, namedIn } = this;
    const turn = ++this.answers;
    const n = answer.readUInt32LE(4);
    const placesAt = HEAD_BYTES + n * WEIGHT_BYTES;
    const end = placesAt + n * PLACE_BYTES;
    if (n > places.length || end > answer.length) throw broken(`${n} names of ${places.length} in ${answer.length} bytes`);
    for (let k = 0; k < n; k++) {
      const weight = answer.readDoubleLE(HEAD_BYTES + k * WEIGHT_BYTES);
      const place = answer.readUInt32LE(placesAt + k * PLACE_BYTES);
      if (!Number.isFinite(weight)) throw broken(`weights.${k}: must be a finite number`);
      if (place >= places.length) throw broken(`names.${k}: there is no name ${place} among ${places.length}`);
      if (namedIn[place] === turn) throw broken(`names.${k}: name ${place} has two weights`);
      namedIn[place] = turn;
      weights[k] = weight;
      places[k] = pick === null ? place : pick[place]!;
    }
    const columns = { positions: places.subarray(0, n), weights: weights.subarray(0, n) };
    return end === answer.length ? columns : { ...columns, memory: parseMemory(answer.toString('utf8', end)) };
  }
}

/** The decision of contract 1. Without a prototype: a name like any other is just a name. */
export function fromColumns({ positions, weights, memory }: DecisionColumns, symbols: readonly string[]): Decision {
  const byName = Object.create(null) as Record<string, number>;
  for (let k = 0; k < positions.length; k++) byName[symbols[positions[k]!]!] = weights[k]!;
  return memory === undefined ? { weights: byName } : { weights: byName, memory };
}

function parseMemory(text: string): JsonValue {
  try {
    const memory: unknown = JSON.parse(text);
    checkMemory(memory);
    return memory;
  } catch (error) {
    throw broken(`memory: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const broken = (why: string): AppError => new AppError('STRATEGY_FAILED', `The strategy process broke the protocol: ${why}.`);
