import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request; the last step serves all further ones. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export interface Loopback {
  readonly url: string;
  /** Bodies of the requests so far, parsed. */
  readonly bodies: Record<string, unknown>[];
  readonly headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that answers from a script in the vendor's own wire format. */
export async function loopback(steps: readonly Step[]): Promise<Loopback> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      bodies.push(text ? (JSON.parse(text) as Record<string, unknown>) : {});
      headers.push(request.headers);
      const step = steps[Math.min(bodies.length, steps.length) - 1];
      step?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An HTTP error before any stream. */
export const failWith = (status: number, body: unknown, headers: Record<string, string> = {}): Step => (response) => {
  const html = typeof body === 'string';
  response.writeHead(status, { 'content-type': html ? 'text/html' : 'application/json', ...headers });
  response.end(html ? body : JSON.stringify(body));
};

/** Accepts the request and never says anything. */
export const hang: Step = () => {};

export interface Scripted {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  /** Stop reason in the vendor's words. */
  readonly stop?: string;
  /** How the stream ends: whole, socket cut, end without the final events, an error event, or silence. */
  readonly ending?: 'whole' | 'cut' | 'eof' | 'error' | 'silent';
  /** Sends words one by one, so many ms apart, as a model does; at once when not given. */
  readonly dripMs?: number;
}

const USAGE = { input: 100, output: 20 };

/** The text in the pieces it is sent in. */
const pieces = ({ text = '', dripMs }: Scripted): string[] => (dripMs === undefined ? [text] : (text.match(/\S*\s*/g) ?? []).filter((piece) => piece !== ''));

async function stream(response: ServerResponse, head: readonly string[], tail: readonly string[], error: string, { ending = 'whole', dripMs }: Scripted): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (dripMs === undefined) response.write(head.join(''));
  else
    for (const piece of head) {
      if (response.destroyed) return;
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, dripMs));
    }
  if (ending === 'cut') setTimeout(() => response.destroy(), 20);
  else if (ending === 'eof') response.end();
  else if (ending === 'error') response.end(error);
  else if (ending === 'whole') response.end(tail.join(''));
}

/** Anthropic Messages as server-sent events. */
export const anthropicStream = (reply: Scripted): Step => (response) => {
  const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const calls = reply.calls ?? [];
  const blocks: string[] = [];
  let index = 0;
  if (reply.text) {
    blocks.push(event('content_block_start', { index, content_block: { type: 'text', text: '' } }), ...pieces(reply).map((text) => event('content_block_delta', { index, delta: { type: 'text_delta', text } })), event('content_block_stop', { index }));
    index++;
  }
  for (const call of calls) {
    blocks.push(event('content_block_start', { index, content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} } }));
    for (let at = 0; at < call.input.length; at += 7) blocks.push(event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: call.input.slice(at, at + 7) } }));
    blocks.push(event('content_block_stop', { index }));
    index++;
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake-1', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: USAGE.input, output_tokens: 1 } };
  const stop = reply.stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
  void stream(
    response,
    [event('message_start', { message }), ...blocks],
    [event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: USAGE.output } }), event('message_stop', {})],
    event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    reply,
  );
};

/** OpenAI chat completions as server-sent events. */
export const openaiStream = (reply: Scripted): Step => (response) => {
  const chunk = (data: object): string => `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'fake-1', ...data })}\n\n`;
  const delta = (value: object, finish: string | null = null): string => chunk({ choices: [{ index: 0, delta: value, finish_reason: finish }] });
  const calls = reply.calls ?? [];
  const [first, ...rest] = pieces(reply);
  const head = [delta({ role: 'assistant', content: first || (calls.length > 0 ? null : '') }), ...rest.map((content) => delta({ content }))];
  calls.forEach((call, index) => {
    head.push(delta({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }));
    for (let at = 0; at < call.input.length; at += 7) head.push(delta({ tool_calls: [{ index, function: { arguments: call.input.slice(at, at + 7) } }] }));
  });
  const stop = reply.stop ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  void stream(
    response,
    head,
    [delta({}, stop), chunk({ choices: [], usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output } }), 'data: [DONE]\n\n'],
    `data: ${JSON.stringify({ error: { message: 'Overloaded', type: 'overloaded_error', code: null } })}\n\n`,
    reply,
  );
};
