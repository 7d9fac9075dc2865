import { z } from 'zod';
import { answerJson } from '@/app/_server/run-route';
import { readBookSeries } from '@/server/books/read-book-series';
import { parseOrThrow } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';

const querySchema = z.object({
  bookId: idSchema('book'),
  episodeId: idSchema('episode').nullable(),
  days: z.coerce.number().int().min(2).max(10_000).nullable(),
});

/** Curves of a book for its charts: `?episode=epi_…&range=120`. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const query = new URL(request.url).searchParams;
  return answerJson('Read curves', ({ db }) => readBookSeries(db, parseOrThrow(querySchema, { bookId: id, episodeId: query.get('episode'), days: query.get('range') }, 'series')));
}
