import type { EvidenceRef } from '@/server/contracts/autopsy';

type Query = Record<string, string | number | null | undefined>;

/** Appends the parameters that differ from nothing: a default never stands in a URL. */
function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== '') params.set(key, String(value));
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Every address of the console. Screens build links only here; `paths.test.ts` pins them all. */
export const paths = {
  overview: () => '/',
  signIn: (query?: { next?: string }) => withQuery('/sign-in', query),
  password: () => '/password',
  book: (bookId: string, query?: { tab?: string | null; episode?: string | null; range?: string | null; page?: number | null }) => withQuery(`/books/${bookId}`, query),
  performance: (bookId: string) => `/books/${bookId}/performance`,
  paper: (bookId: string, query?: { episode?: number | null; phases?: string | null }) => withQuery(`/books/${bookId}/performance/paper`, query),
  friction: (bookId: string, query?: { episode?: number | null; tab?: string | null }) => withQuery(`/books/${bookId}/friction`, query),
  day: (bookId: string, date: string, query?: { episode?: string | null }) => withQuery(`/books/${bookId}/days/${date}`, query),
  seriesApi: (bookId: string, query?: { episode?: string | null; range?: string | null }) => withQuery(`/api/books/${bookId}/series`, query),
  rowsCsv: (bookId: string, query: { kind: 'orders' | 'fills' | 'days'; episode?: string | null }) => withQuery(`/api/books/${bookId}/rows`, query),
  calibrationApi: (bookId: string) => `/api/books/${bookId}/calibration`,
  adoptCalibrationApi: (bookId: string) => `/api/books/${bookId}/calibration/adopt`,
  incident: (incidentId: string) => `/incidents/${incidentId}`,
  autopsy: (incidentId: string, query?: { tab?: string | null; version?: number | null }) => withQuery(`/incidents/${incidentId}/autopsy`, query),
  proposal: (proposalId: string, query?: { attempt?: string | null; view?: string | null; file?: string | null }) => withQuery(`/proposals/${proposalId}`, query),
  run: (proposalId: string) => `/proposals/${proposalId}/run`,
  traceApi: (traceId: string, format: 'orchestration' | 'otlp') => withQuery(`/api/v1/traces/${encodeURIComponent(traceId)}`, { format }),
  importedRuns: (query?: { text?: string | null; from?: string | null; to?: string | null; page?: number | null }) => withQuery('/data/traces', query),
  importedRun: (traceId: string, query?: { after?: number | null }) => withQuery(`/data/traces/${encodeURIComponent(traceId)}`, query),
  threadApi: (incidentId: string) => `/api/v1/incidents/${incidentId}/thread`,
  data: (query?: { market?: string | null; kind?: string | null; account?: string | null; phases?: string | null }) => withQuery('/data', query),
  audit: (query?: { entity?: string | null; action?: string | null; actor?: string | null; from?: string | null; to?: string | null; before?: number | null }) => withQuery('/audit', query),
  settings: (query?: { book?: string | null; tab?: string | null }) => withQuery('/settings', query),
  /** Anchor of an evidence row on the page that shows it: `fill-fil_…`, `order-…`, `day-2024-07-01`. */
  anchor: (ref: EvidenceRef) => `${ref.kind}-${ref.kind === 'day' ? ref.id.split('/').at(-1) : ref.id}`,
};
