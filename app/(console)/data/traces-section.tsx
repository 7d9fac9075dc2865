import Link from 'next/link';
import { formatInteger } from '@/components/format';
import { paths } from '@/components/paths';
import { CostTable } from '@/components/traces/cost-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { sumImportedRuns } from '@/server/agents/traces/list-imported-runs';
import { db } from '@/server/db/client';

/** Recorded model calls of other systems: how many, what they cost, and the way to them. */
export function TracesSection() {
  const { total, sums, byModel } = sumImportedRuns(db(), {});
  return (
    <Section title="Imported runs of models" id="traces">
      {total === 0 ? (
        <EmptyState kind="none" title="No recorded model call has been imported.">
          Import those of a QuantPits workspace with <code className="font-mono">oomrl import traces DIR</code>.
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-[0.8125rem]">
            <Link href={paths.importedRuns()} className="text-accent hover:underline hover:underline-offset-4">
              {formatInteger(total)} {total === 1 ? 'run' : 'runs'} with {formatInteger(sums.calls)} model calls
            </Link>
          </p>
          <CostTable caption="Cost of imported model calls by model" head="Model" rows={byModel.map(({ model, ...row }) => ({ ...row, name: model ?? 'not recorded' }))} />
        </>
      )}
    </Section>
  );
}
