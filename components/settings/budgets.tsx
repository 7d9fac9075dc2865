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
/** What an account holds: its column, its unit on a phone, and the amount in words; null where it is not limited. */
const CURRENCIES: readonly { head: string; unit: string; amount: (a: Amount) => string | null }[] = [
  { head: 'Tokens left', unit: 'tokens', amount: (a) => formatInteger(a.tokens) },
  { head: 'CPU left, s', unit: 's CPU', amount: (a) => formatNumber(a.cpuSeconds, 0) },
  { head: 'Wall time left, s', unit: 's wall time', amount: (a) => (a.wallSeconds === null ? null : formatNumber(a.wallSeconds, 0)) },
  { head: 'Money left', unit: 'money', amount: (a) => formatNumber(a.costMicros / 1e6, 2) },
];

const LeftOf = ({ left, limit }: { left: string | null; limit: string | null }) =>
  left === null || limit === null ? (
    <span className="text-ink-3">not limited</span>
  ) : (
    <>
      {left} <span className="text-ink-3">of {limit}</span>
    </>
  );

type TopUp = (input: { accountId: string; tokens: number; cpuSeconds: number; wallSeconds: number; money: number; reason: string; requestId: string }) => Promise<ActionResult>;

/** Compute capital by account. Zero is absorbing: an agent stops there, and only a person with a reason fills it again. */
export function Budgets({ accounts, whyNot, topUp }: { accounts: readonly BudgetRow[]; whyNot: string | null; topUp: TopUp }) {
  if (accounts.length === 0) return <EmptyState kind="none" title="No agent has run yet.">An account opens with the first run of an agent on a book.</EmptyState>;
  return (
    <div className="space-y-4">
      {whyNot ? <p className="text-xs text-ink-2">{whyNot}</p> : null}
      <Table caption="Compute capital by account: left of limit">
        <Thead>
          <Th>Account</Th>
          {CURRENCIES.map(({ head }) => (
            <Th key={head} num className="max-sm:hidden">
              {head}
            </Th>
          ))}
          <Th num className="sm:hidden">
            Left of limit
          </Th>
          <Th className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </Th>
        </Thead>
        <tbody>
          {accounts.map((account) => {
            // Nothing runs under a history: there is nothing to fill.
            const fill = account.href === null ? <TopUpButton account={account} whyNot={whyNot} topUp={topUp} /> : null;
            return (
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
                  <div className="mt-2 sm:hidden">{fill}</div>
                </Td>
                {CURRENCIES.map(({ head, amount }) => (
                  <Td key={head} num className="max-sm:hidden">
                    <LeftOf left={amount(account.left)} limit={amount(account.limit)} />
                  </Td>
                ))}
                <Td num className="sm:hidden">
                  {CURRENCIES.map(({ head, unit, amount }) => (
                    <div key={head}>
                      <LeftOf left={amount(account.left)} limit={amount(account.limit)} /> <span className="text-2xs text-ink-2">{amount(account.limit) === null ? unit.replace(/^s /, '') : unit}</span>
                    </div>
                  ))}
                </Td>
                <Td className="text-right max-sm:hidden">{fill}</Td>
              </Tr>
            );
          })}
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
