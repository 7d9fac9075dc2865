import { Node, SyntaxKind, type Type } from 'ts-morph';
import { enclosingCallable, type Helper, isTelling } from './helper-catalog';
import type { ParsedPackage } from './parse-package';
import { relatedness, splitWords } from './words';

/** A value that can be named at a place. */
export interface InScope {
  readonly text: string;
  readonly type: Type;
  /** Own name of the value: last segment of a property path. */
  readonly name: string;
  /** File it must be imported from, when it is not visible already. */
  readonly from?: string;
}

/** Assignability by the type checker itself. */
export function isAssignable(pkg: ParsedPackage, from: Type, to: Type): boolean {
  if (!isTelling(from) || !isTelling(to)) return false;
  return pkg.project.getTypeChecker().compilerObject.isTypeAssignableTo(from.compilerType, to.compilerType);
}

/**
 * Parameters, earlier local consts and module-level consts visible at `node`, and one and two levels of plain properties
 * of object parameters (view.dayIndex, view.fields.amount).
 */
export function valuesInScope(node: Node): InScope[] {
  const found: InScope[] = [];
  const callable = enclosingCallable(node);
  const add = (text: string, name: string, type: Type, depth: number): void => {
    found.push({ text, name, type });
    if (depth <= 0 || type.isArray() || !type.isObject() || type.getCallSignatures().length > 0) return;
    for (const property of type.getProperties().slice(0, 24)) {
      const declared = property.getValueDeclaration();
      if (!declared || declared.getSourceFile().getFilePath().includes('/node_modules/')) continue;
      add(`${text}.${property.getName()}`, property.getName(), property.getTypeAtLocation(node), depth - 1);
    }
  };
  for (const parameter of callable?.getParameters() ?? []) {
    const name = parameter.getNameNode();
    if (Node.isIdentifier(name)) add(name.getText(), name.getText(), parameter.getType(), 2);
    else for (const element of name.getDescendantsOfKind(SyntaxKind.BindingElement)) add(element.getName(), element.getName(), element.getType(), 0);
  }
  for (const declaration of callable?.getDescendantsOfKind(SyntaxKind.VariableDeclaration) ?? []) {
    const block = declaration.getFirstAncestorByKind(SyntaxKind.Block);
    const visible = declaration.getEnd() <= node.getStart() && block !== undefined && node.getAncestors().includes(block);
    if (visible && Node.isIdentifier(declaration.getNameNode())) add(declaration.getName(), declaration.getName(), declaration.getType(), 0);
  }
  for (const statement of node.getSourceFile().getVariableStatements()) {
    for (const declaration of statement.getDeclarations()) {
      const init = declaration.getInitializer();
      if (init && !Node.isArrowFunction(init) && !Node.isFunctionExpression(init) && Node.isIdentifier(declaration.getNameNode())) add(declaration.getName(), declaration.getName(), declaration.getType(), 0);
    }
  }
  return found;
}

/** Exported constants beside a helper: what it is meant to be called with. They need an import elsewhere. */
export function constantsBeside(helper: Helper): InScope[] {
  const file = helper.nameNode.getSourceFile();
  return file.getVariableStatements().filter((s) => s.isExported()).flatMap((s) => s.getDeclarations()).filter((d) => {
    const init = d.getInitializer();
    return init !== undefined && !Node.isArrowFunction(init) && !Node.isFunctionExpression(init);
  }).map((d) => ({ text: d.getName(), name: d.getName(), type: d.getType(), from: helper.path }));
}

/** How well a value's name answers a parameter's: equal 1, related words up to 0.9, the right type alone 0.2. */
export function nameFit(value: InScope, parameter: string): number {
  if (value.name === parameter) return 1;
  const words = splitWords(value.name);
  const best = Math.max(0, ...splitWords(parameter).map((p) => Math.max(0, ...words.map((w) => relatedness(p, w)))));
  return 0.2 + best * 0.7;
}

/** One way to call a helper, with the names that would have to be imported. */
export interface Filled {
  readonly args: string[];
  readonly fit: number;
  readonly from: readonly { readonly path: string; readonly name: string }[];
}

/** Up to `limit` ways to fill the parameters of `helper` at a place; `fixed` says what one parameter already gets. */
export function fillArguments(pkg: ParsedPackage, helper: Helper, scope: readonly InScope[], fixed: { index: number; text: string } | null, limit = 3): Filled[] {
  let ways: Filled[] = [{ args: [], fit: 1, from: [] }];
  const values = [...scope, ...constantsBeside(helper).filter((c) => !scope.some((v) => v.text === c.text))];
  for (const [index, parameter] of helper.parameters.entries()) {
    if (fixed?.index === index) {
      ways = ways.map((way) => ({ ...way, args: [...way.args, fixed.text] }));
      continue;
    }
    if (parameter.optional) break;
    const choices = values
      .filter((value) => isAssignable(pkg, value.type, parameter.type))
      .map((value) => ({ value, text: value.text, fit: nameFit(value, parameter.name) }))
      .sort((a, b) => b.fit - a.fit || (a.text < b.text ? -1 : 1))
      .slice(0, 2);
    if (choices.length === 0) return [];
    ways = ways.flatMap((way) => choices.map((c) => ({ args: [...way.args, c.text], fit: way.fit * c.fit, from: c.value.from ? [...way.from, { path: c.value.from, name: c.value.name }] : way.from })));
  }
  if (fixed && fixed.index >= (ways[0]?.args.length ?? 0)) return [];
  return ways.sort((a, b) => b.fit - a.fit).slice(0, limit);
}
