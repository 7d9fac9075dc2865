import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { handleText, type McpServer, newSession } from './handle-message';

/** One JSON message a line in, one a line out; logs go elsewhere. Ends when the input does and all is answered. */
export async function serveStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const session = newSession();
  const running = new Set<Promise<void>>();
  const answer = async (line: string): Promise<void> => {
    const response = await handleText(server, line, session);
    if (response) output.write(`${JSON.stringify(response)}\n`);
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const work = answer(line);
    running.add(work);
    void work.finally(() => running.delete(work));
  }
  await Promise.all(running);
}
