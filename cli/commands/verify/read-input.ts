import { readFileSync } from 'node:fs';
import { AppError } from '@/server/contracts/errors';

/** A file a person named, or standard input for `-`. @throws AppError BAD_INPUT */
export function readInput(file: string, option: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new AppError('BAD_INPUT', `${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); check the path.`);
  }
}
