import { expect, it } from 'vitest';
import { matchPresses, nameOfPress } from './hotkey-match';

const press = (key: string, over = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...over });
const bindings = [{ keys: 'g o' }, { keys: '?' }, { keys: 'Mod+k', whileTyping: true }, { keys: 'j' }];

it('names Ctrl and Cmd alike and ignores modifiers alone and Alt', () => {
  expect(nameOfPress(press('K', { ctrlKey: true }))).toBe('Mod+k');
  expect(nameOfPress(press('k', { metaKey: true }))).toBe('Mod+k');
  expect(nameOfPress(press('Shift'))).toBeNull();
  expect(nameOfPress(press('k', { altKey: true }))).toBeNull();
});

it('waits for the second key of a sequence', () => {
  expect(matchPresses(bindings, ['g'], false)).toEqual({ hit: null, waiting: true });
  expect(matchPresses(bindings, ['g', 'o'], false).hit?.keys).toBe('g o');
  expect(matchPresses(bindings, ['g', 'x'], false)).toEqual({ hit: null, waiting: false });
});

it('fires no bare key while the reader types', () => {
  expect(matchPresses(bindings, ['j'], true).hit).toBeNull();
  expect(matchPresses(bindings, ['Mod+k'], true).hit?.keys).toBe('Mod+k');
});

it('lets the later registration win', () => {
  const page = { keys: 'j', page: true };
  expect(matchPresses([...bindings, page], ['j'], false).hit).toBe(page);
});
