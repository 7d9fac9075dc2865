import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** A password: typed without echo at a terminal, else the first line of standard input. Never an argument, which others could read. */
export async function readPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readFileSync(0, 'utf8').split(/\r?\n/)[0] ?? '';
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await new Promise<string>((resolve) => lines.question('', resolve));
  lines.close();
  process.stderr.write('\n');
  return answer;
}
