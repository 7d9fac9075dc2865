import { afterEach, describe, expect, it } from 'vitest';
import { anthropicClient } from './anthropic-client';
import { openaiClient } from './openai-client';
import { type Loopback, loopback, type Step } from './testing/loopback';
import { tokenLimit } from './token-limit';
import { ModelFault, type Reply } from './types';

let server: Loopback;
afterEach(() => server?.close());

const turn = { model: 'm', system: 's', messages: [{ role: 'user' as const, text: 'hello' }], tools: [], maxTokens: 64, signal: new AbortController().signal };
const sse = (lines: readonly string[]): Step => (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(lines.join(''));
};

describe('servers that speak chat completions with gaps', () => {
  const line = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
  const delta = (value: object, finish: string | null = null): string => line({ id: 'c', object: 'chat.completion.chunk', model: 'local', choices: [{ index: 0, delta: value, finish_reason: finish }] });
  const call = (value: object): string => delta({ tool_calls: [value] });
  const fn = (name: string, args: unknown) => ({ function: { name, arguments: args } });
  const USAGE = line({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } });
  const DONE = 'data: [DONE]\n\n';
  const ask = async (lines: readonly string[]): Promise<Reply> => {
    server = await loopback([sse([...lines, DONE])]);
    return openaiClient({ apiKey: 'k', baseUrl: `${server.url}/v1`, idleMs: 500 }).complete(turn);
  };
  const A = { id: 'a', name: 'f', input: '{"x":1}' };
  const B = { id: 'b', name: 'g', input: '{"y":2}' };

  it.each<[string, string[], { id: string; name: string; input: string }[]]>([
    ['no index, each call whole in one chunk (Ollama before 0.4.7)', [call({ id: 'a', ...fn('f', '{"x":1}') }), call({ id: 'b', ...fn('g', '{"y":2}') })], [A, B]],
    ['no index, both in one chunk (Gemini)', [delta({ tool_calls: [{ id: 'a', ...fn('f', '{"x":1}') }, { id: 'b', ...fn('g', '{"y":2}') }] })], [A, B]],
    ['no index, arguments in pieces', [call({ id: 'a', ...fn('f', '') }), call({ function: { arguments: '{"x"' } }), call({ function: { arguments: ':1}' } }), call({ id: 'b', ...fn('g', '{"y":2}') })], [A, B]],
    ['index 0 for every call (ollama#15457)', [call({ index: 0, id: 'a', ...fn('f', '{"x":1}') }), call({ index: 0, id: 'b', ...fn('g', '{"y":2}') })], [A, B]],
    ['index 0 for every call and no id', [call({ index: 0, ...fn('f', '{"x":1}') }), call({ index: 0, ...fn('g', '{"y":2}') })], [{ ...A, id: 'call_0' }, { ...B, id: 'call_1' }]],
    ['index beginning at 1 (litellm)', [call({ index: 1, id: 'a', ...fn('f', '') }), call({ index: 1, id: null, function: { name: null, arguments: '{"x":1}' } })], [A]],
    ['no id, pieces by index (gpt-oss on Ollama)', [call({ index: 0, ...fn('f', '{"x"') }), call({ index: 1, id: '', ...fn('g', '{"y"') }), call({ index: 0, function: { arguments: ':1}' } }), call({ index: 1, function: { arguments: ':2}' } })], [{ ...A, id: 'call_0' }, { ...B, id: 'call_1' }]],
    ['the id and the name repeated in each piece', [call({ index: 0, id: 'a', ...fn('f', '{"x"') }), call({ index: 0, id: 'a', ...fn('f', ':1}') })], [A]],
    ['arguments as an object', [call({ id: 'a', ...fn('f', { x: 1 }) })], [A]],
    ['no arguments at all', [call({ index: 0, id: 'a', function: { name: 'f' } })], [{ ...A, input: '{}' }]],
  ])('%s', async (_name, lines, calls) => {
    const reply = await ask([...lines, delta({}, 'tool_calls'), USAGE]);
    expect(reply).toMatchObject({ calls, stop: 'tools', inputTokens: 9, outputTokens: 4, model: 'local' });
  });

  it('a server of one\u2019s own is told the limit in the word that Ollama heeds (ollama#7125), others in the one that OpenAI demands', async () => {
    await ask([delta({ content: 'hi' }, 'stop')]);
    expect(server.bodies[0]).toMatchObject({ max_tokens: 64 });
    expect(server.bodies[0]).not.toHaveProperty('max_completion_tokens');
    for (const url of [null, 'https://api.openai.com/v1']) expect(tokenLimit(url, 64)).toEqual({ max_completion_tokens: 64 });
  });

  it('says `stop` although it calls tools', async () => {
    expect((await ask([call({ id: 'a', ...fn('f', '{"x":1}') }), delta({}, 'stop')])).stop).toBe('tools');
  });

  it('a last chunk whose choices are null carries the usage (vLLM); one without choices too', async () => {
    expect(await ask([delta({ content: 'hi' }, 'stop'), line({ choices: null, usage: { prompt_tokens: 9, completion_tokens: 4 } })])).toMatchObject({ text: 'hi', inputTokens: 9, outputTokens: 4 });
    await server.close();
    expect(await ask([delta({ content: 'hi' }, 'stop'), line({ usage: { prompt_tokens: 9, completion_tokens: 4 } })])).toMatchObject({ inputTokens: 9 });
  });

  it('no usage: booked by what was streamed, reasoning included, which is no part of the answer', async () => {
    const short = await ask([delta({ content: 'hi' }), delta({}, 'stop')]);
    await server.close();
    const long = await ask([delta({ reasoning_content: 'think '.repeat(100) }), delta({ reasoning: 'more '.repeat(100) }), delta({ content: 'hi' }), delta({}, 'stop')]);
    expect(long.text).toBe('hi');
    expect(short.outputTokens).toBeGreaterThan(0);
    expect(long.outputTokens).toBeGreaterThan(short.outputTokens + 250);
  });

  it.each([
    ['no finish reason before [DONE]', [delta({ content: 'half' })]],
    ['a finish reason nobody knows', [delta({ content: 'half' }, 'abort')]],
    ['an error object as a chunk (vLLM)', [delta({ content: 'half' }), line({ object: 'error', message: 'CUDA out of memory', code: 500 })]],
    ['an error beside null choices', [delta({ content: 'half' }), line({ choices: null, error: { message: 'overloaded' } })]],
  ])('%s is no answer', async (_name, lines) => {
    await expect(ask(lines)).rejects.toBeInstanceOf(ModelFault);
  });

  it('content_filter and a refusal in words are refusals, whatever was said before', async () => {
    expect((await ask([delta({ content: 'half' }, 'content_filter')])).stop).toBe('refusal');
    await server.close();
    expect((await ask([delta({ refusal: 'I cannot' }), delta({}, 'stop')])).stop).toBe('refusal');
  });
});

