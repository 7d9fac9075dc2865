import { relatedness, splitWords } from '../words';
import type { PythonHelper, PythonSurvey } from './survey-package';

interface NamedValue {
  readonly text: string;
  readonly name: string;
  /** File it must be imported from, when it is not visible already. */
  readonly from?: string;
}

/** Without types a name must say what a value is: equal 1, related words in between. Below this it is a guess that does not run. */
export const GOOD_FIT = 0.6;

/** How well a value's name answers a parameter's, 0 to 1: the mean over the parameter's words. */
export function nameFit(name: string, parameter: string): number {
  if (name === parameter) return 1;
  const wanted = splitWords(parameter);
  const words = splitWords(name);
  if (wanted.length === 0) return 0;
  return wanted.reduce((sum, w) => sum + Math.max(0, ...words.map((v) => relatedness(w, v))), 0) / wanted.length;
}

/** Constants of the module a helper stands in: what it is meant to be called with. */
export const constantsBeside = (survey: PythonSurvey, helper: Pick<PythonHelper, 'path'>): NamedValue[] => survey.constants.filter((c) => c.path === helper.path).map((c) => ({ text: c.name, name: c.name, from: c.path }));

/** The best call of `helper` with values whose names fit its parameters, or null. */
export function fillArguments(survey: PythonSurvey, helper: PythonHelper, scope: readonly NamedValue[]): { args: string[]; fit: number; from: { path: string; name: string }[] } | null {
  const values = [...scope, ...constantsBeside(survey, helper)];
  const args: string[] = [];
  const from: { path: string; name: string }[] = [];
  let fit = 1;
  for (const parameter of helper.parameters) {
    if (parameter.optional) break;
    const best = values.map((value) => ({ value, fit: nameFit(value.name, parameter.name) })).sort((a, b) => b.fit - a.fit || (a.value.text < b.value.text ? -1 : 1))[0];
    if (!best || best.fit < GOOD_FIT) return null;
    args.push(best.value.text);
    if (best.value.from) from.push({ path: best.value.from, name: best.value.text });
    fit *= best.fit;
  }
  return { args, fit, from };
}

/** Imports a call of `helper` needs in `path`: itself and the constants it is called with. */
export const importsFor = (path: string, helper: Pick<PythonHelper, 'path' | 'name'>, from: readonly { path: string; name: string }[]) => [{ path: helper.path, name: helper.name }, ...from].filter((n) => n.path !== path).map((n) => ({ path, from: n.path, name: n.name }));
