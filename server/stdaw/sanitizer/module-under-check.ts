import ts from 'typescript';

/** One forbidden pattern. `message` is ours; text of the strategy appears in it only quoted and short. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  /** Where in the tree, outermost first, e.g. 'FunctionDeclaration(rank) > Block > ReturnStatement'. */
  readonly astPath: string;
  readonly message: string;
}

/** A module while it is being checked: its tree and the list of what was found. */
export class ModuleUnderCheck {
  readonly findings: Finding[] = [];
  readonly file: ts.SourceFile;
  /** Exact types when the package was type-checked; some rules need them to be exact. */
  readonly checker: ts.TypeChecker | null;

  constructor(file: ts.SourceFile, checker: ts.TypeChecker | null) {
    this.file = file;
    this.checker = checker;
  }

  report(at: ts.Node | number, rule: string, message: string): void {
    const pos = typeof at === 'number' ? at : at.getStart(this.file);
    const { line, character } = this.file.getLineAndCharacterOfPosition(pos);
    this.findings.push({ path: this.file.fileName, line: line + 1, column: character + 1, rule, astPath: typeof at === 'number' ? '' : astPath(at, this.file), message });
  }

  /** Short quotation of a node for a message. */
  quote(node: ts.Node): string {
    const text = node.getText(this.file).replace(/\s+/g, ' ');
    return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`;
  }
}

/** Names of node kinds without the markers FirstStatement, LastToken and the like, which share their numbers. */
const KIND_NAMES = new Map(Object.entries(ts.SyntaxKind).flatMap(([name, kind]) => (typeof kind === 'number' && !/^(First|Last)[A-Z]/.test(name) ? [[kind, name] as const] : [])));

function astPath(node: ts.Node, file: ts.SourceFile): string {
  const parts: string[] = [];
  for (let n: ts.Node | undefined = node; n && !ts.isSourceFile(n); n = n.parent) {
    const name = (n as { name?: ts.Node }).name;
    parts.push((KIND_NAMES.get(n.kind) ?? '') + (name && ts.isIdentifier(name) ? `(${name.getText(file)})` : ''));
  }
  return parts.reverse().slice(-8).join(' > ');
}

/** Walks every value node; type annotations have no effect at run time and are left out. */
export function walkValues(node: ts.Node, visit: (n: ts.Node) => void): void {
  const step = (n: ts.Node): void => {
    if ((ts.isTypeNode(n) && !ts.isExpressionWithTypeArguments(n)) || ts.isInterfaceDeclaration(n) || ts.isTypeAliasDeclaration(n)) return;
    visit(n);
    ts.forEachChild(n, step);
  };
  step(node);
}

/** The expression without parentheses, assertions and `!`. */
export function bare(node: ts.Expression): ts.Expression {
  let e = node;
  while (ts.isParenthesizedExpression(e) || ts.isAsExpression(e) || ts.isNonNullExpression(e) || ts.isTypeAssertionExpression(e) || ts.isSatisfiesExpression(e)) e = e.expression;
  return e;
}

/** The identifier at the bottom of `a.b[c].d`, or null. */
export function rootOf(node: ts.Expression): ts.Identifier | null {
  let e = bare(node);
  while (ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e)) e = bare(e.expression);
  return ts.isIdentifier(e) ? e : null;
}

/** `=`, `+=`, … `??=`. */
export function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
}
