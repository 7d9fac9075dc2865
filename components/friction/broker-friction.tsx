import type { FrictionModel } from '@/server/reward/types';
import type { ActionResult } from '../action-result';
import { formatInteger, formatNumber } from '../format';
import { EmptyState } from '../ui/empty-state';
import { Section } from '../ui/section';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { AdoptFitted } from './adopt-fitted';
import type { BrokerAnswer } from './broker-answer';
import { BrokerDayTable, BrokerNameTable } from './broker-tables';
import { formatCoefficient, formatInterval } from './coefficient-words';
import { FrictionChart } from './friction-chart';

export interface BrokerBook {
  id: string;
  name: string;
  revision: number;
  /** Eq. 1 of the book now, and as shipped. */
  model: FrictionModel;
  shipped: FrictionModel;
  configured: { halfSpreadBp: number };
  /** Why this reader cannot change costs of the book now, or null. */
  whyNotTake: string | null;
}

/** λ and γ of a broker's fills, and realised against modelled friction per day and per name; says what is missing where it cannot. */
export function BrokerFriction({ answer, book, onTake }: { answer: BrokerAnswer; book: BrokerBook; onTake: (reason: string) => Promise<ActionResult> }) {
  const { friction, takes, whyNoFriction, days, newest, drawn, names, dearest } = answer;
  return (
    <>
      <Section title="Eq. 1: λ and γ">
        {friction && takes ? (
          <>
            <Coefficients answer={answer} shipped={book.shipped} />
            <p className="mt-2 max-w-prose text-xs text-ink-2">
              Least squares over the {friction.days} days (UTC) that traded, R² {formatNumber(friction.r2, 3)}, mean residual {formatNumber(friction.meanResidual * 1e4, 2)} bp of equity a day; all {formatInteger(answer.aligned + answer.unmatched)} fills, commission included. The intervals take days as independent. The root takes ‖Δω‖ as {book.model.norm === 'l2' ? 'the Euclidean norm' : 'the sum of the traded weights'}. They say what trading cost this account: they fit the book as far as it trades like it.
            </p>
            <AdoptFitted bookName={book.name} lambda={{ now: book.model.lambda, fitted: takes.lambda }} gamma={{ now: book.model.gamma, fitted: takes.gamma }} grounds={`the ${friction.days} traded days of your broker’s fills`} whyNot={book.whyNotTake} onAdopt={onTake} />
          </>
        ) : (
          <EmptyState kind={days === 0 ? 'unconfigured' : 'none'} title={whyNoFriction ?? 'Nothing is fitted.'}>
            {days === 0 ? 'Without it eq. 1 says nothing of these fills either, so modelled stands beside realised for no day and no name. Give the equity above, as one amount or by day, or add a column equity to the fills, and fit again.' : 'Add fills of other days and fit again. What trading cost and what eq. 1 of the book says of it stand below.'}
          </EmptyState>
        )}
      </Section>
      {days > 0 && (
        <>
          <Section title="Per day" hint={`In basis points of the equity before the trades. Modelled: eq. 1 as the book is configured now.${days > newest.length ? ` The table has the newest ${newest.length} of ${formatInteger(days)} days.` : ''}`}>
            {days > 1 && <FrictionChart days={drawn} />}
            <div className="mt-4">
              <BrokerDayTable days={newest} />
            </div>
          </Section>
          <Section title="Per name" hint={names > dearest.length ? `The ${dearest.length} dearest of ${formatInteger(names)} names, by realised cost over traded money.` : 'By realised cost over traded money, dearest first.'}>
            <BrokerNameTable names={dearest} />
          </Section>
        </>
      )}
    </>
  );
}

function Coefficients({ answer: { friction, interval, model }, shipped }: { answer: BrokerAnswer; shipped: FrictionModel }) {
  const rows = [['λ, linear', 'lambda'], ['γ, root', 'gamma']] as const;
  return (
    <Table caption="λ and γ: the book's, of your fills, shipped" fit>
      <Thead>
        <Th>Coefficient</Th>
        <Th num>The book’s</Th>
        <Th num>Your fills say</Th>
        <Th num className="max-sm:hidden">
          95 % interval
        </Th>
        <Th num className="max-sm:hidden">
          Shipped
        </Th>
      </Thead>
      <tbody>
        {rows.map(([label, key]) => (
          <Tr key={key}>
            <Td className="whitespace-nowrap">{label}</Td>
            <Td num>{formatCoefficient(model[key])}</Td>
            <Td num className="font-medium">
              {formatCoefficient(friction?.[key])}
              <span className="block text-xs font-normal text-ink-2 sm:hidden">95 %: {formatInterval(interval?.[key])}</span>
            </Td>
            <Td num className="max-sm:hidden">
              {formatInterval(interval?.[key])}
            </Td>
            <Td num className="text-ink-2 max-sm:hidden">
              {formatCoefficient(shipped[key])}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
