'use strict';
/*
 * Trusted bootstrap of a strategy process. Frames on fd 0 (day-frame.ts), replies on fd 4 ([u32 length][JSON]).
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
const HEADER = 8;
const INIT = 1;
const PAST = 2;
const TODAY = 3;
const MAX_LOOKBACK = 1000;
const MAX_REPLY = 4 << 20;
const TOO_LARGE = '{"kind":"error","name":"RangeError","message":"the answer is larger than 4 MB","stack":""}';

/** Frames from the pipe: as much as is there with each call to the kernel, which for a day is one. */
class Inbox {
  constructor() {
    this.bytes = Buffer.alloc(1 << 16);
    this.start = 0;
    this.end = 0;
    /** Payload of the frame that `next` returned: bytes[at, until). */
    this.at = 0;
    this.until = 0;
  }

  /** Type of the next frame, 0 at the end of the stream. */
  next() {
    if (!this.fill(HEADER)) return 0;
    const length = this.bytes.readUInt32LE(this.start);
    if (!this.fill(HEADER + length)) return 0;
    const type = this.bytes.readUInt32LE(this.start + 4);
    this.at = this.start + HEADER;
    this.start = this.until = this.at + length;
    return type;
  }

  /** Hold at least `n` bytes from `start`. */
  fill(n) {
    if (this.end - this.start >= n) return true;
    const from = this.bytes;
    if (from.length < n) this.bytes = Buffer.alloc(2 * n);
    if (this.start > 0 || from !== this.bytes) {
      from.copy(this.bytes, 0, this.start, this.end);
      this.end -= this.start;
      this.start = 0;
    }
    while (this.end < n) {
      try {
        const got = readSync(IN, this.bytes, this.end, this.bytes.length - this.end, null);
        if (got === 0) return false;
        this.end += got;
      } catch (error) {
        if (error.code === 'EOF') return false;
        if (error.code !== 'EAGAIN') throw error;
      }
    }
    return true;
  }
}

let outbox = Buffer.alloc(1 << 14);

