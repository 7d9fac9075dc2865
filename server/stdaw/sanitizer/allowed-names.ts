/** The globals a strategy may use: plain mathematics and plain data. Everything else that is not declared in the package is refused. */
export const ALLOWED_GLOBALS: ReadonlySet<string> = new Set([
  'Math', 'Number', 'String', 'Boolean', 'Array', 'Object', 'Map', 'Set', 'JSON', 'BigInt', 'Infinity', 'NaN', 'undefined', 'isFinite', 'isNaN', 'parseFloat', 'parseInt',
  'Error', 'RangeError', 'TypeError', 'Float64Array', 'Float32Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Uint8Array', 'Uint16Array', 'Uint32Array',
]);

/** What may be read from `Object`; the rest is reflection. */
export const ALLOWED_OBJECT_MEMBERS: ReadonlySet<string> = new Set(['keys', 'values', 'entries', 'fromEntries', 'freeze', 'is', 'hasOwn']);

/** Members that reach constructors, prototypes, stacks, coercion hooks, clocks or randomness; also refused as string literals. */
export const FORBIDDEN_MEMBERS: ReadonlySet<string> = new Set([
  'constructor', '__proto__', 'prototype', 'caller', 'callee', 'arguments', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__',
  'prepareStackTrace', 'captureStackTrace', 'stackTraceLimit', 'stack', 'valueOf', 'toString', 'toLocaleString', 'toJSON', 'then', 'apply', 'call', 'bind', 'random', 'now',
  'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'asymmetricMatch', 'equals', 'nodeType', '$$typeof', 'toPrimitive', 'iterator', 'species',
]);

/** Methods that change their object in place. */
export const MUTATING_METHODS: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin', 'set', 'add', 'delete', 'clear']);
