import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { runCommand } from './run-command';

// Before anything is opened: what the caller left open must not reach a sandbox.
closeLeakedFds();
runCommand(process.argv.slice(2)).then((code) => { process.exitCode = code; });
