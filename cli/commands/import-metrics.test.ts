import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makeConsole } from '@/server/books/testing/make-console';
import { getMarket } from '@/server/db/market-store';
import { importLedgerSchema } from '@/server/market/import-ledger';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { COMMANDS } from '.';
import { run as importBars } from './import-bars';
import { run as metrics } from './metrics';

const root = path.join(import.meta.dirname, '../..');
const shared = process.env.OOMRL_SHARED ?? path.join(root, '../shared');
const golden = path.join(shared, 'golden');
const absent = !existsSync(golden);
const skipped = absent ? ' (SKIPPED: no shared files beside the repository, set OOMRL_SHARED)' : '';
let dir: string;
let cli: string;

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'oomrl-import-'));
  cli = bundleForNode('cli/main.ts', 'import-metrics-cli');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Ran {
  status: number | null;
  out: string;
  err: string;
}
/** The bundled command as a process of its own. */
function spawned(...args: string[]): Ran {
  const ran = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, OOMRL_ROOT: root, OOMRL_DATA: path.join(dir, 'data') } });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}
/** The same code in this process, which is quicker. */
async function oomrl(...args: string[]): Promise<Ran> {
  const command = COMMANDS.find((c) => c.words.every((word, i) => args[i] === word))!;
  const ran: Ran = { status: 2, out: '', err: '' };
  vi.stubEnv('OOMRL_DATA', path.join(dir, 'data'));
  const keep = (into: 'out' | 'err') => (text: string | Uint8Array): boolean => {
    ran[into] += String(text);
    return true;
  };
  const spies = [vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')), vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'))];
  try {
    ran.status = await (await command.load()).run(args.slice(command.words.length));
  } catch (error) {
    ran.err += (error as Error).message;
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
  return ran;
}
function file(name: string, body: string | Uint8Array): string {
  const full = path.join(dir, name);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, body);
  return full;
}
const bars = (dates: readonly string[], close = 10): string => `日期,收盘,开盘,最高,最低,成交量(手)\n${dates.map((d, k) => [d, close + k / 10, close, close + 1, close - 1, 5].join(',')).join('\n')}\n`;
const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04'];

it('import bars shows the mapping before it is used, stores the market and prints the ledger', async () => {
  file('folder/600000.csv', bars(DAYS));
  const ran = spawned('import', 'bars', path.join(dir, 'folder'), file('000001.csv.gz', gzipSync(bars(DAYS))), '--market', 'mine', '--json');
  expect(ran.status, ran.err).toBe(0);
  expect(ran.err).toMatch(/read 2 files[\s\S]*mapping of 2 files[\s\S]*close = "收盘"[\s\S]*volume in lots/);
  const { imported, panelHash, change, ...ledger } = JSON.parse(ran.out) as Record<string, unknown>;
  expect([imported, change]).toEqual([true, null]);
  expect(panelHash).toMatch(/^[0-9a-f]{64}$/);
  expect(importLedgerSchema.parse(ledger)).toMatchObject({ market: 'mine', counts: { symbols: 2, sessions: 3 } });
  const again = await oomrl('import', 'bars', path.join(dir, 'folder'), path.join(dir, '000001.csv.gz'), '--market', 'mine');
  expect(again.out).toContain(String(panelHash));
  expect(again.out).toMatch(/before +replaced market mine \(was 6 cells of 2 symbols, .*, board cn-a\): 0 new sessions, 0 new symbols, 0 bars changed or gone\nrows kept +6 in 2 files/);
  expect((await oomrl('audit', 'verify')).status).toBe(0);
});

it('ST days are counted where a column gives them, else the ledger says that nothing gave them', async () => {
  const cells = async (name: string, body: string): Promise<string> => /^cells.*$/m.exec((await oomrl('import', 'bars', file(`${name}/600000.csv`, body), '--market', name)).out)![0];
  expect(await cells('st-no', bars(DAYS))).toMatch(/0 ex-days, ST days not given \(no column isST: every share has the limit of its board\)$/);
  expect(await cells('st-yes', bars(DAYS).replace('成交量(手)', '成交量(手),isST').replaceAll(',5\n', ',5,1\n').replace(/,5$/, ',5,1'))).toMatch(/0 ex-days, 3 ST days$/);
});

