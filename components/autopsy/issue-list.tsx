import type { DocumentIssue } from './form-model';

/** Everything that keeps the text from being signed, each at its path. */
export function IssueList({ issues }: { issues: readonly DocumentIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <section aria-label="What is missing">
      <h2 className="mb-1 text-xs font-medium">Before it can be signed</h2>
      <ul className="space-y-1 text-xs">
        {issues.map((issue) => (
          <li key={`${issue.path.join('.')} ${issue.message}`} className="break-words">
            <code className="font-mono text-signal">{issue.path.join('.') || 'document'}</code> <span className="text-ink-2">{issue.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