describe('Anthropic Messages as it is streamed today', () => {
  const event = (type: string, data: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const START = event('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake-1', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 85, output_tokens: 1 } } });
  const end = (stop: string | null) => [event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 20 } }), event('message_stop')];
  const say = (index: number, text: string) => [event('content_block_start', { index, content_block: { type: 'text', text: '' } }), event('content_block_delta', { index, delta: { type: 'text_delta', text } }), event('content_block_stop', { index })];
  const ask = async (lines: readonly string[]): Promise<Reply> => {
    server = await loopback([sse(lines)]);
    return anthropicClient({ apiKey: 'k', baseUrl: server.url, idleMs: 500 }).complete(turn);
  };

  it.each([
    ['end_turn', 'end'], ['stop_sequence', 'end'], ['tool_use', 'tools'], ['max_tokens', 'length'], ['model_context_window_exceeded', 'length'], ['pause_turn', 'length'], ['refusal', 'refusal'],
  ])('%s is %s', async (stop, kind) => {
    expect(await ask([START, ...say(0, 'words'), ...end(stop)])).toMatchObject({ text: 'words', stop: kind, inputTokens: 100, outputTokens: 20 });
  });

  it.each([['a stop reason nobody knows', 'enough'], ['none', null]])('%s is no answer, and is paid for', async (_name, stop) => {
    const fault = await ask([START, ...say(0, 'words'), ...end(stop)]).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ModelFault);
    expect((fault as ModelFault).usage).toEqual({ inputTokens: 100, outputTokens: 20 });
  });

  it('pings, thinking and its signature are no part of the answer; a tool call behind them keeps its raw input', async () => {
    const reply = await ask([
      START, event('ping'), event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }), event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }), event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'xyz' } }), event('content_block_stop', { index: 0 }),
      ...say(1, 'I act.'), event('content_block_start', { index: 2, content_block: { type: 'tool_use', id: 't1', name: 'f', input: {} } }), event('ping'), event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"x": ' } }), event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '1}' } }), event('content_block_stop', { index: 2 }), ...end('tool_use'),
    ]);
    expect(reply).toMatchObject({ text: 'I act.', calls: [{ id: 't1', name: 'f', input: '{"x": 1}' }], stop: 'tools' });
  });
});
