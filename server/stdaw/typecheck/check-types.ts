import ts from 'typescript';
import type { TextFile } from '../diff/types';

export interface TypeProblem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** 'TS2345'. */
  readonly code: string;
  readonly message: string;
}

export interface TypeReport {
  readonly problems: readonly TypeProblem[];
  /** Names that are declared and never read. No error, but a result that nobody reads only buys coverage. */
  readonly unused: readonly TypeProblem[];
  /** Trees and types of the package, for rules that need them. Valid until the next check. */
  readonly program: ts.Program;
}

/** What a strategy may rely on: the language itself. No DOM, no Node, nothing from node_modules, only syntax that erases. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  // A file without imports and exports is a module, too: as a script its interfaces would widen Array and Math for all others.
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  noEmit: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};
const MAX_PROBLEMS = 50;
/** "'x' is declared but its value is never read" and its kin: what noUnusedLocals adds. */
const UNUSED = new Set([6133, 6192, 6196, 6198, 6199, 6205]);

/** One language service a process keeps: the libraries are parsed once (0.5 s), a later package costs what changed in it. */
class PackageChecker {
  private files = new Map<string, { text: string; version: string }>();
  private edition = 0;
  private readonly service: ts.LanguageService;
  private readonly libraryFolder = ts.getDefaultLibFilePath(OPTIONS).replace(/[^/\\]+$/, '');

  constructor() {
    const isLibrary = (path: string) => path.startsWith(this.libraryFolder);
    const read = (path: string) => this.files.get(path)?.text ?? (isLibrary(path) ? ts.sys.readFile(path) : undefined);
    this.service = ts.createLanguageService({
      getCompilationSettings: () => OPTIONS,
      getScriptFileNames: () => [...this.files.keys()],
      getScriptVersion: (path) => this.files.get(path)?.version ?? '0',
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '',
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (path) => this.files.has(path) || (isLibrary(path) && ts.sys.fileExists(path)),
      readFile: read,
      directoryExists: () => true,
      getDirectories: () => [],
    });
  }

  check(files: readonly TextFile[]): TypeReport {
    this.edition += 1;
    const next = new Map<string, { text: string; version: string }>();
    for (const { path, text } of files) {
      const known = this.files.get(path);
      next.set(path, known?.text === text ? known : { text, version: String(this.edition) });
    }
    this.files = next;
    const program = this.service.getProgram();
    if (!program) throw new Error('the type checker gave no program');
    const problems: TypeProblem[] = [];
    const unused: TypeProblem[] = [];
    for (const { path } of files) {
      const found = [...this.service.getSyntacticDiagnostics(path), ...this.service.getSemanticDiagnostics(path)];
      for (const d of found) (UNUSED.has(d.code) ? unused : problems).push(toProblem(d, path));
    }
    return { problems: problems.slice(0, MAX_PROBLEMS), unused, program };
  }
}

function toProblem(d: ts.Diagnostic, path: string): TypeProblem {
  const at = d.file?.getLineAndCharacterOfPosition(d.start ?? 0) ?? { line: 0, character: 0 };
  return { path, line: at.line + 1, column: at.character + 1, code: `TS${d.code}`, message: ts.flattenDiagnosticMessageText(d.messageText, ' ').slice(0, 500) };
}

let checker: PackageChecker | null = null;

/** Type-checks modules against the bare language in strict mode. */
export function checkTypes(files: readonly TextFile[]): TypeReport {
  checker ??= new PackageChecker();
  return checker.check(files);
}
