'use strict';
/*
 * Trusted bootstrap of a strategy process. Frames on fd 5 (day-frame.ts), replies on fd 4 (frame-pipe.cjs).
 * The strategy lives in a vm context of its own: it is handed no host object, only strings and bytes written into
 * buffers of its realm; the two that Node lets out by itself lead to frozen built-ins (hostile-decision.test.ts). The context is an integrity layer (no clock, no randomness, no state in shared rows); what keeps the
 * machine safe is the sandbox around this process. Each day arrives as one row; this process never holds a later bar.
 */
const { Inbox, reply, replyColumns } = require('./frame-pipe.cjs');
const { createRealm, freezeHost, loadModules } = require('./hardened-realm.cjs');
const { RowHistory } = require('./row-history.cjs');

const exit = process.reallyExit.bind(process);
const INIT = 1;
const PAST = 2;
const TODAY = 3;
const LOAD_TIMEOUT_MS = 2000;
const MAX_LOOKBACK = 1000;

/** Runs inside the context, before any strategy code; captures what it needs, so later changes there cannot reach it. */
const INSIDE = `(() => { 'use strict';
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
  const failure = (error) => {
    try {
      if (typeof error === 'object' && error !== null) return stringify({ kind: 'error', name: cut(error.name, 80), message: cut(error.message, 2000), stack: cut(error.stack, 4000) });
      return stringify({ kind: 'error', name: 'Thrown value', message: cut(error, 2000), stack: '' });
    } catch { return '{"kind":"error","name":"Error","message":"an error that cannot be printed","stack":""}'; }
  };
  let market, symbols, parameters, names, rows, decide, lookback, count, tradableBytes, wasTradable, heldWeights, heldPlaces, placeOf, answerWeights, answerPlaces, kept;
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
  /** { weights, memory } in plain objects, numbers under names of the universe: written as two columns. How many; -1 for anything else. */
  const writeColumns = (decision) => {
    if (!isPlain(decision)) return -1;
    const parts = keys(decision);
    for (let p = 0; p < parts.length; p++) if (parts[p] !== 'weights' && parts[p] !== 'memory') return -1;
    const { weights, memory } = decision;
    if (!isPlain(weights)) return -1;
    const held = keys(weights);
    if (held.length > count) return -1;
    for (let k = 0; k < held.length; k++) {
      const place = placeOf[held[k]];
      const weight = weights[held[k]];
      if (place === undefined || !isFinite(weight)) return -1;
      answerPlaces[k] = place;
      answerWeights[k] = weight + 0; // -0 crosses as 0, as in JSON
    }
    kept = memory === undefined ? undefined : stringify(memory);
    return held.length;
  };
  /**
   * The decision as JSON, with null, which is refused by name, where JSON would leave something out without a word: a weight that is
   * undefined or a function, and weights in a Map would be names that are sold.
   */
  const writeJson = (decision) => {
    let root, weights;
    return stringify(decision, function (key, value) {
      if (root === undefined) return (root = value);
      if (this === root && key === 'weights') {
        weights = value;
        return typeof value === 'object' && value !== null && !isPlain(value) && keys(value).length === 0 ? null : value;
      }
      const kind = typeof value;
      return this === weights && (kind === 'undefined' || kind === 'function' || kind === 'symbol') ? null : value;
    });
  };
  /** Text, or the number of names in the columns. */
  const answerOf = (decision) => {
    if (decision === null) return '{"kind":"keep"}';
    if (typeof decision !== 'object' || isArray(decision)) return stringify({ kind: 'error', name: 'TypeError', message: 'decide must return { weights } or null, not ' + typeof decision, stack: '' });
    const positions = writeColumns(decision);
    return positions >= 0 ? positions : '{"kind":"decision","decision":' + (writeJson(decision) ?? 'null') + '}';
  };
  return {
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
      const days = new F64(lookback * names.length * count);
      preventExtensions(days.buffer); // a name hung on it would be there tomorrow
      rows = [];
      for (let f = 0; f < names.length; f++) {
        rows[f] = [];
        for (let r = 0; r < lookback; r++) {
          const from = (r * names.length + f) * count;
          rows[f][r] = preventExtensions(apply(subarray, days, [from, from + count]));
        }
      }
      tradableBytes = new Uint8Array(count);
      wasTradable = [];
      heldWeights = new F64(market.length);
      heldPlaces = new U32(market.length);
      placeOf = create(null);
      for (let i = 0; i < count; i++) placeOf[symbols[i]] = i;
      answerWeights = new F64(count);
      answerPlaces = new U32(count);
      return { days, tradableBytes, heldWeights, heldPlaces, answerWeights, answerPlaces };
    },
    /** Memory of the decision in the columns, as JSON; undefined when it has none. */
    kept: () => kept,
    /** held: days there are; positions: names in heldWeights and heldPlaces; json: { date, memory }. */
    ask(json, held, dayIndex, cashWeight, equity, positions) {
      try {
        const { date, memory } = parse(json);
        const portfolio = { weights: weightsOf(positions), cashWeight, equity };
        return answerOf(decide({ date, dayIndex, symbols, fields: fieldsOf(held), tradable: tradableOf(), portfolio, parameters, memory }));
      } catch (error) { return failure(error); }
    },
  };
})()`;

