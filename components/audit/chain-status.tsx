import { formatInteger } from '@/components/format';
import { Chip } from '@/components/ui/chip';
import { Hash } from '@/components/ui/hash';

export type ChainState = { ok: 'unchecked'; rows: number } | { ok: true; rows: number; head: string } | { ok: false; rows: number; firstBadSeq: number; why: string };

/** Whether every row still follows from the one before it. Tamper-evident, not tamper-proof. */
export function ChainStatus({ chain }: { chain: ChainState }) {
  if (chain.ok === 'unchecked') {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <Chip shape="ring">Not checked here</Chip>
        <span className="num">
          {formatInteger(chain.rows)} rows are too many to prove within a page. Run <code className="font-mono">oomrl audit verify</code>.
        </span>
      </p>
    );
  }
  if (!chain.ok) {
    return (
      <div role="alert" className="rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
        <p className="font-medium">The chain is broken at row {formatInteger(chain.firstBadSeq)}.</p>
        <p className="mt-0.5 text-ink-2">{chain.why}. Rows before it are proved; nothing after it is.</p>
      </div>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <Chip tone="accent" shape="check">
        Chain holds
      </Chip>
      <span className="num">{chain.rows === 0 ? 'No rows yet.' : `${formatInteger(chain.rows)} rows, each hashed over the one before it.`}</span>
      <span>
        Head <Hash value={chain.head} kind="head hash" />
      </span>
      <span className="text-ink-3">
        Check it yourself: <code className="font-mono">oomrl audit verify</code>
      </span>
    </p>
  );
}
