'use client';
import Link from 'next/link';
import { useState } from 'react';
import type { FillCalibration } from '@/server/execution/calibration/fit-fill-model';
import type { ActionError } from '../action-result';
import { formatInteger, formatNumber, formatPercent } from '../format';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { EmptyState, ErrorState } from '../ui/empty-state';
import { KeyValue } from '../ui/key-value';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { CsvInput } from './csv-input';

type Answer = Omit<FillCalibration, 'rows'> & { unmatched: number };
const bp = (value: number): string => formatNumber(value, 3);

async function calibrate(bookId: string, fills: File, quotes: File): Promise<Answer | ActionError> {
  const response = await fetch(paths.calibrationApi(bookId), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fills: await fills.text(), quotes: await quotes.text() }) });
  const body = (await response.json()) as Answer | { error: ActionError };
  return 'error' in body ? body.error : body;
}

/** Spread, impact and delay from a broker's own fills and quotes. The files are read and forgotten; nothing is stored. */
export function BrokerFit({ bookId, configured }: { bookId: string; configured: { halfSpreadBp: number; impactCoef: number } }) {
  const [fills, setFills] = useState<File | null>(null);
  const [quotes, setQuotes] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<ActionError | null>(null);
  const submit = async () => {
    if (!fills || !quotes) return;
    setBusy(true);
    const said = await calibrate(bookId, fills, quotes).catch((): ActionError => ({ code: 'INTERNAL', message: 'The server did not answer; try again.' }));
    setBusy(false);
    setError('code' in said ? said : null);
    setAnswer('code' in said ? null : said);
  };
  return (
    <div className="mt-6 space-y-6">
      <p className="max-w-prose text-[0.8125rem] text-ink-2">Two CSV files: your fills beside your quotes. The same as <code className="font-mono text-xs">oomrl calibrate</code>; nothing is stored, and nothing of the book changes. What it finds is entered under{' '}
        <Link href={paths.settings({ tab: 'costs' })} className="text-accent underline underline-offset-4">
          Settings, Costs
        </Link>
        , by an approver.</p>
      <form
        className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <CsvInput label="Fills" hint="timestamp, symbol, side, quantity, reference_price, fill_price, commission, bar_volume, bar_high, bar_low, bar_close, submitted_at, filled_at" onFile={setFills} />
        <CsvInput label="Quotes" hint="timestamp, symbol, bid, ask. Times with their zone." onFile={setQuotes} />
        <Button type="submit" variant="primary" busy={busy} disabledReason={fills && quotes ? null : 'Choose both files.'} className="sm:mt-5">
          Fit
        </Button>
      </form>
      {error && <ErrorState error={error} />}
      {answer ? <Fitted answer={answer} configured={configured} /> : !error && <EmptyState kind="none" title="No file has been read." />}
    </div>
  );
}

function Fitted({ answer, configured }: { answer: Answer; configured: { halfSpreadBp: number; impactCoef: number } }) {
  const { fit, residualBp, stressResidualBp, latencySeconds, quoteAgeSeconds } = answer;
  const rows = [['Quoted spread', answer.spreadBp], ['Shortfall', answer.shortfallBp]] as const;
  return (
    <section aria-label="Fit" className="grid gap-8 lg:grid-cols-2">
      <Table caption="Quoted spread and shortfall, basis points" fit>
        <Thead>
          <Th>Basis points</Th>
          <Th num>Median</Th>
          <Th num>90 %</Th>
          <Th num>99 %</Th>
        </Thead>
        <tbody>
          {rows.map(([name, q]) => (
            <Tr key={name}>
              <Td>{name}</Td>
              <Td num>{bp(q.median)}</Td>
              <Td num>{bp(q.p90)}</Td>
              <Td num>{bp(q.p99)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <KeyValue
        items={[
          ['Fills beside a quote', `${formatInteger(answer.aligned)}${answer.unmatched > 0 ? `, ${formatInteger(answer.unmatched)} without an earlier quote` : ''}`],
          ['Half spread, median', `${bp(answer.spreadBp.median / 2)} bp; the book’s simulator charges ${bp(configured.halfSpreadBp)} bp`],
          ['Base cost', `${bp(fit.baseBp)} bp`],
          ['Impact', `${bp(fit.impactCoefficient)} bp per bp of the bar’s volume`],
          ['Residual', `mean ${bp(residualBp.mean)} bp, mean absolute ${bp(residualBp.mae)} bp, largest ${bp(residualBp.maxAbs)} bp`],
          ['Without calibration', `mean absolute ${bp(stressResidualBp.mae)} bp; the fit takes off ${bp(answer.maeReductionBp)} bp`],
          ['Delay', `median ${formatNumber(latencySeconds.median, 1)} s, 90 % ${formatNumber(latencySeconds.p90, 1)} s`],
          ['Age of the quote', `median ${formatNumber(quoteAgeSeconds.median, 1)} s, 90 % ${formatNumber(quoteAgeSeconds.p90, 1)} s`],
          ['Participation, 90 %', `${formatPercent(answer.participationP90, 4)} of the bar`],
        ]}
      />
    </section>
  );
}
