import { ModuleKind, ModuleResolutionKind, type Node, Project, ScriptTarget, type SourceFile, SyntaxKind } from 'ts-morph';
import type { PackageFile } from '@/server/strategy/types';

/** A package's source as a typed AST, in memory only. */
export interface ParsedPackage {
  readonly project: Project;
  /** Editable files, in path order. */
  readonly files: readonly SourceFile[];
}

/** Parses `src/**.ts` into a ts-morph project that never touches the disk. */
export function parsePackage(sources: readonly PackageFile[]): ParsedPackage {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { strict: true, target: ScriptTarget.ES2022, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, noEmit: true, noUncheckedIndexedAccess: false },
  });
  const files = sources
    .filter((file) => file.path.endsWith('.ts'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => project.createSourceFile(`/${file.path}`, file.text));
  return { project, files };
}

/** Path inside the package: `src/alpha.ts`. */
export const packagePath = (node: Node | SourceFile): string => node.getSourceFile().getFilePath().slice(1);

/** Name of the top-level declaration a node stands in (`Class.method` inside classes), or '(module)'. */
export function enclosingSymbol(node: Node): string {
  let method: string | null = null;
  for (let at: Node | undefined = node; at; at = at.getParent()) {
    if (at.isKind(SyntaxKind.MethodDeclaration)) method = at.getName();
    if (!at.getParent()?.isKind(SyntaxKind.SourceFile)) continue;
    if (at.isKind(SyntaxKind.FunctionDeclaration)) return at.getName() ?? 'default';
    if (at.isKind(SyntaxKind.ClassDeclaration)) return method ? `${at.getName() ?? 'default'}.${method}` : (at.getName() ?? 'default');
    if (at.isKind(SyntaxKind.VariableStatement)) {
      const declarations = at.getDeclarations();
      return (declarations.find((d) => d.getPos() <= node.getPos() && node.getEnd() <= d.getEnd()) ?? declarations[0])?.getName() ?? '(module)';
    }
  }
  return '(module)';
}

/** The top-level statement a node stands in. */
export function topLevelStatement(node: Node): Node {
  let at = node;
  for (let parent = at.getParent(); parent && !parent.isKind(SyntaxKind.SourceFile); parent = at.getParent()) at = parent;
  return at;
}
