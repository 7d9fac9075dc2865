import { LinkedEditList } from '@/components/diff/linked-edit-list';
import { PatchView } from '@/components/diff/patch-view';
import { CoverageTable } from '@/components/review/coverage-table';
import { GateList } from '@/components/review/gate-list';
import { summariseGates } from '@/components/review/gate-words';
import { ObligationsTable, obligationsOf } from '@/components/review/obligations';
import { Sim2RealView } from '@/components/review/sim2real-view';
import { VerdictFacts } from '@/components/review/verdict-facts';
import type { AttemptRow } from '@/components/run/attempt-status';
import { GradientView } from '@/components/run/gradient-view';
import { formatDuration } from '@/components/format';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';

interface AttemptReviewProps {
  attempt: AttemptRow;
  /** Texts of the base, for the folded lines of the diff. */
  sources: Readonly<Record<string, string>>;
  tau: number;
  currency: string;
  view: 'split' | 'unified';
}

/** Everything that was proved about one attempt, and exactly what it changes. */
export function AttemptReview({ attempt, sources, tau, currency, view }: AttemptReviewProps) {
  const { verdict, diff, edits } = attempt;
  // Only the files that the diff names go to the browser.
  const touched = Object.fromEntries(Object.entries(sources).filter(([path]) => diff?.includes(path)));
  const obligations = obligationsOf(verdict?.gates ?? []);
  return (
    <>
      <Section title="Gates" id="gates" className="mt-0" aside={verdict ? `${summariseGates(verdict.gates)} ${formatDuration(verdict.ms)} in all.` : null}>
        {verdict ? <GateList gates={verdict.gates} label="Gates" /> : <EmptyState kind="none" title="This attempt has no verdict." />}
        {attempt.gradient ? (
          <div className="mt-6">
            <GradientView gradient={attempt.gradient} />
          </div>
        ) : null}
      </Section>
      <Section title="Before and after, on the same days" id="sim2real">
        {verdict?.sim2real ? <Sim2RealView sim2real={verdict.sim2real} tau={tau} currency={currency} /> : <EmptyState kind="none" title="The same days were not replayed for this attempt.">The Sim2Real gate runs only after every gate before it is green.</EmptyState>}
      </Section>
      <Section title="AST edits" id="edits" aside={`${edits.length} ${edits.length === 1 ? 'edit' : 'edits'}`}>
        {edits.length === 0 ? <EmptyState kind="none" title="The agent listed no edits." /> : <LinkedEditList edits={edits} diff={diff} />}
      </Section>
      <Section title="Diff" id="diff">
        {diff ? <PatchView diff={diff} diffHash={verdict?.hashes.diff ?? attempt.id} edits={edits} sources={touched} view={view} /> : <EmptyState kind="none" title="This attempt made no diff." />}
      </Section>
      <Section title="Coverage" id="coverage" hint="Measured outside the sandbox while the tests ran. A figure under 95 % carries a sign.">
        {verdict?.coverage ? <CoverageTable coverage={verdict.coverage} /> : <EmptyState kind="none" title="Coverage was not measured: an earlier gate is red." />}
      </Section>
      {obligations.length > 0 ? (
        <Section title="What no test noticed" id="obligations" hint="The tests pass as well with each of these small changes on the changed lines. Work for Test Genesis: read these lines yourself before you approve.">
          <ObligationsTable obligations={obligations} />
        </Section>
      ) : null}
      {verdict ? (
        <Section title="What the verdict rests on" id="verdict">
          <VerdictFacts verdict={verdict} verdictHash={attempt.verdictHash} />
        </Section>
      ) : null}
    </>
  );
}
