import { expect, it } from 'vitest';
import { dateSchema } from './ids';

it('a date that is not on the calendar is refused, whatever its form', () => {
  for (const bad of ['2020-13-01', '2020-02-30', '2023-02-29', '2020-1-1', '2020-01-01 ', '']) expect(dateSchema.safeParse(bad).success, bad).toBe(false);
  for (const good of ['2020-02-29', '1999-12-31']) expect(dateSchema.parse(good)).toBe(good);
});
