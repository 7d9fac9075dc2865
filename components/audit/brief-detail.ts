const FIRST = ['reason', 'verb', 'from', 'to', 'name', 'role', 'status', 'version', 'provider'];
const SHOWN = 3;

/** The facts of an audit row in one line, those a person asks for first: `reason …, from running, to halted, …`. */
export function briefDetail(detail: Readonly<Record<string, unknown>>): string {
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const entries = Object.entries(detail)
    .filter(([, value]) => value !== null)
    .sort(([a], [b]) => rank(a) - rank(b));
  return entries.slice(0, SHOWN).map(([key, value]) => `${key} ${brief(value)}`).join(', ') + (entries.length > SHOWN ? ', …' : '');
}

/** Hashes and commits as their first ten characters, long text cut. */
function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^[0-9a-f]{40,64}$/.test(text)) return text.slice(0, 10);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
