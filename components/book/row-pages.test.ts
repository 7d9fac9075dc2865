import { expect, it } from 'vitest';
import { pageOf } from './row-pages';

it('cuts rows into pages of fifty, and never shows a page without rows', () => {
  const rows = Array.from({ length: 101 }, (_, i) => i);
  expect(pageOf(rows, null)).toMatchObject({ page: 1, pages: 3, rows: rows.slice(0, 50) });
  expect(pageOf(rows, 3).rows).toEqual([100]);
  expect(pageOf(rows, 9)).toMatchObject({ page: 3 });
  expect(pageOf([], 2)).toEqual({ rows: [], page: 1, pages: 1 });
});
