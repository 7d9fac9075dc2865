import Link from 'next/link';
import { paths } from '@/components/paths';
import { COST_SETTINGS } from '@/components/settings/cost-settings';
import { lastChanges, valueAt } from '@/components/settings/last-changes';
import { NumberSettings } from '@/components/settings/number-settings';
import type { SettingRow } from '@/components/settings/setting-row';
import { shownUnit } from '@/components/shown-unit';
import { EmptyState } from '@/components/ui/empty-state';
import { BookStateChip } from '@/components/ui/state-chip';
import { listAudit } from '@/server/audit/list-audit';
import { makeBookConfig, readBookConfig } from '@/server/books/book-config';
import { type BookRow, getBook } from '@/server/books/get-book';
import { listNavBooks } from '@/server/books/list-nav-books';
import { db } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { RULES } from '@/server/monitor/rules';
import { thresholdsOf } from '@/server/monitor/thresholds';
import { saveCosts, saveThresholds } from './actions';

/** Thresholds, or costs and limits, of one book at a time. */
export function BookSettings({ tab, bookId, whyNot }: { tab: 'thresholds' | 'costs'; bookId: string | undefined; whyNot: string | null }) {
  const books = listNavBooks(db());
  const chosen = books.find((b) => b.id === bookId) ?? books[0];
  if (!chosen) return <EmptyState kind="none" title="There is no book yet." />;
  const book = getBook(db(), chosen.id);
  return (
    <div className="space-y-6">
      <nav aria-label="Book" className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.8125rem]">
        {books.map((b) => (
          <Link key={b.id} href={paths.settings({ tab: tab === 'thresholds' ? null : tab, book: b.id })} aria-current={b.id === book.id ? 'true' : undefined} className={b.id === book.id ? 'flex items-center gap-2 font-medium' : 'flex items-center gap-2 text-ink-2 hover:text-ink'}>
            {b.name} <BookStateChip state={b.state} />
          </Link>
        ))}
      </nav>
      {tab === 'thresholds' ? <ThresholdSettings book={book} whyNot={whyNot} /> : <CostSettings book={book} whyNot={whyNot} />}
    </div>
  );
}

function ThresholdSettings({ book, whyNot }: { book: BookRow; whyNot: string | null }) {
  const values = thresholdsOf(book);
  const changed = lastChanges(listAudit(db(), { entity: book.id, action: 'book.thresholds', limit: 200 }), RULES.map((r) => r.name));
  const rows = RULES.map((rule): SettingRow => ({
    name: rule.name, label: rule.label, ...shownUnit(rule.unit), value: values[rule.name], standard: rule.default, min: rule.min, max: rule.max, lastChange: changed[rule.name] ?? null,
    meaning: `${rule.meaning} ${rule.severity === 'critical' ? 'Critical: halts the book.' : 'Warning: the book trades on.'}`,
  }));
  const save = async (changes: Record<string, number>) => {
    'use server';
    return saveThresholds({ bookId: book.id, expectedRevision: book.revision, changes });
  };
  return <NumberSettings key={book.id} caption={`Thresholds of ${book.name}`} rows={rows} whyNot={whyNot} save={save} />;
}

function CostSettings({ book, whyNot }: { book: BookRow; whyNot: string | null }) {
  const config = readBookConfig(book);
  const standard = makeBookConfig(getMarket(db(), book.marketName).board === 'us' ? 'us' : 'cn-a');
  const changed = lastChanges(listAudit(db(), { entity: book.id, action: 'book.configure', limit: 200 }), COST_SETTINGS.map((s) => s.name));
  const rows = COST_SETTINGS.map((s): SettingRow => ({ ...s, value: valueAt(config, s.name) as number, standard: valueAt(standard, s.name) as number, lastChange: changed[s.name] ?? null }));
  const whyNotNow = whyNot ?? (book.state === 'running' ? `${book.name} is running; halt it before changing its costs or limits. A day is decided and valued under one configuration.` : null);
  const save = async (changes: Record<string, number>) => {
    'use server';
    return saveCosts({ bookId: book.id, expectedRevision: book.revision, changes });
  };
  return <NumberSettings key={book.id} caption={`Costs and limits of ${book.name}`} rows={rows} whyNot={whyNotNow} save={save} />;
}
