import { BINARY_OPS, type BinaryOp, depthOf, type Expr, FACTOR_FIELDS, type FactorField, lookbackOf, nodeCount, PAIR_OPS, type PairOp, ROLLING_OPS, type RollingOp, UNARY_OPS, type UnaryOp } from './ast';
import { factorError, type Token, tokenize } from './tokens';

export const FACTOR_LIMITS = { nodes: 200, depth: 40, window: 250, lookback: 600 } as const;

const COMPARE: Record<string, BinaryOp> = { '>': 'Gt', '>=': 'Ge', '<': 'Lt', '<=': 'Le', '==': 'Eq', '!=': 'Ne' };
const NAMES = [...UNARY_OPS.filter((op) => op !== 'Neg'), ...BINARY_OPS, ...ROLLING_OPS, ...PAIR_OPS, 'If'];

/** Nearest known name by case-insensitive prefix or edit of one character, for "did you mean". */
function nearest(name: string, known: readonly string[], sign = ''): string {
  const lower = name.toLowerCase();
  const hit = known.find((k) => k.toLowerCase() === lower) ?? known.find((k) => k.toLowerCase().startsWith(lower.slice(0, 3)));
  return hit ? `; did you mean ${sign}${hit}?` : '';
}

/**
 * Recursive descent with Python's precedence (Qlib evaluates its text as Python): comparison below | below & below
 * sums below products below the sign. What Python would accept and silently mean otherwise is refused.
 */
class Parser {
  readonly #tokens: Token[];
  readonly #future: boolean;
  #at = 0;

  constructor(tokens: Token[], future: boolean) {
    this.#tokens = tokens;
    this.#future = future;
  }

  get #now(): Token { return this.#tokens[this.#at]!; }
  #take(text: string): boolean {
    if (this.#now.kind === 'punct' && this.#now.text === text) { this.#at++; return true; }
    return false;
  }
  #need(text: string): void {
    if (!this.#take(text)) throw factorError(`expected "${text}" but found "${this.#now.text}"`, this.#now.column);
  }

  whole(): Expr {
    const e = this.#comparison();
    if (this.#now.kind !== 'end') {
      const token = this.#now;
      const hint = token.text === '?' || token.text === ':' || token.text === 'if' ? '; write If(condition, a, b)' : token.text === '**' || token.text === '^' ? '; write Power(a, b)' : '';
      throw factorError(`"${token.text}" is not expected here${hint}`, token.column);
    }
    return e;
  }

  #comparison(): Expr {
    const a = this.#or();
    const op = this.#now.kind === 'punct' ? COMPARE[this.#now.text] : undefined;
    if (!op) return a;
    this.#at++;
    const b = this.#or();
    if (this.#now.kind === 'punct' && COMPARE[this.#now.text]) throw factorError('comparisons cannot be chained; put parentheses around each (a & b binds tighter than a > b)', this.#now.column);
    return { kind: 'binary', op, a, b };
  }
  #or(): Expr {
    let a = this.#and();
    while (this.#take('|')) a = { kind: 'binary', op: 'Or', a, b: this.#and() };
    return a;
  }
  #and(): Expr {
    let a = this.#sum();
    while (this.#take('&')) a = { kind: 'binary', op: 'And', a, b: this.#sum() };
    return a;
  }
  #sum(): Expr {
    let a = this.#product();
    for (;;) {
      if (this.#take('+')) a = { kind: 'binary', op: 'Add', a, b: this.#product() };
      else if (this.#take('-')) a = { kind: 'binary', op: 'Sub', a, b: this.#product() };
      else return a;
    }
  }
  #product(): Expr {
    let a = this.#sign();
    for (;;) {
      if (this.#take('*')) a = { kind: 'binary', op: 'Mul', a, b: this.#sign() };
      else if (this.#take('/')) a = { kind: 'binary', op: 'Div', a, b: this.#sign() };
      else return a;
    }
  }
  /** A leading minus is our extension: Qlib refuses `-$close`. */
  #sign(): Expr {
    if (!this.#take('-')) return this.#atom();
    const x = this.#sign();
    return x.kind === 'number' ? { kind: 'number', value: -x.value } : { kind: 'unary', op: 'Neg', x };
  }

  #atom(): Expr {
    const token = this.#now;
    if (this.#take('(')) {
      const e = this.#comparison();
      this.#need(')');
      return e;
    }
    this.#at++;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'field') {
      if (!(FACTOR_FIELDS as readonly string[]).includes(token.text)) throw factorError(`there is no field $${token.text}${nearest(token.text, FACTOR_FIELDS, '$')}; fields: ${FACTOR_FIELDS.map((f) => `$${f}`).join(' ')}`, token.column);
      return { kind: 'field', name: token.text as FactorField };
    }
    if (token.kind === 'name') return this.#call(token);
    throw factorError(`expected a number, a field or a function but found "${token.text}"`, token.column);
  }

