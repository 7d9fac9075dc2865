import ts from 'typescript';
import { type ChangedParameters, calledFunction, writtenObjects } from './changed-parameters';
import { bare, type ModuleUnderCheck, rootOf, walkValues } from './module-under-check';
import type { Binding, Names } from './resolve-names';
import { SharedObjects } from './shared-objects';

/**
 * No state between calls: nothing that lives at module level may be written, not directly, not through an alias, not by a
 * function of the package that changes its argument. (A sleeper that counts calls would pass every test and cheat later.)
 */
export function checkState(m: ModuleUnderCheck, names: Names, changed: ChangedParameters): void {
  const shared = new SharedObjects(m, names);
  walkValues(m.file, (n) => {
    for (const target of writtenObjects(n)) {
      const name = bare(target);
      // `x = …` rebinds the name itself; everything else changes the object behind it.
      const rebound = ts.isIdentifier(name) && !ts.isCallExpression(n) ? names.bindingOf.get(name) : undefined;
      const binding = rebound === undefined ? (moduleRoot(target, names) ?? shared.staticThis(target) ?? shared.origin(isMember(name) && !ts.isCallExpression(n) ? name.expression : name)) : rebound?.level === 'module' ? rebound : null;
      if (binding) m.report(n, 'module-state', `${m.quote(n)} changes "${binding.name}", which outlives the call.`);
    }
    if (!ts.isCallExpression(n)) return;
    const indices = changed.get(calledFunction(m, names, n) ?? '');
    n.arguments.forEach((arg, i) => {
      const binding = indices?.has(i) ? shared.origin(arg) : null;
      if (binding) m.report(arg, 'module-state', `${m.quote(n.expression)} changes its argument, and "${binding.name}" outlives the call.`);
    });
  });
}

const isMember = (e: ts.Expression): e is ts.PropertyAccessExpression | ts.ElementAccessExpression => ts.isPropertyAccessExpression(e) || ts.isElementAccessExpression(e);

/** The module-level name at the bottom of `a.b[c].d`, whatever its type says. */
function moduleRoot(target: ts.Expression, names: Names): Binding | null {
  const root = rootOf(target);
  const binding = root ? names.bindingOf.get(root) : null;
  return binding?.level === 'module' ? binding : null;
}
