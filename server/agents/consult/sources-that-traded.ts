import type { IncidentRows } from '@/server/autopsy/incident-rows';
import { loadVersion } from '@/server/books/versions';
import type { DbOrTx } from '@/server/db/client';
import type { PackageFile } from '@/server/strategy/types';

/** Source of the version that traded on the incident's day; never its tests. */
export function sourcesThatTraded(db: DbOrTx, rows: IncidentRows): readonly PackageFile[] {
  return loadVersion(db, rows.days.at(-1)?.versionId ?? rows.book.versionId).sources;
}
