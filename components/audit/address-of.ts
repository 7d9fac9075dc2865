import { paths } from '@/components/paths';
import { ID_PREFIX, type IdKind } from '@/server/contracts/ids';

const PAGES: Partial<Record<IdKind, (id: string) => string>> = {
  book: (id) => paths.book(id),
  incident: (id) => paths.incident(id),
  proposal: (id) => paths.proposal(id),
};

/** Screens of an entity beyond its own page: an agent's proposal has the trace of its run. */
export const traceOf = (entity: string): string | null => (entity.startsWith(`${ID_PREFIX.proposal}_`) ? paths.run(entity) : null);

/** The screen of an entity, by the prefix of its id; null when it has none of its own. */
export function addressOf(entity: string): string | null {
  for (const [kind, page] of Object.entries(PAGES) as [IdKind, (id: string) => string][]) if (entity.startsWith(`${ID_PREFIX[kind]}_`)) return page(entity);
  return null;
}
