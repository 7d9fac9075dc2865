import type { Expr } from './ast';

const INFIX: Partial<Record<string, string>> = { Add: '+', Sub: '-', Mul: '*', Div: '/', Gt: '>', Ge: '>=', Lt: '<', Le: '<=', Eq: '==', Ne: '!=', And: '&', Or: '|' };

/** Canonical text: equal trees print equally, and the text parses back to an equal tree. Also the memo key of the evaluator. */
export function printFactor(e: Expr): string {
  switch (e.kind) {
    case 'number': return String(e.value);
    case 'field': return `$${e.name}`;
    case 'unary': return e.op === 'Neg' ? `(-${printFactor(e.x)})` : `${e.op}(${printFactor(e.x)})`;
    case 'binary': {
      const sign = INFIX[e.op];
      return sign ? `(${printFactor(e.a)}${sign}${printFactor(e.b)})` : `${e.op}(${printFactor(e.a)},${printFactor(e.b)})`;
    }
    case 'if': return `If(${printFactor(e.condition)},${printFactor(e.a)},${printFactor(e.b)})`;
    case 'rolling': return `${e.op}(${printFactor(e.x)},${e.window}${e.quantile === undefined ? '' : `,${e.quantile}`})`;
    case 'pair': return `${e.op}(${printFactor(e.a)},${printFactor(e.b)},${e.window})`;
  }
}
