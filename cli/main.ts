import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { explain } from './explain';
import { findCommand } from './find-command';
import { usage, usageOf } from './usage';

/** Exit status 0 = it holds, 1 = it does not, 2 = wrong use or a missing part (DESIGN §5.5). */
export const EXIT = { HOLDS: 0, DOES_NOT_HOLD: 1, WRONG_USE: 2 } as const;

async function main(argv: string[]): Promise<number> {
  if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h') {
    process.stdout.write(usage());
    return argv.length === 0 ? EXIT.WRONG_USE : EXIT.HOLDS;
  }
  const command = findCommand(argv);
  const { run, help } = await command.load();
  const args = argv.slice(command.words.length);
  if (help === undefined && (args[0] === '--help' || args[0] === '-h')) {
    process.stdout.write(`${usageOf(command)}\n`);
    return EXIT.HOLDS;
  }
  return run(args);
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
