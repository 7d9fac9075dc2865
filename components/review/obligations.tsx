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

/** What the tests would let stand there: code as code, words as words. */
function InsteadOf({ kind, after }: Obligation) {
  if (kind === 'unrun') return <>anything: a part of this line is run by no test</>;
  if (kind === 'removal' || after === '') return <>{kind === 'removal' ? 'nothing there' : 'no sign'}</>;
  return <Code>{after}</Code>;
}

/** Breaks between words where it can. */
const Code = ({ children }: { children: string }) => <code className="font-mono text-xs wrap-anywhere">{children}</code>;

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
              <Code>{o.before}</Code>
            </Td>
            <Td>
              <InsteadOf {...o} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
