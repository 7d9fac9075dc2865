'use strict';
/*
 * The two pipes of a strategy process: frames in on fd 5 ([u32 length][u32 type][payload]), replies out on fd 4: [u32 length][JSON], or a
 * decision in columns, [u32 length][u32 0][u32 n][n weights, f64][n places in the universe, u32][JSON of its memory, or nothing].
 */
const { readSync, writeSync } = require('node:fs');

const IN = 5;
const OUT = 4;
const HEADER = 8;
/** The engine ends a process that says more; the strategy is told instead. */
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

/** Reused: a reply has left when the call returns. */
let outbox = Buffer.alloc(1 << 14);

function reply(text) {
  if (text.length > MAX_REPLY) return reply(TOO_LARGE);
  makeRoom(4 + 3 * text.length);
  send(4 + outbox.write(text, 4));
}

/** The first `n` of both columns, each given as the bytes of its array; `memory`: JSON, '' for none. */
function replyColumns(n, weights, places, memory) {
  if (memory.length > MAX_REPLY) return reply(TOO_LARGE);
  makeRoom(12 + 12 * n + 3 * memory.length);
  outbox.writeUInt32LE(0, 4);
  outbox.writeUInt32LE(n, 8);
  outbox.set(weights.subarray(0, 8 * n), 12);
  outbox.set(places.subarray(0, 4 * n), 12 + 8 * n);
  const head = 12 + 12 * n;
  send(head + (memory === '' ? 0 : outbox.write(memory, head)));
}

function makeRoom(bytes) {
  if (outbox.length < bytes) outbox = Buffer.alloc(bytes);
}

/** The first `total` bytes of the outbox, the length of what follows written in front. */
function send(total) {
  if (total - 4 > MAX_REPLY) return reply(TOO_LARGE);
  outbox.writeUInt32LE(total - 4, 0);
  for (let at = 0; at < total; ) {
    try {
      at += writeSync(OUT, outbox, at, total - at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

module.exports = { Inbox, reply, replyColumns };
