import Link from 'next/link';
import { agentName } from '@/components/agent-words';
import { NO_VALUE } from '@/components/format';
import { paths } from '@/components/paths';
import { Spent } from '@/components/run/spent';
import { Num, Percent } from '@/components/ui/number';
import { GateMark, ProposalStateChip } from '@/components/ui/state-chip';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { CandidateRow } from '@/server/agents/list-candidates';
import { GATE_WORDS } from './gate-words';

/** Candidates of one autopsy side by side, the best by Sim2Real first. Opening one shows its diff and the button to pick it. */
export function CandidatesTable({ candidates, current }: { candidates: readonly CandidateRow[]; current: string }) {
  return (
    <Table caption="Candidates of this autopsy, ranked by reward gained in Sim2Real">
      <Thead>
        <Th num>Rank</Th>
        <Th>Agent</Th>
        <Th>State</Th>
        <Th className="max-sm:hidden">Gates</Th>
        <Th num>Turnover, a year</Th>
        <Th num>Σ R_t gained</Th>
        <Th num className="max-sm:hidden">
          L_t after
        </Th>
        <Th num className="max-sm:hidden">
          Attempts
        </Th>
        <Th className="max-sm:hidden">Cost</Th>
      </Thead>
      <tbody>
        {candidates.map((c) => {
          const name = `${agentName(c.provider, c.model)}${candidates.some((other) => other.explore > 0) ? `, candidate ${c.explore + 1}` : ''}`;
          return (
            <Tr key={c.proposalId} id={`candidate-${c.proposalId}`} className={c.proposalId === current ? 'bg-sink' : ''}>
              <Td num>{c.rank ?? NO_VALUE}</Td>
              <Td>
                {c.proposalId === current ? (
                  <strong className="font-medium">{name} (this one)</strong>
                ) : (
                  <Link href={paths.proposal(c.proposalId)} className="text-accent hover:underline hover:underline-offset-4">
                    {name}
                  </Link>
                )}
              </Td>
              <Td>
                <ProposalStateChip state={c.state} />
                {c.gates.length > 0 ? (
                  <span className="num mt-1 block text-2xs text-ink-2 sm:hidden">
                    {c.gates.filter((gate) => gate.status === 'pass').length} of {c.gates.length} gates
                  </span>
                ) : null}
              </Td>
              <Td className="max-sm:hidden">
                <span className="inline-flex gap-1">
                  {c.gates.map((gate) => (
                    <span key={gate.name} title={`${GATE_WORDS[gate.name].title}: ${gate.status}`}>
                      <GateMark status={gate.status} />
                    </span>
                  ))}
                </span>
              </Td>
              <Td num>
                <Percent value={c.annualTurnover} digits={0} />
              </Td>
              <Td num>
                <Num value={c.rewardDelta} digits={3} signed />
              </Td>
              <Td num className="max-sm:hidden">
                <Percent value={c.principalLoss} />
              </Td>
              <Td num className="max-sm:hidden">
                {c.attempts}
              </Td>
              <Td className="max-sm:hidden">
                <Spent inputTokens={c.inputTokens} outputTokens={c.outputTokens} cpuSeconds={c.cpuSeconds} costMicros={c.costMicros} />
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
