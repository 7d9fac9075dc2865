import { formatInteger } from '@/components/format';
import { Hash } from '@/components/ui/hash';
import { KeyValue } from '@/components/ui/key-value';
import type { Verdict } from '@/server/contracts/verdict';
import { limitWords } from './limit-words';

/** Hashes and isolation of a verdict: what a doubter needs to run it again. */
export function VerdictFacts({ verdict, verdictHash }: { verdict: Verdict; verdictHash: string | null }) {
  const { hashes, isolation, tests } = verdict;
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
          ['Tests', <span key="n" className="num">{`${formatInteger(tests.passed)} passed, ${formatInteger(tests.failed)} failed, ${formatInteger(tests.expected)} expected`}</span>],
          ['Isolation', isolation.backend],
          ['Network', isolation.network],
          ['User', isolation.user],
          ['Limits', limitWords(isolation.limits)],
          ['Seed', <span key="seed" className="num">{verdict.seed}</span>],
        ]}
      />
    </div>
  );
}
