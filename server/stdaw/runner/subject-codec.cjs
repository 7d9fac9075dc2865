/*
 * One expression, evaluated inside the subject's context before any strategy code. Values cross as JSON text with tags
 * ({"$":kind,…}) for what JSON lacks; functions and class instances do not cross. Captures every built-in it uses.
 */
(() => {
  'use strict';
  const { parse, stringify } = JSON;
  const { is, keys, defineProperty, getPrototypeOf } = Object;
  const { isArray } = Array;
  const { isFinite: isFiniteNumber } = Number;
  const { apply, construct } = Reflect;
  const text = String;
  const toBigInt = BigInt;
  const TypeErrorIn = TypeError;
  const MapIn = Map;
  const SetIn = Set;
  const plainPrototype = Object.prototype;
  const mapForEach = Map.prototype.forEach;
  const mapSet = Map.prototype.set;
  const setForEach = Set.prototype.forEach;
  const setAdd = Set.prototype.add;
  const { slice, startsWith } = String.prototype;
  const hasOwn = Object.prototype.hasOwnProperty;
  const kinds = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array, Uint8ClampedArray];
  const kindNames = ['Float64Array', 'Float32Array', 'Int32Array', 'Uint32Array', 'Int16Array', 'Uint16Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray'];
  const kindPrototypes = [];
  for (let i = 0; i < kinds.length; i++) kindPrototypes[i] = kinds[i].prototype;
  const MAX_DEPTH = 64;

  const encodeNumber = (v) => (isFiniteNumber(v) && !is(v, -0) ? text(v) : `{"$":"n","v":"${is(v, -0) ? '-0' : text(v)}"}`);
  const encodeList = (list, depth) => {
    let out = '';
    for (let i = 0; i < list.length; i++) out += (i > 0 ? ',' : '') + encode(list[i], depth);
    return out;
  };
  const encode = (v, depth) => {
    if (depth > MAX_DEPTH) throw new TypeErrorIn(`a value nested deeper than ${MAX_DEPTH} cannot cross the boundary`);
    switch (typeof v) {
      case 'number': return encodeNumber(v);
      case 'string': return stringify(v);
      case 'boolean': return v ? 'true' : 'false';
      case 'undefined': return '{"$":"u"}';
      case 'bigint': return `{"$":"b","v":"${text(v)}"}`;
      case 'object': break;
      default: throw new TypeErrorIn(`a ${typeof v} cannot cross the boundary; only plain data can`);
    }
    if (v === null) return 'null';
    if (isArray(v)) return `[${encodeList(v, depth + 1)}]`;
    const proto = getPrototypeOf(v);
    for (let i = 0; i < kinds.length; i++) if (proto === kindPrototypes[i]) return `{"$":"t","k":"${kindNames[i]}","v":[${encodeList(v, depth + 1)}]}`;
    if (proto === MapIn.prototype) {
      let out = '';
      apply(mapForEach, v, [(value, key) => { out += `${out ? ',' : ''}[${encode(key, depth + 1)},${encode(value, depth + 1)}]`; }]);
      return `{"$":"m","v":[${out}]}`;
    }
    if (proto === SetIn.prototype) {
      let out = '';
      apply(setForEach, v, [(value) => { out += (out ? ',' : '') + encode(value, depth + 1); }]);
      return `{"$":"s","v":[${out}]}`;
    }
    if (proto !== plainPrototype && proto !== null) throw new TypeErrorIn('an instance of a class cannot cross the boundary; only plain data can');
    let out = '';
    const names = keys(v);
    for (let i = 0; i < names.length; i++) out += `${i > 0 ? ',' : ''}${stringify(names[i][0] === '$' ? `$${names[i]}` : names[i])}:${encode(v[names[i]], depth + 1)}`;
    return `{${out}}`;
  };

  const decode = (v) => {
    if (typeof v !== 'object' || v === null) return v;
    if (isArray(v)) {
      for (let i = 0; i < v.length; i++) v[i] = decode(v[i]);
      return v;
    }
    if (apply(hasOwn, v, ['$'])) {
      switch (v.$) {
        case 'n': return v.v === '-0' ? -0 : +v.v;
        case 'u': return undefined;
        case 'b': return toBigInt(v.v);
        case 't': {
          for (let i = 0; i < kinds.length; i++) if (kindNames[i] === v.k) return construct(kinds[i], [decode(v.v)]);
          throw new TypeErrorIn('unknown kind of typed array');
        }
        case 'm': {
          const map = new MapIn();
          for (let i = 0; i < v.v.length; i++) apply(mapSet, map, [decode(v.v[i][0]), decode(v.v[i][1])]);
          return map;
        }
        default: {
          const set = new SetIn();
          for (let i = 0; i < v.v.length; i++) apply(setAdd, set, [decode(v.v[i])]);
          return set;
        }
      }
    }
    const object = {};
    const names = keys(v);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      defineProperty(object, name[0] === '$' ? apply(slice, name, [1]) : name, { value: decode(v[name]), writable: true, enumerable: true, configurable: true });
    }
    return object;
  };

  const cut = (value, length) => stringify(apply(slice, text(value), [0, length]));
  const failure = (error) => {
    try {
      if (typeof error === 'object' && error !== null) return `{"e":${cut(error.name, 80)},"m":${cut(error.message, 2000)},"s":${cut(error.stack, 4000)}}`;
      return `{"e":"a thrown ${typeof error}","m":${cut(error, 2000)},"s":""}`;
    } catch {
      return '{"e":"an error that cannot be printed","m":"","s":""}';
    }
  };

  return {
    /** What a module exports: functions by name, plain data by value. */
    listExports(namespace) {
      let out = '';
      const names = keys(namespace);
      for (let i = 0; i < names.length; i++) {
        if (apply(startsWith, names[i], ['$state_'])) continue; // the realm's own, see sandbox/module-state.ts
        const value = namespace[names[i]];
        let what = '{"fn":1}';
        if (typeof value !== 'function') {
          try { what = `{"v":${encode(value, 0)}}`; } catch (error) { what = failure(error); }
        }
        out += `${out ? ',' : ''}${stringify(names[i])}:${what}`;
      }
      return `{${out}}`;
    },
    /** Call an export with encoded arguments. `mut` = the function changed its arguments. */
    call(namespace, name, argsText) {
      try {
        const fn = namespace[name];
        if (typeof fn !== 'function') throw new TypeErrorIn(`${name} is not a function`);
        const args = decode(parse(argsText));
        const result = encode(apply(fn, undefined, args), 0);
        return `{"v":${result}${`[${encodeList(args, 1)}]` === argsText ? '' : ',"mut":1'}}`;
      } catch (error) {
        return failure(error);
      }
    },
    failure,
  };
})();
