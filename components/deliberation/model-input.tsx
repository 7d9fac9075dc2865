'use client';
import { useId, useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { TextInput } from '@/components/ui/field';
import type { HostedProvider } from '@/server/agents/model/api-key';

/** Reads the models a provider offers now, from its own list. */
export type ListModels = (input: { provider: HostedProvider }) => Promise<ActionResult<readonly string[]>>;

interface ModelInputProps {
  provider: HostedProvider;
  value: string;
  onChange: (model: string) => void;
  list: ListModels;
  'aria-label'?: string;
  placeholder?: string;
}

/** The name of a model: chosen from the provider's list, which is asked for when the field is entered, or typed. */
export function ModelInput({ provider, value, onChange, list, ...rest }: ModelInputProps) {
  const id = useId();
  const [asked, setAsked] = useState<{ provider: HostedProvider; models: readonly string[]; why: string | null } | null>(null);
  const known = asked?.provider === provider ? asked : null;
  const load = async () => {
    if (known !== null) return;
    const result = await list({ provider });
    setAsked({ provider, models: result.ok ? result.data : [], why: result.ok ? (result.data.length === 0 ? 'The provider lists no model.' : null) : result.error.message });
  };
  return (
    <>
      <TextInput {...rest} list={id} value={value} spellCheck={false} autoComplete="off" onFocus={() => void load()} onChange={(e) => onChange(e.currentTarget.value)} />
      <datalist id={id}>
        {known?.models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      {known?.why ? <span className="mt-1 block text-xs text-ink-2">{known.why} A name can be typed.</span> : null}
    </>
  );
}
