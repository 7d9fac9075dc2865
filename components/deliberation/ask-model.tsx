'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import type { OpenQuestion } from '@/server/agents/consult/questions';
import type { HostedProvider } from '@/server/agents/model/api-key';
import { type ListModels, ModelInput } from './model-input';

interface AskModelProps {
  /** Providers with models; those that cannot run say why. */
  models: readonly { name: HostedProvider; label: string; whyDisabled: string | null }[];
  whyNot: string | null;
  busy: boolean;
  verb: string;
  /** What it means that no model is configured. */
  without: string;
  /** The newest question while it has no answer. */
  open: OpenQuestion | null;
  list: ListModels;
  ask: (provider: HostedProvider, model: string) => Promise<unknown>;
}

/** Chooses a model and asks it; without a configured one it says so plainly. */
export function AskModel({ models, whyNot, busy, verb, without, open, list, ask }: AskModelProps) {
  const ready = models.filter((m) => m.whyDisabled === null);
  const [provider, setProvider] = useState<HostedProvider | null>(ready[0]?.name ?? null);
  const [model, setModel] = useState('');
  if (provider === null) return <p className="text-xs text-ink-2">No model is configured here: {without} {models.map((m) => `${m.label}: ${m.whyDisabled}`).join(' ')}</p>;
  return (
    <div className="flex flex-wrap items-end gap-3">
      {open ? <p role="status" className="w-full text-xs text-ink-2 [overflow-wrap:anywhere]">{open.waiting ? `${open.model} was asked; its answer is awaited.` : `${open.model} gave no answer: ${open.why}`}</p> : null}
      <Field label="Provider">
        <Select value={provider} onChange={(e) => setProvider(ready.find((m) => m.name === e.currentTarget.value)?.name ?? provider)}>
          {ready.map((m) => (
            <option key={m.name} value={m.name}>
              {m.label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Model">
        <ModelInput provider={provider} value={model} onChange={setModel} list={list} />
      </Field>
      <Button busy={busy} disabledReason={whyNot ?? (model.trim() === '' ? 'Name a model.' : null)} title="Paid by the compute account of the book. It decides nothing and signs nothing." onClick={() => void ask(provider, model.trim())}>
        {verb}
      </Button>
    </div>
  );
}
