import { Node, type Project, type SourceFile, type Statement, SyntaxKind } from 'ts-morph';
import type { AstEdit } from '@/server/contracts/ast-edit';
import { AppError } from '@/server/contracts/errors';
import { compareDeclarations, declarationsOf, makeUnifiedDiff, parseModule } from '@/server/stdaw';
import type { PackageFile } from '@/server/strategy/types';
import { parsePackage } from '../search/parse-package';
import { applyToCopy } from './apply-to-copy';
import type { InsertPosition, SourceWorkspace } from './source-workspace';

const refuse = (message: string): AppError => new AppError('BAD_INPUT', message);

/** The working copy of a TypeScript package, on its syntax tree. */
export class Workspace implements SourceWorkspace {
  readonly #base: readonly PackageFile[];
  readonly #project: Project;
  readonly #edits: AstEdit[] = [];

  constructor(sources: readonly PackageFile[]) {
    this.#base = sources;
    this.#project = parsePackage(sources).project;
  }

  get edits(): readonly AstEdit[] {
    return this.#edits;
  }

  files(): PackageFile[] {
    const changed = new Map(this.#project.getSourceFiles().map((f) => [f.getFilePath().slice(1), f.getFullText()]));
    return this.#base.map((f) => ({ path: f.path, text: changed.get(f.path) ?? f.text }));
  }

  diff(): string {
    return makeUnifiedDiff(this.#base, this.files());
  }

  /** Top-level declarations with signatures, one line each. */
  listSymbols(): string {
    return this.#project
      .getSourceFiles()
      .map((file) => `${file.getFilePath().slice(1)}\n${file.getStatements().flatMap(signatureOf).map((line) => `  ${line}`).join('\n')}`)
      .join('\n');
  }

  readFile(path: string): string {
    return this.#file(path).getFullText();
  }

  readSymbol(path: string, symbol: string): string {
    return this.#declaration(path, symbol).getText();
  }

  replaceFunctionBody(path: string, symbol: string, body: string, why: string): void {
    const fn = this.#function(path, symbol);
    const before = fn.getBodyText() ?? '';
    this.#change('replace_function_body', path, symbol, before, body, why, () => fn.setBodyText(body.trim().replace(/^\{([\s\S]*)\}$/, '$1').trim()));
  }

  setConstant(path: string, symbol: string, value: string, why: string): void {
    const declaration = this.#file(path).getVariableDeclaration(symbol);
    if (!declaration) throw refuse(`${path} has no constant ${symbol}; list_symbols shows what there is.`);
    this.#change('set_constant', path, symbol, declaration.getText(), `${symbol} = ${value}`, why, () => declaration.setInitializer(value));
  }

  insertStatement(path: string, symbol: string, position: InsertPosition, statement: string, why: string): void {
    const fn = this.#function(path, symbol);
    const count = fn.getStatements().length;
    const index = position === 'start' ? 0 : position === 'end' ? count : position;
    if (index < 0 || index > count) throw refuse(`${symbol} has ${count} statements; position must be 0 to ${count}.`);
    this.#change('insert_statement', path, symbol, '', statement, why, () => fn.insertStatements(index, statement));
  }

  deleteStatement(path: string, symbol: string, statement: string, why: string): void {
    const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();
    const found = this.#function(path, symbol).getDescendants().filter((n): n is Statement => Node.isStatement(n) && normal(n.getText()) === normal(statement));
    if (found.length !== 1) throw refuse(`${symbol} has ${found.length} statements with exactly this text; quote one of them whole.`);
    this.#change('delete_statement', path, symbol, found[0]!.getText(), '', why, () => found[0]!.remove());
  }

  addHelper(path: string, code: string, why: string): void {
    const file = this.#file(path);
    const parsed = declarationsOf(parseModule(path, code)).filter((d) => d.kind === 'function' || d.kind === 'variable' || d.kind === 'type');
    const name = parsed[0]?.name;
    if (!name) throw refuse('code must hold a function, a constant or a type declaration.');
    this.#change('add_helper', path, name, '', code, why, () => file.addStatements(`\n${code.trim()}`));
  }

  addImport(path: string, from: string, names: readonly string[], why: string): void {
    const file = this.#file(path);
    const existing = file.getImportDeclarations().find((d) => d.getModuleSpecifierValue() === from && !d.isTypeOnly());
    const before = existing?.getText() ?? '';
    this.#change('change_declaration', path, `import ${from}`, before, `${names.join(', ')} from ${from}`, why, () => {
      if (existing) existing.addNamedImports(names.filter((n) => !existing.getNamedImports().some((i) => i.getName() === n)));
      else file.addImportDeclaration({ moduleSpecifier: from, namedImports: [...names] });
    });
  }

