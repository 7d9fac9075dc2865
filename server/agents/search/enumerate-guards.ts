import { type Block, Node, SyntaxKind } from 'ts-morph';
import { fillArguments, valuesInScope } from './arguments-in-scope';
import type { EditCandidate, NeededImport, SiteWord } from './edit-candidate';
import { listHelpers } from './helper-catalog';
import { importsFor } from './enumerate-helpers';
import { enclosingSymbol, type ParsedPackage, packagePath, topLevelStatement } from './parse-package';
import type { Mandate } from './read-mandate';
import { describeSite } from './site-words';

/**
 * Early exits: where a function may answer null (the contract's "keep positions"), do so when a yes/no function of the
 * package says so, or on all but every n-th day where the contract's day counter is at hand.
 */
export function enumerateGuards(pkg: ParsedPackage, mandate: Mandate): EditCandidate[] {
  const helpers = listHelpers(pkg);
  const edits: EditCandidate[] = [];
  for (const host of helpers) {
    const body = host.fn.getBody();
    if (!body || !Node.isBlock(body) || !host.returnType.isUnion() || !host.returnType.getUnionTypes().some((t) => t.isNull())) continue;
    const anchor = body.getStatements()[0];
    if (!anchor) continue;
    const scope = valuesInScope(anchor);
    for (const helper of helpers) {
      if (helper === host || !helper.returnType.isBoolean() || calls(body, helper.name)) continue;
      const words = describeSite(topLevelStatement(helper.nameNode), helper.nameNode);
      for (const way of fillArguments(pkg, helper, scope, null, 2)) {
        const call = `${helper.name}(${way.args.join(', ')})`;
        const base = way.fit * (helper.unused ? 0.9 : 0.3);
        edits.push(guard(body, `!${call}`, words, base, importsFor(packagePath(body), helper, way.from)));
        edits.push(guard(body, call, words, base * 0.5, importsFor(packagePath(body), helper, way.from)));
      }
    }
    const counter = scope.find((value) => value.name === 'dayIndex' && value.type.isNumber());
    if (!counter) continue;
    const named = mandate.numbers.filter((n) => n.unit === 'days' && Number.isInteger(n.value) && n.value > 1);
    const periods = [...named.map((n) => ({ days: n.value, base: 0.6 })), { days: 2, base: 0.4 }, { days: 5, base: 0.4 }, { days: 10, base: 0.35 }, { days: 21, base: 0.3 }];
    const words: SiteWord[] = ['rebalance', 'every', 'day'].map((word) => ({ word, weight: 0.6 }));
    for (const { days, base } of periods) edits.push(guard(body, `${counter.text} % ${days} !== 0`, words, base, []));
  }
  return edits;
}

const calls = (body: Block, name: string): boolean => body.getDescendantsOfKind(SyntaxKind.CallExpression).some((call) => call.getExpression().getText() === name);

function guard(body: Block, condition: string, words: readonly SiteWord[], base: number, imports: readonly NeededImport[]): EditCandidate {
  const path = packagePath(body);
  const first = body.getStatements()[0]!;
  const text = `if (${condition}) return null;`;
  const indent = first.getIndentationText();
  const at = first.getStart();
  return {
    kind: 'insert_guard', path, symbol: enclosingSymbol(body), line: first.getStartLineNumber(), before: '', after: text,
    splices: [{ path, start: at, end: at, text: `${text}\n${indent}` }],
    imports, words, effect: 'tighten', base, ratio: null,
  };
}
