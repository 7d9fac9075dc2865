import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { type Db, openTestDb, write } from '@/server/db/client';
import { auditLog } from '@/server/db/schema';
import { appendAudit } from './append-audit';
import { canonicalJson } from './canonical-json';
import { appendEvent, lastEventId, listEventsAfter } from './events';
import { listAudit } from './list-audit';
import { verifyAudit } from './verify-audit';

let db: Db;
beforeEach(() => {
  db = openTestDb();
  for (let i = 1; i <= 6; i += 1) write(db, (tx) => appendAudit(tx, { actor: CLI_ACTOR, action: i % 2 ? 'book.halt' : 'autopsy.sign', entity: `bok_${i}`, detail: { b: i, a: -0, gone: undefined }, now: 1000 + i }));
});
/** What someone with the file and a hex editor can do: the triggers are no obstacle to them. */
const tamper = (sql: string) => db.$client.exec(`DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete; ${sql}`);

it('verifies an untouched log and an empty one', () => {
  expect(verifyAudit(db)).toMatchObject({ ok: true, rows: 6 });
  expect(verifyAudit(openTestDb())).toMatchObject({ ok: true, rows: 0 });
});

it.each([
  ['a changed detail', `UPDATE audit_log SET detail = '{"a":0,"b":99}' WHERE seq = 3`, 3],
  ['a changed time', 'UPDATE audit_log SET at = at + 1 WHERE seq = 2', 2],
  ['a changed actor', `UPDATE audit_log SET actor_name = 'somebody' WHERE seq >= 4`, 4],
  ['a removed row', 'DELETE FROM audit_log WHERE seq = 5', 5],
  ['the first row removed', 'DELETE FROM audit_log WHERE seq = 1', 1],
  ['the last row removed', 'DELETE FROM audit_log WHERE seq = 6', 6],
  ['all rows removed', 'DELETE FROM audit_log', 1],
  ['broken JSON', `UPDATE audit_log SET detail = '{' WHERE seq = 4`, 4],
])('names the first bad row: %s', (_, sql, seq) => {
  tamper(sql);
  expect(verifyAudit(db)).toMatchObject({ ok: false, firstBadSeq: seq });
});

it('refuses update and delete below the application', () => {
  expect(() => db.update(auditLog).set({ at: 1 }).where(eq(auditLog.seq, 1)).run()).toThrow(/append-only/);
  expect(() => db.delete(auditLog).run()).toThrow(/append-only/);
});

it('rolls back with the change it records', () => {
  expect(() => write(db, (tx) => { appendAudit(tx, { actor: CLI_ACTOR, action: 'x.y', entity: 'e', now: 1 }); throw new Error('no'); })).toThrow('no');
  expect(verifyAudit(db)).toMatchObject({ ok: true, rows: 6 });
});

it('lists newest first, by room, and pages by cursor', () => {
  expect(listAudit(db, { action: 'book' }).map((r) => r.seq)).toEqual([5, 3, 1]);
  expect(listAudit(db, { before: 4, limit: 2 }).map((r) => r.seq)).toEqual([3, 2]);
  expect(listAudit(db, { actor: 'command line', from: 1005 }).length).toBe(2);
});

it('writes equal content as equal bytes', () => {
  expect(canonicalJson({ b: [1, { d: 'é', c: null }], a: 1e21 })).toBe('{"a":1e+21,"b":[1,{"c":null,"d":"é"}]}');
  expect(() => canonicalJson({ a: { b: Number.NaN } })).toThrow('$.a.b');
});

it('replays events after an id, for one book', () => {
  const first = appendEvent(db, { kind: 'book.step', bookId: 'bok_a', payload: { n: 1 }, now: 1 });
  appendEvent(db, { kind: 'book.step', bookId: 'bok_b', now: 2 });
  const third = appendEvent(db, { kind: 'alert', bookId: 'bok_a', now: 3 });
  expect(listEventsAfter(db, { afterId: first, bookId: 'bok_a' }).map((e) => e.id)).toEqual([third]);
  expect(lastEventId(db)).toBe(third);
});
