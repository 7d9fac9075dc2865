/** Windows of the charts: trading days back from the last; the empty id is the whole episode. */
export const RANGES = [
  { id: '', label: 'All' },
  { id: '250', label: '250 d' },
  { id: '120', label: '120 d' },
  { id: '60', label: '60 d' },
] as const;
