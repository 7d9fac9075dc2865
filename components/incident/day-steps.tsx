import type { ReactNode } from 'react';
import { MathText } from '@/components/ui/math-text';
import { Bp, Money, Percent } from '@/components/ui/number';
import { TimeText } from '@/components/ui/date-text';
import type { IncidentDay } from './types';

interface DayStepsProps {
  day: IncidentDay & { readonly orders: number; readonly unfilled: number };
  /** Trading day on whose close the orders were decided; null on the first day. */
  decidedOn: string | null;
  alerts: number;
  openedAt: number;
  currency: string;
}

/** The day of the incident from decision to halt, in the order in which it happened. */
export function DaySteps({ day, decidedOn, alerts, openedAt, currency }: DayStepsProps) {
  return (
    <ol aria-label={`${day.date}, step by step`} className="mb-6 grid gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
      <Step when={decidedOn ? `Close of ${decidedOn}` : 'Before the open'}>The strategy decided with what was known by then.</Step>
      <Step when="Open">
        {day.orders === 0 ? (
          'No order: what was held was kept.'
        ) : (
          <>
            {day.orders} {day.orders === 1 ? 'order' : 'orders'}
            {day.unfilled > 0 ? `, ${day.unfilled} of them cut or refused` : ', all filled'}. Turnover <Percent value={day.turnover} digits={0} />.
          </>
        )}
      </Step>
      {day.orders === 0 ? null : (
        <Step when="Fills">
          Cost <Bp value={day.frictionRealised} /> of equity; eq. 1 expected <Bp value={day.frictionModelled} />.
        </Step>
      )}
      <Step when="Close">
        <Money fen={day.pnlFen} currency={currency} signed /> (<Percent value={day.dayReturn} signed />
        ). <MathText>L_t</MathText> <Percent value={day.principalLoss} />.
      </Step>
      <Step when={<TimeText at={openedAt} seconds />}>
        {alerts} {alerts === 1 ? 'rule has' : 'rules have'} fired; the monitor stopped the book.
      </Step>
    </ol>
  );
}

const Step = ({ when, children }: { when: ReactNode; children: ReactNode }) => (
  <li className="border-t-2 border-line-strong pt-2 text-[0.8125rem]">
    <span className="block text-xs text-ink-3">{when}</span>
    {children}
  </li>
);
