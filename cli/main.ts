import { AppError } from '@/server/contracts/errors';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { COMMANDS } from './commands';

/** Exit status 0 = it holds, 1 = it does not, 2 = wrong use or a missing part (DESIGN §5.5). */
export const EXIT = { HOLDS: 0, DOES_NOT_HOLD: 1, WRONG_USE: 2 } as const;

function usage(): string {
  const width = Math.max(...COMMANDS.map((command) => command.usage.length));
  return ['oomrl: the OOM-RL console from the shell. Every command takes --json (JSON on stdout, logs on stderr).', '', ...COMMANDS.map((command) => `  oomrl ${command.usage.padEnd(width)}  ${command.summary}`), ''].join('\n');
}

async function main(argv: string[]): Promise<number> {
  if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h') {
    process.stdout.write(usage());
    return argv.length === 0 ? EXIT.WRONG_USE : EXIT.HOLDS;
  }
  const command = COMMANDS.find((candidate) => candidate.words.every((word, i) => argv[i] === word));
  if (!command) {
    process.stderr.write(`oomrl: there is no command "${argv.slice(0, 2).join(' ')}".\n\n${usage()}`);
    return EXIT.WRONG_USE;
  }
  const { run } = await command.load();
  return run(argv.slice(command.words.length));
}

/** Errors that a person can act on are one sentence; anything else is a bug and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof AppError) return `oomrl: ${error.message}`;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `oomrl: ${error.message}`;
  return `oomrl: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

// Before anything is opened: what the caller left open must not reach a sandbox.
closeLeakedFds();
main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = EXIT.WRONG_USE;
  },
);