async function main() {
  const inbox = new Inbox();
  if (inbox.next() !== INIT) exit(0);
  const init = JSON.parse(inbox.bytes.toString('utf8', inbox.at, inbox.until));
  freezeHost();
  const realm = createRealm(INSIDE, { frozenGlobal: true, without: ['Date'], filename: 'driver' });
  const { inside } = realm;
  let problem;
  try {
    const entry = (await loadModules(realm, init.files, LOAD_TIMEOUT_MS)).get(init.entry);
    problem = entry ? inside.entry(entry.namespace) : `the entry ${init.entry} is not a file of this package`;
  } catch (error) {
    problem = String(error?.stack ?? error).slice(0, 4000);
  }
  const lookback = problem ? 0 : inside.lookback();
  if (!problem && !(Number.isInteger(lookback) && lookback >= 1 && lookback <= MAX_LOOKBACK)) problem = `lookbackDays must be a whole number from 1 to ${MAX_LOOKBACK}`;
  if (problem) {
    reply(JSON.stringify({ problem }));
    exit(0);
  }
  const { fields, symbols, market, parameters } = init;
  const built = inside.build(JSON.stringify({ fields, symbols, market, parameters }));
  reply(JSON.stringify({ lookbackDays: lookback }));
  answerDays(inbox, inside, built, new RowHistory(lookback, fields.length, symbols.length), symbols.length);
  exit(0);
}

/** Until the stream ends. `built`: memory of the context, written from here as bytes and never handed over. */
function answerDays(inbox, inside, built, history, count) {
  const bytesOf = (array) => new Uint8Array(array.buffer);
  const [days, tradable, weights, places, answerWeights, answerPlaces] = [built.days, built.tradableBytes, built.heldWeights, built.heldPlaces, built.answerWeights, built.answerPlaces].map(bytesOf);
  for (let type = inbox.next(); type === PAST || type === TODAY; type = inbox.next()) {
    const { bytes, at, until } = inbox;
    history.append(bytes, at);
    if (type === PAST) continue;
    const head = at + history.dayBytes;
    const held = bytes.readDoubleLE(head + 24);
    const behindWeights = head + 32 + held * 8;
    const behindPlaces = behindWeights + held * 4;
    weights.set(bytes.subarray(head + 32, behindWeights));
    places.set(bytes.subarray(behindWeights, behindPlaces));
    tradable.set(bytes.subarray(behindPlaces, behindPlaces + count));
    const json = bytes.toString('utf8', behindPlaces + count, until);
    const answer = inside.ask(json, history.show(days), bytes.readDoubleLE(head), bytes.readDoubleLE(head + 8), bytes.readDoubleLE(head + 16), held);
    if (typeof answer === 'number') replyColumns(answer, answerWeights, answerPlaces, inside.kept() ?? '');
    else reply(answer);
  }
}

main().catch((error) => {
  try {
    process.stderr.write(`${error?.stack}\n`);
  } finally {
    exit(70);
  }
});
