import { expect, it } from 'vitest';
import { assertSameOrigin } from './origin';

const from = (headers: Record<string, string>) => () => assertSameOrigin(new Headers(headers));

it('lets an action run only for a page of this host', () => {
  expect(from({ host: 'a:1', origin: 'http://a:1' })).not.toThrow();
  expect(from({ host: 'a:1', 'sec-fetch-site': 'same-origin' })).not.toThrow();
  for (const bad of [{ host: 'a:1', origin: 'http://b:1' }, { host: 'a:1', origin: 'null' }, { host: 'a:1', 'sec-fetch-site': 'cross-site' }, { origin: 'http://a:1' }]) expect(from(bad as Record<string, string>)).toThrow(/another site/);
});
