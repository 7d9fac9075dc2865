import ts from 'typescript';
import { parseModule } from '../scope/declarations';
import type { PackageFile, PlanProblem, TestPlan } from './types';

const MAX_ID = 500;
/** Of other tools: ways to leave tests out. */
const SWITCHES = new Set(['skip', 'only', 'todo', 'skipIf', 'runIf']);
const KIT_MODULES = new Set(['@oomrl/kit', 'vitest', 'node:test']);

/**
 * The ids of all tests, read from the text of '*.test.ts' without running it. The run must report exactly this set, so a
 * name that cannot be read (computed, repeated) is a problem to be fixed in the test file.
 */
export function readPlan(tests: readonly PackageFile[]): TestPlan {
  const plan: TestPlan = { ids: [], problems: [] };
  const seen = new Set<string>();
  for (const file of [...tests].filter(({ path }) => path.endsWith('.test.ts')).sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const source = parseModule(file.path, file.text);
    const names = kitNames(source);
    const problem = (node: ts.Node, message: string): PlanProblem => ({ file: file.path, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, message });
    const visit = (node: ts.Node, titles: string[]): void => {
      if (ts.isPropertyAccessExpression(node) && roleOf(node.expression, names)) {
        plan.problems.push(problem(node, `${node.getText(source)} is not in the kit; ${SWITCHES.has(node.name.text) ? 'a test that is there runs' : 'give each case its own test, or loop over the cases inside one'}`));
      }
      const role = ts.isCallExpression(node) ? roleOf(node.expression, names) : null;
      if (!ts.isCallExpression(node) || role === null) {
        ts.forEachChild(node, (child) => visit(child, titles));
        return;
      }
      const title = node.arguments[0];
      if (!title || !ts.isStringLiteralLike(title)) {
        plan.problems.push(problem(node, `the name of a ${role} must be a plain string`));
      } else if (role === 'describe') {
        for (const argument of node.arguments.slice(1)) visit(argument, [...titles, title.text]);
      } else {
        const id = [file.path, ...titles, title.text].join(' > ');
        if (id.length > MAX_ID) plan.problems.push(problem(node, `the name of the test is longer than ${MAX_ID} characters with its file and groups`));
        if (seen.has(id)) plan.problems.push(problem(node, `the test '${title.text}' exists twice; give each its own name`));
        seen.add(id);
        plan.ids.push(id);
      }
    };
    visit(source, []);
  }
  return plan;
}

type Role = 'test' | 'describe';

/** Local names of the kit's `test`, `it` and `describe`, also when imported under another name. */
function kitNames(source: ts.SourceFile): Map<string, Role> {
  const names = new Map<string, Role>();
  const roleFor = (imported: string): Role | undefined => (imported === 'describe' ? 'describe' : imported === 'test' || imported === 'it' ? 'test' : undefined);
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || !KIT_MODULES.has(statement.moduleSpecifier.text)) continue;
    const clause = statement.importClause;
    if (clause?.name && statement.moduleSpecifier.text === 'node:test') names.set(clause.name.text, 'test');
    if (!clause?.namedBindings || !ts.isNamedImports(clause.namedBindings)) continue;
    for (const element of clause.namedBindings.elements) {
      const role = roleFor((element.propertyName ?? element.name).text);
      if (role) names.set(element.name.text, role);
    }
  }
  return names;
}

function roleOf(callee: ts.Expression, names: ReadonlyMap<string, Role>): Role | null {
  return ts.isIdentifier(callee) ? (names.get(callee.text) ?? null) : null;
}
