import { sql } from 'drizzle-orm';
import { db } from '@/server/db/client';
import { books } from '@/server/db/schema';
import { engineStatus } from '@/server/engine/host';

/** For the supervisor and for monitors: 200 when pages can be answered, 503 with the cause when not. Says nothing secret. */
export function GET(): Response {
  const engine = engineStatus();
  const sandbox = engine.sandbox === null ? 'not known yet' : engine.sandbox.ok ? `${engine.sandbox.backend}: ${engine.sandbox.limits}` : 'failing: no untrusted code is run; see Settings, This machine';
  const headers = { 'cache-control': 'no-store' };
  try {
    const { n } = db().select({ n: sql<number>`count(*)` }).from(books).get() ?? { n: 0 };
    return Response.json({ status: 'ok', database: 'ok', books: n, engine: engine.running ? 'running' : 'not running', engineRestarts: engine.failures, sandbox }, { headers });
  } catch (error) {
    console.error('health: the database cannot be read', error);
    return Response.json({ status: 'failing', database: 'cannot be read (see the server log); run `npm start`, which migrates it', engine: engine.running ? 'running' : 'not running' }, { status: 503, headers });
  }
}
