/** Kinds of rows in the event store that the stream sends on. An unknown kind is sent as `other`. */
export const streamEventKinds = ['step', 'book', 'alert', 'incident', 'autopsy', 'proposal', 'attempt', 'approval', 'job', 'other'] as const;
export type StreamEventKind = (typeof streamEventKinds)[number];

/** One row of the event store as the browser gets it. `name` is the stored kind, e.g. `book.step`. */
export interface StreamEvent {
  id: number;
  at: number;
  kind: StreamEventKind;
  name: string;
  bookId: string | null;
  traceId: string | null;
}

/** `book.step` → step, `job.progress` → job: the part of a stored kind that the browser listens for. */
export function kindOfEvent(name: string): StreamEventKind {
  const parts = name.split(/[._]/);
  if (parts.includes('step')) return 'step';
  return streamEventKinds.find((kind) => parts.includes(kind)) ?? 'other';
}
