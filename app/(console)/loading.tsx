/** Holds the place of a page while the server reads; the rail stays. */
export default function Loading() {
  return (
    <div aria-busy="true" className="animate-pulse">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="h-7 w-48 rounded bg-sink" />
      <div className="mt-3 h-4 w-80 max-w-full rounded bg-sink" />
      <div className="mt-8 h-24 border-y border-line" />
      <div className="mt-8 h-72 rounded bg-sink" />
    </div>
  );
}
