import type { Readable, Writable } from 'node:stream';
import { handleText, type McpServer, newSession } from './handle-message';
import { RPC_ERROR, rpcError } from './json-rpc';
import { type Line, readLines } from './read-lines';

const MAX_LINE = 4_000_000;

/** One JSON message a line in, one a line out; logs go elsewhere. Ends when the input does and all is answered, or when nobody reads the answers. */
export async function serveStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const session = newSession();
  const running = new Set<Promise<void>>();
  const unread = new AbortController();
  output.once('error', (error) => {
    unread.abort(error);
    input.destroy();
  });
  const answer = async (line: Line): Promise<void> => {
    const response = line === null ? rpcError(null, RPC_ERROR.INVALID_REQUEST, `A message has at most ${MAX_LINE / 1e6} MB.`) : await handleText(server, line, session, unread.signal);
    if (response && !unread.signal.aborted) output.write(`${JSON.stringify(response)}\n`);
  };
  try {
    for await (const line of readLines(input, MAX_LINE)) {
      if (line?.trim() === '') continue;
      const work = answer(line);
      running.add(work);
      void work.finally(() => running.delete(work));
    }
  } catch (error) {
    if (!unread.signal.aborted) throw error;
  }
  await Promise.all(running);
}