it('the mapping shown says what a file is: a Qlib folder and Parquet have no cells, and a Qlib folder refuses what would do nothing', async () => {
  const bin = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.of(0, ...values).buffer);
  file('qlib/calendars/day.txt', `${DAYS.join('\n')}\n`);
  for (const field of ['open', 'high', 'low', 'close']) file(`qlib/features/sh600000/${field}.day.bin`, bin(5, 5, 5));
  file('qlib/features/sh600000/volume.day.bin', bin(1000, 1000, 1000));
  file('qlib/features/sh600000/factor.day.bin', bin(0.5, 0.5, 0.5));
  const ran = await oomrl('import', 'bars', path.join(dir, 'qlib'), '--market', 'qlib');
  expect(ran.err).toMatch(/mapping of features\/sh600000\n {2}format {4}a Qlib store, float32 by symbol and field\n[\s\S]*because {3}Qlib store: raw price = stored \/ factor/);
  expect(ran.err).toMatch(/read 7 files, 1 kB/);
  expect(ran.err).not.toContain('cells separated');
  const lots = await oomrl('import', 'bars', path.join(dir, 'qlib'), '--market', 'qlib', '--mapping', file('lots.json', '{"volumeUnit": "lots"}'));
  expect([lots.status, lots.err]).toEqual([1, expect.stringContaining('volumeUnit: a Qlib folder names its columns and symbols itself, in shares and currency units; leave volumeUnit out of the mapping.')]);
});

it('a refused file is exit status 1 with file and line, and nothing is written', async () => {
  const before = readdirSync(path.join(dir, 'data/panels'));
  const ran = await oomrl('import', 'bars', file('sz000002.csv', bars([DAYS[0]!, DAYS[1]!, DAYS[1]!])), '--market', 'other', '--json');
  expect([ran.status, JSON.parse(ran.out)]).toMatchObject([1, { imported: false, error: { code: 'BAD_INPUT', message: expect.stringContaining('sz000002.csv:4: sz000002 2024-01-03 occurs twice (first on line 3)') } }]);
  expect(readdirSync(path.join(dir, 'data/panels'))).toEqual(before);
  expect((await oomrl('backtest', '--strategy', path.join(root, 'strategies/daily-momentum'), '--market', 'other')).err).toMatch(/no market named other; there are: mine/);
});

it('--dry-run reads and reports, and writes nothing; the mapping file wins over the guess', async () => {
  const mapping = file('map.json', JSON.stringify({ columns: { close: 'c' }, volumeUnit: 'shares', files: { '600001.csv': { symbol: 'SH600001' } } }));
  const ran = await oomrl('import', 'bars', file('600001.csv', bars(DAYS).replace('收盘', 'c')), '--market', 'dry', '--mapping', mapping, '--dry-run', '--json');
  expect(ran.status, ran.err).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({ imported: false, panelHash: null, files: [{ mapping: { symbol: 'SH600001', volumeUnit: 'shares', columns: { close: 'c' } } }] });
  expect((await oomrl('backtest', '--strategy', path.join(root, 'strategies/daily-momentum'), '--market', 'dry')).err).toMatch(/no market named dry/);
});

