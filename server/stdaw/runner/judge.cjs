'use strict';
/*
 * The JUDGE: runs the tests and their assertions, never the code under test. `../src/*` resolves to stubs that ask the subject
 * (judge-rpc.cjs). fd 0: {seed, replay, sources}. fd 3: events for the orchestrator. /w/tests.json: the tests, mounted read-only.
 */
const fs = require('node:fs');
const vm = require('node:vm');
const path = require('node:path').posix;
const { createHash } = require('node:crypto');
const assert = require('node:assert/strict');
const rpc = require('./judge-rpc.cjs');
const { AssertionError, expect, show } = require('./kit-expect.cjs');
const { fixtures, gen, hashText, makeProperty, rng, shuffled } = require('./kit-data.cjs');

const EVENTS = 3;
const BUNDLE = '/w/tests.json';
const exit = process.reallyExit.bind(process);
const emit = (event) => rpc.write(EVENTS, `${JSON.stringify(event)}\n`);

// ---- errors as evidence -------------------------------------------------------------------------------------------
/* Control and direction characters of an untrusted text must not steer a terminal or hide what a line says. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const cut = (value, length) => String(value).slice(0, length).replace(UNPRINTABLE, '\ufffd');

/** Frames that lie in the package; lines are those of the TypeScript source, because types were blanked, not removed. */
function framesOf(stack) {
  const frames = [];
  for (const line of String(stack ?? '').split('\n')) {
    const match = /^\s*at (?:async )?(?:(.*?) \()?((?:src|tests|baseline)\/[^\s():]+):(\d+):(\d+)\)?$/.exec(line);
    if (match) frames.push({ file: match[2], line: Number(match[3]), column: Number(match[4]), fn: cut(match[1] ?? '', 100) });
  }
  return frames.slice(0, 20);
}

function evidence(error) {
  const fromSubject = typeof error?.subjectStack === 'string';
  const out = { name: cut(error?.name ?? typeof error, 100), message: cut(error?.message ?? error, 2000), frames: [...framesOf(error?.subjectStack), ...framesOf(error?.stack)], untrusted: fromSubject };
  if (error !== null && typeof error === 'object' && 'actual' in error) {
    out.untrusted = true; // the value came from the strategy
    out.actual = typeof error.actual === 'string' && error instanceof AssertionError ? error.actual : show(error.actual);
    if (error.expected !== undefined) out.expected = typeof error.expected === 'string' && error instanceof AssertionError ? error.expected : show(error.expected);
  }
  return out;
}

// ---- modules: tests, the kit, stubs of the strategy ---------------------------------------------------------------
const tests = [];
let currentFile = '';
const titles = [];
let currentRandom = rng(0);

function test(title, body) {
  tests.push({ id: [currentFile, ...titles, title].join(' > '), body });
}
function describe(title, body) {
  titles.push(title);
  try {
    body();
  } finally {
    titles.pop();
  }
}
const kit = { test, it: test, describe, expect, assert, gen, fixtures, property: makeProperty(() => currentRandom) };
const ASSERT = { ...assert, default: assert, strict: assert };
/** Familiar names for the same kit, so that a package's tests also run under those tools and in an editor. */
const PROVIDED = { '@oomrl/kit': { ...kit, default: kit }, vitest: kit, 'node:test': { test, it: test, describe, default: test }, 'node:assert': ASSERT, 'node:assert/strict': ASSERT };

function synthetic(identifier, values) {
  const names = Object.keys(values);
  return new vm.SyntheticModule(names, function set() {
    for (const name of names) this.setExport(name, values[name]);
  }, { identifier });
}

/** Functions become calls over the channel, plain data is copied; what cannot cross fails when it is used. */
function stub(file, exported) {
  const values = {};
  for (const [name, what] of Object.entries(exported)) {
    if (Object.hasOwn(what, 'v')) values[name] = rpc.decodeValue(what.v);
    else if (what.fn === 1) values[name] = Object.defineProperty((...args) => rpc.call(file, name, args), 'name', { value: name });
    else values[name] = () => { throw rpc.subjectError(what); };
  }
  return synthetic(file, values);
}

