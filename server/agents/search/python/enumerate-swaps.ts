import type { EditCandidate } from '../edit-candidate';
import { constantsBeside, GOOD_FIT, importsFor, nameFit } from './fill-arguments';
import type { PythonHelper, PythonSurvey } from './survey-package';
import { wordsOf } from './words-of';

const short = (value: string): string => value.replace(/\s+/g, ' ').slice(0, 200);

/**
 * Another function of the package in the place of the one that is called. Python says no types, so the form of what both return and the names
 * of their parameters must agree; a threshold under another name comes from the constants beside the new function.
 */
export function enumerateSwaps(survey: PythonSurvey): EditCandidate[] {
  return survey.calls.flatMap((call) => {
    const current = survey.helpers.find((h) => h.path === call.callee.path && h.name === call.callee.name);
    if (!current || current.parameters.length !== call.arguments.length) return [];
    return survey.helpers.filter((h) => h.name !== current.name && !(h.path === call.path && h.name === call.symbol) && h.returns !== null && h.returns === current.returns).flatMap((helper): EditCandidate[] => {
      const given = argumentsFor(survey, current, helper, call.arguments);
      if (given === null) return [];
      const after = `${helper.name}(${given.map((g) => g.text).join(', ')})`;
      const from = given.flatMap((g) => (g.from ? [{ path: g.from, name: g.text }] : []));
      return [{
        kind: 'call_helper', path: call.path, symbol: call.symbol, line: call.line, before: short(call.before), after: short(after),
        splices: [{ path: call.path, start: call.start, end: call.end, text: after }], imports: importsFor(call.path, helper, from),
        words: wordsOf(helper.texts), effect: 'tighten', base: helper.unused ? 0.9 : 0.35, ratio: null,
      }];
    });
  });
}

/** The old arguments where the parameters have the same names, a constant that fits where one has not; null when it does not work out. */
function argumentsFor(survey: PythonSurvey, old: PythonHelper, now: PythonHelper, given: readonly string[]): { text: string; from?: string }[] | null {
  if (now.parameters.length !== old.parameters.length || !now.parameters.some((p, i) => p.name === old.parameters[i]?.name)) return null;
  const out: { text: string; from?: string }[] = [];
  for (const [i, parameter] of now.parameters.entries()) {
    if (parameter.name === old.parameters[i]?.name) {
      out.push({ text: given[i]! });
      continue;
    }
    const best = constantsBeside(survey, now).sort((a, b) => nameFit(b.name, parameter.name) - nameFit(a.name, parameter.name))[0];
    if (!best || nameFit(best.name, parameter.name) < GOOD_FIT) return null;
    out.push(best);
  }
  return out;
}
