/** The pure half of the keyboard: what a key press is called, and which bindings a sequence of presses completes. */
export interface Binding {
  /** `g o` (one after the other), `?`, `Mod+k` (Ctrl, or Cmd on a Mac), `Ctrl+Enter`. */
  keys: string;
  /** Works even while the reader types, e.g. Mod+Enter in a form. */
  whileTyping?: boolean;
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** `Mod+k`, `g`, `?`, `Escape`; null for a press of a modifier alone. Alt belongs to the platform and is never bound. */
export function nameOfPress(event: Press): string | null {
  if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key) || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Mod+${key}` : key;
}

/** The binding that `pressed` (oldest first) completes, and whether some binding still waits for more. */
export function matchPresses<B extends Binding>(bindings: readonly B[], pressed: readonly string[], typing: boolean): { hit: B | null; waiting: boolean } {
  const allowed = bindings.filter((b) => !typing || b.whileTyping);
  const text = pressed.join(' ');
  // Later registrations win: a page may shadow the shell.
  const hit = allowed.findLast((b) => b.keys === text) ?? null;
  return { hit, waiting: hit === null && allowed.some((b) => b.keys.startsWith(`${text} `)) };
}