it('--dry-run says what it would replace, and refuses what the import would refuse; nothing is written', async () => {
  const dry = async (...more: string[]) => oomrl('import', 'bars', file('dry2/600000.csv', bars([...DAYS, '2024-01-05'])), '--market', 'dry2', '--dry-run', ...more);
  expect((await oomrl('import', 'bars', file('dry1/600000.csv', bars(DAYS)), '--market', 'dry2')).status).toBe(0);
  expect((await dry()).out).toMatch(/panel +not stored \(--dry-run\)\nbefore +would replace market dry2 \(was 3 cells of 1 symbol, .*\): 1 new sessions, 0 new symbols, 0 bars changed/);
  expect(JSON.parse((await dry('--json')).out)).toMatchObject({ imported: false, panelHash: null, change: { addedDays: 1, changedBars: 0 } });
  const gone = ['import', 'bars', file('dry3/600000.csv', bars(DAYS.slice(0, 1))), '--market', 'dry2', '--dry-run'];
  const refused = await oomrl(...gone, '--json');
  expect([refused.status, JSON.parse(refused.err.trimEnd().split('\n').at(-1)!)]).toMatchObject([1, { error: { code: 'STALE', message: expect.stringContaining('--replace') } }]);
  expect((await oomrl(...gone, '--replace')).out).toMatch(/would replace market dry2/);
  expect((await dry()).out).toMatch(/was 3 cells/);
});

it.each([
  [importBars, ['x.csv'], /needs --market NAME/],
  [importBars, ['--market', 'm'], /needs at least one file/],
  [importBars, ['/nowhere.csv', '--market', 'm'], /\/nowhere.csv does not exist/],
  [importBars, ['x.csv', '--market', 'm', '--mapping', '/nowhere.json'], /--mapping: \/nowhere.json cannot be read \(ENOENT\)/],
  [metrics, [], /needs --returns FILE/],
  [metrics, ['--returns', '/nowhere.csv'], /\/nowhere.csv cannot be read/],
  [metrics, ['--returns', '/nowhere.csv', '--definitions', 'mine'], /allowed: paper, quantpits, qlib/],
  [metrics, ['--returns', '/nowhere.csv', '--rf', '1,35'], /annual rate/],
  [metrics, ['--nonsense'], /--nonsense/],
])('%o: wrong use %j is one sentence', async (run, args, sentence) => {
  await expect(run(args)).rejects.toThrow(sentence);
});

it('wrong use is exit status 2 with nothing on stdout', async () => {
  expect(spawned('metrics', '--nonsense')).toMatchObject({ status: 2, out: '' });
});

it.skipIf(absent)(`metrics prints the golden values of g1 and g3 under their keys${skipped}`, async () => {
  const expected = JSON.parse(readFileSync(path.join(golden, 'metrics_expected.json'), 'utf8')) as Record<'g1' | 'g3', Record<string, number>>;
  for (const [set, name] of [['g1', 'g1_returns.csv'], ['g3', 'g3_paper_phase3.csv']] as const) {
    const ran = await oomrl('metrics', '--returns', path.join(golden, name), '--column', 'port', '--benchmark-column', 'bench', '--json');
    const got = JSON.parse(ran.out) as Record<string, number>;
    const wrong = Object.entries(expected[set]).filter(([key, value]) => !(Math.abs(got[key]! - value) <= 1e-10 * Math.max(Math.abs(value), 1e-300)));
    expect(wrong).toEqual([]);
  }
});

it('metrics says null with a cause, and aloud that alpha is not significant', async () => {
  const returns = file('r.csv', 'date,port,bench\n2024-01-02,0.01,0.02\n2024-01-03,-0.02,-0.01\n2024-01-04,0.015,0.001\n2024-01-05,0.001,0.002\n');
  expect(JSON.parse((await oomrl('metrics', '--returns', returns, '--benchmark-column', 'none', '--json')).out)).toMatchObject({ n: 4, ols_beta: null, causes: { ols_beta: 'no benchmark was given' } });
  expect((await oomrl('metrics', '--returns', returns, '--definitions', 'qlib')).out).toMatch(/Definitions: qlib[\s\S]*mean × 238[\s\S]*Alpha is not significant/);
});

