/** The mark: capital that fell below the line, and the line. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
      <path d="M2 4.5 7 9l3-2.5 3.5 8L18 11" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" strokeLinecap="round" />
      <path d="M2 16.5h16" stroke="var(--accent)" strokeWidth="1.75" strokeLinecap="round" strokeDasharray="2.5 2.5" />
    </svg>
  );
}
