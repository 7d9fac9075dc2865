import { z } from 'zod';
import { demandActor } from '@/app/_server/actor';
import { toActionError } from '@/app/_server/to-action-error';
import { auditCsvHeader, auditCsvLine } from '@/components/audit/export-rows';
import { auditMatch, readAuditFilters } from '@/components/audit/filters';
import { AppError, ERROR_STATUS, parseOrThrow } from '@/server/contracts/errors';
import { type AuditRow, listAudit } from '@/server/audit/list-audit';
import { db } from '@/server/db/client';

const PAGE = 1_000;
const formatSchema = z.enum(['csv', 'json']);

/** Every row that matches the filters, newest first, streamed: CSV, or JSON with one row a line inside an array. */
export async function GET(request: Request): Promise<Response> {
  try {
    await demandActor();
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const format = parseOrThrow(formatSchema, query.format, 'format');
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
    return new Response(streamRows(readAuditFilters(query), format), { headers: { 'content-type': type, 'content-disposition': `attachment; filename="oomrl-audit.${format}"`, 'cache-control': 'no-store' } });
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Export audit') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL });
  }
}

function streamRows({ before, ...match }: ReturnType<typeof readAuditFilters>, format: 'csv' | 'json'): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor = before;
  let first = true;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(format === 'csv' ? auditCsvHeader() : '['));
    },
    pull(controller) {
      const rows = listAudit(db(), { ...auditMatch(match), ...(cursor === null ? {} : { before: cursor }), limit: PAGE });
      if (rows.length > 0) controller.enqueue(encoder.encode(format === 'csv' ? rows.map(auditCsvLine).join('') : rows.map((row) => jsonLine(row, takeFirst())).join('')));
      cursor = rows.at(-1)?.seq ?? null;
      if (rows.length === PAGE) return;
      if (format === 'json') controller.enqueue(encoder.encode('\n]\n'));
      controller.close();
    },
  });

  function takeFirst(): boolean {
    const was = first;
    first = false;
    return was;
  }
}

const jsonLine = (row: AuditRow, first: boolean): string => `${first ? '' : ','}\n${JSON.stringify({ ...row, at: new Date(row.at).toISOString() })}`;
