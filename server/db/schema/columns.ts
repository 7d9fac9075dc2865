import { integer, text } from 'drizzle-orm/sqlite-core';

/** Epoch milliseconds UTC; zones exist only at the screen's edge. */
export const epochMs = (name: string) => integer(name, { mode: 'number' });
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>();
export const flag = (name: string) => integer(name, { mode: 'boolean' });