  #call(name: Token): Expr {
    if (!NAMES.includes(name.text)) throw factorError(`there is no function ${name.text}${nearest(name.text, NAMES)}`, name.column);
    this.#need('(');
    const args: Expr[] = [];
    if (!this.#take(')')) {
      do args.push(this.#comparison()); while (this.#take(','));
      this.#need(')');
    }
    return this.#build(name, args);
  }

  #build(name: Token, args: Expr[]): Expr {
    const op = name.text;
    const arity = (n: number, shape: string) => {
      if (args.length !== n) throw factorError(`${op} takes ${n} argument${n === 1 ? '' : 's'}: ${op}(${shape}); ${args.length} given`, name.column);
    };
    if ((UNARY_OPS as readonly string[]).includes(op)) {
      arity(1, 'x');
      return { kind: 'unary', op: op as UnaryOp, x: this.#series(op, args[0]!, name) };
    }
    if ((BINARY_OPS as readonly string[]).includes(op)) {
      arity(2, 'a, b');
      return { kind: 'binary', op: op as BinaryOp, a: args[0]!, b: args[1]! };
    }
    if (op === 'If') {
      arity(3, 'condition, a, b');
      return { kind: 'if', condition: args[0]!, a: args[1]!, b: args[2]! };
    }
    if ((PAIR_OPS as readonly string[]).includes(op)) {
      arity(3, 'a, b, window');
      return { kind: 'pair', op: op as PairOp, a: this.#series(op, args[0]!, name), b: this.#series(op, args[1]!, name), window: this.#window(op, args[2]!, name) };
    }
    if (op === 'Quantile') {
      arity(3, 'x, window, quantile');
      const q = args[2]!;
      if (q.kind !== 'number' || q.value < 0 || q.value > 1) throw factorError('Quantile needs a number from 0 to 1 as its third argument', name.column);
      return { kind: 'rolling', op, x: this.#series(op, args[0]!, name), window: this.#window(op, args[1]!, name), quantile: q.value };
    }
    arity(2, 'x, window');
    return { kind: 'rolling', op: op as RollingOp, x: this.#series(op, args[0]!, name), window: this.#window(op, args[1]!, name) };
  }

  #series(op: string, e: Expr, name: Token): Expr {
    if (e.kind === 'number') throw factorError(`${op} of the constant ${e.value} has no meaning; give it a series such as $close`, name.column);
    return e;
  }
  #window(op: string, e: Expr, name: Token): number {
    const n = e.kind === 'number' ? e.value : Number.NaN;
    const least = op === 'Ref' && this.#future ? -FACTOR_LIMITS.window : 1;
    if (op === 'Ref' && n < 0 && !this.#future) throw factorError(`Ref(x, ${n}) reads the future; a factor may look back only`, name.column);
    if (!Number.isInteger(n) || n < least || n > FACTOR_LIMITS.window) throw factorError(`${op} needs a whole number of days from ${least} to ${FACTOR_LIMITS.window} as its window`, name.column);
    return n;
  }
}

/**
 * Parses a factor. `allowFuture` is for labels only (`Ref($close,-2)/Ref($close,-1)-1`).
 * @throws AppError BAD_INPUT with the column and what to write instead
 */
export function parseFactor(source: string, { allowFuture = false } = {}): Expr {
  const expr = new Parser(tokenize(source), allowFuture).whole();
  const over = (what: string, n: number, limit: number) => {
    if (n > limit) throw factorError(`has ${what} ${n}; the limit is ${limit}`, 1);
  };
  over('nodes:', nodeCount(expr), FACTOR_LIMITS.nodes);
  over('depth', depthOf(expr), FACTOR_LIMITS.depth);
  over('a look-back of days:', lookbackOf(expr), FACTOR_LIMITS.lookback);
  return expr;
}
