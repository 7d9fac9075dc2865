'use client';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { NumberInput, TextInput } from '@/components/ui/field';
import { type DocumentIssue, issueAt } from './form-model';

interface MetricRowsProps {
  metrics: readonly { name: string; value: string }[];
  /** Rows a metric was computed from, by metric name: label and address. */
  sources: Readonly<Record<string, readonly { label: string; href: string }[]>>;
  /** What each measured metric is, with its unit. */
  meanings: Readonly<Record<string, string>>;
  issues: readonly DocumentIssue[];
  readOnly: boolean;
  onChange: (metrics: { name: string; value: string }[]) => void;
}

/** The open list of named numbers, each with the way to the rows it came from. */
export function MetricRows({ metrics, sources, meanings, issues, readOnly, onChange }: MetricRowsProps) {
  const set = (index: number, part: Partial<{ name: string; value: string }>) => onChange(metrics.map((m, i) => (i === index ? { ...m, ...part } : m)));
  const general = metrics.length === 0 ? issueAt(issues, 'metrics') : undefined;
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium">Metrics</legend>
      <ul className="grid gap-2">
        {metrics.map((metric, i) => {
          const error = issueAt(issues, 'metrics', metric.name.trim());
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no other identity while being typed
            <li key={i} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-x-2 gap-y-1">
              <TextInput aria-label={`Name of metric ${i + 1}`} value={metric.name} title={meanings[metric.name]} readOnly={readOnly} spellCheck={false} className="font-mono text-xs" onChange={(e) => set(i, { name: e.currentTarget.value })} />
              <NumberInput aria-label={`Value of ${metric.name || `metric ${i + 1}`}`} value={metric.value} readOnly={readOnly} onChange={(e) => set(i, { value: e.currentTarget.value })} />
              {readOnly ? <span /> : (
                <Button size="sm" variant="quiet" aria-label={`Remove ${metric.name || `metric ${i + 1}`}`} onClick={() => onChange(metrics.filter((_, n) => n !== i))}>
                  Remove
                </Button>
              )}
              <p className="col-span-3 flex flex-wrap gap-x-3 text-2xs text-ink-3 empty:hidden">
                {error ? <span role="alert" className="text-signal">{error}</span> : null}
                {(sources[metric.name] ?? []).map((s) => (
                  <Link key={s.href} href={s.href} className="text-accent hover:underline hover:underline-offset-4">
                    {s.label}
                  </Link>
                ))}
              </p>
            </li>
          );
        })}
      </ul>
      {general ? <p role="alert" className="mt-1 text-xs text-signal">{general}</p> : null}
      {readOnly ? null : (
        <Button size="sm" className="mt-2" onClick={() => onChange([...metrics, { name: '', value: '' }])}>
          Add a metric
        </Button>
      )}
    </fieldset>
  );
}
