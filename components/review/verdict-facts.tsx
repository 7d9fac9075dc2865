import { Hash } from '@/components/ui/hash';
import { KeyValue } from '@/components/ui/key-value';
import type { Verdict } from '@/server/contracts/verdict';

/** Hashes and isolation of a verdict: what a doubter needs to run it again. */
export function VerdictFacts({ verdict, verdictHash }: { verdict: Verdict; verdictHash: string | null }) {
  const { hashes, isolation, tests } = verdict;
  const limits = Object.entries(isolation.limits).map(([name, value]) => `${name} ${value}`).join(', ');
  return (
    <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      <KeyValue
        items={[
          ['Verdict', <Hash key="v" value={verdictHash} kind="verdict hash" />],
          ['Base', <Hash key="b" value={hashes.base} kind="base hash" />],
          ['Diff', <Hash key="d" value={hashes.diff} kind="diff hash" />],
          ['Sources after', <Hash key="s" value={hashes.src} kind="source hash" />],
          ['Tests', <Hash key="t" value={hashes.tests} kind="tests hash" />],
          ['Sandbox image', <Hash key="i" value={hashes.image} kind="image hash" />],
        ]}
      />
      <KeyValue
        items={[
          ['Tests', <span key="n" className="num">{`${tests.passed} passed, ${tests.failed} failed, ${tests.expected} expected`}</span>],
          ['Isolation', isolation.backend],
          ['Network', isolation.network],
          ['User', isolation.user],
          ['Limits', limits],
          ['Seed', <span key="seed" className="num">{verdict.seed}</span>],
        ]}
      />
    </div>
  );
}
