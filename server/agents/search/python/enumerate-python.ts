import type { PackageFile } from '@/server/strategy/types';
import { formatNumber, otherValues, tightenUp } from '../constant-values';
import type { EditCandidate } from '../edit-candidate';
import type { Mandate } from '../read-mandate';
import { enumerateGuards } from './enumerate-guards';
import { enumerateSwaps } from './enumerate-swaps';
import { type PythonSurvey, surveyPackage } from './survey-package';
import { wordsOf } from './words-of';

const short = (value: string): string => value.replace(/\s+/g, ' ').slice(0, 200);

/** All typed edits of a Python package and what a run of it reaches: constants, operators, early exits, and functions in place of others. */
export async function enumeratePython(sources: readonly PackageFile[], mandate: Mandate, entry: string): Promise<{ edits: EditCandidate[]; reachable: ReadonlySet<string> }> {
  const survey = await surveyPackage(sources, entry);
  const edits = [...constants(survey, mandate), ...enumerateSwaps(survey), ...enumerateGuards(survey, mandate), ...operators(survey)];
  // A name that already means something else in the file cannot be imported there.
  const possible = edits.filter((e) => e.imports.every((n) => n.from.startsWith(folderOf(n.path)) && (!survey.names[n.path]?.includes(n.name) || importsIt(sources, n.path, n.name))));
  return { edits: possible, reachable: new Set(survey.reachable) };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** True when the file has the name from an import: adding it there again changes nothing. */
const importsIt = (sources: readonly PackageFile[], path: string, name: string): boolean => new RegExp(`^from [^\\n]*import[^\\n]*\\b${name}\\b`, 'm').test(sources.find((f) => f.path === path)?.text ?? '');

function constants(survey: PythonSurvey, mandate: Mandate): EditCandidate[] {
  return survey.literals.flatMap(({ path, symbol, line, start, end, text, value, prefix, suffix, base, texts }): EditCandidate[] => {
    const words = wordsOf(texts);
    const change = (after: string, likelihood: number, effect: EditCandidate['effect'], ratio: number | null): EditCandidate => ({
      kind: 'set_constant', path, symbol, line, before: short(prefix + text + suffix), after: short(prefix + after + suffix),
      splices: [{ path, start, end, text: after }], imports: [], words, effect, base: likelihood, ratio,
    });
    if (typeof value === 'boolean') return [change(value ? 'False' : 'True', base, null, null)];
    const up = tightenUp(words);
    return otherValues(value, mandate).map((p) => change(inStyleOf(text, formatNumber(p.value)), p.base * base, up === null ? null : p.value > value === up ? 'tighten' : 'loosen', value === 0 ? null : p.value / value));
  });
}

/** A float stays a float, and thousands are grouped where they were. */
function inStyleOf(old: string, value: string): string {
  if (/[.eE]/.test(old) && /^-?\d+$/.test(value)) return `${value}.0`;
  return old.includes('_') && /^\d+$/.test(value) ? value.replace(/\B(?=(\d{3})+$)/g, '_') : value;
}

const operators = (survey: PythonSurvey): EditCandidate[] =>
  survey.operators.map(({ path, symbol, line, start, end, text, before, after, base, texts }) => ({
    kind: 'change_operator', path, symbol, line, before: short(before), after: short(after), splices: [{ path, start, end, text }], imports: [], words: wordsOf(texts), effect: null, base, ratio: null,
  }));
