'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { type ListModels, ModelInput } from '@/components/deliberation/model-input';
import { Select } from '@/components/ui/field';
import type { ProviderName } from '@/server/contracts/proposal';
import { candidatesOf, MAX_CANDIDATES, whyNotStart } from './choose-candidates';

export interface ProviderChoice {
  readonly name: ProviderName;
  readonly label: string;
  /** A model must be named. */
  readonly needsModel: boolean;
  /** What is missing; null when it can be started. */
  readonly whyDisabled: string | null;
}

interface StartAgentProps {
  autopsyId: string;
  providers: readonly ProviderChoice[];
  whyNot: string | null;
  list: ListModels;
  start: (input: { autopsyId: string; candidates: { provider: ProviderName; model?: string }[] }) => Promise<ActionResult<{ href: string }>>;
}

/** Hands the signed text to one to four agents at once. A provider that cannot run says what is missing. */
export function StartAgent({ autopsyId, providers, whyNot, list, start }: StartAgentProps) {
  const router = useRouter();
  const first = providers.find((p) => p.whyDisabled === null)?.name;
  const [counts, setCounts] = useState<Partial<Record<ProviderName, number>>>(first ? { [first]: 1 } : {});
  const [models, setModels] = useState<Partial<Record<ProviderName, string>>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const total = Object.values(counts).reduce((n, count) => n + count, 0);

  const go = async () => {
    setBusy(true);
    const result = await start({ autopsyId, candidates: candidatesOf(providers, counts, models) });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    router.push(result.data.href);
    router.refresh();
  };
  return (
    <section aria-label="Start an agent" className="space-y-4 rounded-md border border-line bg-raise p-4">
      <fieldset className="space-y-2">
        <legend className="mb-1 text-xs font-medium">Agents</legend>
        <p className="text-xs text-ink-2">Up to {MAX_CANDIDATES} work at once on the same autopsy and are verified side by side; the reviewer picks one. The second of a kind looks further away from its first idea.</p>
        {providers.map((p) => (
          <div key={p.name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.8125rem]">
            <span className="w-24 shrink-0">
              <Select aria-label={`How many: ${p.label}`} disabled={p.whyDisabled !== null} value={String(counts[p.name] ?? 0)} onChange={(e) => setCounts({ ...counts, [p.name]: Number(e.currentTarget.value) })}>
                {Array.from({ length: MAX_CANDIDATES + 1 }, (_, n) => (
                  <option key={String(n)}>{n}</option>
                ))}
              </Select>
            </span>
            <span className={p.whyDisabled === null ? undefined : 'min-w-0 flex-1 text-ink-3'}>
              {p.label} {p.whyDisabled === null ? null : <span className="block text-xs">{p.whyDisabled}</span>}
            </span>
            {(p.name === 'anthropic' || p.name === 'openai') && (counts[p.name] ?? 0) > 0 ? (
              <span className="min-w-40 flex-1">
                <ModelInput provider={p.name} aria-label={`Model of ${p.label}`} placeholder="Model; it needs a price in Settings" value={models[p.name] ?? ''} onChange={(model) => setModels({ ...models, [p.name]: model })} list={list} />
              </span>
            ) : null}
          </div>
        ))}
      </fieldset>
      <Button variant="primary" busy={busy} disabledReason={whyNot ?? whyNotStart(providers, counts, models)} showReason onClick={go} title="The book goes to refactoring; each agent proposes a diff and every attempt is verified.">
        {total > 1 ? `Start ${total} agents` : 'Start the agent'}
      </Button>
      {error ? <ErrorState error={error} /> : null}
    </section>
  );
}