/* What the subject says it exports is believed for its own files only: it must not stand in for a test or a helper. */
function createLinker(bundle, sources, exportsOf) {
  const cache = new Map();
  const make = (file) => {
    if (Object.hasOwn(bundle.modules, file)) return new vm.SourceTextModule(bundle.modules[file], { identifier: file });
    if (Object.hasOwn(bundle.json, file)) return synthetic(file, { default: JSON.parse(bundle.json[file]) });
    return sources.includes(file) && Object.hasOwn(exportsOf, file) ? stub(file, exportsOf[file]) : null;
  };
  const load = (file) => {
    if (!cache.has(file)) cache.set(file, make(file));
    return cache.get(file);
  };
  const link = (specifier, from) => {
    if (Object.hasOwn(PROVIDED, specifier)) {
      if (!cache.has(specifier)) cache.set(specifier, synthetic(specifier, PROVIDED[specifier]));
      return cache.get(specifier);
    }
    if (!specifier.startsWith('.')) throw new Error(`${from.identifier} imports '${specifier}'; tests import @oomrl/kit and files of the package only`);
    const target = path.normalize(path.join(path.dirname(from.identifier), specifier));
    const names = [target, `${target}.ts`, target.replace(/\.js$/, '.ts'), `${target}/index.ts`];
    const found = names.map(load).find((module) => module !== null);
    if (!found) throw new Error(`${from.identifier} imports '${specifier}', but the package has no ${target}`);
    return found;
  };
  return { load, link };
}

async function collect(bundle, sources, exportsOf) {
  const { load, link } = createLinker(bundle, sources, exportsOf);
  for (const file of Object.keys(bundle.modules).filter((name) => name.endsWith('.test.ts')).sort()) {
    currentFile = file;
    try {
      const module = load(file);
      if (module.status === 'unlinked') await module.link(link);
      await module.evaluate();
    } catch (error) {
      // What goes wrong before the first line runs, such as a name that a module does not export, has no frame to say where.
      if (error?.name === 'SyntaxError' && framesOf(error.stack).length === 0) error.message = `${file}: ${error.message}`;
      throw error;
    }
  }
}

// ---- the run ------------------------------------------------------------------------------------------------------
async function runOne({ id, body }, seed) {
  currentRandom = rng(hashText(id, seed));
  Math.random = rng(hashText(id, ~seed));
  emit({ t: 'start', id });
  const started = performance.now();
  const took = () => Math.round((performance.now() - started) * 1000) / 1000;
  try {
    await body();
    if (!rpc.state.gone) emit({ t: 'ok', id, ms: took() });
  } catch (error) {
    if (!rpc.state.gone) emit({ t: 'fail', id, ms: took(), error: evidence(error) });
  }
}

const readBundle = () => fs.readFileSync(BUNDLE);

async function main() {
  const bundle = JSON.parse(readBundle().toString('utf8'));
  rpc.awaitHello();
  emit({ t: 'ready' });
  const { seed, replay, sources } = JSON.parse(fs.readFileSync(0, 'utf8'));
  const loaded = rpc.awaitLoad();
  const end = () => emit({ t: 'end', tests: tests.length, calls: rpc.state.calls, testsHash: createHash('sha256').update(readBundle()).digest('hex') });
  if (loaded.load !== true) {
    emit({ t: 'load', ok: false, error: evidence(rpc.subjectError(loaded.error ?? {})) });
    return end();
  }
  emit({ t: 'load', ok: true });
  try {
    Math.random = rng(seed);
    await collect(bundle, sources, loaded.exports);
  } catch (error) {
    emit({ t: 'collect', error: evidence(error) });
    return end();
  }
  for (const one of shuffled(tests, rng(seed))) {
    if (rpc.state.gone) break;
    await runOne(one, seed);
  }
  if (replay && !rpc.state.gone) emit({ t: 'replay', ...rpc.replay((list) => shuffled(list, rng(~seed))) });
  if (rpc.state.gone) throw rpc.state.gone;
  end();
}

main()
  .catch((error) => {
    if (error === rpc.state.gone) emit({ t: 'dead', code: error.code, message: error.message });
    else emit({ t: 'crash', message: cut(error?.message ?? error, 2000) });
  })
  .finally(() => exit(0));
