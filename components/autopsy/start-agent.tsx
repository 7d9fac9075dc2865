'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';
import { Field, TextInput } from '@/components/ui/field';
import type { ProviderName } from '@/server/contracts/proposal';

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
  start: (input: { autopsyId: string; provider: ProviderName; model?: string }) => Promise<ActionResult<{ href: string }>>;
}

/** Hands the signed text to an agent. A provider that cannot run says what is missing. */
export function StartAgent({ autopsyId, providers, whyNot, start }: StartAgentProps) {
  const router = useRouter();
  const [provider, setProvider] = useState<ProviderName>(providers.find((p) => p.whyDisabled === null)?.name ?? 'search');
  const [model, setModel] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const chosen = providers.find((p) => p.name === provider);

  const go = async () => {
    setBusy(true);
    const result = await start({ autopsyId, provider, ...(model.trim() === '' ? {} : { model: model.trim() }) });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    router.push(result.data.href);
    router.refresh();
  };
  return (
    <section aria-label="Start an agent" className="space-y-4 rounded-md border border-line bg-raise p-4">
      <fieldset className="space-y-2">
        <legend className="mb-1 text-xs font-medium">Agent</legend>
        {providers.map((p) => (
          <label key={p.name} className="flex items-baseline gap-2 text-[0.8125rem]">
            <input type="radio" name="provider" className="accent-accent" disabled={p.whyDisabled !== null} checked={provider === p.name} onChange={() => setProvider(p.name)} />
            <span className={p.whyDisabled === null ? undefined : 'text-ink-3'}>
              {p.label} {p.whyDisabled === null ? null : <span className="block text-xs">{p.whyDisabled}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen?.needsModel ? (
        <Field label="Model" hint="As the provider names it. It needs a price in Settings.">
          <TextInput value={model} spellCheck={false} onChange={(e) => setModel(e.currentTarget.value)} />
        </Field>
      ) : null}
      <Button variant="primary" busy={busy} disabledReason={whyNot ?? chosen?.whyDisabled ?? (chosen?.needsModel && model.trim() === '' ? 'Name a model.' : null)} showReason onClick={go} title="The book goes to refactoring; the agent proposes a diff and every attempt is verified.">
        Start the agent
      </Button>
      {error ? <ErrorState error={error} /> : null}
    </section>
  );
}
