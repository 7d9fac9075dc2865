import { childrenOf, type Expr, FACTOR_FIELDS, type RollingOp } from '@/server/factors/ast';
import type { Prng } from '@/server/market/prng';

const WINDOWS = [3, 5, 10, 20, 30, 60] as const;
const SMOOTH: readonly RollingOp[] = ['Mean', 'Std', 'Max', 'Min', 'Rank', 'Sum', 'Delta', 'EMA', 'Slope'];
const pick = <T>(list: readonly T[], prng: Prng): T => list[prng.below(list.length)]!;

const nodesOf = (e: Expr): Expr[] => [e, ...childrenOf(e).flatMap(nodesOf)];

/** The tree with the node `target` (by identity) replaced. */
function replaceNode(e: Expr, target: Expr, by: Expr): Expr {
  if (e === target) return by;
  switch (e.kind) {
    case 'number':
    case 'field': return e;
    case 'unary':
    case 'rolling': return { ...e, x: replaceNode(e.x, target, by) };
    case 'binary':
    case 'pair': return { ...e, a: replaceNode(e.a, target, by), b: replaceNode(e.b, target, by) };
    case 'if': return { ...e, condition: replaceNode(e.condition, target, by), a: replaceNode(e.a, target, by), b: replaceNode(e.b, target, by) };
  }
}

/** One local change of a node: its window, its operator or field, or a smoothing around it. */
function changeNode(node: Expr, prng: Prng): Expr {
  if (node.kind === 'field') {
    if (prng.below(2) === 0) return { kind: 'field', name: pick(FACTOR_FIELDS, prng) };
    return { kind: 'rolling', op: pick(SMOOTH, prng), x: node, window: pick(WINDOWS, prng) };
  }
  if (node.kind === 'rolling' && node.quantile === undefined) {
    return prng.below(2) === 0 ? { ...node, window: pick(WINDOWS, prng) } : { ...node, op: pick(SMOOTH, prng) };
  }
  if (node.kind === 'pair') return { ...node, window: pick(WINDOWS, prng) };
  if (node.kind === 'number') return { kind: 'number', value: node.value };
  return { kind: 'rolling', op: pick(SMOOTH, prng), x: node, window: pick(WINDOWS, prng) };
}

/** A child of `parent`: one changed node, or (one time in three) a subtree of `mate` in the place of one of its own. */
export function mutateFactor(parent: Expr, mate: Expr, prng: Prng): Expr {
  const nodes = nodesOf(parent).filter((node) => node.kind !== 'number');
  const target = pick(nodes, prng);
  if (prng.below(3) === 0) {
    const donors = nodesOf(mate).filter((node) => node.kind !== 'number');
    return replaceNode(parent, target, pick(donors, prng));
  }
  return replaceNode(parent, target, changeNode(target, prng));
}
