import { AccountDetails } from '@/components/data/account-details';
import { AccountTable } from '@/components/data/account-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { PAPER_DEFINITIONS, PAPER_PHASES, PAPER_REGRESSION, paperRowOf, PHASE_CAVEAT } from '@/server/analytics/paper-figures';
import { parsePhases } from '@/server/analytics/parse-phases';
import { type AccountReport, listAccounts, readAccountReport } from '@/server/accounts/read-account';
import { AppError } from '@/server/contracts/errors';
import { db } from '@/server/db/client';

/** The report by the phases asked for; when they are wrong, by calendar years and with the reason. */
function read(name: string, phases: string): { report: AccountReport; error: string | null } {
  try {
    const given = parsePhases(phases.slice(0, 4000));
    return { report: readAccountReport(db(), { name, phases: given.length > 0 ? given : null }), error: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_INPUT') throw error;
    return { report: readAccountReport(db(), { name }), error: error.message };
  }
}

/** Real accounts read from a person's files: the list, and the chosen one with its ledger and phases. */
export function AccountsSection({ chosen, phases }: { chosen: string | null; phases: string }) {
  const accounts = listAccounts(db());
  const known = accounts.find((a) => a.name === chosen);
  const opened = known ? read(known.name, phases) : null;
  return (
    <>
      <Section title="Accounts" hint="Read from your own files, never written to.">
        {accounts.length === 0 ? (
          <EmptyState kind="none" title="No account is imported.">
            Import a QuantPits workspace with <code className="font-mono">oomrl import workspace DIR --book NAME</code>.
          </EmptyState>
        ) : (
          <AccountTable accounts={accounts} />
        )}
      </Section>
      {opened && (
        <AccountDetails report={opened.report} phases={phases} error={opened.error} paper={{ rows: PAPER_PHASES, rowOf: paperRowOf, regression: PAPER_REGRESSION, caveat: PHASE_CAVEAT, definitions: PAPER_DEFINITIONS }} />
      )}
    </>
  );
}
