import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { GateResult } from '@/server/contracts/verdict';
import { ObligationsTable, obligationsOf } from './obligations';

const gate = (evidence?: Record<string, unknown>): GateResult[] => [{ name: 'throw_audit', status: 'pass', code: 'OK', detail: '', ms: 1, ...(evidence ? { evidence } : {}) }];

it('reads the changes no test noticed, and nothing from a verdict without them', () => {
  const obligation = { path: 'src/a.ts', line: 3, kind: 'operator', before: '>', after: '>=' };
  expect(obligationsOf(gate({ sampled: 20, obligations: [obligation] }))).toEqual([obligation]);
  expect(obligationsOf(gate({ obligations: 'many' }))).toEqual([]);
  expect(obligationsOf(gate())).toEqual([]);
  expect(obligationsOf([])).toEqual([]);
});

it('says in words, not as code, that a line is run by no test or may be missing; what replaces code is code', () => {
  const at = { path: 'src/a.ts', line: 3, before: 'x > 1' };
  const html = renderToStaticMarkup(<ObligationsTable obligations={[{ ...at, kind: 'unrun', after: '' }, { ...at, line: 4, kind: 'removal', after: '' }, { ...at, line: 5, kind: 'operator', after: 'x &gt;= 1' }]} />);
  const code = [...html.matchAll(/<code[^>]*>(.*?)<\/code>/g)].map((m) => m[1]);
  expect(code).toEqual(['x &gt; 1', 'x &gt; 1', 'x &gt; 1', 'x &amp;gt;= 1']);
  expect(html).toContain('a part of this line is run by no test');
  expect(html).toContain('nothing there');
});
