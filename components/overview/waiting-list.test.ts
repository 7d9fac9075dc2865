import { expect, it } from 'vitest';
import type { WaitingItem } from '@/server/monitor/list-waiting';
import { nextStepOf } from './waiting-list';

const item = (over: Partial<WaitingItem>): WaitingItem => ({ kind: 'alert', id: 'x', bookId: 'bok_1', bookName: 'B', incidentId: null, proposalId: null, severity: null, since: 0, text: '', ...over });

it('leads each waiting thing to the screen where a person moves it on', () => {
  expect(nextStepOf(item({})).href).toBe('/books/bok_1?tab=alerts');
  expect(nextStepOf(item({ kind: 'incident', incidentId: 'inc_1' })).href).toBe('/incidents/inc_1');
  expect(nextStepOf(item({ kind: 'autopsy', incidentId: 'inc_1' })).href).toBe('/incidents/inc_1/autopsy');
  expect(nextStepOf(item({ kind: 'proposal', proposalId: 'pro_1' })).href).toBe('/proposals/pro_1/run');
  expect(nextStepOf(item({ kind: 'run' })).href).toBe('/books/bok_1');
  expect(nextStepOf(item({ kind: 'account', id: 'acc_1', bookId: null })).href).toBe('/settings?tab=agents#account-acc_1');
  expect(nextStepOf(item({ kind: 'review', proposalId: 'pro_1' })).href).toBe('/proposals/pro_1');
});
