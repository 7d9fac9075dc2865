import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Every room where a calendar date or a time of day could be shifted by the zone of the machine. */
const DATED = ['server/contracts/calendar-date.test.ts', 'server/market/import-properties.test.ts', 'server/market/import-bars.test.ts', 'server/market/import/scan-cell.test.ts', 'server/market/generate-synthetic.test.ts', 'server/market/board-rules.test.ts', 'server/market/import-refusals.test.ts', 'server/execution/board-columns.test.ts', 'server/execution/fees.test.ts', 'server/factors/user-cases.test.ts', 'server/analytics/user-cases.test.ts', 'server/analytics/phase-table.test.ts', 'server/analytics/golden-metrics.test.ts', 'server/accounts/accounts.test.ts', 'components/format.test.ts'];

function runUnder(zone: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'server/vitest.config.ts', '--maxWorkers', '1', ...DATED], { cwd: root, env: { ...process.env, TZ: zone, VITEST: undefined, NO_COLOR: '1' } });
  let output = '';
  child.stdout.on('data', (part) => { output += part; });
  child.stderr.on('data', (part) => { output += part; });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

// A trading day is a square on a calendar (user-cases I-24, I-25): west and east of Greenwich it is the same square.
it.each(['America/Los_Angeles', 'Asia/Shanghai'])('the tests of dates hold under TZ=%s', async (zone) => {
  const { code, output } = await runUnder(zone);
  expect(code, output).toBe(0);
  expect(output).toMatch(new RegExp(`Test Files +${DATED.length} passed`));
}, 300_000);
