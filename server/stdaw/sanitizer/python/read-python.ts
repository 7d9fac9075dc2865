import { createHash } from 'node:crypto';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';
import type { TextFile } from '../../diff/types';
import { type PythonReading, readingSchema } from './reading';

export interface ReadRequest {
  readonly sources: readonly TextFile[];
  readonly tests: readonly TextFile[];
  /** Source before the proposal; null when there is none. */
  readonly base: readonly TextFile[] | null;
  /** Tests before the proposal, when it may change them. */
  readonly baseTests?: readonly TextFile[];
}

const SANITIZER = 'server/stdaw/sanitizer/python/';
const FILES = [
  ...['read_package', 'array_rules', 'binding_rules', 'declarations', 'edit_points', 'literal_rules', 'module_under_check', 'state_rules', 'syntax_rules', 'test_plan', 'test_rules', 'text_rules'].map((name) => `${SANITIZER}${name}.py`),
  'server/stdaw/runner/python/coverage_points.py',
  'server/strategy/python/allowed_names.py',
  'server/strategy/python/package_realm.py',
];
/** No site, no user directory, no bytecode; the program's own folder is the only one added to the path. */
export const PYTHON_FLAGS = ['-s', '-S', '-B'];
const WALL_MS = 10_000;
const ANSWER_BYTES = 32 << 20;
const KEEP = 16;

const known = new Map<string, Promise<PythonReading>>();
const key = (...parts: (readonly TextFile[] | null)[]) => createHash('sha256').update(JSON.stringify(parts.map((files) => files?.map((f) => [f.path, f.text]) ?? null))).digest('hex');

/**
 * Syntax, declarations, coverage points, test plan and forbidden patterns of a Python package. The text is parsed by Python's own `ast` in
 * a sandboxed process of trusted code; nothing of it runs. Equal input is read once.
 * @throws Error when the reader does not answer (a text that breaks the parser)
 */
export function readPython(request: ReadRequest): Promise<PythonReading> {
  const sources = request.sources.filter((f) => f.path.endsWith('.py'));
  const exact = key(sources, request.tests, request.base, request.baseTests ?? null);
  const found = known.get(exact);
  if (found) return found;
  const reading = askReader({ ...request, sources });
  reading.catch(() => known.delete(exact));
  known.set(exact, reading);
  // Plan and points do not depend on the base: a run of the same files finds them here.
  const plain = key(sources, request.tests, null, null);
  if (!known.has(plain)) known.set(plain, reading);
  for (const old of [...known.keys()].slice(0, Math.max(0, known.size - KEEP))) known.delete(old);
  return reading;
}

/** Plan and coverage points for a run; the reading of an earlier gate when there was one. */
export const readForRun = (sources: readonly TextFile[], tests: readonly TextFile[]): Promise<PythonReading> => readPython({ sources, tests, base: null });

async function askReader({ sources, tests, base, baseTests }: ReadRequest): Promise<PythonReading> {
  const reader = spawnSandboxed({
    role: 'judge', runtime: 'python', runtimeArgs: PYTHON_FLAGS, stdin: 'pipe', wallMs: WALL_MS,
    files: FILES.map((file) => ({ at: `/w/${file.slice(file.lastIndexOf('/') + 1)}`, data: readRepoFile(file) })),
    argv: ['/w/read_package.py'],
    extraFds: [{ fd: 4, direction: 'out', capBytes: ANSWER_BYTES }],
  });
  const chunks: Buffer[] = [];
  reader.readable(4).on('data', (chunk: Buffer) => chunks.push(chunk));
  const pairs = (files: readonly TextFile[]) => files.map((f) => [f.path, f.text]);
  const before = new Map([...(base ?? sources), ...(baseTests ?? tests)].map((f) => [f.path, f.text]));
  const after = new Map([...sources, ...tests].map((f) => [f.path, f.text]));
  const changes = [...new Set([...before.keys(), ...after.keys()])].filter((path) => path.endsWith('.py') && (path.startsWith('src/') || before.get(path) !== after.get(path))).map((path) => [path, before.get(path) ?? null, after.get(path) ?? null]);
  reader.stdin!.end(JSON.stringify({ sources: pairs(sources), tests: pairs(tests), base: base && pairs(base), changes }));
  const exit = await reader.exited;
  if (exit.code !== 0) throw new Error(`the Python reader ended with ${exit.killedBy ?? exit.signal ?? exit.code}: ${exit.stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''}`);
  return readingSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

/** SHA-256 over the reader's code; part of the record. */
export function readerHash(): string {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(`${file}\n`).update(readRepoFile(file));
  return hash.digest('hex');
}
