import { expect, it } from 'vitest';
import { linkEvidence } from './link-evidence';
import { type StripDay, layoutStrip } from './strip-layout';

const day = (date: string, dayReturn: number, realised = 0, turnover = 0): StripDay => ({ date, dayReturn, frictionModelled: realised / 2, frictionRealised: realised, turnover });

it('losses hang from the zero line, gains stand on it, and no bar leaves its lane', () => {
  const strip = layoutStrip([day('a', 0.02, 0.001, 0.5), day('b', -0.04, 0.003, 1), day('c', 0)], 300, 200);
  const [gain, loss, flat] = strip.columns;
  expect(gain && gain.result.y + gain.result.height).toBeCloseTo(strip.zeroY, 9);
  expect(loss?.result.y).toBeCloseTo(strip.zeroY, 9);
  expect(loss && gain && loss.result.height).toBeCloseTo(2 * (gain?.result.height ?? 0), 9);
  expect(flat?.result.height).toBe(0);
  for (const column of strip.columns) {
    expect(column.realised.y + column.realised.height).toBeCloseTo(strip.frictionFloorY, 9);
    expect(column.turnover.y).toBeGreaterThan(strip.frictionFloorY);
    expect(column.modelledY).toBeLessThanOrEqual(strip.frictionFloorY);
  }
});

it('days without any movement divide by nothing', () => {
  const numbers = layoutStrip([day('a', 0)], 100, 100).columns.flatMap((c) => [c.result.y, c.result.height, c.realised.height, c.turnover.height, c.modelledY]);
  expect(numbers.every(Number.isFinite)).toBe(true);
  expect(layoutStrip([], 100, 100).columns).toEqual([]);
});

it('a cited row leads to itself, else to the page of its day, else nowhere: never to a missing anchor', () => {
  const place = { bookId: 'bok_1', page: '', anchors: new Set(['day-2024-07-01']), dates: new Map([['epi_1/12/SYN042/fill', '2024-06-05']]) };
  const day = (date: string) => ({ kind: 'day' as const, id: `bok_1/epi_1/${date}` });
  const links = linkEvidence([day('2024-07-01'), day('2024-07-01'), day('2024-06-03'), { kind: 'fill', id: 'epi_1/12/SYN042/fill' }, { kind: 'fill', id: 'epi_1/99/SYN042/fill' }, { kind: 'trace', id: 'pro_1' }, { kind: 'trace', id: 'inc_1' }, { kind: 'deployment', id: 'dep_1' }], place);
  expect(links).toEqual([
    { label: '2024-07-01', href: '#day-2024-07-01' },
    { label: '2024-06-03', href: '/books/bok_1/days/2024-06-03?episode=epi_1' },
    { label: 'fill SYN042', href: '/books/bok_1/days/2024-06-05?episode=epi_1#fill-epi_1/12/SYN042/fill' },
    { label: 'fill SYN042', href: null },
    { label: 'trace pro_1', href: '/proposals/pro_1/run' },
    { label: 'trace inc_1', href: null },
    { label: 'deployment dep_1', href: '/books/bok_1?tab=versions' },
  ]);
});
