import type { SiteWord } from '../edit-candidate';
import { splitWords } from '../words';

/** Each word once, at its highest weight. */
export function wordsOf(texts: readonly (readonly [string, number])[]): SiteWord[] {
  const best = new Map<string, number>();
  for (const [text, weight] of texts) for (const word of splitWords(text)) best.set(word, Math.max(best.get(word) ?? 0, weight));
  return [...best].map(([word, weight]) => ({ word, weight }));
}
