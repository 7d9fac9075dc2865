import { eq } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { settings } from '@/server/db/schema';

/** Set when the demo has been prepared to its end. */
export const DEMO_KEY = 'demo.prepared';

/** A file of its own, so that a start with nothing to prepare does not load what prepares. */
export const isDemoPrepared = (db: DbOrTx): boolean => db.select({ key: settings.key }).from(settings).where(eq(settings.key, DEMO_KEY)).get() !== undefined;
