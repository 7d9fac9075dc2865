import { createHash } from 'node:crypto';
import { PYTHON_FLAGS, readerHash } from '../../sanitizer/python/read-python';
import { type PairProgram, programHash } from '../process-pair';

const RUNNER = 'server/stdaw/runner/python/';
const REALM = ['server/strategy/python/allowed_names.py', 'server/strategy/python/package_realm.py'];

/** Judge and subject for Python. */
export const PYTHON_PAIR: PairProgram = {
  runtime: 'python',
  subject: { flags: PYTHON_FLAGS, files: [`${RUNNER}subject.py`, `${RUNNER}coverage_points.py`, `${RUNNER}value_codec.py`, ...REALM] },
  judge: { flags: PYTHON_FLAGS, files: [`${RUNNER}judge.py`, `${RUNNER}judge_rpc.py`, `${RUNNER}oomrl_kit.py`, `${RUNNER}pytest_kit.py`, `${RUNNER}rewrite_asserts.py`, `${RUNNER}value_codec.py`, ...REALM] },
};

/** SHA-256 of the trusted code of a Python run: both bootstraps and the reader. */
export const pythonBootstrapHash = (): string => createHash('sha256').update(readerHash()).update(programHash(PYTHON_PAIR)).digest('hex');
