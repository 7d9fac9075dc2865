import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendEvent } from '@/server/audit/events';
import { type Db, openTestDb, write } from '@/server/db/client';
import { proposals } from '@/server/db/schema';
import { checkTraceRules } from './orchestration-trace';
import { readTracePage, writeTrace } from './read-trace';

const ID = 'pro_aaaaaaaaaaaa';
/** A console with one proposal; its trace is put in by the test. */
function consoleWith(kinds: readonly string[]): Db {
  const db = openTestDb();
  db.$client.pragma('foreign_keys = OFF');
  write(db, (tx) => {
    tx.insert(proposals).values({ id: ID, bookId: 'b', incidentId: 'i', autopsyId: 'a', packageId: 'p', baseCommit: 'c', provider: 'openai', state: 'running', maxAttempts: 5, createdBy: 'Ada', createdAt: 1, updatedAt: 1 }).run();
    kinds.forEach((kind, i) => {
      appendEvent(tx, { kind, traceId: ID, parentSpanId: `att_${i % 3}`, payload: { role: i % 2 ? 'assistant' : 'user', tool: 'stdaw_verify', decision: i % 2 ? 'propose' : 'retry', status: 'fail', name: 'tests', code: 'X', text: `step ${i} ${'x'.repeat(200)}` }, now: 1000 + i, ...(i % 2 ? { inputTokens: 10, outputTokens: 2, costMicros: 3 } : {}) });
    });
  });
  return db;
}

const whole = (db: Db) => readTracePage(db, ID, { after: null, limit: 20_000 }).trace;

it('pages of a trace put together are the trace, whatever their size, and say how many events are left', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('spawn', 'message', 'tool_call', 'tool_result', 'decision', 'gate', 'stop', 'attempt'), { maxLength: 40 }), fc.integer({ min: 1, max: 15 }), (kinds, limit) => {
      const db = consoleWith(kinds);
      const { events, edges, ...rest } = whole(db);
      const seen: { events: unknown[]; edges: unknown[] } = { events: [], edges: [] };
      for (let after: string | null = null, last = false; !last; ) {
        const page = readTracePage(db, ID, { after, limit });
        seen.events.push(...page.trace.events);
        seen.edges.push(...page.trace.edges);
        expect(page.left).toBe(events.length - seen.events.length);
        expect(page.trace).toMatchObject(rest);
        after = page.next;
        last = after === null;
        expect(last).toBe(page.left === 0);
      }
      expect(seen).toEqual({ events, edges });
      const end = readTracePage(db, ID, { after: events.at(-1)!.id, limit });
      expect([end.trace.events, end.left, end.next]).toEqual([[], 0, null]);
      expect(() => readTracePage(db, ID, { after: 'evt_other', limit })).toThrow(/no event "evt_other"/);
      db.$client.close();
    }),
    { numRuns: 25 },
  );
});

it('what is streamed is what is collected, for any trace', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('spawn', 'message', 'tool_call', 'tool_result', 'decision', 'gate', 'stop', 'attempt', 'proposal.state'), { maxLength: 60 }), (kinds) => {
      const db = consoleWith(kinds);
      expect(JSON.parse([...writeTrace(db, ID, 'orchestration')].join(''))).toEqual(whole(db));
      expect(checkTraceRules(whole(db))).toEqual([]);
      const otlp = JSON.parse([...writeTrace(db, ID, 'otlp')].join('')) as { resourceSpans: { scopeSpans: { spans: { parentSpanId?: string }[] }[] }[] };
      expect(otlp.resourceSpans[0]!.scopeSpans[0]!.spans.filter((s) => s.parentSpanId === undefined)).toHaveLength(1);
      db.$client.close();
    }),
    { numRuns: 25 },
  );
});

it('a trace of 100,000 events is written in small pieces and never held', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const db = consoleWith([]);
  db.$client.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
    INSERT INTO events (at, kind, trace_id, parent_span_id, payload, input_tokens, output_tokens)
    SELECT 1000 + i, CASE i % 4 WHEN 0 THEN 'message' WHEN 1 THEN 'tool_call' WHEN 2 THEN 'tool_result' ELSE 'gate' END, '${ID}', 'att_' || (i % 5),
      json_object('role', 'assistant', 'tool', 't', 'status', 'fail', 'name', 'tests', 'code', 'X', 'text', 'step ' || i || ' ' || hex(zeroblob(150))), 1, 1 FROM n`);
  collect();
  const before = process.memoryUsage().heapUsed;
  let [held, bytes, largest, pieces, events] = [0, 0, 0, 0, 0];
  for (const piece of writeTrace(db, ID, 'orchestration')) {
    bytes += piece.length;
    largest = Math.max(largest, piece.length);
    events += piece.split('"content_sha256":').length - 1;
    if (pieces++ % 60 !== 0) continue;
    collect();
    held = Math.max(held, process.memoryUsage().heapUsed - before);
  }
  expect(events).toBe(100_000);
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(largest).toBeLessThan(100_000);
  // One page of rows, one piece and the state of the walk; the whole would be several times its text.
  expect(held).toBeLessThan(8_000_000);

  // The other format begins before it has read the rest, and may be left.
  const spans = writeTrace(db, ID, 'otlp')[Symbol.iterator]();
  const first = performance.now();
  expect(spans.next().value).toContain('"resourceSpans"');
  expect(performance.now() - first).toBeLessThan(5_000);
  spans.return?.();
}, 120_000);
