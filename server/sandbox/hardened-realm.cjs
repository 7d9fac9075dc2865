'use strict';
/*
 * A vm context without clock, randomness, loaders or mutable built-ins, for ES modules of untrusted code. An integrity layer:
 * what keeps the machine safe is the sandbox around the process. No host object enters the context, only strings.
 * Needs --experimental-vm-modules --disallow-code-generation-from-strings --disable-proto=delete.
 */
const vm = require('node:vm');
const path = require('node:path').posix;

/** Runs in a realm (the context or this one): freeze every built-in that can be reached, keep `this.name =` in classes working. */
function freezeIntrinsics(global, keepMutable, more) {
  const seen = new Set(keepMutable);
  /* Freezing a data property of a prototype also forbids assigning it on objects that inherit it (the override mistake);
     as an accessor it stays assignable there and only there. */
  const tame = (proto) => {
    for (const key of Reflect.ownKeys(proto)) {
      const own = Object.getOwnPropertyDescriptor(proto, key);
      if (!own.configurable || !('value' in own) || key === 'constructor') continue;
      const { value } = own;
      Object.defineProperty(proto, key, {
        get() { return value; },
        set(next) {
          if (this === proto) throw new TypeError('built-ins are frozen');
          Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
        },
        enumerable: own.enumerable,
        configurable: false,
      });
    }
  };
  for (const proto of [Object.prototype, Error.prototype, TypeError.prototype, RangeError.prototype, SyntaxError.prototype, ReferenceError.prototype]) tame(proto);
  /* Below a prototype that Object.freeze froze, V8 stores into a typed array through its runtime, at fifteen times the cost. Sealed, and
     made read-only one property at a time, it is just as frozen and stores stay fast. (For Array.prototype that would slow map and spread.) */
  const freezeInSteps = (proto) => {
    Object.seal(proto);
    for (const key of Reflect.ownKeys(proto)) if (Object.getOwnPropertyDescriptor(proto, key).writable) Object.defineProperty(proto, key, { writable: false });
    if (!Object.isFrozen(proto)) throw new Error('a prototype could not be frozen');
  };
  const typedArray = Object.getPrototypeOf(Float64Array.prototype);
  const isAboveTypedArrays = (value) => value === Object.prototype || value === typedArray || (Object.getPrototypeOf(value) === typedArray && Object.hasOwn(value, 'BYTES_PER_ELEMENT'));
  const visit = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (isAboveTypedArrays(value)) freezeInSteps(value);
    else Object.freeze(value);
    visit(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if ('value' in own) visit(own.value);
      else {
        visit(own.get);
        visit(own.set);
      }
    }
  };
  // The globals of the language by name, since a context may hide them from a listing; and whatever else this one has.
  const names = [...more, 'Object', 'Array', 'Function', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Math', 'JSON', 'Reflect', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Date', 'RegExp', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'AggregateError', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'];
  for (const name of names) visit(global[name]);
  const generator = Object.getPrototypeOf(function* () {});
  const asyncGenerator = Object.getPrototypeOf(async function* () {});
  for (const hidden of [generator, asyncGenerator, Object.getPrototypeOf(async () => undefined), [][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values(), 'a'.matchAll(/a/g)]) visit(Object.getPrototypeOf(hidden));
  for (const hidden of [generator, asyncGenerator]) visit(hidden);
}

/** Runs in the context first: remove what tells time, rolls dice, loads code, prints or watches memory. */
function removeAmbient(global) {
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'eval', 'console', 'FinalizationRegistry', 'WeakRef', 'Intl', 'globalThis']) delete global[name];
  delete Error.captureStackTrace;
  // What takes the memory of an array from under it, on the versions of Node that have it.
  for (const name of ['transfer', 'transferToFixedLength', 'resize']) delete ArrayBuffer.prototype[name];
  // RegExp.$1, lastMatch, … remember the last match of the realm: state that outlives a call.
  for (const key of Reflect.ownKeys(RegExp)) if (typeof key === 'string' && !['length', 'name', 'prototype'].includes(key)) delete RegExp[key];
  const refuse = (what) => () => {
    throw new Error(`${what} is not available to a strategy`);
  };
  Math.random = refuse('Math.random');
  const RealDate = Date;
  const construct = Reflect.construct;
  const dateWithoutClock = function (...parts) {
    if (new.target === undefined || parts.length === 0) throw new Error('the current time is not available to a strategy');
    return construct(RealDate, parts, new.target);
  };
  dateWithoutClock.prototype = RealDate.prototype;
  dateWithoutClock.prototype.constructor = dateWithoutClock;
  dateWithoutClock.UTC = RealDate.UTC;
  dateWithoutClock.parse = RealDate.parse;
  dateWithoutClock.now = refuse('Date.now');
  Object.defineProperty(dateWithoutClock, 'name', { value: 'Date' });
  global.Date = dateWithoutClock;
  for (const proto of [Number.prototype, BigInt.prototype, Array.prototype, RealDate.prototype]) {
    for (const key of Reflect.ownKeys(proto)) if (typeof key === 'string' && key.startsWith('toLocale')) delete proto[key];
  }
}

