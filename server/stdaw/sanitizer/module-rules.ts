import path from 'node:path';
import ts from 'typescript';
import { bare, type ModuleUnderCheck } from './module-under-check';

/** Rules about the module level: only declarations, only imports of the package's own modules, nothing that runs when loaded. */
export function checkModule(m: ModuleUnderCheck): void {
  for (const statement of m.file.statements) {
    if (isAmbient(statement)) m.report(statement, 'ambient', `${m.quote(statement)} claims a name that the package does not define.`);
    if (ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier)) checkSpecifier(m, statement);
    else if (ts.isVariableStatement(statement)) checkVariables(m, statement);
    else if (ts.isModuleDeclaration(statement) || ts.isEnumDeclaration(statement) || ts.isImportEqualsDeclaration(statement) || ts.isExportAssignment(statement)) {
      m.report(statement, 'non-erasable', `${ts.SyntaxKind[statement.kind]} has meaning at run time; use plain types, functions and constants.`);
    } else if (ts.isClassDeclaration(statement)) checkClass(m, statement);
    else if (!ts.isFunctionDeclaration(statement) && !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement) && !ts.isExportDeclaration(statement) && !ts.isEmptyStatement(statement)) {
      m.report(statement, 'top-level-effect', 'Only declarations are allowed at module level; code there runs when the module is loaded.');
    }
  }
}

function checkSpecifier(m: ModuleUnderCheck, statement: ts.ImportDeclaration | ts.ExportDeclaration): void {
  const specifier = statement.moduleSpecifier!;
  if (!ts.isStringLiteral(specifier) || !/^\.\.?\//.test(specifier.text) || !specifier.text.endsWith('.ts')) {
    m.report(specifier, 'import', `Import ${m.quote(specifier)}: only relative paths to .ts files of the package are allowed.`);
    return;
  }
  const target = path.posix.join(path.posix.dirname(m.file.fileName), specifier.text);
  if (!target.startsWith('src/')) m.report(specifier, 'import', `Import ${m.quote(specifier)} leaves src/.`);
  if (statement.attributes) m.report(statement.attributes, 'import', 'Import attributes are not allowed.');
  if (ts.isImportDeclaration(statement) && !statement.importClause) m.report(statement, 'top-level-effect', 'An import without names only runs code.');
}

function checkVariables(m: ModuleUnderCheck, statement: ts.VariableStatement): void {
  const flags = statement.declarationList.flags & ts.NodeFlags.BlockScoped;
  if (flags !== ts.NodeFlags.Const) m.report(statement, 'module-state', 'Only const is allowed at module level: a strategy has no state between calls.');
  for (const d of statement.declarationList.declarations) {
    // The defaults of a pattern run when the module is loaded, too.
    if (!ts.isIdentifier(d.name)) checkInitializer(m, d.name);
    if (d.initializer) checkInitializer(m, d.initializer);
  }
}

const isAmbient = (n: ts.Statement) => !ts.isModuleDeclaration(n) && ts.canHaveModifiers(n) && (ts.getModifiers(n)?.some((x) => x.kind === ts.SyntaxKind.DeclareKeyword) ?? false);

/** Nothing may be called while the module loads, however deep in the initialiser; function bodies run later. */
function checkInitializer(m: ModuleUnderCheck, initializer: ts.Node): void {
  const visit = (n: ts.Node): void => {
    if (ts.isFunctionLike(n) || (ts.isTypeNode(n) && !ts.isExpressionWithTypeArguments(n))) return;
    if (ts.isClassExpression(n)) {
      checkClass(m, n);
      return;
    }
    if (ts.isNewExpression(n)) m.report(n, 'module-state', `${m.quote(n)} creates state at module level; create it inside the function that uses it.`);
    else if (ts.isCallExpression(n) && !isHarmlessCall(n)) m.report(n, 'module-state', `${m.quote(n)} runs when the module is loaded; call it inside a function.`);
    else if (ts.isRegularExpressionLiteral(n) && /\/[a-z]*[gy][a-z]*$/.test(n.text)) m.report(n, 'module-state', 'A regular expression with g or y remembers its last position.');
    ts.forEachChild(n, visit);
  };
  visit(initializer);
}

const isHarmlessCall = (call: ts.CallExpression) => {
  const callee = bare(call.expression);
  return ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression) && (callee.expression.text === 'Math' || (callee.expression.text === 'Object' && callee.name.text === 'freeze'));
};

function checkClass(m: ModuleUnderCheck, node: ts.ClassLikeDeclaration): void {
  for (const clause of node.heritageClauses ?? []) for (const type of clause.types) checkInitializer(m, type.expression);
  for (const member of node.members) {
    if (member.name && ts.isComputedPropertyName(member.name)) checkInitializer(m, member.name.expression);
    if (ts.isClassStaticBlockDeclaration(member)) m.report(member, 'top-level-effect', 'A static block runs when the module is loaded.');
    if (!ts.isPropertyDeclaration(member) || !member.modifiers?.some((x) => x.kind === ts.SyntaxKind.StaticKeyword)) continue;
    if (ts.isPrivateIdentifier(member.name)) m.report(member, 'module-state', 'A private static field outlives the call and nobody can look at it; use a constant of the module.');
    else if (!member.modifiers.some((x) => x.kind === ts.SyntaxKind.ReadonlyKeyword)) m.report(member, 'module-state', 'A static field that can change is state between calls; make it readonly.');
    if (member.initializer) checkInitializer(m, member.initializer);
  }
}
