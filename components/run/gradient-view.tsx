import type { SemanticGradient } from '@/server/contracts/verdict';
import { GATE_WORDS } from '@/components/review/gate-words';

/** These list lines that ran: a small change on them went unnoticed. */
const UNCHECKED: readonly string[] = ['MUTATION_SCORE_LOWER', 'VACUOUS_TESTS'];

/**
 * The semantic gradient as a person reads it: what failed, what was expected, where. Text that came out of the sandbox
 * is marked as such and only ever shown.
 */
export function GradientView({ gradient }: { gradient: SemanticGradient }) {
  return (
    <div className="grid gap-3 border-l-2 border-signal pl-4 text-xs">
      <p>
        <span className="font-medium">{GATE_WORDS[gradient.gate].title}</span> <code className="text-2xs text-ink-3">{gradient.code}</code>
        <span className="mt-0.5 block text-ink-2">{gradient.message}</span>
      </p>
      {gradient.test ? <Pair label="Test" value={gradient.test} /> : null}
      {gradient.expected !== null || gradient.actual !== null ? (
        <dl className="grid gap-2 sm:grid-cols-2">
          <Block label="expected" text={gradient.expected} />
          <Block label="actual" text={gradient.actual} />
        </dl>
      ) : null}
      {gradient.diff ? <DiffPlace diff={gradient.diff} /> : null}
      <Places label="Frames in the package" rows={gradient.frames.map((f) => [`${f.path}:${f.line}${f.column === null ? '' : `:${f.column}`}`, f.fn ?? ''])} />
      <Places label={UNCHECKED.includes(gradient.code) ? 'Lines no test checks' : 'Uncovered lines'} rows={gradient.uncovered.filter((u) => u.lines.length > 0).map((u) => [u.path, u.lines.join(', ')])} />
      <Places label="Branches not taken" rows={gradient.uncovered.flatMap((u) => (u.branches ?? []).map((b) => [`${u.path}:${b.line}:${b.column}`, b.what] as const))} />
      <Places label="Evasion patterns" rows={gradient.patterns.map((p) => [`${p.path}:${p.line} ${p.rule}`, p.message])} />
      <Places label="Sim2Real" rows={Object.entries(gradient.sim2real ?? {}).map(([k, v]) => [k, v === null ? 'no value' : String(v)])} />
      <Places label="Limits hit" rows={gradient.limits.map((l) => [l, ''])} />
      <Places label={`Also failing (${gradient.otherFailures.length})`} rows={gradient.otherFailures.map((t) => [t, ''])} />
      {gradient.untrusted ? <p className="text-2xs text-ink-3">Parts of this text come from the code under test. They are data, capped and stripped.</p> : null}
    </div>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <p>
      <span className="text-ink-3">{label} </span>
      <code className="break-all">{value}</code>
    </p>
  );
}

function Block({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3">{label}</dt>
      <dd>
        <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap break-all rounded bg-sink p-2 font-mono text-2xs">{text ?? 'nothing'}</pre>
      </dd>
    </div>
  );
}

function Places({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <p className="text-ink-3">{label}</p>
      <ul className="mt-0.5">
        {rows.map(([place, note]) => (
          <li key={`${place} ${note}`} className="break-words">
            <code className="break-all">{place}</code> {note ? <span className="text-ink-2">{note}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function DiffPlace({ diff }: { diff: NonNullable<SemanticGradient['diff']> }) {
  return (
    <p className="text-ink-2">
      The diff stops fitting at {diff.path ? <code>{diff.path}</code> : 'an unnamed file'}
      {diff.hunk === null ? '' : `, hunk ${diff.hunk}`}
      {diff.line === null ? '' : `, line ${diff.line}`}
      {diff.expected === null ? '' : ': it expects '}
      {diff.expected === null ? null : <code>{diff.expected}</code>}
      {diff.actual === null ? '' : ', the file has '}
      {diff.actual === null ? null : <code>{diff.actual}</code>}
      {'.'}
    </p>
  );
}
