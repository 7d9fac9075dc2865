import type { GateResult, SemanticGradient, Verdict } from '@/server/contracts/verdict';

const MARK: Record<GateResult['status'], string> = { pass: '✓', fail: '✗', error: '!', skipped: '·' };

/** One line of the gate table. */
export function printGate(gate: GateResult): string {
  const code = gate.code === 'OK' || gate.code === 'SKIPPED' ? '' : `${gate.code}: `;
  return `${MARK[gate.status]} ${gate.name.padEnd(16)} ${took(gate).padStart(8)}  ${code}${plain(gate.detail)}`;
}

/** A gate that was not reached took no time; one that compares two hashes took some. */
function took({ status, ms }: GateResult): string {
  if (status === 'skipped') return '';
  return ms < 0.05 ? '< 0.1 ms' : `${ms.toFixed(ms < 9.95 ? 1 : 0)} ms`;
}

/** What stands under the table: the verdict and, when it failed, what an agent would be told. */
export function printVerdict(verdict: Verdict, verdictHash: string): string {
  const head = `${verdict.status.toUpperCase()}  ${verdict.tests.expected === 0 ? 'no test ran' : `${verdict.tests.passed} of ${verdict.tests.expected} tests`}, ${verdict.ms} ms, verdict ${verdictHash.slice(0, 12)}`;
  return verdict.gradient ? `\n${printGradient(verdict.gradient)}\n${head}` : `\n${head}`;
}

function printGradient(g: SemanticGradient): string {
  const lines = [plain(g.message)];
  if (g.expected !== null) lines.push(`  expected ${plain(g.expected)}`);
  if (g.actual !== null) lines.push(`  actual   ${plain(g.actual)}`);
  for (const f of g.frames) lines.push(`  at ${f.fn ? `${plain(f.fn)} ` : ''}${f.path}:${f.line}${f.column === null ? '' : `:${f.column}`}`);
  for (const p of g.patterns) lines.push(`  ${p.path}:${p.line} ${p.rule}: ${plain(p.message)}`);
  // A small change nobody notices stands on a line that ran: it is not uncovered but unchecked.
  const lacks = g.code === 'MUTATION_SCORE_LOWER' || g.code === 'VACUOUS_TESTS' ? 'not checked' : 'not covered';
  for (const u of g.uncovered) {
    if (u.lines.length > 0) lines.push(`  ${lacks}: ${u.path} ${u.lines.length === 1 ? 'line' : 'lines'} ${u.lines.join(', ')}`);
    for (const b of u.branches ?? []) lines.push(`  not taken: ${u.path}:${b.line}:${b.column} ${plain(b.what)}`);
  }
  for (const other of g.otherFailures) lines.push(`  also: ${plain(other)}`);
  return lines.join('\n');
}

/** Text of a strategy must not steer the terminal. */
const plain = (text: string) => text.replace(/[^\P{C}\n]/gu, '?');
