import ts from 'typescript';
import { rememberModules } from './remember';

/** A named declaration of a module. Class members are `Class.member`; a second one of the same name gets `#2`. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'method' | 'variable' | 'type' | 'import' | 'statement';
  /** Tokens without comments and white space, so that formatting is no change. */
  readonly tokens: string;
  readonly line: number;
  readonly endLine: number;
  /** Names that an import of Python binds; there a later import may take the name of a function. */
  readonly binds?: readonly string[];
}

export interface DeclarationChanges {
  readonly added: readonly Declaration[];
  readonly removed: readonly Declaration[];
  readonly changed: readonly { readonly before: Declaration; readonly after: Declaration }[];
}

/** Parses TypeScript text; parents are set. The same text gives the same tree, so nobody may change it. */
export const parseModule: (path: string, text: string) => ts.SourceFile = rememberModules(200, (path, text) =>
  ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.ES2023, impliedNodeFormat: ts.ModuleKind.ESNext }, true, ts.ScriptKind.TS));

/** First syntax error as text with its line, or null. */
export function syntaxError(file: ts.SourceFile): { message: string; line: number } | null {
  const found = (file as ts.SourceFile & { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics?.[0];
  if (!found) return null;
  return { message: ts.flattenDiagnosticMessageText(found.messageText, ' '), line: file.getLineAndCharacterOfPosition(found.start).line + 1 };
}

/** All declarations of a module in order of appearance, classes followed by their members. */
export function declarationsOf(file: ts.SourceFile): Declaration[] {
  const out: Declaration[] = [];
  const seen = new Map<string, number>();
  const add = (name: string, kind: Declaration['kind'], node: ts.Node) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const lineAt = (pos: number) => file.getLineAndCharacterOfPosition(pos).line + 1;
    out.push({ name: count > 1 ? `${name}#${count}` : name, kind, tokens: tokensOf(node, file), line: lineAt(node.getStart(file)), endLine: lineAt(node.end) });
  };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const head = statement.modifiers?.map((m) => m.getText(file)).join(' ') ?? '';
      for (const d of statement.declarationList.declarations) add(d.name.getText(file), 'variable', d);
      // `export` and `const`/`let` belong to every name of the statement.
      const keyword = statement.declarationList.flags & ts.NodeFlags.Const ? 'const' : statement.declarationList.flags & ts.NodeFlags.Let ? 'let' : 'var';
      const n = statement.declarationList.declarations.length;
      for (let i = out.length - n; i < out.length; i++) out[i] = { ...out[i]!, tokens: `${head} ${keyword} ${out[i]!.tokens}`.trim() };
    } else if (ts.isFunctionDeclaration(statement)) add(statement.name?.text ?? 'default', 'function', statement);
    else if (ts.isClassDeclaration(statement)) {
      const name = statement.name?.text ?? 'default';
      add(name, 'class', statement);
      for (const member of statement.members) add(`${name}.${member.name?.getText(file) ?? (ts.isConstructorDeclaration(member) ? 'constructor' : 'member')}`, 'method', member);
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) add(statement.name.text, 'type', statement);
    else if (ts.isImportDeclaration(statement)) add(`import ${statement.moduleSpecifier.getText(file)}`, 'import', statement);
    else if (ts.isExportDeclaration(statement)) add(`export ${statement.moduleSpecifier?.getText(file) ?? ''}`.trim(), 'import', statement);
    else add(`statement ${ts.SyntaxKind[statement.kind]}`, 'statement', statement);
  }
  return out;
}

/** The tokens of a node separated by blanks; comments and layout do not count. */
export function tokensOf(node: ts.Node, file: ts.SourceFile): string {
  const tokens: string[] = [];
  const visit = (n: ts.Node) => {
    const children = n.getChildren(file).filter((c) => !ts.isJSDoc(c));
    if (children.length === 0) {
      const text = n.getText(file);
      if (text !== '') tokens.push(text);
    } else children.forEach(visit);
  };
  visit(node);
  return tokens.join(' ');
}

/** What changed between two versions of a module. A class whose member changed appears with its member. */
export function compareDeclarations(before: readonly Declaration[], after: readonly Declaration[]): DeclarationChanges {
  const old = new Map(before.map((d) => [d.name, d]));
  const now = new Map(after.map((d) => [d.name, d]));
  return {
    added: after.filter((d) => !old.has(d.name)),
    removed: before.filter((d) => !now.has(d.name)),
    changed: after.flatMap((d) => {
      const was = old.get(d.name);
      return was && was.tokens !== d.tokens ? [{ before: was, after: d }] : [];
    }),
  };
}
