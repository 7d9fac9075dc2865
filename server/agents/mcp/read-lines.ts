import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

/** A line, or null for one that was longer than a message may be: nothing of it is kept. */
export type Line = string | null;

/** Lines of a stream, the last one also without its end, each up to `limit` bytes: a peer that never ends a line cannot fill the memory. */
export async function* readLines(input: Readable, limit: number): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let bytes = 0;
  const take = (): Line => {
    const line = bytes > limit ? null : parts.join('').replace(/\r$/, '');
    parts = [];
    bytes = 0;
    return line;
  };
  const keep = (text: string): void => {
    bytes += Buffer.byteLength(text);
    if (bytes > limit) parts = [];
    else parts.push(text);
  };
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const [first = '', ...rest] = decoder.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk).split('\n');
    keep(first);
    for (const text of rest) {
      yield take();
      keep(text);
    }
  }
  keep(decoder.end());
  if (bytes > 0) yield take();
}
