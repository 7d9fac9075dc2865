import { expect, it } from 'vitest';
import { safeNext } from './safe-next';

it('goes only to addresses inside this console', () => {
  expect(safeNext('/books/bok_1?tab=fills')).toBe('/books/bok_1?tab=fills');
  for (const bad of [undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/ x', 'javascript:alert(1)', '/sign-in']) expect(safeNext(bad)).toBe('/');
});
