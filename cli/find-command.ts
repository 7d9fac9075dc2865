import { AppError } from '@/server/contracts/errors';
import { COMMANDS, type Command } from './commands';
import { nearestOf } from './nearest';

const listOf = (words: readonly string[]): string => (words.length > 1 ? `one of: ${words.join(', ')}` : words.join(''));

/** The command that the first words select. @throws AppError NOT_FOUND with what was probably meant */
export function findCommand(argv: readonly string[]): Command {
  const command = COMMANDS.find((candidate) => candidate.words.every((word, i) => argv[i] === word));
  if (command) return command;
  const [first = '', second] = argv;
  const family = COMMANDS.filter((candidate) => candidate.words.length > 1 && candidate.words[0] === first).map((candidate) => candidate.words[1]!);
  if (family.length > 0) {
    if (second === undefined || second.startsWith('-')) throw new AppError('NOT_FOUND', `${first} needs ${listOf(family)}.`);
    throw new AppError('NOT_FOUND', `there is no command "${first} ${second}"${nearestOf(second, family)}; ${first} needs ${listOf(family)}.`);
  }
  const names = [...new Set(COMMANDS.map((candidate) => candidate.words[0]!))];
  throw new AppError('NOT_FOUND', `there is no command "${first}"${nearestOf(first, names)}; \`oomrl help\` lists all.`);
}
