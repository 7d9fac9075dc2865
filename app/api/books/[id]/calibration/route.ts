import { z } from 'zod';
import { answerJson } from '@/app/_server/run-route';
import { assertSameOrigin } from '@/app/_server/origin';
import { getBook } from '@/server/books/get-book';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { fitFillModel } from '@/server/execution/calibration/fit-fill-model';
import { measureFills } from '@/server/execution/calibration/measure-fills';
import { fillRow, parseRows, quoteRow } from '@/server/execution/calibration/read-observed';

/** Enough for tens of thousands of fills; reading them takes a fraction of a second. More goes through `oomrl calibrate`. */
const MOST_BYTES = 4 * 2 ** 20;
const bodySchema = z.object({ fills: z.string().min(1, 'is empty'), quotes: z.string().min(1, 'is empty') });

/** Spread, impact and delay fitted from a person's fills and quotes (CSV texts). Nothing is stored. */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerJson('Calibrate', async ({ db }) => {
    assertSameOrigin(request.headers);
    getBook(db, (await params).id);
    // By its head first: what is too large is not even read. A body without a length is not taken.
    const bytes = Number(request.headers.get('content-length') ?? Number.NaN);
    if (!(bytes <= MOST_BYTES)) throw new AppError('TOO_LARGE', `Fills and quotes together have ${Number.isFinite(bytes) ? bytes : 'an unknown number of'} bytes; at most ${MOST_BYTES} are read here. Use \`oomrl calibrate\`.`);
    const text = await request.text();
    const { fills, quotes } = parseOrThrow(bodySchema, jsonOf(text), 'calibration');
    const { measured, unmatched } = measureFills(parseRows(fills, 'fills', fillRow), parseRows(quotes, 'quotes', quoteRow));
    const { rows: _, ...fit } = fitFillModel(measured);
    return { ...fit, unmatched: unmatched.length };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('BAD_INPUT', 'The request is not JSON; send {"fills": CSV, "quotes": CSV}.');
  }
}
