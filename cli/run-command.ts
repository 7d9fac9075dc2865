import { COMMANDS, type Command } from './commands';
import { refusalLine } from './explain';
import { findCommand } from './find-command';
import { usage, usageOf } from './usage';

/** Exit status 0 = it holds, 1 = it does not, 2 = wrong use or a missing part (DESIGN §5.5). */
export const EXIT = { HOLDS: 0, DOES_NOT_HOLD: 1, WRONG_USE: 2 } as const;

/** Whether a program reads the answer. What stands after a lone `--` belongs to another program. */
function wantsJson(argv: readonly string[], command: Command | null): boolean {
  const split = argv.indexOf('--');
  const own = split < 0 ? argv : argv.slice(0, split);
  return own.includes('--json') || (command?.printsJson?.(own) ?? false);
}

async function runWords(argv: readonly string[], found: (command: Command) => void): Promise<number> {
  // `oomrl help metrics` is `oomrl metrics --help`; a word alone that begins several commands (`help budget`) shows those.
  if (argv[0] === 'help' && argv.length > 1 && !argv[1]!.startsWith('-')) {
    const family = COMMANDS.filter((candidate) => candidate.words.length > 1 && candidate.words[0] === argv[1]);
    if (argv.length > 2 || family.length === 0) return runWords([...argv.slice(1), '--help'], found);
    process.stdout.write(`${family.map(usageOf).join('\n')}\n`);
    return EXIT.HOLDS;
  }
  if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h') {
    process.stdout.write(usage());
    return argv.length === 0 ? EXIT.WRONG_USE : EXIT.HOLDS;
  }
  const command = findCommand(argv);
  found(command);
  const { run, help } = await command.load();
  const args = argv.slice(command.words.length);
  if (help === undefined && (args[0] === '--help' || args[0] === '-h')) {
    process.stdout.write(`${usageOf(command)}\n`);
    return EXIT.HOLDS;
  }
  return run([...args]);
}

/**
 * One call of `oomrl`; resolves to its exit status. A refusal is one sentence on stderr, or, where the answer would have been
 * JSON, one object on a line of its own: `{"error":{"code","message",…}}`.
 */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let command: Command | null = null;
  try {
    return await runWords(argv, (found) => { command = found; });
  } catch (error) {
    process.stderr.write(`${refusalLine(error, wantsJson(argv, command))}\n`);
    return EXIT.WRONG_USE;
  }
}
