import { AppError } from '@/server/contracts/errors';
import type { JsonValue } from './contract';
import type { DecisionColumns } from './types';

/** Deeper memory than this is refused: what is stored and sent again has to be walked again. */
const MAX_DEPTH = 500;

/*
 * What a strategy says is checked by hand and only up to its first fault. A schema that lists every fault of four hostile megabytes
 * holds the engine for a minute.
 */

/** What JSON.parse gave, if JSON can say it again: a number too large for a double is Infinity, which it cannot. @throws Error */
export function checkMemory(value: unknown, depth = 0): asserts value is JsonValue {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('a number must be finite');
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH}`);
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) checkMemory(value[i], depth + 1);
  else for (const key in value) checkMemory((value as Record<string, unknown>)[key], depth + 1);
}

/** A decision as the strategy returned it, read from JSON. @throws AppError STRATEGY_FAILED that names the first fault */
export function checkDecision(value: unknown, positionOf: ReadonlyMap<string, number>, date: string): DecisionColumns {
  if (!isRecord(value)) throw invalid(date, 'it must be { weights, memory }');
  const { weights, memory } = value;
  if (!isRecord(weights)) throw invalid(date, 'weights: must be numbers by name');
  const names = Object.keys(weights);
  return checkColumns(names, names.length, (k) => weights[names[k]!], memory, positionOf, date);
}

/** `count` names and the weight of each. */
export function checkColumns(names: readonly unknown[], count: number, weightOf: (k: number) => unknown, memory: unknown, positionOf: ReadonlyMap<string, number>, date: string): DecisionColumns {
  const positions: number[] = [];
  const weights: number[] = [];
  const given = new Set<number>();
  for (let k = 0; k < count; k++) {
    const said = names[k];
    const name = typeof said === 'string' ? said : `a name that is a ${typeof said}`;
    const position = typeof said === 'string' ? positionOf.get(said) : undefined;
    if (position === undefined) throw new AppError('STRATEGY_FAILED', `The decision of ${date} gives a weight to ${JSON.stringify(name.slice(0, 40))}, which is not in its universe.`, { date });
    if (given.has(position)) throw invalid(date, `${name} has two weights`);
    given.add(position);
    const weight = weightOf(k);
    // JSON turns NaN and Infinity into null: the message names what the author did.
    if (typeof weight !== 'number' || !Number.isFinite(weight)) throw invalid(date, `weights.${name}: must be a finite number`);
    positions.push(position);
    weights.push(weight);
  }
  const columns = { positions: Uint32Array.from(positions), weights: Float64Array.from(weights) };
  if (memory === undefined) return columns;
  try {
    checkMemory(memory);
  } catch (error) {
    throw invalid(date, `memory: ${(error as Error).message}`);
  }
  return { ...columns, memory };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (date: string, why: string): AppError => new AppError('STRATEGY_FAILED', `The decision of ${date} is not valid: ${why}.`, { date });
