import { sha256Hex } from '@/server/audit/canonical-json';
import { runtimeVersion } from '@/server/sandbox/runtime-files';
import { bootstrapHash } from '../runner/node-pair';
import { pythonBootstrapHash } from '../runner/python/python-pair';

/** The trusted code that judges a package of this language: bootstraps, kit and the interpreter that runs them. */
export function imageHash(language: 'typescript' | 'python'): string {
  if (language === 'python') return sha256Hex(`${pythonBootstrapHash()} python ${runtimeVersion('python')} ${process.arch}`);
  return sha256Hex(`${bootstrapHash()} node ${process.versions.node} v8 ${process.versions.v8} ${process.arch}`);
}