  /** The refusal names the first diverging line. */
  applyDiff(diff: string, why: string): void {
    for (const { path, before, after } of applyToCopy(this.files(), diff)) {
      this.#file(path).replaceWithText(after);
      for (const edit of declarationEdits(path, before, after)) this.#edits.push({ ...edit, why });
    }
  }

  #change(kind: AstEdit['kind'], path: string, symbol: string, before: string, after: string, why: string, work: () => void): void {
    const file = this.#file(path);
    const text = file.getFullText();
    const line = this.#lineOf(file, symbol);
    const broken = this.#brokenBy(file, work);
    if (broken !== null) {
      // A broken file would poison every later edit: put the old text back and say where.
      this.#project.createSourceFile(`/${path}`, text, { overwrite: true });
      throw refuse(`That leaves a syntax error in ${path}: ${broken}. Nothing was changed.`);
    }
    if (file.getFullText() === text) throw refuse('That changes nothing.');
    const short = (value: string): string => value.replace(/\s+/g, ' ').trim().slice(0, 400);
    this.#edits.push({ kind, path, symbol, line, before: short(before), after: short(after), why });
  }

  /** What is syntactically wrong after `work`, or null. ts-morph notices some breakages itself, by throwing. */
  #brokenBy(file: SourceFile, work: () => void): string | null {
    try {
      work();
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
    const first = this.#project.getProgram().getSyntacticDiagnostics(file)[0];
    return first ? `line ${first.getLineNumber() ?? '?'}: ${String(first.getMessageText())}` : null;
  }

  #lineOf(file: SourceFile, symbol: string): number {
    return (file.getFunction(symbol) ?? file.getVariableDeclaration(symbol) ?? file.getClass(symbol.split('.')[0] ?? ''))?.getStartLineNumber() ?? 1;
  }

  #file(path: string): SourceFile {
    const file = this.#project.getSourceFile(`/${path}`);
    if (!file) throw refuse(`The package has no file ${path}; list_symbols shows the files.`);
    return file;
  }

  #declaration(path: string, symbol: string): Node {
    const file = this.#file(path);
    const [owner, member] = symbol.split('.');
    const found = member ? file.getClass(owner!)?.getMembers().find((m) => 'getName' in m && m.getName() === member) : (file.getFunction(symbol) ?? file.getVariableStatement((s) => s.getDeclarations().some((d) => d.getName() === symbol)) ?? file.getClass(symbol) ?? file.getInterface(symbol) ?? file.getTypeAlias(symbol));
    if (!found) throw refuse(`${path} has no symbol ${symbol}; list_symbols shows what there is.`);
    return found;
  }

  #function(path: string, symbol: string) {
    const file = this.#file(path);
    const [owner, member] = symbol.split('.');
    const init = file.getVariableDeclaration(symbol)?.getInitializer();
    const fn = member ? file.getClass(owner!)?.getMethod(member) : (file.getFunction(symbol) ?? init?.asKind(SyntaxKind.ArrowFunction) ?? init?.asKind(SyntaxKind.FunctionExpression));
    if (!fn) throw refuse(`${path} has no function ${symbol}; list_symbols shows what there is.`);
    return fn;
  }
}

function signatureOf(statement: Statement): string[] {
  if (Node.isFunctionDeclaration(statement)) return [statement.getText().slice(0, statement.getText().indexOf('{')).trim()];
  if (Node.isVariableStatement(statement)) return statement.getDeclarations().map((d) => `${statement.getDeclarationKind()} ${d.getName()}: ${d.getType().getText(d).slice(0, 160)}${Node.isNumericLiteral(d.getInitializer()) ? ` = ${d.getInitializerOrThrow().getText()}` : ''}`);
  if (Node.isClassDeclaration(statement)) return [`class ${statement.getName()} { ${statement.getMethods().map((m) => `${m.getName()}()`).join(' ')} }`];
  if (Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement)) return [`type ${statement.getName()}`];
  return Node.isImportDeclaration(statement) ? [statement.getText()] : [];
}

/** Edits of a raw diff at the level of declarations. */
function declarationEdits(path: string, before: string, after: string): Omit<AstEdit, 'why'>[] {
  const changes = compareDeclarations(declarationsOf(parseModule(path, before)), declarationsOf(parseModule(path, after)));
  const short = (tokens: string): string => tokens.slice(0, 400);
  return [
    ...changes.changed.map((c) => ({ kind: 'change_declaration' as const, path, symbol: c.after.name, line: c.after.line, before: short(c.before.tokens), after: short(c.after.tokens) })),
    ...changes.added.map((d) => ({ kind: 'add_helper' as const, path, symbol: d.name, line: d.line, before: '', after: short(d.tokens) })),
    ...changes.removed.map((d) => ({ kind: 'change_declaration' as const, path, symbol: d.name, line: d.line, before: short(d.tokens), after: '' })),
  ];
}
