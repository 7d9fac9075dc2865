import { type CallExpression, type Expression, Node, SyntaxKind } from 'ts-morph';
import { constantsBeside, fillArguments, type InScope, isAssignable, nameFit, valuesInScope } from './arguments-in-scope';
import type { EditCandidate, NeededImport, SiteWord } from './edit-candidate';
import { enclosingCallable, type Helper, isTelling, listHelpers } from './helper-catalog';
import { enclosingSymbol, type ParsedPackage, packagePath, topLevelStatement } from './parse-package';
import { describeSite } from './site-words';

/**
 * Calls to functions the package already has, at places that do not use them: wrapped round a value of a fitting type
 * (`filter(candidates, …)`), or in place of another function of the same signature.
 */
export function enumerateHelperCalls(pkg: ParsedPackage): EditCandidate[] {
  const helpers = listHelpers(pkg).filter((h) => h.parameters.length > 0 && isTelling(h.returnType));
  const wordsOf = new Map(helpers.map((h) => [h, describeSite(topLevelStatement(h.nameNode), h.nameNode)]));
  const edits: EditCandidate[] = [];
  for (const file of pkg.files) {
    for (const site of valueSites(file)) {
      const callable = enclosingCallable(site);
      const type = site.getType();
      if (!callable || !isTelling(type) || type.isLiteral()) continue;
      const scope = valuesInScope(site);
      for (const helper of helpers) {
        if (helper.fn === callable || callsAlready(callable, helper.name)) continue;
        if (isAssignable(pkg, helper.returnType, type)) {
          for (const [index, parameter] of helper.parameters.entries()) {
            if (!isAssignable(pkg, type, parameter.type)) continue;
            for (const way of fillArguments(pkg, helper, scope, { index, text: site.getText() })) {
              edits.push(helperEdit(site, helper, `${helper.name}(${way.args.join(', ')})`, wordsOf.get(helper) ?? [], way.fit * (helper.unused ? 0.95 : 0.4), way.from));
            }
          }
        }
      }
    }
    for (const call of file.getDescendantsOfKind(SyntaxKind.CallExpression)) edits.push(...swapCallee(pkg, call, helpers, wordsOf));
  }
  return edits;
}

/** Initialisers of local consts, returned values and results passed on: places where a value can be wrapped. */
function valueSites(file: Node): Expression[] {
  const sites: Expression[] = [];
  for (const declaration of file.getDescendantsOfKind(SyntaxKind.VariableDeclaration)) {
    const init = declaration.getInitializer();
    if (init && enclosingCallable(declaration) && !Node.isArrowFunction(init) && !Node.isFunctionExpression(init) && !Node.isNumericLiteral(init)) sites.push(init);
  }
  for (const statement of file.getDescendantsOfKind(SyntaxKind.ReturnStatement)) {
    const value = statement.getExpression();
    if (value && !Node.isObjectLiteralExpression(value) && !Node.isNullLiteral(value)) sites.push(value);
  }
  for (const property of file.getDescendantsOfKind(SyntaxKind.PropertyAssignment)) {
    const value = property.getInitializer();
    if (value && enclosingCallable(property) && (Node.isCallExpression(value) || Node.isIdentifier(value))) sites.push(value);
  }
  for (const call of file.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    for (const argument of call.getArguments()) if (Node.isCallExpression(argument) || (Node.isIdentifier(argument) && enclosingCallable(argument))) sites.push(argument as Expression);
  }
  return sites;
}

const callsAlready = (callable: Node, name: string): boolean => callable.getDescendantsOfKind(SyntaxKind.CallExpression).some((call) => call.getExpression().getText() === name);

function swapCallee(pkg: ParsedPackage, call: CallExpression, helpers: readonly Helper[], wordsOf: ReadonlyMap<Helper, SiteWord[]>): EditCandidate[] {
  const callee = call.getExpression();
  if (!Node.isIdentifier(callee)) return [];
  const current = helpers.find((h) => h.name === callee.getText());
  if (!current) return [];
  const given = call.getArguments().map((a) => a.getText());
  return helpers
    .filter((h) => h !== current && h.fn !== enclosingCallable(call) && sameSignature(pkg, current, h))
    .map((h) => {
      // A threshold of the old function means nothing to the new one: plain values under another name come from beside the new one.
      const args = h.parameters.map((p, i) => (p.name === current.parameters[i]?.name || !isPlain(p.type) ? null : bestConstant(pkg, h, p)));
      const from = args.flatMap((a) => (a?.from ? [{ path: a.from, name: a.name }] : []));
      return helperEdit(call, h, `${h.name}(${given.map((text, i) => args[i]?.text ?? text).join(', ')})`, wordsOf.get(h) ?? [], h.unused ? 0.9 : 0.35, from);
    });
}

const isPlain = (type: Helper['returnType']): boolean => type.isNumber() || type.isString() || type.isBoolean();

function bestConstant(pkg: ParsedPackage, helper: Helper, parameter: Helper['parameters'][number]): InScope | null {
  const fitting = constantsBeside(helper).filter((c) => isAssignable(pkg, c.type, parameter.type) && nameFit(c, parameter.name) >= 0.5);
  return fitting.sort((a, b) => nameFit(b, parameter.name) - nameFit(a, parameter.name))[0] ?? null;
}

const sameSignature = (pkg: ParsedPackage, a: Helper, b: Helper): boolean =>
  a.parameters.length === b.parameters.length &&
  isAssignable(pkg, b.returnType, a.returnType) &&
  a.parameters.every((p, i) => isAssignable(pkg, p.type, b.parameters[i]!.type) && isAssignable(pkg, b.parameters[i]!.type, p.type));

/** An edit that puts `text`, which calls `helper`, in the place of `site`, with the import it needs. */
export function helperEdit(site: Node, helper: Helper, text: string, words: readonly SiteWord[], base: number, from: readonly { readonly path: string; readonly name: string }[] = []): EditCandidate {
  const path = packagePath(site);
  return {
    kind: 'call_helper',
    path,
    symbol: enclosingSymbol(site),
    line: site.getStartLineNumber(),
    before: site.getText().replace(/\s+/g, ' ').slice(0, 200),
    after: text.replace(/\s+/g, ' ').slice(0, 200),
    splices: [{ path, start: site.getStart(), end: site.getEnd(), text }],
    imports: importsFor(path, helper, from),
    words,
    effect: 'tighten',
    base,
    ratio: null,
  };
}

/** Imports a call of `helper` needs in `path`: itself and the constants it is called with. */
export const importsFor = (path: string, helper: Helper, from: readonly { readonly path: string; readonly name: string }[]): NeededImport[] =>
  [{ path: helper.path, name: helper.name }, ...from].filter((n) => n.path !== path).map((n) => ({ path, from: n.path, name: n.name }));
