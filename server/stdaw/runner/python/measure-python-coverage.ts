import type { CoveragePoint } from '../../sanitizer/python/reading';
import { countLookup } from '../count-lookup';
import { percent } from '../measure-coverage';
import type { CoverageCount, CoverageKind, CoverageReport, FileCoverage, ModulePoints, RawCoverage } from '../types';

const KINDS: CoverageKind[] = ['statements', 'branches', 'functions', 'lines'];

/**
 * Coverage of Python modules from the marks in their syntax trees. As in TypeScript, what runs while a module is imported counts for
 * statements at its top only.
 */
export function measurePythonCoverage(modules: readonly ModulePoints[], raw: RawCoverage): CoverageReport {
  const byUrl = (scripts: RawCoverage['test']) => new Map(scripts.map((script) => [script.url, script]));
  const atImport = byUrl(raw.import);
  const inTests = byUrl(raw.test);
  const files = modules.map(({ path, points }) => measureFile(path, points, countLookup(atImport.get(path)), countLookup(inTests.get(path))));
  const sum = (kind: CoverageKind) => files.reduce((all, file) => ({ covered: all.covered + file[kind].covered, total: all.total + file[kind].total }), { covered: 0, total: 0 });
  return { total: Object.fromEntries(KINDS.map((kind) => [kind, percent(sum(kind))])) as Record<CoverageKind, number>, files };
}

function measureFile(path: string, points: readonly CoveragePoint[], atImport: (n: number) => number, inTests: (n: number) => number): FileCoverage {
  const counted = points.map((point, number) => ({ ...point, ran: inTests(number) > 0 || (point.top && atImport(number) > 0) }));
  const of = (kind: CoveragePoint['kind']) => counted.filter((p) => p.kind === kind);
  const ratio = (list: readonly { ran: boolean }[]): CoverageCount => ({ covered: list.filter((p) => p.ran).length, total: list.length });
  const lines = new Map<number, boolean>();
  for (const { line, ran } of of('statement')) lines.set(line, (lines.get(line) ?? false) || ran);
  return {
    path,
    statements: ratio(of('statement')),
    branches: ratio(of('branch')),
    functions: ratio(of('function')),
    lines: ratio([...lines.values()].map((ran) => ({ ran }))),
    uncoveredLines: [...lines].filter(([, ran]) => !ran).map(([line]) => line).sort((a, b) => a - b),
    uncoveredBranches: of('branch').filter((p) => !p.ran).map(({ line, column, what }) => ({ line, column, what })),
    uncoveredFunctions: of('function').filter((p) => !p.ran).map(({ line, what }) => ({ line, name: what })),
  };
}
