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
        <Th>Gates</Th>
        <Th num>Turnover, a year</Th>
        <Th num>Σ R_t gained</Th>
        <Th num>L_t after</Th>
        <Th num>Attempts</Th>
        <Th>Cost</Th>
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
              </Td>
              <Td>
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
                <Num value={c.rewardDelta} digits={4} signed />
              </Td>
              <Td num>
                <Percent value={c.principalLoss} />
              </Td>
              <Td num>{c.attempts}</Td>
              <Td>
                <Spent inputTokens={c.inputTokens} outputTokens={c.outputTokens} cpuSeconds={c.cpuSeconds} costMicros={c.costMicros} />
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
