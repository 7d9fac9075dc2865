import { z } from 'zod';
import { assertSameOrigin } from '@/app/_server/origin';
import { answerJson } from '@/app/_server/run-route';
import { requireRole } from '@/server/access/require-role';
import { adoptFriction } from '@/server/books/adopt-friction';
import { brokerFiles, filesSchema, readBody } from '../read-files';

const bodySchema = z.strictObject({
  files: filesSchema,
  seen: z.strictObject({ lambda: z.number(), gamma: z.number() }),
  reason: z.string().trim().max(1000),
  expectedRevision: z.int().min(0),
});

/**
 * Takes λ and γ of a person's fills into eq. 1 of the book. A route, not a server action: files are larger than an action may carry. The
 * numbers are fitted again by the room; what was seen travels only to be compared.
 */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerJson('Take the fitted costs', async ({ db, actor, now }) => {
    assertSameOrigin(request.headers);
    requireRole(actor, 'approver');
    const { files, ...input } = await readBody(request, bodySchema);
    const { revision } = adoptFriction(db, { bookId: (await params).id, source: { broker: brokerFiles(files), seen: input.seen }, reason: input.reason, expectedRevision: input.expectedRevision, actor, now });
    return { revision };
  });
}