/** Runs in the context: a function that freezes everything a value holds, as deep as it goes. Maps, sets and typed arrays have no frozen form. */
function makeDeepFreeze() {
  const { freeze, getPrototypeOf, getOwnPropertyDescriptor, isFrozen } = Object;
  const { ownKeys } = Reflect;
  const { isView } = ArrayBuffer;
  const seen = new Set();
  const visit = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (!isView(value) && !isFrozen(value)) freeze(value);
    visit(getPrototypeOf(value));
    const keys = isView(value) ? [] : ownKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const own = getOwnPropertyDescriptor(value, keys[i]);
      if ('value' in own) visit(own.value);
    }
  };
  return visit;
}

const PREPARE = new vm.Script(`'use strict'; (${removeAmbient})(globalThis);`, { filename: 'realm' });
const DEEP_FREEZE = new vm.Script(`'use strict'; (${makeDeepFreeze})();`, { filename: 'realm' });
const FREEZE = new vm.Script(`'use strict'; { const global = this; (${freezeIntrinsics})(global, [], Reflect.ownKeys(global)); }`, { filename: 'realm' });
const FREEZE_GLOBAL = new vm.Script('Object.freeze(this);', { filename: 'realm' });

/** Freeze this process's own built-ins: code that finds a host object still cannot change what trusted code relies on. */
function freezeHost() {
  new vm.SourceTextModule('1', { context: vm.createContext(Object.create(null)) }); // node loads its vm internals before
  freezeIntrinsics(globalThis, [process, Buffer], []);
}

/**
 * A fresh realm. `expression` (trusted source text of one expression) is evaluated inside before the built-ins are frozen
 * and before any untrusted code, so what it captures cannot be reached; its value is returned as `inside`.
 * With `frozenGlobal` the global is an ordinary object, not one behind interceptors: a look-up of Number or Math costs 1 ns instead of
 * 100, and it can be frozen. `without` names more globals to take out.
 */
function createRealm(expression, { frozenGlobal = false, without = [], filename = 'codec' } = {}) {
  const context = vm.createContext(frozenGlobal ? vm.constants.DONT_CONTEXTIFY : Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  const inside = new vm.Script(expression, { filename }).runInContext(context);
  PREPARE.runInContext(context);
  for (const name of without) new vm.Script(`delete this[${JSON.stringify(name)}];`, { filename: 'realm' }).runInContext(context);
  FREEZE.runInContext(context);
  if (frozenGlobal) FREEZE_GLOBAL.runInContext(context);
  return { context, inside, deepFreeze: DEEP_FREEZE.runInContext(context) };
}

const NEVER = new Promise(() => undefined);

/**
 * Link and evaluate ES modules that import each other by relative path only. Dynamic import never settles: its rejection
 * would be a host error. @param files [path, code] pairs @returns Map path → module
 */
async function loadModules(realm, files, timeout) {
  const modules = new Map();
  for (const [file, code] of files) {
    modules.set(file, new vm.SourceTextModule(code, { context: realm.context, identifier: file, importModuleDynamically: () => NEVER }));
  }
  const link = (specifier, from) => {
    if (!specifier.startsWith('.')) throw new Error(`${from.identifier} imports '${specifier}'; only files of the package can be imported`);
    const target = path.normalize(path.join(path.dirname(from.identifier), specifier));
    const found = [target, `${target}.ts`, `${target}/index.ts`].find((name) => modules.has(name));
    if (found === undefined) throw new Error(`${from.identifier} imports '${specifier}', but there is no file ${target}`);
    return modules.get(found);
  };
  for (const module of modules.values()) if (module.status === 'unlinked') await module.link(link);
  for (const module of modules.values()) if (module.status === 'linked') await module.evaluate({ timeout });
  // What a module keeps must not change between calls, whatever name or alias leads to it.
  for (const module of modules.values()) for (const name of Object.keys(module.namespace)) realm.deepFreeze(module.namespace[name]);
  return modules;
}

module.exports = { createRealm, freezeHost, loadModules };
