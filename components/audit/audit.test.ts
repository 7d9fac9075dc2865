import { expect, it } from 'vitest';
import { addressOf } from './address-of';
import { briefDetail } from './brief-detail';
import { auditCsvLine } from './export-rows';
import { whyNoDays } from '../filter/address-params';
import { auditMatch, auditQuery, readAuditFilters } from './filters';

it('filters go to the URL and come back, defaults left out', () => {
  const filters = readAuditFilters({ entity: ' bok_1 ', action: ['book.halt', 'x'], before: '42' });
  expect(filters).toEqual({ entity: 'bok_1', action: 'book.halt', actor: '', from: '', to: '', before: 42 });
  expect(auditQuery(filters)).toBe('entity=bok_1&action=book.halt&before=42');
  expect(auditQuery({})).toBe('');
  expect(readAuditFilters({ before: '1; drop' }).before).toBeNull();
});

it('days are of UTC, both ends belong; what is no day is left out', () => {
  const filters = readAuditFilters({ from: '2026-11-30', to: '2026-11-30' });
  expect(auditMatch(filters)).toMatchObject({ from: Date.UTC(2026, 10, 30), to: Date.UTC(2026, 11, 1) - 1 });
  expect(auditQuery(filters)).toBe('from=2026-11-30&to=2026-11-30');
  expect(auditMatch(readAuditFilters({ from: '2026-02-30', to: 'today' }))).toEqual({ entity: '', action: '', actor: '' });
  expect([whyNoDays(filters), whyNoDays({ from: '2026-12-01', to: '2026-11-30' })]).toEqual([null, 'From 2026-12-01 lies after to 2026-11-30: no day is between them.']);
});

it('text that a spreadsheet would run stays text', () => {
  const line = auditCsvLine({ seq: 1, at: 0, actorKind: 'person', actorId: 'usr', actorName: '=HYPERLINK("x")', action: 'book.halt', entity: 'b', detail: { reason: 'a,b' }, prevHash: '0', hash: 'f' });
  expect(line).toBe(`1,1970-01-01T00:00:00.000Z,UTC,person,usr,"'=HYPERLINK(""x"")",book.halt,b,"{""reason"":""a,b""}",0,f\r\n`);
});

it('an entity leads to its screen by its prefix', () => {
  expect(addressOf('bok_123456789012')).toBe('/books/bok_123456789012');
  expect(addressOf('pro_123456789012')).toBe('/proposals/pro_123456789012');
  expect(addressOf('usr_123456789012')).toBeNull();
});

it('a row says its reason first and hashes short', () => {
  expect(briefDetail({ date: '2024-01-02', commit: 'a'.repeat(40), reason: 'loss', to: 'halted', from: null })).toBe('reason loss, to halted, date 2024-01-02, …');
  expect(briefDetail({ commit: 'a'.repeat(40) })).toBe(`commit ${'a'.repeat(10)}`);
});