function reply(text) {
  if (outbox.length < 4 + 3 * text.length) outbox = Buffer.alloc(4 + 3 * text.length);
  const length = outbox.write(text, 4);
  outbox.writeUInt32LE(length, 0);
  for (let at = 0; at < 4 + length; ) {
    try {
      at += writeSync(OUT, outbox, at, 4 + length - at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** Runs inside the context, before any strategy code; captures what it needs, so later changes there cannot reach it. */
const REALM = `(() => { 'use strict';
  const { parse, stringify } = JSON;
  const { create, freeze, getPrototypeOf, keys, preventExtensions, setPrototypeOf } = Object;
  const { isFinite } = Number;
  const PLAIN = Object.prototype;
  const { isArray } = Array;
  const S = String;
  const apply = Reflect.apply;
  const slice = String.prototype.slice;
  const F64 = Float64Array;
  const U32 = Uint32Array;
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
      if (typeof error === 'object' && error !== null) return stringify({ kind: 'error', name: cut(error.name, 80), message: cut(error.message, 2000), stack: cut(error.stack, 4000) });
      return stringify({ kind: 'error', name: 'Thrown value', message: cut(error, 2000), stack: '' });
    } catch { return '{"kind":"error","name":"Error","message":"an error that cannot be printed","stack":""}'; }
  };
  let market, symbols, parameters, names, rows, decide, lookback, count, tradableBytes, wasTradable, heldWeights, heldPlaces;
  const fieldsOf = (held) => {
    const fields = {};
    for (let f = 0; f < names.length; f++) fields[names[f]] = apply(arraySlice, rows[f], [lookback - held]);
    return fields;
  };
  const tradableOf = () => {
    for (let i = 0; i < count; i++) wasTradable[i] = tradableBytes[i] === 1;
    return apply(arraySlice, wasTradable, []);
  };
  /** Built without a prototype, so that a name like any other one is just a name. */
  const weightsOf = (n) => {
    const weights = create(null);
    for (let k = 0; k < n; k++) weights[market[heldPlaces[k]]] = heldWeights[k];
    return setPrototypeOf(weights, PLAIN);
  };
  const isPlain = (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const prototype = getPrototypeOf(value);
    return prototype === PLAIN || prototype === null;
  };
  /** { weights, memory } with numbers in plain objects as two columns; undefined for anything else. */
  const columnsOf = (decision) => {
    if (!isPlain(decision)) return undefined;
    const parts = keys(decision);
    for (let p = 0; p < parts.length; p++) if (parts[p] !== 'weights' && parts[p] !== 'memory') return undefined;
    const { weights, memory } = decision;
    if (!isPlain(weights)) return undefined;
    const held = keys(weights);
    const values = [];
    for (let k = 0; k < held.length; k++) {
      const weight = weights[held[k]];
      if (!isFinite(weight)) return undefined;
      values[k] = weight;
    }
    const kept = memory === undefined ? undefined : stringify(memory);
    return '{"kind":"weights","names":' + stringify(held) + ',"weights":' + stringify(values) + (kept === undefined ? '}' : ',"memory":' + kept + '}');
  };
  const answerOf = (decision) => {
    if (decision === null) return '{"kind":"keep"}';
    if (typeof decision !== 'object' || isArray(decision)) return stringify({ kind: 'error', name: 'TypeError', message: 'decide must return { weights } or null, not ' + typeof decision, stack: '' });
    return columnsOf(decision) ?? '{"kind":"decision","decision":' + stringify(decision) + '}';
  };
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
    build(json) {
      const init = parse(json);
      names = init.fields;
      market = init.market;
      symbols = freeze(init.symbols);
      parameters = deepFreeze(init.parameters);
      count = symbols.length;
      const blocks = [];
      rows = [];
      for (let f = 0; f < names.length; f++) {
        const block = new F64(lookback * count);
        preventExtensions(block.buffer); // a name hung on it would be there tomorrow
        const views = [];
        for (let r = 0; r < lookback; r++) views[r] = preventExtensions(apply(subarray, block, [r * count, (r + 1) * count]));
        blocks[f] = block;
        rows[f] = views;
      }
      tradableBytes = new Uint8Array(count);
      wasTradable = [];
      heldWeights = new F64(market.length);
      heldPlaces = new U32(market.length);
      return { blocks, tradableBytes, heldWeights, heldPlaces };
    },
    /** held: days in the blocks; positions: names in heldWeights and heldPlaces; json: { date, memory }. */
    ask(json, held, dayIndex, cashWeight, equity, positions) {
      try {
        const { date, memory } = parse(json);
        const portfolio = { weights: weightsOf(positions), cashWeight, equity };
        return answerOf(decide({ date, dayIndex, symbols, fields: fieldsOf(held), tradable: tradableOf(), portfolio, parameters, memory }));
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
    this.rowBytes = count * 8;
    this.shownBytes = lookback * this.rowBytes;
    this.columns = Array.from({ length: fields }, () => new Uint8Array(2 * this.shownBytes));
    // As if no name had had a bar on the days before the first: what is shown is always a whole block.
    this.days = 0;
    this.lookback = lookback;
    this.stored = this.shownBytes;
  }

  /** The row of a day: fields × symbols from `at`. */
  append(bytes, at) {
    const { rowBytes, shownBytes, columns } = this;
    if (this.stored === 2 * shownBytes) {
      for (const column of columns) column.copyWithin(0, shownBytes);
      this.stored = shownBytes;
    }
    for (let f = 0; f < columns.length; f++) columns[f].set(bytes.subarray(at + f * rowBytes, at + (f + 1) * rowBytes), this.stored);
    this.stored += rowBytes;
    if (this.days < this.lookback) this.days += 1;
  }

  /**
   * Write the last rows into the blocks of the context, every byte of them: whatever was written there yesterday, into a row or through
   * its buffer, is gone. Copying is the cheapest way to know that: comparing reads as much, and there is no read-only typed array.
   * Returns how many rows are days.
   */
  show(blocks) {
    for (let f = 0; f < blocks.length; f++) blocks[f].set(this.columns[f].subarray(this.stored - this.shownBytes, this.stored));
    return this.days;
  }
}

async function main() {
  const inbox = new Inbox();
  if (inbox.next() !== INIT) exit(0);
  const init = JSON.parse(inbox.bytes.toString('utf8', inbox.at, inbox.until));
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
  const { fields, symbols, market, parameters } = init;
  const built = realm.build(JSON.stringify({ fields, symbols, market, parameters }));
  reply(JSON.stringify({ lookbackDays: lookback }));
  answerDays(inbox, realm, built, new History(lookback, fields.length, symbols.length), symbols.length);
  exit(0);
}

/** Until the stream ends. `built`: memory of the context, written from here as bytes and never handed over. */
function answerDays(inbox, realm, built, history, count) {
  const bytesOf = (array) => new Uint8Array(array.buffer);
  const blocks = Array.from({ length: history.columns.length }, (_, f) => bytesOf(built.blocks[f]));
  const [tradable, weights, places] = [built.tradableBytes, built.heldWeights, built.heldPlaces].map(bytesOf);
  const rowLength = blocks.length * history.rowBytes;
  for (let type = inbox.next(); type === PAST || type === TODAY; type = inbox.next()) {
    const { bytes, at, until } = inbox;
    history.append(bytes, at);
    if (type === PAST) continue;
    const head = at + rowLength;
    const held = bytes.readDoubleLE(head + 24);
    const behindWeights = head + 32 + held * 8;
    const behindPlaces = behindWeights + held * 4;
    weights.set(bytes.subarray(head + 32, behindWeights));
    places.set(bytes.subarray(behindWeights, behindPlaces));
    tradable.set(bytes.subarray(behindPlaces, behindPlaces + count));
    const json = bytes.toString('utf8', behindPlaces + count, until);
    const answer = realm.ask(json, history.show(blocks), bytes.readDoubleLE(head), bytes.readDoubleLE(head + 8), bytes.readDoubleLE(head + 16), held);
    reply(answer.length > MAX_REPLY ? TOO_LARGE : answer);
  }
}

main().catch((error) => {
  try {
    process.stderr.write(`${error?.stack}\n`);
  } finally {
    exit(70);
  }
});
