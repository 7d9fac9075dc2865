import { expect, it } from 'vitest';
import { candidatesOf, whyNotStart } from './choose-candidates';

const PROVIDERS = [{ name: 'search' as const, label: 'Search', needsModel: false }, { name: 'anthropic' as const, label: 'Anthropic', needsModel: true }];

it('a list of one to four agents, each model named', () => {
  expect(candidatesOf(PROVIDERS, { search: 2, anthropic: 1 }, { anthropic: ' m-1 ' })).toEqual([{ provider: 'search' }, { provider: 'search' }, { provider: 'anthropic', model: 'm-1' }]);
  expect(whyNotStart(PROVIDERS, { search: 4 }, {})).toBeNull();
  expect(whyNotStart(PROVIDERS, {}, {})).toBe('Choose at least one agent.');
  expect(whyNotStart(PROVIDERS, { search: 4, anthropic: 1 }, { anthropic: 'm' })).toBe('At most 4 agents work at once; 5 are chosen.');
  expect(whyNotStart(PROVIDERS, { anthropic: 1 }, {})).toBe('Name a model.');
});
