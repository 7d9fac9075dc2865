'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '../action-result';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { EmptyState, ErrorState } from '../ui/empty-state';
import { Field, NumberInput } from '../ui/field';
import type { BrokerAnswer, BrokerAsk } from './broker-answer';
import { BrokerCosts } from './broker-costs';
import { type BrokerBook, BrokerFriction } from './broker-friction';
import { CsvInput } from './csv-input';

async function post<T>(address: string, body: unknown): Promise<ActionResult<T>> {
  try {
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = (await response.json()) as T | { error: ActionError };
    return typeof answer === 'object' && answer !== null && 'error' in answer ? { ok: false, error: answer.error } : { ok: true, data: answer as T };
  } catch {
    return { ok: false, error: { code: 'INTERNAL', message: 'The server did not answer; try again.' } };
  }
}

/** Spread, impact, delay, and with an equity λ and γ, from a broker's own fills and quotes. The files are read and forgotten; nothing is stored. */
export function BrokerFit({ book }: { book: BrokerBook }) {
  const router = useRouter();
  const [files, setFiles] = useState<{ fills: File | null; quotes: File | null; equity: File | null }>({ fills: null, quotes: null, equity: null });
  const [amount, setAmount] = useState('');
  const [busy, setBusy] = useState(false);
  // An answer and what it answers: what is taken later is asked with the same texts.
  const [fit, setFit] = useState<{ ask: BrokerAsk; answer: BrokerAnswer } | null>(null);
  const [error, setError] = useState<ActionError | null>(null);
  const choose = (which: keyof typeof files) => (file: File | null) => setFiles((now) => ({ ...now, [which]: file }));
  const fault = !files.fills || !files.quotes ? 'Choose the fills and the quotes.' : amount.trim() !== '' && files.equity ? 'Give the equity once: as an amount or by day.' : null;

  const run = async (ask: BrokerAsk) => {
    const said = await post<BrokerAnswer>(paths.calibrationApi(book.id), ask);
    setError(said.ok ? null : said.error);
    setFit(said.ok ? { ask, answer: said.data } : null);
  };
  const submit = async () => {
    const { fills, quotes, equity } = files;
    if (!fills || !quotes || fault) return;
    setBusy(true);
    try {
      await run({ fills: await fills.text(), quotes: await quotes.text(), ...(equity ? { equityByDay: await equity.text() } : amount.trim() === '' ? {} : { equity: amount.trim() }) });
    } catch {
      setFit(null);
      setError({ code: 'BAD_INPUT', message: 'A file can no longer be read; it has changed or moved since it was chosen. Choose it again.' });
    }
    setBusy(false);
  };
  const take = async (reason: string): Promise<ActionResult> => {
    if (!fit?.answer.takes) return { ok: false, error: { code: 'BAD_INPUT', message: 'Nothing is fitted; fit again.' } };
    const taken = await post(paths.adoptCalibrationApi(book.id), { files: fit.ask, seen: fit.answer.takes, reason, expectedRevision: book.revision });
    if (taken.ok) {
      router.refresh();
      await run(fit.ask);
    }
    return taken;
  };

  return (
    <div className="mt-6 space-y-6">
      <p className="max-w-prose text-[0.8125rem] text-ink-2">
        Two CSV files, your fills beside your quotes, and the equity of the account for λ and γ. The same as <code className="font-mono text-xs">oomrl calibrate</code>; nothing of the files is stored. An approver may take the fitted λ and γ here; the half spread is entered under{' '}
        <Link href={paths.settings({ tab: 'costs' })} className="text-accent underline underline-offset-4">
          Settings, Costs
        </Link>
        .
      </p>
      <form
        className="grid items-start gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <CsvInput label="Fills" hint="timestamp, symbol, side, quantity, reference_price, fill_price, commission, bar_volume, bar_high, bar_low, bar_close, submitted_at, filled_at" onFile={choose('fills')} />
        <CsvInput label="Quotes" hint="timestamp, symbol, bid, ask. Times with their zone." onFile={choose('quotes')} />
        <Field label="Equity, one amount" aside="optional" hint="For all days, in the currency of the fills. A column equity in the fills does as well.">
          <NumberInput value={amount} placeholder="1000000" onChange={(event) => setAmount(event.currentTarget.value)} />
        </Field>
        <CsvInput label="Equity by day" aside="optional" hint="date, equity: of the account before the day’s trades, a row for each day (UTC) with fills." onFile={choose('equity')} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy} disabledReason={fault}>
            Fit
          </Button>
          {fault && <p className="text-xs text-ink-2">{fault}</p>}
        </div>
      </form>
      {error && <ErrorState error={error} />}
      {fit ? (
        <section aria-label="Fit">
          <BrokerFriction answer={fit.answer} book={book} onTake={take} />
          <BrokerCosts answer={fit.answer} configured={book.configured} />
        </section>
      ) : (
        !error && (
          <EmptyState kind="none" title="No file has been read.">
            Spread, impact and delay need fills and quotes. λ and γ, and realised against modelled friction per day and name, need the equity too: they are fractions of it.
          </EmptyState>
        )
      )}
    </div>
  );
}
