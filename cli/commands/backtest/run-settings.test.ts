import { expect, it } from 'vitest';
import { run as verify } from '../verify';
import { runQlibMode } from './qlib-mode';
import { parseSettings } from './run-settings';

it('days that are not on the calendar are refused by every command that takes a span', async () => {
  for (const day of ['2020-13-01', '2020-02-30']) {
    expect(() => parseSettings({ market: 'm', from: day })).toThrow(/^--from: value is "2020-.*"; allowed: a calendar date/);
    expect(() => parseSettings({ market: 'm', to: day })).toThrow(/^--to: value is "2020-.*"; allowed: a calendar date/);
    expect(() => runQlibMode({ market: 'm', signal: '$close', from: day })).toThrow(/^--from: value is "2020-.*"; allowed: a calendar date/);
    await expect(verify(['--package', '.', '--from', day])).rejects.toThrow(/^--from: value is "2020-.*"; allowed: a calendar date/);
  }
});
