import 'server-only';
import { notFound } from 'next/navigation';
import { AppError } from '@/server/contracts/errors';

/** Reads for a page: what does not exist becomes the 404 page, everything else goes on up. */
export function orNotFound<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
