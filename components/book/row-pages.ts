/** Rows of one page of a table. */
export const PAGE_ROWS = 50;

/** One page of rows, 1 = the first; a page beyond the end is the last one that has rows. */
export function pageOf<T>(rows: readonly T[], wanted: number | null): { rows: T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const page = Math.min(Math.max(1, wanted ?? 1), pages);
  return { rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS), page, pages };
}
