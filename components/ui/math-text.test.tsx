import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { terms } from '../terms';
import { MathText, partsOf } from './math-text';

it('an index is lowered and heard as “sub”', () => {
  expect(renderToStaticMarkup(<MathText>Σ R_t gained</MathText>)).toBe('Σ <span aria-hidden="true" class="whitespace-nowrap">R<sub class="text-[0.75em] leading-none">t</sub></span><span class="sr-only">R sub t</span> gained');
});

it.each([
  ['L_t = 1 − W_t / W_0', ['L t', ' = 1 − ', 'W t', ' / ', 'W 0']],
  ['W_t − W_{t−1}', ['W t', ' − ', 'W t−1']],
  ['R̃_t', ['R̃ t']],
  ['max_t drawdown_t', ['max t', ' ', 'drawdown t']],
  ['R_t = Σωr − F_exec, or −P_terminal', ['R t', ' = Σωr − ', 'F exec', ', or −', 'P terminal']],
])('%s', (text, parts) => {
  expect(partsOf(text).map((part) => (typeof part === 'string' ? part : `${part.base} ${part.index}`))).toEqual(parts);
});

it.each(['min_reward_delta', 'daily_pnl', 'max_annual_turnover', 'x_threshold', 'a_to_b', 'bok_1', 'order_type', 'CSI 300'])('%s is no symbol', (text) => {
  expect(partsOf(text)).toEqual([text]);
});

it('no definition of the console shows a bare underscore', () => {
  const bare = Object.values(terms).flatMap((term) => Object.values(term)).flatMap((text) => partsOf(text)).filter((part) => typeof part === 'string' && part.includes('_'));
  expect(bare).toEqual([]);
});
