/**
 * The typed syntax tree of a factor expression (dialect `qlib`). One tree, one evaluator, one printer: an expression
 * is never handed to a language runtime (Qlib itself evaluates text with Python's eval).
 */
export const FACTOR_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'vwap'] as const;
export type FactorField = (typeof FACTOR_FIELDS)[number];

export const UNARY_OPS = ['Abs', 'Sign', 'Log', 'Not', 'Neg'] as const;
export type UnaryOp = (typeof UNARY_OPS)[number];

/** Greater and Less are element-wise maximum and minimum, not comparisons (Qlib's naming). */
export const BINARY_OPS = ['Add', 'Sub', 'Mul', 'Div', 'Power', 'Greater', 'Less', 'Gt', 'Ge', 'Lt', 'Le', 'Eq', 'Ne', 'And', 'Or'] as const;
export type BinaryOp = (typeof BINARY_OPS)[number];

/** Operators over a trailing window of one series. Rank is time-series, not cross-section. */
export const ROLLING_OPS = ['Ref', 'Delta', 'Sum', 'Mean', 'Std', 'Var', 'Skew', 'Kurt', 'Max', 'Min', 'Med', 'Mad', 'Count', 'Rank', 'Quantile', 'IdxMax', 'IdxMin', 'WMA', 'EMA', 'Slope', 'Rsquare', 'Resi'] as const;
export type RollingOp = (typeof ROLLING_OPS)[number];

export const PAIR_OPS = ['Corr', 'Cov'] as const;
export type PairOp = (typeof PAIR_OPS)[number];

export type Expr =
  | { kind: 'number'; value: number }
  | { kind: 'field'; name: FactorField }
  | { kind: 'unary'; op: UnaryOp; x: Expr }
  | { kind: 'binary'; op: BinaryOp; a: Expr; b: Expr }
  | { kind: 'if'; condition: Expr; a: Expr; b: Expr }
  | { kind: 'rolling'; op: RollingOp; x: Expr; window: number; quantile?: number }
  | { kind: 'pair'; op: PairOp; a: Expr; b: Expr; window: number };

export const childrenOf = (e: Expr): Expr[] => {
  switch (e.kind) {
    case 'number':
    case 'field': return [];
    case 'unary': return [e.x];
    case 'binary':
    case 'pair': return [e.a, e.b];
    case 'if': return [e.condition, e.a, e.b];
    case 'rolling': return [e.x];
  }
};

/** Nodes of the tree (a leaf counts one). */
export const nodeCount = (e: Expr): number => 1 + childrenOf(e).reduce((n, c) => n + nodeCount(c), 0);
export const depthOf = (e: Expr): number => 1 + childrenOf(e).reduce((n, c) => Math.max(n, depthOf(c)), 0);

/** Trading days before today that the value needs (EMA: its window; it decays but never ends). */
export function lookbackOf(e: Expr): number {
  const below = childrenOf(e).reduce((n, c) => Math.max(n, lookbackOf(c)), 0);
  if (e.kind === 'rolling') return below + (e.op === 'Ref' || e.op === 'Delta' ? Math.max(0, e.window) : e.window - 1);
  if (e.kind === 'pair') return below + e.window - 1;
  return below;
}

/** True when any part reads a later day: refused in factors, allowed in labels. */
export const looksAhead = (e: Expr): boolean => (e.kind === 'rolling' && e.window < 0) || childrenOf(e).some(looksAhead);
