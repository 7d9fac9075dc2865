import type { BinaryOp, UnaryOp } from './ast';

type Unary = (x: Float64Array, out: Float64Array) => void;
type Binary = (a: Float64Array, b: Float64Array, out: Float64Array) => void;

/**
 * Element-wise operators, one loop each: a loop that calls a changing function runs at a third of the speed, because the
 * engine cannot inline it (bench/kernels.bench.ts).
 */
export const UNARY_KERNELS: Record<UnaryOp, Unary> = {
  Abs: (x, out) => { for (let t = 0; t < out.length; t++) out[t] = Math.abs(x[t]!); },
  Sign: (x, out) => { for (let t = 0; t < out.length; t++) out[t] = Math.sign(x[t]!); },
  Log: (x, out) => { for (let t = 0; t < out.length; t++) out[t] = Math.log(x[t]!); },
  Not: (x, out) => { for (let t = 0; t < out.length; t++) out[t] = x[t]! === 0 || Number.isNaN(x[t]!) ? 1 : 0; },
  Neg: (x, out) => { for (let t = 0; t < out.length; t++) out[t] = -x[t]!; },
};

/** Comparisons with NaN are false, as in numpy: CNTP and CNTN of Alpha158 count a NaN day as 0. */
export const BINARY_KERNELS: Record<BinaryOp, Binary> = {
  Add: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! + b[t]!; },
  Sub: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! - b[t]!; },
  Mul: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! * b[t]!; },
  Div: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! / b[t]!; },
  Power: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! ** b[t]!; },
  Greater: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = Math.max(a[t]!, b[t]!); },
  Less: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = Math.min(a[t]!, b[t]!); },
  Gt: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! > b[t]! ? 1 : 0; },
  Ge: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! >= b[t]! ? 1 : 0; },
  Lt: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! < b[t]! ? 1 : 0; },
  Le: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! <= b[t]! ? 1 : 0; },
  Eq: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! === b[t]! ? 1 : 0; },
  Ne: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! !== b[t]! ? 1 : 0; },
  And: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! !== 0 && b[t]! !== 0 ? 1 : 0; },
  Or: (a, b, out) => { for (let t = 0; t < out.length; t++) out[t] = a[t]! !== 0 || b[t]! !== 0 ? 1 : 0; },
};
