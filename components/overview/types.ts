import type { Severity } from '@/server/contracts/alert';
import type { BookState } from '@/server/contracts/book-state';

/** Something that only a person can move on. */
export interface WaitingItem {
  kind: 'alert' | 'incident' | 'autopsy' | 'proposal' | 'review' | 'approval';
  id: string;
  bookId: string;
  bookName: string;
  incidentId: string | null;
  proposalId: string | null;
  severity: Severity | null;
  since: number;
  text: string;
}

/** One book as the overview shows it. Money in fen, ratios as float. */
export interface BookSummary {
  id: string;
  name: string;
  state: BookState;
  marketName: string;
  currency: string;
  synthetic: boolean;
  versionLabel: string;
  episodeNumber: number;
  friction: boolean;
  tau: number;
  equityFen: number | null;
  date: string | null;
  todayPnlFen: number | null;
  todayReturn: number | null;
  principalLoss: number | null;
  frictionModelled: number | null;
  frictionRealised: number | null;
  lastStepAt: number | null;
  daysDone: number;
  spark: number[];
}
