import { demandActor } from '@/app/_server/actor';
import { toActionError } from '@/app/_server/to-action-error';
import { csvLine } from '@/components/csv';
import { exportRows } from '@/server/books/export-rows';
import { AppError, ERROR_STATUS } from '@/server/contracts/errors';
import { db } from '@/server/db/client';

/** Orders, fills or days of a book's episode as CSV, streamed: `?kind=fills&episode=epi_…`. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  try {
    await demandActor();
    const query = new URL(request.url).searchParams;
    const { name, header, pages } = exportRows(db(), { bookId: (await params).id, episodeId: query.get('episode'), kind: query.get('kind') ?? '' });
    const encoder = new TextEncoder();
    const rows = pages();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(csvLine(header))),
      pull(controller) {
        const { value, done } = rows.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value.map(csvLine).join('')));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="rows.csv"; filename*=UTF-8''${encodeURIComponent(name)}`, 'cache-control': 'no-store' } });
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Export rows') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL, headers: { 'cache-control': 'no-store' } });
  }
}
