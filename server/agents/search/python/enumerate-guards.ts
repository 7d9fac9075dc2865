import type { EditCandidate, NeededImport, SiteWord } from '../edit-candidate';
import type { Mandate } from '../read-mandate';
import { fillArguments, importsFor } from './fill-arguments';
import type { PythonSurvey } from './survey-package';
import { wordsOf } from './words-of';

type Host = PythonSurvey['hosts'][number];
const RHYTHM: readonly SiteWord[] = ['rebalance', 'every', 'day'].map((word) => ({ word, weight: 0.6 }));

/**
 * Early exits: where a function may answer None (the contract's "keep positions"), do so when a yes/no function of the package says so,
 * or on all but every n-th day where the contract's day counter is at hand.
 */
export function enumerateGuards(survey: PythonSurvey, mandate: Mandate): EditCandidate[] {
  const edits: EditCandidate[] = [];
  for (const host of survey.hosts) {
    for (const helper of survey.helpers) {
      if (helper.returns !== 'bool' || host.calls.includes(helper.name)) continue;
      const way = fillArguments(survey, helper, host.values);
      if (!way) continue;
      const call = `${helper.name}(${way.args.join(', ')})`;
      const base = way.fit * (helper.unused ? 0.9 : 0.3);
      const imports = importsFor(host.path, helper, way.from);
      edits.push(guard(host, `not ${call}`, wordsOf(helper.texts), base, imports), guard(host, call, wordsOf(helper.texts), base * 0.5, imports));
    }
    const counter = host.values.find((value) => value.name === 'dayIndex');
    if (!counter) continue;
    const named = mandate.numbers.filter((n) => n.unit === 'days' && Number.isInteger(n.value) && n.value > 1);
    const periods = [...named.map((n) => ({ days: n.value, base: 0.6 })), { days: 2, base: 0.4 }, { days: 5, base: 0.4 }, { days: 10, base: 0.35 }, { days: 21, base: 0.3 }];
    for (const { days, base } of periods) edits.push(guard(host, `${counter.text} % ${days} != 0`, RHYTHM, base, []));
  }
  return edits;
}

function guard({ path, symbol, line, start, end, indent, unit, newline }: Host, condition: string, words: readonly SiteWord[], base: number, imports: readonly NeededImport[]): EditCandidate {
  return {
    kind: 'insert_guard', path, symbol, line, before: '', after: `if ${condition}: return None`,
    splices: [{ path, start, end, text: `${indent}if ${condition}:${newline}${indent}${unit}return None${newline}` }],
    imports, words, effect: 'tighten', base, ratio: null,
  };
}
