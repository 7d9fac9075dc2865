'use strict';
/* The judge's side of the data-only channel: same text format as subject-codec.cjs, values of this realm. */
const TYPED = { Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array, Uint8ClampedArray };
const MAX_DEPTH = 64;

/** @throws TypeError for functions, symbols, class instances and deeper nesting than 64 */
function encode(v, depth = 0) {
  if (depth > MAX_DEPTH) throw new TypeError(`a value nested deeper than ${MAX_DEPTH} cannot be passed`);
  switch (typeof v) {
    case 'number': return Number.isFinite(v) && !Object.is(v, -0) ? String(v) : `{"$":"n","v":"${Object.is(v, -0) ? '-0' : v}"}`;
    case 'string': return JSON.stringify(v);
    case 'boolean': return String(v);
    case 'undefined': return '{"$":"u"}';
    case 'bigint': return `{"$":"b","v":"${v}"}`;
    case 'object': break;
    default: throw new TypeError(`a ${typeof v} cannot be passed; strategy functions take plain data only`);
  }
  if (v === null) return 'null';
  const list = (items) => Array.from(items, (item) => encode(item, depth + 1)).join(',');
  if (Array.isArray(v)) return `[${list(v)}]`;
  const proto = Object.getPrototypeOf(v);
  for (const [kind, type] of Object.entries(TYPED)) if (proto === type.prototype) return `{"$":"t","k":"${kind}","v":[${list(v)}]}`;
  if (proto === Map.prototype) return `{"$":"m","v":[${Array.from(v, ([key, value]) => `[${encode(key, depth + 1)},${encode(value, depth + 1)}]`).join(',')}]}`;
  if (proto === Set.prototype) return `{"$":"s","v":[${list(v)}]}`;
  if (proto !== Object.prototype && proto !== null) throw new TypeError(`an instance of ${v.constructor?.name ?? 'a class'} cannot be passed; strategy functions take plain data only`);
  return `{${Object.keys(v).map((key) => `${JSON.stringify(key[0] === '$' ? `$${key}` : key)}:${encode(v[key], depth + 1)}`).join(',')}}`;
}

/** Parsed JSON back to values. @throws Error when the tags make no sense */
function decode(v) {
  if (typeof v !== 'object' || v === null) return v;
  if (Array.isArray(v)) return v.map(decode);
  if (Object.hasOwn(v, '$')) {
    switch (v.$) {
      case 'n': return v.v === '-0' ? -0 : Number(v.v);
      case 'u': return undefined;
      case 'b': return BigInt(v.v);
      case 't': return TYPED[v.k].from(v.v, decode);
      case 'm': return new Map(v.v.map(([key, value]) => [decode(key), decode(value)]));
      case 's': return new Set(v.v.map(decode));
      default: throw new Error('unknown tag');
    }
  }
  const object = {};
  for (const key of Object.keys(v)) Object.defineProperty(object, key[0] === '$' ? key.slice(1) : key, { value: decode(v[key]), writable: true, enumerable: true, configurable: true });
  return object;
}

module.exports = { encode, decode };
