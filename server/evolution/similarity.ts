import { childrenOf, type Expr } from '@/server/factors/ast';

const COMMUTES = new Set(['Add', 'Mul', 'Eq', 'Ne', 'And', 'Or']);

/** Every complete subtree as canonical text → its size; windows and quantiles are leaves, + and * are sorted. */
export function subtreesOf(root: Expr): { sizes: Map<string, number>; total: number } {
  const sizes = new Map<string, number>();
  const visit = (e: Expr): { text: string; size: number } => {
    if (e.kind === 'number' || e.kind === 'field') {
      const text = e.kind === 'number' ? String(e.value) : `$${e.name}`;
      sizes.set(text, 1);
      return { text, size: 1 };
    }
    const parts = childrenOf(e).map(visit);
    if (e.kind === 'rolling' || e.kind === 'pair') {
      for (const n of e.kind === 'rolling' && e.quantile !== undefined ? [e.window, e.quantile] : [e.window]) {
        sizes.set(String(n), 1);
        parts.push({ text: String(n), size: 1 });
      }
    }
    const name = e.kind === 'if' ? 'If' : e.op;
    const texts = parts.map((p) => p.text);
    if (COMMUTES.has(name)) texts.sort();
    const text = `${name}(${texts.join(',')})`;
    const size = 1 + parts.reduce((n, p) => n + p.size, 0);
    sizes.set(text, size);
    return { text, size };
  };
  return { total: visit(root).size, sizes };
}

/** Largest common complete subtree over the larger tree: 0 = nothing shared, 1 = equal. */
export function similarity(a: Expr, b: Expr): number {
  const left = subtreesOf(a);
  const right = subtreesOf(b);
  let largest = 0;
  for (const [text, size] of left.sizes) if (size > largest && right.sizes.has(text)) largest = size;
  return largest / Math.max(left.total, right.total);
}
