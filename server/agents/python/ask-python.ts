import { z } from 'zod';
import { AppError } from '@/server/contracts/errors';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';

const HERE = 'server/agents/python/';
const FILES = ['work_on_source', 'source', 'snippet', 'function_edits', 'module_edits', 'guarded_edit', 'describe', 'finish_imports', 'package_view', 'site_words', 'survey'].map((name) => `${HERE}${name}.py`);
/** No site, no user directory, no bytecode. */
const FLAGS = ['-s', '-S', '-B'];
const WALL_MS = 10_000;
const ANSWER_BYTES = 32 << 20;

const answerSchema = z.union([z.object({ ok: z.unknown() }).strict(), z.object({ refused: z.string() }).strict()]);

/**
 * One request to Python's own parser, in a sandboxed process of trusted code: the package's text is read and rewritten there, nothing of it
 * runs. Text goes in whole and comes back whole, so no offset of one language is ever read by the other.
 * @throws AppError BAD_INPUT with the refusal's sentence; MISSING_PART without isolation; Error when the process does not answer
 */
export async function askPython<S extends z.ZodType>(request: Readonly<Record<string, unknown>>, schema: S): Promise<z.output<S>> {
  await requireSandbox();
  const child = spawnSandboxed({
    role: 'judge', runtime: 'python', runtimeArgs: FLAGS, stdin: 'pipe', wallMs: WALL_MS,
    files: FILES.map((file) => ({ at: `/w/${file.slice(file.lastIndexOf('/') + 1)}`, data: readRepoFile(file) })),
    argv: ['/w/work_on_source.py'],
    extraFds: [{ fd: 4, direction: 'out', capBytes: ANSWER_BYTES }],
  });
  const chunks: Buffer[] = [];
  child.readable(4).on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin!.end(JSON.stringify(request));
  const exit = await child.exited;
  if (exit.code !== 0) throw new Error(`the Python reader ended with ${exit.killedBy ?? exit.signal ?? exit.code}: ${exit.stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''}`);
  const answer = answerSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if ('refused' in answer) throw new AppError('BAD_INPUT', answer.refused);
  return schema.parse(answer.ok);
}
