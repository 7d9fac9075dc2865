import { z } from 'zod';
import { idSchema } from '@/server/contracts/ids';

export const BOOK_TABS = ['holdings', 'orders', 'fills', 'versions', 'alerts', 'days', 'history'] as const;
export type BookTab = (typeof BOOK_TABS)[number];

/** The book page's own parameters. What does not parse is as good as absent: a mangled link still shows the book. */
const querySchema = z.object({
  tab: z.enum(BOOK_TABS).nullable().catch(null).default(null),
  episode: idSchema('episode').nullable().catch(null).default(null),
  page: z.coerce.number().int().min(1).nullable().catch(null).default(null),
  range: z.enum(['250', '120', '60']).nullable().catch(null).default(null),
});
export type BookQuery = z.input<typeof querySchema>;
export const toBookQuery = (raw: BookQuery) => querySchema.parse(raw);
