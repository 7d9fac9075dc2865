import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import type { PerformanceRow } from '@/server/books/read-performance';
import { FIGURES } from './figures';
import { MetricList } from './metric-list';
import { MetricTable } from './metric-table';
import { MonthMap } from './month-map';

const wave = (shift: number) => Array.from({ length: 80 }, (_, i) => Math.sin(i + shift) / 100);
const row = (key: string, versionLabel: string | null, shift: number) =>
  ({ key, versionLabel, from: '2024-01-02', to: '2024-04-30', report: computeMetrics(wave(shift), { benchmark: wave(9) }), benchmark: computeMetrics(wave(9)), sharpeInterval: null, annualTurnover: 12.5, frictionRealised: 0.01, frictionModelled: 0.008 }) as unknown as PerformanceRow;
const cells = (html: string) => [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((m) => m[1]).filter((text) => /\d|–/.test(text ?? ''));

it('the list on a phone has every number of the wide table, for every window', () => {
  const rows = [row('all', null, 0), row('v1', 'v1', 1), row('v2', 'v2', 2)];
  const list = renderToStaticMarkup(<MetricList rows={rows} caption="Figures" />);
  for (const figure of FIGURES) {
    for (const r of rows) {
      expect(list, figure.label).toContain(`>${figure.own(r)}</td>`);
      if (figure.other(r)) expect(list, figure.label).toContain(`>${figure.other(r)}</td>`);
    }
  }
  // Both are on the page, one of them in sight: the same numbers, and in words what they mean.
  const both = renderToStaticMarkup(<MetricTable rows={rows} caption="Figures" />);
  const wide = both.slice(list.length);
  const numbers = cells(wide).filter((text) => !/Alpha/.test(text ?? ''));
  expect(numbers.every((text) => list.includes(`>${text}<`))).toBe(true);
  expect(list.split('Alpha is not significant').length - 1).toBe(3);
});

it('a year on a phone has each of its months and its sum', () => {
  const months = [0.01, -0.02, null, 0.04, null, null, null, null, null, null, null, 0.12];
  const html = renderToStaticMarkup(<MonthMap months={[{ year: 2024, months, year_return: 0.1512 }] as unknown as Parameters<typeof MonthMap>[0]['months']} />);
  const phone = html.slice(html.indexOf('Returns of 2024 by month'));
  for (const text of ['+1.0%', '\u22122.0%', '+4.0%', '+12.0%', '+15.1%', 'Jan', 'Dec']) expect(phone).toContain(text);
  expect(phone).not.toContain('Mar');
});
