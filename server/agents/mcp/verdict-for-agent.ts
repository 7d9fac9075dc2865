import type { Verdict } from '@/server/contracts/verdict';

/** A verdict without the evidence of its gates, which is for people and records: it may name held-out tests. */
export const verdictForAgent = ({ gates, ...verdict }: Verdict): Record<string, unknown> => ({ ...verdict, gates: gates.map(({ name, status, code, detail, ms }) => ({ name, status, code, detail, ms })) });
