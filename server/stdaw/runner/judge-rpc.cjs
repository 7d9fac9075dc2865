'use strict';
/* Calls of the judge into the subject: synchronous, random ids, bounded replies. The subject is never believed about itself. */
const fs = require('node:fs');
const { randomInt } = require('node:crypto');
const { encode, decode } = require('./judge-codec.cjs');

const REQUESTS = 6;
const REPLIES = 7;
const MAX_REPLY = 8 << 20;
const MAX_LOGGED_CALLS = 5000;
const MAX_LOGGED_BYTES = 4 << 20;
const MIN_ROUNDS = 2;
const MIN_REPLAYED = 200;
const REPLAY_MS = 200;
const BUILT_IN_ERRORS = { TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError };

/** The subject cannot be used any more: it died, or broke the protocol. No test may go on after it. */
class SubjectGone extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'SubjectGone';
    this.code = code;
  }
}

const state = { gone: null, calls: 0, log: [], loggedBytes: 0, nextId: randomInt(1 << 30) };

function lose(code, message) {
  state.gone ??= new SubjectGone(code, message);
  throw state.gone;
}

function write(fd, text) {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const chunk = Buffer.allocUnsafe(1 << 16);
let rest = Buffer.alloc(0);
function readLine() {
  const parts = [];
  let size = 0;
  let data = rest;
  for (;;) {
    const end = data.indexOf(10);
    if (end >= 0) {
      rest = Buffer.from(data.subarray(end + 1));
      return Buffer.concat([...parts, data.subarray(0, end)]).toString('utf8');
    }
    parts.push(Buffer.from(data));
    size += data.length;
    if (size > MAX_REPLY) lose('OUTPUT_FLOOD', `a reply of the strategy is larger than ${MAX_REPLY} bytes`);
    let n = 0;
    try {
      n = fs.readSync(REPLIES, chunk, 0, chunk.length, null);
    } catch (error) {
      if (error.code === 'EAGAIN') {
        data = Buffer.alloc(0);
        continue;
      }
      if (error.code !== 'EOF') throw error;
    }
    if (n === 0) lose('SUBJECT_DIED', 'the process of the strategy ended during the run');
    data = chunk.subarray(0, n);
  }
}

/** One request, one reply with the same id; anything else is a violation. */
function exchange(file, name, args) {
  if (state.gone) throw state.gone;
  state.nextId += 1 + randomInt(1000);
  const id = state.nextId.toString(36);
  try {
    write(REQUESTS, `${id}\t${file}\t${name}\t${args}\n`);
  } catch {
    lose('SUBJECT_DIED', 'the process of the strategy ended during the run');
  }
  const line = readLine();
  const tab = line.indexOf('\t');
  if (tab < 0 || line.slice(0, tab) !== id) lose('PROTOCOL_VIOLATION', 'the strategy process answered with a wrong id');
  return line.slice(tab + 1);
}

function parseReply(text) {
  let reply;
  try {
    reply = JSON.parse(text);
  } catch {
    lose('PROTOCOL_VIOLATION', 'the strategy process answered with something that is not JSON');
  }
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) lose('PROTOCOL_VIOLATION', 'the strategy process answered with something that is not a reply');
  return reply;
}

/** The error a strategy threw, rebuilt here from its text. */
function subjectError(reply) {
  const name = String(reply.e);
  const error = new (BUILT_IN_ERRORS[name] ?? Error)(String(reply.m));
  Object.defineProperty(error, 'name', { value: name, configurable: true });
  error.subjectStack = String(reply.s).slice(0, 4000);
  return error;
}

function decodeValue(value) {
  try {
    return decode(value);
  } catch {
    return lose('PROTOCOL_VIOLATION', 'the strategy process answered with a value that cannot be read');
  }
}

/** Call `name` of the strategy file with plain data. @throws the strategy's error, or ImpureFunction when it changed its arguments */
function call(file, name, args) {
  const encoded = args.map((arg, i) => {
    try {
      return encode(arg);
    } catch (error) {
      throw new TypeError(`argument ${i + 1} of ${name} (${file}): ${error.message}`);
    }
  });
  const text = `[${encoded.join(',')}]`;
  const answer = exchange(file, name, text);
  state.calls++;
  if (state.log.length < MAX_LOGGED_CALLS && state.loggedBytes < MAX_LOGGED_BYTES) {
    state.log.push({ file, name, text, answer });
    state.loggedBytes += text.length + answer.length;
  }
  const reply = parseReply(answer);
  if (Object.hasOwn(reply, 'e')) throw subjectError(reply);
  if (reply.mut) {
    const error = new Error(`${name} (${file}) changed its arguments; a strategy function must leave them as they are`);
    error.name = 'ImpureFunction';
    error.subjectStack = `    at ${name} (${file}:1:1)`;
    throw error;
  }
  return decodeValue(reply.v);
}

/** First line: the process is up. Second: what the strategy's modules export, or why they could not be loaded. */
const awaitHello = () => {
  if (parseReply(readLine()).hello !== 1) lose('PROTOCOL_VIOLATION', 'the strategy process did not start with its greeting');
};
const awaitLoad = () => parseReply(readLine());

const withoutStack = (answer) => answer.replace(/,"s":"(?:[^"\\]|\\.)*"/, '');

/**
 * Ask every logged call again, in other orders, a round in one message. Pure functions answer the same bytes. A short log is
 * asked more often, so that a function that counts its calls and turns dishonest later is met.
 */
function replay(shuffle) {
  const { log } = state;
  const started = performance.now();
  const rounds = log.length === 0 ? 0 : Math.max(MIN_ROUNDS, Math.ceil(MIN_REPLAYED / log.length));
  let calls = 0;
  for (let round = 0; round < rounds; round++) {
    if (round >= MIN_ROUNDS && performance.now() - started > REPLAY_MS) break;
    const order = shuffle(log.map((_, i) => i));
    const answers = parseReplies(exchange('!replay', JSON.stringify(order.map((i) => [log[i].file, log[i].name, log[i].text])), ''), log.length);
    calls += log.length;
    for (let k = 0; k < order.length; k++) {
      const entry = log[order[k]];
      if (withoutStack(answers[k]) !== withoutStack(entry.answer)) return { calls, mismatch: { module: entry.file, fn: entry.name, args: entry.text.slice(0, 500) } };
    }
  }
  return { calls, mismatch: null };
}

function parseReplies(text, count) {
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    list = null;
  }
  if (!Array.isArray(list) || list.length !== count || !list.every((answer) => typeof answer === 'string')) lose('PROTOCOL_VIOLATION', 'the strategy process did not answer the replay call by call');
  return list;
}

module.exports = { awaitHello, awaitLoad, call, decodeValue, replay, state, subjectError, write };
