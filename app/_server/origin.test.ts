import { expect, it } from 'vitest';
import { assertSameOrigin } from './origin';

const from = (headers: Record<string, string>) => () => assertSameOrigin(new Headers(headers));

it('lets an action run only for a page of this host', () => {
  expect(from({ host: 'a:1', origin: 'http://a:1' })).not.toThrow();
  expect(from({ host: 'a:1', 'sec-fetch-site': 'same-origin' })).not.toThrow();
  const bad: Record<string, string>[] = [{ host: 'a:1', origin: 'http://b:1' }, { host: 'a:1', origin: 'null' }, { host: 'a:1', 'sec-fetch-site': 'cross-site' }, { origin: 'http://a:1' }];
  for (const headers of bad) expect(from(headers)).toThrow(/another site/);
});
