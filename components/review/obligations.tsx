import { z } from 'zod';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { GateResult } from '@/server/contracts/verdict';

const obligationSchema = z.object({ path: z.string(), line: z.number(), kind: z.string(), before: z.string(), after: z.string() });
export type Obligation = z.infer<typeof obligationSchema>;

/** Small changes on the changed lines that no test noticed, and changed lines that no test runs, as the throw-audit left them in the verdict. */
export function obligationsOf(gates: readonly GateResult[]): Obligation[] {
  const found = z.array(obligationSchema).safeParse(gates.find((gate) => gate.name === 'throw_audit')?.evidence?.obligations);
  return found.success ? found.data : [];
}

function insteadOf({ kind, after }: Obligation): string {
  if (kind === 'unrun') return 'anything: no test runs a part of this line';
  return kind === 'removal' ? 'nothing there' : after || 'no sign';
}

/** What tests must be written for: shown before State Commit, because the tests cannot tell these changes from the proposal. */
export function ObligationsTable({ obligations }: { obligations: readonly Obligation[] }) {
  return (
    <Table caption="Changes that no test noticed">
      <Thead>
        <Th>Where</Th>
        <Th>In the proposal</Th>
        <Th>Tests pass as well with</Th>
      </Thead>
      <tbody>
        {obligations.map((o) => (
          <Tr key={`${o.path}:${o.line}:${o.kind}:${o.before}:${o.after}`}>
            <Td className="whitespace-nowrap">
              {o.path}:{o.line}
            </Td>
            <Td>
              <code className="font-mono text-xs break-all">{o.before}</code>
            </Td>
            <Td>
              <code className="font-mono text-xs break-all">{insteadOf(o)}</code>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
