'use strict';
/*
 * Trusted bootstrap of a strategy process. Frames on fd 0 ([u32 length][u8 type][payload]), replies on fd 4 ([u32 length][JSON]).
 * The strategy lives in a vm context of its own: no host object ever enters it, only strings and bytes written into
 * buffers of its realm. The context is an integrity layer (no clock, no randomness, no state in shared rows); what keeps the
 * machine safe is the sandbox around this process. Each day arrives as one row; this process never holds a later bar.
 */
const fs = require('node:fs');
const path = require('node:path').posix;
const vm = require('node:vm');

const { readSync, writeSync } = fs;
const exit = process.reallyExit.bind(process);
const IN = 0;
const OUT = 4;
const INIT = 1;
const BARS = 2;
const ASK = 3;
const MAX_LOOKBACK = 1000;
const MAX_REPLY = 4 << 20;

function readExact(target, length) {
  let at = 0;
  while (at < length) {
    let n;
    try {
      n = readSync(IN, target, at, length - at, null);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      if (error.code === 'EOF') return false;
      throw error;
    }
    if (n === 0) return false;
    at += n;
  }
  return true;
}

function reply(text) {
  const body = Buffer.from(text, 'utf8');
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32LE(body.length, 0);
  body.copy(frame, 4);
  let at = 0;
  while (at < frame.length) {
    try {
      at += writeSync(OUT, frame, at, frame.length - at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** Runs inside the context, before any strategy code; captures what it needs, so later changes there cannot reach it. */
const REALM = `(() => { 'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, preventExtensions } = Object;
  const { isArray } = Array;
  const S = String;
  const apply = Reflect.apply;
  const slice = String.prototype.slice;
  const F64 = Float64Array;
  const subarray = F64.prototype.subarray;
  const arraySlice = Array.prototype.slice;
  const cut = (text, n) => apply(slice, S(text), [0, n]);
  const deepFreeze = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const names = keys(value);
    for (let i = 0; i < names.length; i++) deepFreeze(value[names[i]]);
    return freeze(value);
  };
  const { ownKeys } = Reflect;
  const { getOwnPropertyDescriptor } = Object;
  const { isView } = ArrayBuffer;
  const seen = new Set();
  /** Everything a module keeps, as deep as it goes: a strategy has no state between days but its memory. */
  const freezeState = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || isView(value)) return;
    seen.add(freeze(value));
    const own = ownKeys(value);
    for (let i = 0; i < own.length; i++) freezeState(getOwnPropertyDescriptor(value, own[i]).value);
  };
  const failure = (error) => {
    try {
      if (typeof error === 'object' && error !== null) return stringify({ e: { name: cut(error.name, 80), message: cut(error.message, 2000), stack: cut(error.stack, 4000) } });
      return stringify({ e: { name: 'Thrown value', message: cut(error, 2000), stack: '' } });
    } catch { return '{"e":{"name":"Error","message":"an error that cannot be printed","stack":""}}'; }
  };
  let symbols, parameters, names, rows, decide, lookback, tradableBytes, count;
  return {
    freezeState(ns) {
      const exported = keys(ns);
      for (let i = 0; i < exported.length; i++) freezeState(ns[exported[i]]);
    },
    entry(ns) {
      decide = ns.decide;
      lookback = ns.lookbackDays;
      return typeof decide !== 'function' ? 'decide is not exported as a function' : typeof lookback !== 'number' ? 'lookbackDays is not exported as a number' : '';
    },
    lookback: () => lookback,
    build(fieldNames, symbolsJson, parametersJson) {
      names = parse(fieldNames);
      symbols = freeze(parse(symbolsJson));
      parameters = deepFreeze(parse(parametersJson));
      count = symbols.length;
      const blocks = [];
      rows = [];
      for (let f = 0; f < names.length; f++) {
        const block = new F64(lookback * count);
        const views = [];
        for (let r = 0; r < lookback; r++) views[r] = preventExtensions(apply(subarray, block, [r * count, (r + 1) * count]));
        blocks[f] = block;
        rows[f] = views;
      }
      tradableBytes = new Uint8Array(count);
      return { blocks, tradableBytes };
    },
    ask(json, held) {
      try {
        const question = parse(json);
        const fields = {};
        for (let f = 0; f < names.length; f++) fields[names[f]] = apply(arraySlice, rows[f], [lookback - held]);
        const tradable = [];
        for (let i = 0; i < count; i++) tradable[i] = tradableBytes[i] === 1;
        const view = { date: question.date, dayIndex: question.dayIndex, symbols, fields, tradable, portfolio: question.portfolio, parameters, memory: question.memory };
        const decision = decide(view);
        if (decision === null) return '{"d":null}';
        if (typeof decision !== 'object' || isArray(decision)) return stringify({ e: { name: 'TypeError', message: 'decide must return { weights } or null, not ' + typeof decision, stack: '' } });
        return '{"d":' + stringify(decision) + '}';
      } catch (error) { return failure(error); }
    },
  };
})()`;

/** Takes clock, randomness, shared memory, locale clock and code loaders out of the context and freezes what is left. */
const HARDEN = `{ 'use strict';
  for (const key of Reflect.ownKeys(RegExp)) if (typeof key === 'string' && !['length', 'name', 'prototype'].includes(key)) delete RegExp[key];
  for (const name of ['Date', 'Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'eval', 'console', 'FinalizationRegistry', 'WeakRef', 'ShadowRealm', 'Iterator']) delete globalThis[name];
  delete Error.captureStackTrace;
  Math.random = () => { throw new Error('Math.random is not available in a strategy'); };
  const tame = (object) => { for (const key of Reflect.ownKeys(object)) { const d = Object.getOwnPropertyDescriptor(object, key);
    if (d && 'value' in d && d.configurable && key !== 'constructor') { const value = d.value; Object.defineProperty(object, key, { get() { return value; },
      set(next) { if (this === object) throw new TypeError('frozen'); Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true }); }, configurable: false, enumerable: d.enumerable }); } } };
  tame(Object.prototype); for (const C of [Error, TypeError, RangeError, SyntaxError]) tame(C.prototype);
  const all = [Object, Array, Function, String, Number, Boolean, Symbol, BigInt, Math, JSON, Reflect, Map, Set, WeakMap, WeakSet, RegExp, Proxy, Promise, Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError,
    ArrayBuffer, DataView, Float64Array, Float32Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, BigInt64Array, BigUint64Array, Object.getPrototypeOf(Float64Array),
    Object.getPrototypeOf([][Symbol.iterator]()), Object.getPrototypeOf(new Map()[Symbol.iterator]()), Object.getPrototypeOf(new Set()[Symbol.iterator]()), Object.getPrototypeOf(''[Symbol.iterator]()),
    Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(async function () {})];
  for (const C of all) { if (C.prototype) Object.freeze(C.prototype); Object.freeze(C); }
  Object.freeze(globalThis); }`;

/** The host realm of this process, frozen: should something of it ever leak, there is nothing to patch. */
function freezeHost() {
  new vm.SourceTextModule('1', { context: vm.createContext(Object.create(null)) }); // node completes its own vm classes first
  for (const C of [Object, Array, Function, String, Number, Boolean, Symbol, BigInt, Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer, DataView, Uint8Array, Float64Array, Object.getPrototypeOf(Uint8Array)]) {
    if (C.prototype && C !== Object) Object.freeze(C.prototype);
    Object.freeze(C);
  }
  for (const namespace of [JSON, Math, Reflect]) Object.freeze(namespace);
}

async function loadPackage(context, files, entry, freezeState) {
  const never = new Promise(() => {});
  const modules = new Map(files.map(([file, code]) => [file, new vm.SourceTextModule(code, { context, identifier: file, importModuleDynamically: () => never })]));
  const link = (specifier, from) => {
    const target = path.normalize(path.join(path.dirname(from.identifier), specifier));
    const found = specifier.startsWith('.') ? modules.get(target) : undefined;
    if (!found) throw new Error(`${from.identifier} imports ${specifier}, which is not a file of this package`);
    return found;
  };
  const main = modules.get(entry);
  if (!main) throw new Error(`the entry ${entry} is not a file of this package`);
  await main.link(link);
  await main.evaluate({ timeout: 2000 });
  for (const module of modules.values()) if (module.status === 'evaluated') freezeState(module.namespace);
  return main.namespace;
}

/** Past rows per field, oldest first, in memory the strategy cannot reach; shown to it as fresh copies each day. */
class History {
  constructor(lookback, fields, count) {
    this.lookback = lookback;
    this.count = count;
    this.stored = 0;
    this.columns = Array.from({ length: fields }, () => new Float64Array(2 * lookback * count));
  }

  append(row) {
    const { lookback, count } = this;
    if (this.stored === 2 * lookback) {
      for (const column of this.columns) column.copyWithin(0, lookback * count);
      this.stored = lookback;
    }
    this.columns.forEach((column, f) => { column.set(row.subarray(f * count, (f + 1) * count), this.stored * count); });
    this.stored += 1;
  }

  /** Write the last rows into the blocks of the context; returns how many there are. */
  show(blocks) {
    const held = Math.min(this.stored, this.lookback);
    this.columns.forEach((column, f) => { blocks[f].set(column.subarray((this.stored - held) * this.count, this.stored * this.count), (this.lookback - held) * this.count); });
    return held;
  }
}

function nextFrame(header) {
  if (!readExact(header, 5)) return null;
  return { length: header.readUInt32LE(0), type: header[4] };
}

async function main() {
  const header = Buffer.alloc(5);
  const first = nextFrame(header);
  if (first === null || first.type !== INIT) exit(0);
  const text = Buffer.alloc(first.length);
  if (!readExact(text, first.length)) exit(0);
  const init = JSON.parse(text.toString('utf8'));
  // An ordinary global, not one behind interceptors: a lookup of Number or Math costs 1 ns instead of 100, and it can be frozen.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
  const realm = new vm.Script(REALM, { filename: 'driver' }).runInContext(context);
  new vm.Script(HARDEN, { filename: 'driver' }).runInContext(context);
  freezeHost();
  let problem;
  try {
    problem = realm.entry(await loadPackage(context, init.files, init.entry, realm.freezeState));
  } catch (error) {
    problem = String(error?.stack ?? error).slice(0, 4000);
  }
  const lookback = problem ? 0 : realm.lookback();
  if (!problem && !(Number.isInteger(lookback) && lookback >= 1 && lookback <= MAX_LOOKBACK)) problem = `lookbackDays must be a whole number from 1 to ${MAX_LOOKBACK}`;
  if (problem) {
    reply(JSON.stringify({ problem }));
    exit(0);
  }
  const count = init.symbols.length;
  const built = realm.build(JSON.stringify(init.fields), JSON.stringify(init.symbols), JSON.stringify(init.parameters));
  // Views of this realm over memory of the other one: written from here, never handed over.
  const blocks = Array.from({ length: init.fields.length }, (_, f) => new Float64Array(built.blocks[f].buffer));
  const tradable = new Uint8Array(built.tradableBytes.buffer);
  const history = new History(lookback, init.fields.length, count);
  const rowBytes = new Uint8Array(init.fields.length * count * 8);
  const row = new Float64Array(rowBytes.buffer);
  reply(JSON.stringify({ lookbackDays: lookback }));
  for (let frame = nextFrame(header); frame !== null; frame = nextFrame(header)) {
    if (frame.type === BARS) {
      if (!readExact(rowBytes, rowBytes.length) || !readExact(tradable, count)) break;
      history.append(row);
    } else if (frame.type === ASK) {
      const question = Buffer.alloc(frame.length);
      if (!readExact(question, frame.length)) break;
      const answer = realm.ask(question.toString('utf8'), history.show(blocks));
      reply(answer.length > MAX_REPLY ? '{"e":{"name":"RangeError","message":"the answer is larger than 4 MB","stack":""}}' : answer);
    } else {
      break;
    }
  }
  exit(0);
}

main().catch((error) => {
  try {
    process.stderr.write(`${error?.stack}\n`);
  } finally {
    exit(70);
  }
});
