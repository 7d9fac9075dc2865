import { openDb } from '@/server/db/client';
import { makeTools } from '../agent-tools';
import { anthropicClient } from '../model/anthropic-client';
import { callModel } from '../model/call-model';
import type { ModelClient } from '../model/types';
import { priceOf } from './prices';

/**
 * A process of its own for the test of a kill: one paid model call. `after` dies (SIGKILL, nothing of it is caught) when the
 * reply is here and before it is booked; `whole` books and says so. Arguments: database, server, mode.
 */
const [path = '', baseUrl = '', mode = ''] = process.argv.slice(2);
const db = openDb(path);
const real = anthropicClient({ apiKey: 'k', baseUrl, idleMs: 20_000 });
const client: ModelClient = {
  listModels: (signal) => real.listModels(signal),
  async complete(turn) {
    const reply = await real.complete(turn);
    if (mode === 'after') process.kill(process.pid, 'SIGKILL');
    return reply;
  },
};
const signal = new AbortController().signal;
const tools = makeTools({ db, proposalId: 'pro_1', bookId: 'bok_1', attemptId: 'att_1', price: priceOf(db, { provider: 'anthropic', model: 'fake-1', date: '2026-11-30' }), signal, clock: Date.now });
await callModel(client, { model: 'fake-1', system: 's', messages: [{ role: 'user', text: 'hello' }], tools: [], maxTokens: 1000, signal }, tools);
process.stdout.write('booked\n');
