'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { agentName } from '@/components/agent-words';
import { formatNumber } from '@/components/format';
import { Button } from '@/components/ui/button';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, NumberInput, Select, TextInput } from '@/components/ui/field';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { useToast } from '@/components/ui/toast';
import { AGENT_NAMES, type ProviderName } from '@/server/contracts/proposal';

export interface PriceRow {
  readonly provider: ProviderName;
  readonly model: string;
  readonly from: string;
  readonly inputMicrosPerMillion: number;
  readonly outputMicrosPerMillion: number;
  readonly cpuSecondMicros: number;
}
type SavePrices = (input: { prices: PriceRow[] }) => Promise<ActionResult>;

/** What a hosted model costs, by the day from which the price holds. A model without a price is refused, never free. */
export function Prices({ prices, whyNot, save }: { prices: readonly PriceRow[]; whyNot: string | null; save: SavePrices }) {
  const router = useRouter();
  const toast = useToast();
  const store = async (next: PriceRow[]) => {
    const result = await save({ prices: next });
    if (result.ok) router.refresh();
    return result;
  };
  const remove = async (row: PriceRow) => {
    const result = await store(prices.filter((p) => p !== row));
    toast(result.ok ? { text: 'Price removed.', action: { label: 'Undo', run: () => void store([...prices]) } } : { text: result.error.message, tone: 'error' });
  };
  return (
    <div className="space-y-4">
      {prices.length === 0 ? (
        <EmptyState kind="unconfigured" title="No price of a hosted model is known.">The search agent costs only CPU seconds and needs none. Enter a price before a hosted model is used; a local model costs an explicit 0.</EmptyState>
      ) : (
        <Table caption="Prices of hosted models, per million tokens" stick>
          <Thead>
            <Th>Provider</Th>
            <Th>Model</Th>
            <Th>From</Th>
            <Th num>Input, per million</Th>
            <Th num>Output, per million</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </Thead>
          <tbody>
            {prices.map((price) => (
              <Tr key={`${price.provider} ${price.model} ${price.from}`}>
                <Td>{agentName(price.provider)}</Td>
                <Td className="font-mono text-xs">{price.model}</Td>
                <Td>
                  <DateText date={price.from} />
                </Td>
                <Td num>{formatNumber(price.inputMicrosPerMillion / 1e6, 4)}</Td>
                <Td num>{formatNumber(price.outputMicrosPerMillion / 1e6, 4)}</Td>
                <Td className="text-right">
                  <Button size="sm" variant="quiet" disabledReason={whyNot} onClick={() => remove(price)}>
                    Remove
                  </Button>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <AddPrice whyNot={whyNot} add={(price) => store([...prices, price])} />
    </div>
  );
}

function AddPrice({ whyNot, add }: { whyNot: string | null; add: (price: PriceRow) => Promise<ActionResult> }) {
  const [provider, setProvider] = useState<ProviderName>('anthropic');
  const [text, setText] = useState({ model: '', from: '', input: '', output: '' });
  const bind = (key: keyof typeof text) => ({ value: text[key], onChange: (e: { currentTarget: { value: string } }) => setText({ ...text, [key]: e.currentTarget.value }) });
  const micros = (value: string) => (value.trim() === '' ? Number.NaN : Math.round(Number(value) * 1e6));
  return (
    <ConfirmReason
      verb="Add a price"
      title="Add a price"
      effect="Holds from its day on for every call of this model. Stored calls keep what they cost."
      reason="none"
      disabledReason={whyNot}
      onConfirm={() => add({ provider, model: text.model.trim(), from: text.from.trim(), inputMicrosPerMillion: micros(text.input), outputMicrosPerMillion: micros(text.output), cpuSecondMicros: 0 })}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Provider">
          <Select value={provider} onChange={(e) => setProvider(e.currentTarget.value as ProviderName)}>
            {AGENT_NAMES.map((name) => (
              <option key={name} value={name}>
                {agentName(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Model">
          <TextInput placeholder="* for all" spellCheck={false} {...bind('model')} />
        </Field>
        <Field label="From day">
          <TextInput type="date" {...bind('from')} />
        </Field>
        <span />
        <Field label="Input, per million tokens">
          <NumberInput {...bind('input')} />
        </Field>
        <Field label="Output, per million tokens">
          <NumberInput {...bind('output')} />
        </Field>
      </div>
    </ConfirmReason>
  );
}
