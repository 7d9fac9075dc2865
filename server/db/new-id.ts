import { randomBytes } from 'node:crypto';
import { type IdKind, makeId } from '@/server/contracts/ids';

/** A fresh identifier such as `bok_Ab3…` with 72 random bits. */
export const newId = (kind: IdKind): string => makeId(kind, randomBytes(9));
