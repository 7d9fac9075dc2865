import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The house (docs/architecture.md): a room uses only rooms on floors below it; `contracts` is open to all.
const FLOOR: Record<string, number> = {
  contracts: 0, market: 1, analytics: 1, sandbox: 1,
  db: 2, factors: 2, execution: 2, strategy: 2,
  reward: 3, audit: 3, jobs: 3,
  access: 4, simulation: 4, review: 4,
  stdaw: 5, books: 5,
  accounts: 6, monitor: 6,
  autopsy: 7, agents: 8, evolution: 9,
  engine: 10, boot: 10,
};
const PURE = new Set(['market', 'analytics', 'factors', 'execution', 'reward']);
const IMPURE_IMPORT = /^(node:(fs|child_process|net|http|https|os|worker_threads|timers|dns|cluster)(\/|$)|better-sqlite3|drizzle-orm|next(\/|$)|server-only)/;
const IMPURE_CALL = /\b(Math\.random|Date\.now|performance\.now|new Date\(\)|process\.(env|hrtime|cwd))\b/;

const root = fileURLToPath(new URL('..', import.meta.url));
const isTest = (path: string) => /\.(test|spec)\.tsx?$|(^|[./])fixture\.tsx?$/.test(path);

function filesUnder(dir: string): string[] {
  const full = join(root, dir);
  if (!existsSync(full)) return [];
  return readdirSync(full).flatMap((name) => {
    if (name === 'node_modules' || name.startsWith('.')) return [];
    const path = `${dir}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts') ? [path] : [];
  });
}

interface Import { from: string; to: string; typeOnly: boolean }

/** Static and dynamic imports of a file, inside ones resolved to a path from the root. */
function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found: Import[] = [];
  for (const m of text.matchAll(/(?:^|\n)\s*(import|export)\s+(type\s+)?[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g)) {
    const spec = (m[3] ?? m[4] ?? m[5])!;
    const to = spec.startsWith('@/') ? spec.slice(2) : spec.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), spec)) : spec;
    found.push({ from: path, to, typeOnly: Boolean(m[2]) });
  }
  return found;
}

const roomOf = (path: string): string | null => {
  const part = path.split('/');
  return part[0] === 'server' && part.length > 2 ? part[1]! : null;
};

const all = ['server', 'app', 'components', 'cli', 'bench', 'e2e'].flatMap(filesUnder);
const code = all.filter((path) => !isTest(path));
const imports = code.flatMap(importsOf);

it('guarantees that every room stands on a known floor', () => {
  const rooms = readdirSync(join(root, 'server')).filter((name) => statSync(join(root, 'server', name)).isDirectory());
  expect(rooms.filter((room) => !(room in FLOOR) && room !== 'test')).toEqual([]);
});

it('guarantees that a room uses only rooms on floors below it', () => {
  const broken = imports.flatMap(({ from, to }) => {
    const a = roomOf(from);
    const b = roomOf(`${to}/x`);
    if (!a || !b || a === b || b === 'contracts' || a === 'test' || b === 'test') return [];
    if (from.startsWith('server/test/')) return [];
    return FLOOR[a]! > FLOOR[b]! ? [] : [`${from} (floor ${FLOOR[a]}) imports ${to} (floor ${FLOOR[b]})`];
  });
  expect(broken).toEqual([]);
});

it('guarantees that the contracts room uses no other room, so that the browser may import it', () => {
  expect(imports.filter(({ from, to }) => roomOf(from) === 'contracts' && !to.startsWith('server/contracts/') && to !== 'zod').map((i) => `${i.from} imports ${i.to}`)).toEqual([]);
});

it('guarantees that pure rooms import no database, no Next, no file system, and read no clock and no randomness', () => {
  const broken = code.filter((path) => PURE.has(roomOf(path) ?? '')).flatMap((path) => {
    const bad = importsOf(path).filter(({ to }) => IMPURE_IMPORT.test(to)).map(({ to }) => `${path} imports ${to}`);
    const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    const call = IMPURE_CALL.exec(text);
    return call ? [...bad, `${path} uses ${call[0]}`] : bad;
  });
  expect(broken).toEqual([]);
});

it('guarantees that nothing in the house imports the screens or the command line', () => {
  expect(imports.filter(({ from, to }) => from.startsWith('server/') && /^(app|components|cli)\//.test(to)).map((i) => `${i.from} imports ${i.to}`)).toEqual([]);
});

it('guarantees that browser components take values only from contracts (types may come from anywhere)', () => {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    if (!from.startsWith('components/') || typeOnly || !to.startsWith('server/')) return false;
    return !to.startsWith('server/contracts/');
  });
  expect(broken.map((i) => `${i.from} imports ${i.to}`)).toEqual([]);
});

it('guarantees that files of a room do not import each other in a circle', () => {
  const known = new Set(code);
  const resolveFile = (to: string) => [to, `${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((path) => known.has(path));
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) {
    const target = resolveFile(to);
    if (target && !typeOnly) next.set(from, [...(next.get(from) ?? []), target]);
  }
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of known) visit(file, []);
  expect(circles).toEqual([]);
});

it('guarantees that the web process cannot start agent code: no page reaches the sandbox, the verifier, a strategy or a compiler', () => {
  const known = new Set(code);
  const resolveFile = (to: string) => [to, `${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((path) => known.has(path));
  const forbidden = (to: string) => /^server\/(sandbox|simulation\/run-backtest|stdaw\/(verify|runner|index)|strategy\/open-strategy)/.test(to) || to === 'server/stdaw' || to === 'ts-morph' || to === 'typescript' || to === 'ts-blank-space';
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  const broken = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const to of next.get(file) ?? []) {
      const target = resolveFile(to);
      if (forbidden(target ?? to)) broken.add([...trail, file, to].join(' → '));
      else if (target) visit(target, [...trail, file]);
    }
  };
  for (const page of code.filter((path) => path.startsWith('app/'))) visit(page, []);
  expect([...broken]).toEqual([]);
});

it('guarantees one idea a file: none over 350 lines, nine in ten under 220, median under 90', () => {
  const sized = code.map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length })).sort((a, b) => a.lines - b.lines);
  expect(sized.filter((file) => file.lines > 350)).toEqual([]);
  expect(sized[Math.floor(sized.length * 0.9)]!.lines).toBeLessThanOrEqual(220);
  expect(sized[Math.floor(sized.length / 2)]!.lines).toBeLessThan(90);
});

it('guarantees that the lock file names no registry and that no committed text names a path of one machine', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved"')).toBe(false);
  const machine = new RegExp(['/wor', 'k/main|/wor', 'k/shared|/tm', 'p/plan'].join(''));
  expect(all.map((path) => relative('.', path)).filter((path) => machine.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
