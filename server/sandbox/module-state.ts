import ts from 'typescript';

/** Exports under this prefix are ours: they let the realm freeze what a module keeps between calls. */
export const STATE_PREFIX = '$state_';

/**
 * A last line for the JavaScript of a module that exports every name of its module level once more, so that the realm can freeze the
 * objects behind them: what a name analysis misses, an alias or a field of an instance, cannot be written either. The text before keeps its place.
 */
export function stateTrailer(source: ts.SourceFile): string {
  const names = new Set<string>();
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) add(element.name);
  };
  for (const statement of source.statements) {
    if (isAmbient(statement)) continue;
    if (ts.isVariableStatement(statement)) for (const d of statement.declarationList.declarations) add(d.name);
    else if (((ts.isFunctionDeclaration(statement) && statement.body) || ts.isClassDeclaration(statement)) && statement.name) add(statement.name);
  }
  return names.size === 0 ? '' : `\nexport { ${[...names].map((name) => `${name} as ${STATE_PREFIX}${name}`).join(', ')} };`;
}

const isAmbient = (n: ts.Statement) => ts.canHaveModifiers(n) && (ts.getModifiers(n)?.some((x) => x.kind === ts.SyntaxKind.DeclareKeyword) ?? false);
