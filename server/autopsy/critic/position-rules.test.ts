import { expect, it } from 'vitest';
import type { IncidentRows } from '../incident-rows';
import { recentDeployment } from './position-rules';

const days = (returns: readonly number[]) => returns.map((dayReturn, i) => ({ bookId: 'b', episodeId: 'e', date: `2024-05-0${i + 1}`, dayReturn }));
const market = {} as Parameters<typeof recentDeployment>[1];
const rows = (returns: readonly number[], versionSince: string) => ({ days: days(returns), versionSince, versionLabel: 'v2' }) as unknown as IncidentRows;

it('the day on whose close a version was deployed is its predecessor\u2019s, and the claim says over how many days each was measured', () => {
  const found = recentDeployment(rows([0.01, 0.01, 0.01, -0.05, -0.02], '2024-05-04'), market);
  expect(found?.claim).toBe('v2 decides since the close of 2024-05-04: \u22122.00 % a day over one day against \u22120.50 % a day over the 4 before.');
  expect(found?.evidence.every((ref) => ref.id.endsWith('2024-05-05'))).toBe(true);
  // The loss was made by the version before: nothing speaks against the new one.
  expect(recentDeployment(rows([0.01, 0.01, 0.01, -0.05, 0.01], '2024-05-04'), market)).toBe(null);
  expect(recentDeployment(rows([0.01, 0.01, 0.01, -0.05], '2024-05-04'), market)).toBe(null);
});
