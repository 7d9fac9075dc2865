import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appendEvent } from '@/server/audit/events';
import { proposals } from '@/server/db/schema';
import { migrateDb, openDb, write } from '@/server/db/client';
import { run } from './trace-export';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trace-'));
  process.env.OOMRL_DATA = dir;
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const db = openDb();
  migrateDb(db);
  db.$client.pragma('foreign_keys = OFF');
  write(db, (tx) => {
    tx.insert(proposals).values({ id: 'pro_aaaaaaaaaaaa', bookId: 'b', incidentId: 'i', autopsyId: 'a', packageId: 'p', baseCommit: 'c', provider: 'search', state: 'running', maxAttempts: 5, createdBy: 'Ada', createdAt: 1, updatedAt: 1 }).run();
    appendEvent(tx, { kind: 'message', traceId: 'qp_a1b2c3d4', spanId: 't1', parentSpanId: 'qp_a1b2c3d4/bull', payload: { success: true, model: 'm' }, now: 5 });
    appendEvent(tx, { kind: 'spawn', traceId: 'pro_aaaaaaaaaaaa', parentSpanId: 'att_1', payload: {}, now: 5 });
  });
  db.$client.close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('writes both formats, to standard output or a file, and names what is wrong', async () => {
  expect(await run(['--proposal', 'pro_aaaaaaaaaaaa'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ trace_id: 'pro_aaaaaaaaaaaa', events: [{ type: 'spawn', to: 'agent/att_1' }] });
  out = '';
  const file = join(dir, 'trace.json');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(['--proposal', 'pro_aaaaaaaaaaaa', '--format', 'otlp', '--out', file, '--json'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ file, format: 'otlp', proposal: 'pro_aaaaaaaaaaaa' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('resourceSpans.0.scopeSpans.0.spans.0.traceId');
  await expect(run(['--proposal', 'pro_nobody'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(run(['--proposal', 'x', '--format', 'pdf'])).rejects.toThrow(/^--format: value is "pdf"; allowed: one of orchestration, otlp/);
});

it('writes an imported run, and names those there are', async () => {
  expect(await run(['--run', 'qp_a1b2c3d4'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ trace_id: 'qp_a1b2c3d4', system: 'quantpits', events: [{ type: 'spawn', to: 'agent/bull' }, { type: 'message', agent: 'agent/bull' }] });
  await expect(run(['--run', 'a1b2c3d4'])).rejects.toThrow(/^--run: value is "a1b2c3d4", which does not exist; allowed: qp_a1b2c3d4\.$/);
  await expect(run(['--run', 'qp_nobody'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(run(['--run', 'qp_a1b2c3d4', '--proposal', 'pro_x'])).rejects.toThrow(/name one/);
  await expect(run([])).rejects.toThrow(/^--proposal is needed/);
});
