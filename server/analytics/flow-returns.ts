import { AppError } from '@/server/contracts/errors';

/** Returns of a value series with flows at the start of the day: (V_t − V_{t−1} − F_t) / (V_{t−1} + F_t); one fewer than values. */
export function flowNeutralReturns(values: ArrayLike<number>, flows: ArrayLike<number>): Float64Array {
  if (values.length !== flows.length) throw new AppError('BAD_INPUT', `${values.length} values for ${flows.length} flows.`);
  const out = new Float64Array(Math.max(0, values.length - 1));
  for (let t = 1; t < values.length; t++) {
    const base = values[t - 1]! + flows[t]!;
    if (!(base > 0)) throw new AppError('BAD_INPUT', `The value before day ${t} plus its flow is ${base}; a return on it has no meaning.`);
    out[t - 1] = (values[t]! - base) / base;
  }
  return out;
}
