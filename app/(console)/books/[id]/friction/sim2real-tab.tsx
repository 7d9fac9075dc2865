import { Sim2RealForm, type Sim2RealAsk } from '@/components/friction/sim2real-form';
import { Sim2RealReportView } from '@/components/friction/sim2real-report';
import { Ago } from '@/components/ui/date-text';
import { EmptyState, ErrorState } from '@/components/ui/empty-state';
import { Hash } from '@/components/ui/hash';
import { getBook, getEpisode } from '@/server/books/get-book';
import { readSim2Real, type Sim2RealResult, sim2RealDays } from '@/server/books/start-sim2real';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { db } from '@/server/db/client';
import { cancelSim2Real, startSim2Real } from './actions';

/** The same version over the same days with and without friction: asked for here, made by the engine. */
export function Sim2RealTab({ bookId, currency, actor }: { bookId: string; currency: string; actor: Actor }) {
  const book = getBook(db(), bookId);
  const days = sim2RealDays(db(), bookId);
  const { active, ended, done } = readSim2Real(db(), bookId);
  const whyRole = roleAtLeast(actor.role, 'operator') ? null : `This needs the role operator; ${actor.name} is ${actor.role}.`;
  const start = async (ask: Sim2RealAsk) => {
    'use server';
    return startSim2Real({ bookId, ...ask });
  };
  const cancel = async () => {
    'use server';
    return cancelSim2Real({ bookId });
  };
  const result = done?.result as Sim2RealResult | undefined;
  return (
    <div className="mt-6 space-y-6">
      <Sim2RealForm
        key={days ? `${days.from}/${days.to}` : 'none'}
        currency={currency}
        days={days}
        capital={getEpisode(db(), book.episodeId).initialFen / 100}
        active={active && { state: active.state === 'queued' ? 'queued' : 'running', progress: active.progress, text: active.progressText, cancelRequested: active.cancelRequested }}
        why={whyRole ?? (days === null ? `${book.name} has not traded a day yet; a report needs days.` : null)}
        whyNotCancel={whyRole}
        onStart={start}
        onCancel={cancel}
      />
      {ended?.state === 'failed' && <ErrorState error={{ code: 'STRATEGY_FAILED', message: `The last report failed: ${ended.error ?? 'no reason was stored'}` }} plain />}
      {ended?.state === 'cancelled' && <p className="text-xs text-ink-2">The last report was cancelled.{done ? ' The one before it stands below.' : ''}</p>}
      {done && result ? (
        <>
          <p className="text-xs text-ink-2">
            Version {result.version.label} on {result.market.name}, {result.report.from} to {result.report.to}, {result.report.with.days} days; made <Ago at={done.endedAt ?? done.createdAt} /> for {done.createdBy}. Panel <Hash value={result.market.panelHash} kind="panel hash" />
          </p>
          <Sim2RealReportView report={result.report} currency={currency} />
        </>
      ) : (
        !active && <EmptyState kind="none" title="No report has been made of this book.">It replays the book’s own days through the simulator at several levels of friction and capital.</EmptyState>
      )}
    </div>
  );
}
