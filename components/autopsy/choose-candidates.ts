import type { ProviderName } from '@/server/contracts/proposal';

/** Agents that may work on one autopsy at once. */
export const MAX_CANDIDATES = 4;

interface Choice {
  readonly name: ProviderName;
  readonly label: string;
  readonly needsModel: boolean;
}
type Counts = Readonly<Partial<Record<ProviderName, number>>>;
type Models = Readonly<Partial<Record<ProviderName, string>>>;

/** The list to start, in the order of the form. */
export function candidatesOf(providers: readonly Choice[], counts: Counts, models: Models): { provider: ProviderName; model?: string }[] {
  return providers.flatMap((p) => Array.from({ length: counts[p.name] ?? 0 }, () => ({ provider: p.name, ...(p.needsModel ? { model: (models[p.name] ?? '').trim() } : {}) })));
}

/** Why the chosen agents cannot start, or null. */
export function whyNotStart(providers: readonly Choice[], counts: Counts, models: Models): string | null {
  const list = candidatesOf(providers, counts, models);
  if (list.length === 0) return 'Choose at least one agent.';
  if (list.length > MAX_CANDIDATES) return `At most ${MAX_CANDIDATES} agents work at once; ${list.length} are chosen.`;
  return list.some((c) => c.model === '') ? 'Name a model.' : null;
}
