'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { formatInteger, formatNumber } from '@/components/format';
import { Chip } from '@/components/ui/chip';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, NumberInput } from '@/components/ui/field';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';

interface Amount {
  readonly tokens: number;
  readonly cpuSeconds: number;
  readonly costMicros: number;
  /** Null where wall time is not limited. */
  readonly wallSeconds: number | null;
}
export interface BudgetRow {
  readonly id: string;
  readonly name: string;
  /** Screen of what was spent, where there is one. */
  readonly href: string | null;
  readonly exhausted: boolean;
  readonly limit: Amount;
  readonly left: Amount;
}
type TopUp = (input: { accountId: string; tokens: number; cpuSeconds: number; wallSeconds: number; money: number; reason: string; requestId: string }) => Promise<ActionResult>;

/** Compute capital by account. Zero is absorbing: an agent stops there, and only a person with a reason fills it again. */
export function Budgets({ accounts, whyNot, topUp }: { accounts: readonly BudgetRow[]; whyNot: string | null; topUp: TopUp }) {
  if (accounts.length === 0) return <EmptyState kind="none" title="No agent has run yet.">An account opens with the first run of an agent on a book.</EmptyState>;
  return (
    <div className="space-y-4">
      {whyNot ? <p className="text-xs text-ink-2">{whyNot}</p> : null}
      <Table caption="Compute capital by account: left of limit" stick>
        <Thead>
          <Th>Account</Th>
          <Th num>Tokens left</Th>
          <Th num>CPU left, s</Th>
          <Th num>Wall time left, s</Th>
          <Th num>Money left</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Thead>
        <tbody>
          {accounts.map((account) => (
            <Tr key={account.id} id={`account-${account.id}`} className="target:bg-accent-soft">
              <Td className="sm:whitespace-nowrap">
                {account.href === null ? (
                  account.name
                ) : (
                  <Link href={account.href} className="text-accent hover:underline hover:underline-offset-4">
                    {account.name}
                  </Link>
                )}{' '}
                {account.exhausted ? <Chip tone="signal" shape="octagon">Used up</Chip> : null}
              </Td>
              <Td num>
                {formatInteger(account.left.tokens)} <span className="text-ink-3">of {formatInteger(account.limit.tokens)}</span>
              </Td>
              <Td num>
                {formatNumber(account.left.cpuSeconds, 0)} <span className="text-ink-3">of {formatNumber(account.limit.cpuSeconds, 0)}</span>
              </Td>
              <Td num>
                {account.left.wallSeconds === null || account.limit.wallSeconds === null ? (
                  <span className="text-ink-3">not limited</span>
                ) : (
                  <>
                    {formatNumber(account.left.wallSeconds, 0)} <span className="text-ink-3">of {formatNumber(account.limit.wallSeconds, 0)}</span>
                  </>
                )}
              </Td>
              <Td num>
                {formatNumber(account.left.costMicros / 1e6, 2)} <span className="text-ink-3">of {formatNumber(account.limit.costMicros / 1e6, 2)}</span>
              </Td>
              <Td className="text-right">
                {/* Nothing runs under a history: there is nothing to fill. */}
                {account.href === null ? <TopUpButton account={account} whyNot={whyNot} topUp={topUp} /> : null}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function TopUpButton({ account, whyNot, topUp }: { account: BudgetRow; whyNot: string | null; topUp: TopUp }) {
  const router = useRouter();
  const [tokens, setTokens] = useState('0');
  const [cpuSeconds, setCpuSeconds] = useState('0');
  const [wallSeconds, setWallSeconds] = useState('0');
  const [money, setMoney] = useState('0');
  // One id per opening of the form: a double click tops up once.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  return (
    <ConfirmReason
      size="sm"
      verb="Top up"
      title={`Top up ${account.name}`}
      effect="Adds to the limits. An exhausted account wakes up when nothing is at zero any more."
      reason="required"
      disabledReason={whyNot}
      onConfirm={async (reason) => {
        const result = await topUp({ accountId: account.id, tokens: Number(tokens), cpuSeconds: Number(cpuSeconds), wallSeconds: Number(wallSeconds), money: Number(money), reason, requestId });
        if (result.ok) setRequestId(crypto.randomUUID());
        router.refresh();
        return result;
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Tokens">
          <NumberInput value={tokens} onChange={(e) => setTokens(e.currentTarget.value)} />
        </Field>
        <Field label="CPU, s">
          <NumberInput value={cpuSeconds} onChange={(e) => setCpuSeconds(e.currentTarget.value)} />
        </Field>
        {account.limit.wallSeconds === null ? null : (
          <Field label="Wall time, s">
            <NumberInput value={wallSeconds} onChange={(e) => setWallSeconds(e.currentTarget.value)} />
          </Field>
        )}
        <Field label="Money">
          <NumberInput value={money} onChange={(e) => setMoney(e.currentTarget.value)} />
        </Field>
      </div>
    </ConfirmReason>
  );
}
