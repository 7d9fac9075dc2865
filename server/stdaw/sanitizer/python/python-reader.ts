import type { TextFile } from '../../diff/types';
import type { Declaration } from '../../scope/declarations';
import type { ModuleReader } from '../../scope/module-reader';
import type { PythonReading } from './reading';

/** The scope's view of a Python change, from what the reader process said about the texts before and after. */
export function pythonReader(reading: PythonReading, after: readonly TextFile[]): ModuleReader {
  const now = new Map(after.map((f) => [f.path, f.text]));
  const changes = new Map(reading.changes.map((c) => [c.path, c]));
  const syntax = new Map(reading.modules.map((m) => [m.path, m.syntax]));
  return {
    extension: '.py',
    syntaxError: (path) => syntax.get(path) ?? null,
    declarations: (path, text): readonly Declaration[] => (now.get(path) === text ? changes.get(path)?.after : changes.get(path)?.before) ?? [],
    edits: (path) => changes.get(path)?.edits ?? 0,
  };
}
