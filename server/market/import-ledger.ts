import { z } from 'zod';
import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { boardRulesSchema } from './board-rules';

/** What an importer can find. Each kind is a sentence a person can act on; none of them changes a number by itself. */
export const FINDING_KINDS = [
  'unit-drift', 'decimals-changed', 'partial-bar', 'partial-last-bar', 'vwap-outside', 'beyond-limit', 'missing-sessions', 'calendar-mismatch',
  'split-suspect', 'ex-day-suspect', 'split-confirmed', 'true-move', 'zero-volume', 'relisted', 'descending', 'intraday', 'stub-bar', 'session-shift',
  'amount-derived', 'units-unknown', 'index-set-aside', 'no-final-newline', 'finer-than-tick',
  'suspension-encodings', 'ex-days', 'listed-inside', 'st-spells', 'locked-at-limit', 'limit-changed', 'ends-early', 'index-longer', 'own-board-rule',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const findingSchema = z.object({
  kind: z.enum(FINDING_KINDS),
  symbol: z.string(),
  /** Trading day it is about; null when it is about the whole series. */
  date: z.string().nullable(),
  detail: z.string(),
  /** The numbers that prove it. */
  evidence: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export type Finding = z.infer<typeof findingSchema>;

/** The columns a bar file may give. `adjclose` and `factor` are two ways to say the same. */
export const IMPORT_FIELDS = ['date', 'symbol', 'open', 'high', 'low', 'close', 'preclose', 'volume', 'amount', 'factor', 'adjclose', 'tradestatus', 'isst'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export const ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'gb18030', 'binary'] as const;
export type TextEncodingName = (typeof ENCODINGS)[number];
export const VOLUME_UNITS = { shares: 1, lots: 100, 'ten-thousand-shares': 10_000 } as const;
export const AMOUNT_UNITS = { unit: 1, thousand: 1_000, 'ten-thousand': 10_000, 'hundred-million': 100_000_000 } as const;
export type VolumeUnit = keyof typeof VOLUME_UNITS;
export type AmountUnit = keyof typeof AMOUNT_UNITS;

/** How one file is read. A guess until a person confirms or overrides it. */
export const fileMappingSchema = z.object({
  encoding: z.enum(ENCODINGS),
  delimiter: z.string().length(1),
  /** Header text per field; null = the file does not give it. */
  columns: z.record(z.enum(IMPORT_FIELDS), z.string().nullable()),
  /** Symbol of the whole file when no column names it. */
  symbol: z.string().nullable(),
  volumeUnit: z.enum(Object.keys(VOLUME_UNITS) as [VolumeUnit, ...VolumeUnit[]]),
  amountUnit: z.enum(Object.keys(AMOUNT_UNITS) as [AmountUnit, ...AmountUnit[]]),
  /** Order of day and month where the year stands last; null = never so. */
  dateOrder: z.enum(['mdy', 'dmy']).nullable(),
  /** Headers nobody asked for. */
  ignored: z.array(z.string()),
  /** Why the guess is what it is, in sentences. */
  reasons: z.array(z.string()),
});
export type FileMapping = z.infer<typeof fileMappingSchema>;

/** What a person may say about a file; anything said wins over the guess. */
const overrideShape = {
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.string().length(1).optional(),
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), z.string().nullable()).optional(),
  symbol: z.string().min(1).nullable().optional(),
  volumeUnit: fileMappingSchema.shape.volumeUnit.optional(),
  amountUnit: fileMappingSchema.shape.amountUnit.optional(),
  dateOrder: z.enum(['mdy', 'dmy']).optional(),
};
export const fileOverrideSchema = z.strictObject(overrideShape);
export type FileOverride = z.infer<typeof fileOverrideSchema>;
/** A split that a person confirmed: on `date` one old share became `ratio` new ones. */
export const confirmedSplitSchema = z.strictObject({ symbol: z.string(), date: z.string().refine(isCalendarDate, 'expected a date YYYY-MM-DD'), ratio: z.number().positive() });
export type ConfirmedSplit = z.infer<typeof confirmedSplitSchema>;

/** The mapping file of `oomrl import bars --mapping FILE`: for all files, per file name, and about the market as a whole. */
export const importMappingSchema = z.strictObject({
  ...overrideShape,
  files: z.record(z.string(), fileOverrideSchema).optional(),
  board: z.enum(['cn-a', 'us']).optional(),
  /** Symbol of the benchmark; null = none. */
  benchmark: z.string().nullable().optional(),
  splits: z.array(confirmedSplitSchema).optional(),
  /** Rows for the board table of this market (limits, lots, T+n), beside or in place of the shipped ones. */
  boardRules: boardRulesSchema.optional(),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;

/** Mapping from the text of a JSON file. @throws AppError BAD_INPUT naming the key */
export function parseImportMapping(text: string, name: string): ImportMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_INPUT', `${name} is not JSON: ${(error as Error).message}.`);
  }
  return parseOrThrow(importMappingSchema, json, name);
}

export const importLedgerSchema = z.object({
  market: z.string(),
  board: z.enum(['cn-a', 'us']),
  benchmark: z.string().nullable(),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      encoding: z.enum(ENCODINGS),
      mapping: fileMappingSchema,
      rowsKept: z.number(),
      /** At most the first hundred; `rowsRefusedTotal` counts all. `line` is 1-based, the header is line 1. */
      rowsRefused: z.array(z.object({ line: z.number(), reason: z.string() })),
      rowsRefusedTotal: z.number(),
    }),
  ),
  findings: z.array(findingSchema),
  counts: z.object({
    symbols: z.number(), sessions: z.number(), traded: z.number(), suspended: z.number(), unlisted: z.number(), exDays: z.number(), stDays: z.number(),
  }),
  from: z.string(),
  to: z.string(),
});
export type ImportLedger = z.infer<typeof importLedgerSchema>;
