import { type PairProgram, programHash } from './process-pair';

const RUNNER = 'server/stdaw/runner/';

/** Judge and subject for TypeScript. */
export const NODE_PAIR: PairProgram = {
  runtime: 'node',
  subject: {
    flags: ['--experimental-vm-modules', '--no-warnings', '--disallow-code-generation-from-strings', '--disable-proto=delete', '--max-old-space-size=256', '--stack-size=900', '--v8-pool-size=1'],
    files: [`${RUNNER}subject.cjs`, `${RUNNER}subject-codec.cjs`, 'server/sandbox/hardened-realm.cjs'],
  },
  judge: {
    flags: ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=512', '--v8-pool-size=1'],
    files: [`${RUNNER}judge.cjs`, `${RUNNER}judge-rpc.cjs`, `${RUNNER}judge-codec.cjs`, `${RUNNER}kit-expect.cjs`, `${RUNNER}kit-data.cjs`],
  },
};

/** SHA-256 of the trusted code of a TypeScript run. */
export const bootstrapHash = (): string => programHash(NODE_PAIR);
