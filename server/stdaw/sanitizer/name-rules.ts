import ts from 'typescript';
import { ALLOWED_GLOBALS, ALLOWED_OBJECT_MEMBERS, FORBIDDEN_MEMBERS } from './allowed-names';
import { writtenObjects } from './changed-parameters';
import { type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Names } from './resolve-names';

/** Rules about names: which globals and members a strategy may touch at all. */
export function checkNames(m: ModuleUnderCheck, names: Names): void {
  for (const binding of names.bindings) {
    if (ALLOWED_GLOBALS.has(binding.name) || binding.name === 'arguments' || binding.name === 'eval') m.report(binding.declaration, 'shadow-global', `"${binding.name}" is the name of a global; choose another.`);
  }
  for (const [id, binding] of names.bindingOf) {
    if (binding !== null) continue;
    if (!ALLOWED_GLOBALS.has(id.text)) m.report(id, 'free-identifier', `"${id.text}" is not declared in the package and not one of the globals a strategy may use.`);
    else if (id.text === 'Object' && !(ts.isPropertyAccessExpression(id.parent) && id.parent.expression === id)) m.report(id, 'object-reflection', '"Object" may only be used as Object.keys and the like.');
  }
  walkValues(m.file, (n) => {
    const global = (e: ts.Expression) => {
      const root = rootOf(e);
      return root !== null && names.bindingOf.get(root) === null ? root.text : null;
    };
    if (ts.isPropertyAccessExpression(n) && ts.isIdentifier(n.expression) && n.expression.text === 'Object' && !ALLOWED_OBJECT_MEMBERS.has(n.name.text)) {
      m.report(n, 'object-reflection', `"Object.${n.name.text}" is reflection; allowed are ${[...ALLOWED_OBJECT_MEMBERS].join(', ')}.`);
    }
    if (!ts.isCallExpression(n)) for (const target of writtenObjects(n)) if (global(target)) m.report(n, 'global-write', `"${global(target)}" is a global and must not be changed.`);
    const member = memberName(n);
    if (member !== null && FORBIDDEN_MEMBERS.has(member)) m.report(n, 'forbidden-member', `The member "${member}" is not allowed.`);
    if (ts.isStringLiteralLike(n) && FORBIDDEN_MEMBERS.has(n.text) && !isNameOfMember(n)) m.report(n, 'forbidden-member', `The text "${n.text}" names a member that is not allowed.`);
  });
}

function memberName(n: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(n)) return n.name.text;
  if (ts.isBindingElement(n)) return n.propertyName ? textOfName(n.propertyName) : ts.isObjectBindingPattern(n.parent) && ts.isIdentifier(n.name) ? n.name.text : null;
  if (ts.isPropertyAssignment(n) || ts.isMethodDeclaration(n) || ts.isPropertyDeclaration(n) || ts.isShorthandPropertyAssignment(n)) return textOfName(n.name);
  return null;
}

const textOfName = (name: ts.PropertyName) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : null);
const isNameOfMember = (n: ts.Node) => (n.parent as { name?: ts.Node }).name === n || (n.parent as { propertyName?: ts.Node }).propertyName === n;
