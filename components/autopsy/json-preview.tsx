/** The document exactly as it would be stored and signed, live. */
export function JsonPreview({ document }: { document: unknown }) {
  return (
    <section aria-label="The autopsy as JSON">
      <h2 className="mb-1 text-xs font-medium">As the agent reads it</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe scrollable-region-focusable) */}
      <pre tabIndex={0} className="max-h-[26rem] overflow-auto rounded-md border border-line bg-raise p-3 font-mono text-2xs leading-relaxed break-words whitespace-pre-wrap">
        {JSON.stringify(document, null, 2)}
      </pre>
    </section>
  );
}
