import { AdoptFitted } from '@/components/friction/adopt-fitted';
import { DayTable } from '@/components/friction/day-table';
import { FrictionChart } from '@/components/friction/friction-chart';
import { FrictionNotice } from '@/components/friction/friction-notice';
import { ModelTable } from '@/components/friction/model-table';
import { NameTable } from '@/components/friction/name-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { adoptable } from '@/server/books/adopt-friction';
import { type BookFriction, drawnDays, whyNotAdopt } from '@/server/books/read-friction';
import type { Actor } from '@/server/contracts/roles';
import { adoptFitted } from './actions';

const POINTS = 1000;
const DAYS = 20;
const NAMES = 50;

/** Eq. 1 of the book beside what its fills say, per coefficient, day and name. */
export function FittedTab({ friction, actor }: { friction: BookFriction; actor: Actor }) {
  const { book, episode, model, fitted, days, names, gap, market } = friction;
  if (days.length === 0) {
    return (
      <EmptyState kind="none" title="No trading day is stored in this episode.">
        Both frictions begin with the first day that trades.
      </EmptyState>
    );
  }
  const adopt = async (reason: string) => {
    'use server';
    return adoptFitted({ bookId: book.id, episodeNumber: episode.number, reason, expectedRevision: book.revision });
  };
  return (
    <>
      <FrictionNotice gap={gap} />
      <Section title="Coefficients">
        <ModelTable friction={friction} />
        {fitted && (
          <AdoptFitted bookName={book.name} lambda={{ now: model.lambda, fitted: adoptable(fitted.lambda) }} gamma={{ now: model.gamma, fitted: adoptable(fitted.gamma) }} grounds={`the ${fitted.days} traded days of episode ${episode.number}`} whyNot={whyNotAdopt(friction, actor)} onAdopt={adopt} />
        )}
      </Section>
      <Section title="Per day" hint={`Realised: what the fills cost. Modelled: eq. 1 as it stood on the day.${days.length > POINTS ? ' The chart keeps the extremes of what it leaves out.' : ''}`}>
        <FrictionChart days={drawnDays(days, POINTS)} />
        <div className="mt-4">
          <DayTable days={days.slice(-DAYS).reverse()} bookId={book.id} episodeId={episode.id} currency={market.currency} />
        </div>
      </Section>
      <Section title="Per name" hint={names.length > NAMES ? `The ${NAMES} dearest of ${names.length} names, by realised cost over traded money.` : 'By realised cost over traded money, dearest first.'}>
        {names.length === 0 ? <EmptyState kind="none" title="Nothing has been filled in this episode." /> : <NameTable names={names.slice(0, NAMES)} currency={market.currency} caption="Names by realised cost, dearest first" />}
      </Section>
    </>
  );
}
