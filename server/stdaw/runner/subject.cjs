'use strict';
/*
 * Trusted bootstrap of the SUBJECT: the process that runs strategy code and nothing else. It has no tests, no assertions and
 * no verdict channel. fd 0: sources from the orchestrator. fd 3: requests of the judge. fd 4: replies. fd 5: coverage.
 * A request is `id \t module \t function \t [args]`, a reply is `id \t {json}`. `!replay` asks many at once.
 */
const fs = require('node:fs');
const inspector = require('node:inspector');
const { StringDecoder } = require('node:string_decoder');
const { createRealm, freezeHost, loadModules } = require('./hardened-realm.cjs');

const { readSync, writeSync } = fs;
const exit = process.reallyExit.bind(process);
const SOURCES = 0;
const REQUESTS = 3;
const REPLIES = 4;
const COVERAGE = 5;
const LOAD_TIMEOUT_MS = 2000;

const codecText = fs.readFileSync('/w/subject-codec.cjs', 'utf8').trim().replace(/;$/, '');
const chunk = Buffer.allocUnsafe(1 << 16);

function readSome(fd) {
  for (;;) {
    try {
      return readSync(fd, chunk, 0, chunk.length, null);
    } catch (error) {
      if (error.code === 'EOF') return 0;
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function readAll(fd) {
  const decoder = new StringDecoder('utf8');
  let all = '';
  for (let n = readSome(fd); n > 0; n = readSome(fd)) all += decoder.write(chunk.subarray(0, n));
  return all;
}

const decoder = new StringDecoder('utf8');
let pending = '';
function readLine() {
  for (;;) {
    const end = pending.indexOf('\n');
    if (end >= 0) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      return line;
    }
    const n = readSome(REQUESTS);
    if (n === 0) return null;
    pending += decoder.write(chunk.subarray(0, n));
  }
}

function write(fd, text) {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/* The inspector runs in C++ outside of every context, so no JavaScript of the strategy can change its counters. */
const session = new inspector.Session();
session.connect();
function profiler(method, params) {
  let result;
  session.post(`Profiler.${method}`, params, (error, value) => {
    if (error) throw new Error(error.message);
    result = value;
  });
  return result;
}

async function main() {
  freezeHost();
  write(REPLIES, '{"hello":1}\n');
  const files = JSON.parse(readAll(SOURCES));
  const paths = new Set(files.map(([file]) => file));
  /* Taking the counters also sets them to zero: that splits import from tests. */
  const takeCoverage = () => profiler('takePreciseCoverage').result.filter((script) => paths.has(script.url));

  const realm = createRealm(codecText);
  const { listExports, call, failure } = realm.inside;
  profiler('enable');
  profiler('startPreciseCoverage', { callCount: true, detailed: true, allowTriggeredUpdates: false });
  let modules;
  try {
    modules = await loadModules(realm, files, LOAD_TIMEOUT_MS);
  } catch (error) {
    write(REPLIES, `{"load":false,"error":${failure(error)}}\n`);
    exit(0);
  }
  const exported = [...modules].map(([file, module]) => `${JSON.stringify(file)}:${listExports(module.namespace)}`);
  const duringImport = takeCoverage();
  write(REPLIES, `{"load":true,"exports":{${exported.join(',')}}}\n`);

  let duringTests = null;
  for (let line = readLine(); line !== null; line = readLine()) {
    const [id, file, name, args] = line.split('\t');
    if (file === '!replay') {
      duringTests ??= takeCoverage(); // the replay must not add to what the tests covered
      const replies = JSON.parse(name).map(([module, fn, text]) => call(modules.get(module).namespace, fn, text));
      write(REPLIES, `${id}\t${JSON.stringify(replies)}\n`);
    } else {
      write(REPLIES, `${id}\t${call(modules.get(file).namespace, name, args)}\n`);
    }
  }
  write(COVERAGE, JSON.stringify({ import: duringImport, test: duringTests ?? takeCoverage() }));
  exit(0);
}

main().catch((error) => {
  write(2, `${error?.stack}\n`);
  exit(70);
});
