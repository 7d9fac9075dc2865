import { type Attack, caught, lotsBody, withHonest } from './attack';
import { HONEST_SIZING } from './fixture';

const ends = (name: string, sizing: string, gate: Attack['gate'], code: Attack['code'], orCodes: Attack['orCodes'] = []): Attack => ({ name, sizing, gate, code, orCodes });
const nested = (open: string, close: string, n: number) => `${open.repeat(n)}1${close.repeat(n)}`;

/** Exhausting what reads the source, what runs it, or what reads its answers. */
export const ADAPTIVE_HARM: readonly Attack[] = [
  ends('a regular expression that goes back for ever', lotsBody("  return /^(a+)+$/.test('a'.repeat(40) + String(budget)) ? 1 : 0;"), 'tests', 'TIMEOUT', ['SUBJECT_DIED']),
  ends('recurses through a callback', lotsBody('  return [budget].map((b) => lotsFor(b + 1, price))[0]!;'), 'tests', 'TEST_FAILED'),
  ends('a list of millions', lotsBody('  const all = new Array<number>(9000000).fill(budget);\n  return all as never as number;').replace(' as never as number', '.length + price'), 'tests', 'TEST_FAILED', ['SUBJECT_DIED', 'TIMEOUT']),
  ends('a list that holds itself', lotsBody('  const ring: unknown[] = [budget, price];\n  ring.push(ring);\n  return ring.length;'), 'tests', 'TEST_FAILED'),
  ends('an error with a message of megabytes', lotsBody("  throw new Error('x'.repeat(20000000) + String(budget + price));"), 'tests', 'TEST_FAILED', ['SUBJECT_DIED', 'LIMIT_HIT']),
  ends('a text of numbers without end', lotsBody("  return Number('9'.repeat(400000000)) + budget + price;"), 'tests', 'TEST_FAILED', ['SUBJECT_DIED', 'TIMEOUT']),
  ends('big integers that grow', lotsBody('  let n = BigInt(Math.floor(budget));\n  for (let i = 0; i < 40; i++) n = n * n;\n  return Number(n) + price;'), 'tests', 'TIMEOUT', ['TEST_FAILED', 'SUBJECT_DIED']),
  ends('brackets without end', withHonest(`const deep = ${nested('[', ']', 6000)};`.replace(/(.{120})/g, '$1\n')), 'scope', 'SYNTAX_ERROR'),
  ends('parentheses without end', withHonest(`const deep = ${nested('(', ')', 9000)};`.replace(/(.{120})/g, '$1\n')), 'scope', 'SYNTAX_ERROR'),
  ends('a sum without end', withHonest(`const deep = 1${'\n+ 1'.repeat(9000)};`), 'scope', 'SYNTAX_ERROR'),
  ends('signs without end', withHonest(`const deep = ${'- '.repeat(9000)}1;`.replace(/(.{120})/g, '$1\n')), 'scope', 'SYNTAX_ERROR'),
  ends('functions in functions', withHonest(`const deep = ${'(x: number) =>\n'.repeat(600)}1;`), 'scope', 'SYNTAX_ERROR'),
  caught('a type that computes', withHonest('type Count<N extends number, T extends 1[] = []> = T["length"] extends N ? T : Count<N, [...T, 1]>;\nconst many: Count<990> | null = null;\nconst use = many;'), 'type-program'),
  caught('a type that multiplies', withHonest("type D = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';\ntype Word = `#####`;\nconst word: Word = '12345';\nconst use = word;".replaceAll('#', '$'.concat('{D}'))), 'type-program'),
  caught('overloads that multiply, with a body', withHonest(`function pick(f: (x: string) => string): string;\nfunction pick(f: (x: number) => number): number;\nfunction pick(f: unknown): unknown {\n  return f;\n}\nconst deep = () => ${'pick((x) =>\n'.repeat(18)}x${')'.repeat(18)};`), 'overload'),
  caught('overloads that multiply', withHonest(`declare function pick(f: (x: string) => string): string;\ndeclare function pick(f: (x: number) => number): number;\nconst deep = () => ${'pick((x) => '.repeat(22)}x${')'.repeat(22)};`), 'ambient'),
  ends('a syntax error', HONEST_SIZING.replace('{', '{{'), 'scope', 'SYNTAX_ERROR'),
];
