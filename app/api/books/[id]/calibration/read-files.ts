import { z } from 'zod';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import type { BrokerFiles } from '@/server/simulation/calibrate-broker';

/** Enough for tens of thousands of fills; reading them takes a fraction of a second. More goes through `oomrl calibrate`. */
const MOST_BYTES = 4 * 2 ** 20;
const csv = z.string({ error: 'is missing; send the CSV as text' }).min(1, 'is empty');

/** Texts as the browser read them; the equity as one amount, by day as a CSV, or not at all. */
export const filesSchema = z
  .strictObject({ fills: csv, quotes: csv, equity: z.string({ error: 'must be an amount as text, such as "1000000"' }).trim().min(1, 'is empty; leave it out').max(40, 'is longer than an amount').optional(), equityByDay: csv.optional() })
  .refine((body) => body.equity === undefined || body.equityByDay === undefined, { path: ['equity'], error: 'is given twice, as an amount and by day; leave one of them out' });

/** Body of a request as `schema` has it. @throws AppError TOO_LARGE, BAD_INPUT */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  // By its head first: what is too large is not even read. A body without a length is not taken.
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(bytes <= MOST_BYTES)) throw new AppError('TOO_LARGE', `The files together have ${Number.isFinite(bytes) ? bytes : 'an unknown number of'} bytes; at most ${MOST_BYTES} are read here. Use \`oomrl calibrate\`.`);
  const text = await request.text();
  return parseOrThrow(schema, jsonOf(text), 'calibration');
}

export function brokerFiles({ fills, quotes, equity, equityByDay }: z.output<typeof filesSchema>): BrokerFiles {
  const given = equityByDay !== undefined ? ({ kind: 'file', name: 'equity by day', text: equityByDay } as const) : equity !== undefined ? ({ kind: 'amount', name: 'equity', text: equity } as const) : null;
  return { fills: { name: 'fills', text: fills }, quotes: { name: 'quotes', text: quotes }, equity: given };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('BAD_INPUT', 'The request is not JSON; send {"fills": CSV, "quotes": CSV}, and with it "equity": AMOUNT or "equityByDay": CSV.');
  }
}
