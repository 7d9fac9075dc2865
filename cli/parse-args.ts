import { parseArgs as parse } from 'node:util';
import { AppError } from '@/server/contracts/errors';
import { nearestOf } from './nearest';

/** `--a, --b`: the flags a command takes, in its own order. */
const flagsOf = (options: object): string => Object.keys(options).map((name) => `--${name}`).join(', ');

/**
 * node:util parseArgs whose refusals are sentences that name the flags of the command at hand; Node's own speak of its programming
 * interface ("allowPositionals"). @throws AppError BAD_INPUT
 */
export const parseArgs = ((config) => {
  try {
    return parse(config);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    const options = config?.options ?? {};
    const named = /'(?:-\w, )?(-[^' ]+)/.exec(error.message)?.[1];
    const allowed = `allowed: ${flagsOf(options)}`;
    if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && named) throw new AppError('BAD_INPUT', `${named}: there is no such flag${nearestOf(named, Object.keys(options).map((name) => `--${name}`))}; ${allowed}.`);
    if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') throw new AppError('BAD_INPUT', `${/'([^']*)'/.exec(error.message)?.[1] ?? 'The argument'} stands without a flag; ${allowed}.`);
    const option = named?.replace(/^--/, '');
    const takesValue = option !== undefined && Object.hasOwn(options, option) && options[option]?.type === 'string';
    const ambiguous = error.message.includes('ambiguous');
    throw new AppError('BAD_INPUT', `${named ?? 'A flag'}: ${takesValue ? `a value is missing${ambiguous ? `; one that begins with a dash is written ${named}=VALUE` : ''}` : 'takes no value'}; ${allowed}.`);
  }
}) as typeof parse;
