import { agentName } from '@/components/agent-words';
import { paths } from '@/components/paths';
import { Budgets } from '@/components/settings/budgets';
import { CriticPrecision } from '@/components/settings/critic-precision';
import { Prices } from '@/components/settings/prices';
import { ProviderList } from '@/components/settings/provider-list';
import { Section } from '@/components/ui/section';
import { listBalances } from '@/server/agents/capital/account';
import { listPrices } from '@/server/agents/capital/prices';
import { listProviders } from '@/server/agents/list-providers';
import { readPrecision } from '@/server/autopsy/critic/claim-store';
import { listNavBooks } from '@/server/books/list-nav-books';
import { db } from '@/server/db/client';
import { savePrices, topUp } from './actions';

/** Wall time that is not limited is infinite in the ledger; the screen says so in words. */
const limited = <T extends { wallSeconds: number }>(amount: T) => ({ ...amount, wallSeconds: Number.isFinite(amount.wallSeconds) ? amount.wallSeconds : null });

/** Who may write code here, what it may burn, and what it costs. */
export function AgentSettings({ whyNot }: { whyNot: string | null }) {
  const names = new Map(listNavBooks(db()).map((b) => [`book:${b.id}`, b.name]));
  const accounts = listBalances(db()).map(({ account, limit, left }) => ({ id: account.id, name: names.get(account.name) ?? account.name.replace(/^agent:(.*)$/, (_, provider: string) => `All runs of ${agentName(provider)}`).replace(/^month:/, 'Month ').replace(/^mcp:/, 'MCP client ').replace(/^history:/, 'History '), href: account.name.startsWith('history:') ? paths.importedRuns({ text: account.name.slice('history:'.length) }) : null, exhausted: account.exhausted, limit: limited(limit), left: limited(left) }));
  return (
    <>
      <Section title="Providers" className="mt-0" hint="Keys come from the environment or an owner-only file. They are never stored in the database, logs or prompts.">
        <ProviderList providers={listProviders()} />
      </Section>
      <Section title="Critics" hint="The critic drafts, a person signs. Precision is the share of drafted claims that still stood in the text that was signed.">
        <CriticPrecision rows={readPrecision(db())} />
      </Section>
      <Section title="Compute capital" hint={
          <>
            Tokens, CPU seconds and money that agents may burn: per book, per agent and per month; a call needs all three. Zero is absorbing. Another limit for a coming month: <code className="font-mono whitespace-nowrap">oomrl budget open --account month:YYYY-MM</code>. An MCP client runs under <code className="font-mono">mcp:NAME</code> once a person has opened it. A history is what imported runs have cost; nothing runs under it.
          </>
        }
      >
        <Budgets accounts={accounts} whyNot={whyNot} topUp={topUp} />
      </Section>
      <Section title="Prices" hint="Per million tokens, in the currency of the accounts, from a day on.">
        <Prices prices={listPrices(db())} whyNot={whyNot} save={savePrices} />
      </Section>
    </>
  );
}