it(`metrics puts an interval beside the Sharpe ratio, the same at every call, where an independent bootstrap puts it${skipped}`, async ({ skip }) => {
  const short = file('short.csv', 'date,port\n2024-01-02,0.01\n2024-01-03,-0.02\n');
  expect(JSON.parse((await oomrl('metrics', '--returns', short, '--json')).out)).toMatchObject({ sharpe_ci95: null, causes: { sharpe_ci95: 'it needs 20 returns that differ' } });
  const many = file('many.csv', `port\n${Array.from({ length: 10_001 }, (_, i) => (i % 7) / 1000 - 0.003).join('\n')}\n`);
  expect(JSON.parse((await oomrl('metrics', '--returns', many, '--json')).out)).toMatchObject({ sharpe_ci95: null, causes: { sharpe_ci95: 'more than 10000 returns are not resampled' } });
  skip(absent);
  const g1 = ['metrics', '--returns', path.join(golden, 'g1_returns.csv')];
  const { sharpe_ci95: interval } = JSON.parse((await oomrl(...g1, '--json')).out);
  // numpy, 100,000 draws of the same stationary bootstrap (mean block 5): 0.3260 to 2.9461; an end of 2,000 draws has a standard error of 0.04.
  expect([Math.abs(interval.low - 0.3260) < 0.12, Math.abs(interval.high - 2.9461) < 0.12, interval.confidence]).toEqual([true, true, 0.95]);
  expect(JSON.parse((await oomrl(...g1, '--json')).out).sharpe_ci95).toEqual(interval);
  expect((await oomrl(...g1)).out).toContain(`${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`);
});

it('bars that a book trades on are not changed by an import unless it says --replace', async () => {
  const world = makeConsole();
  onTestFinished(() => world.close());
  const book = world.book();
  const { panelHash } = getMarket(world.db, 'test');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const other = file('other/600000.csv', bars(DAYS));
  expect(await importBars([other, '--market', 'test', '--json'])).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ imported: false, error: { code: 'STALE', message: expect.stringContaining(`${book.name} trades on it; import under another name, or say --replace`) } });
  expect(getMarket(world.db, 'test').panelHash).toBe(panelHash);
  out = '';
  expect(await importBars([other, '--market', 'test', '--json', '--replace'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ imported: true, change: { addedSymbols: 1 } });
  expect(getMarket(world.db, 'test').panelHash).not.toBe(panelHash);
});

it('a market is not replaced unasked by one of another currency, or one without a fifth of its bars', async () => {
  const whole = file('guard/600000.csv', bars(DAYS));
  expect((await oomrl('import', 'bars', whole, '--market', 'guarded')).status).toBe(0);
  const abroad = file('abroad.json', JSON.stringify({ board: 'us', files: { '600000.csv': { symbol: 'AAPL' } } }));
  const us = await oomrl('import', 'bars', whole, '--market', 'guarded', '--mapping', abroad);
  expect([us.status, us.err]).toEqual([1, expect.stringMatching(/is of board cn-a in CNY, these files are of board us in USD; .*--replace/)]);
  const short = file('short/600000.csv', bars(DAYS.slice(0, 1)));
  const gone = await oomrl('import', 'bars', short, '--market', 'guarded');
  expect([gone.status, gone.err]).toEqual([1, expect.stringMatching(/2 of the 3 bars of the market guarded .* would vanish; .*--replace/)]);
  expect((await oomrl('import', 'bars', short, '--market', 'guarded', '--replace')).out).toMatch(/replaced market guarded \(was 3 cells of 1 symbol,/);
});

it('metrics of no row is a sentence, of one row no annual figure', async () => {
  for (const [body, says] of [['', /is empty/], ['PK\0\0', /is not a text file/], ['\n', /is empty/], ['date,port\n', /header and no row/]] as const) expect((await oomrl('metrics', '--returns', file('none.csv', body))).err).toMatch(says);
  const one = JSON.parse((await oomrl('metrics', '--returns', file('one.csv', 'date,port,bench\n2024-07-01,-0.01,0.01\n'), '--json')).out) as Record<string, unknown> & { causes: Record<string, string> };
  for (const key of ['ann_arith252', 'ann_arith238', 'ann_geo252', 'ann_geo_calendar', 'vol_ddof1', 'sharpe_rf135', 'sortino_rf0', 'calmar_geo', 'bench_ann_arith252', 'active_ann']) expect([key, one[key], one.causes[key]]).toEqual([key, null, 'fewer than two returns']);
  expect(one.cum).toBeCloseTo(-0.01, 12);
});
