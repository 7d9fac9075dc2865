import { afterEach, expect, it } from 'vitest';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { loadPackage } from '@/server/strategy/load-package';
import { testSandbox } from '@/server/test/test-sandbox';
import { openAccount } from '../capital/account';
import { countExposure, EXPOSURE_LIMIT, noteAnswer } from '../tests-exposure';
import { handleText, newSession } from './handle-message';
import { MCP_TOOLS } from './tools';

const selfTest = await testSandbox();
let world: TestConsole;
afterEach(() => world?.close());

it.skipIf(!selfTest.ok)(`a verification as a tool counts against the tests that answered, and stops at their limit${selfTest.ok ? '' : ' (skipped: no sandbox here)'}`, async () => {
  world = makeConsole();
  const { db } = world;
  openAccount(db, { name: 'outside', capital: { tokens: 0, cpuSeconds: 60, costMicros: 0 }, actor: CLI_ACTOR, now: T0 });
  const dir = 'strategies/daily-momentum';
  const testsHash = loadPackage(dir).hashes.tests;
  const server = { tools: MCP_TOOLS, context: { db, actor: { kind: 'agent', id: 'mcp', name: 'MCP client', role: 'operator' } as const, now: () => T0, signal: new AbortController().signal, account: 'outside' } };
  const verify = async () => {
    const patch = '--- a/tests/risk.test.ts\n+++ b/tests/risk.test.ts\n@@ -1 +1 @@\n-x\n+y\n';
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'stdaw_verify', arguments: { package: dir, patch } } });
    return (await handleText(server, message, newSession())) as unknown as { result: { isError: boolean; structuredContent: Record<string, unknown> } };
  };
  for (let n = 1; n < EXPOSURE_LIMIT; n += 1) noteAnswer(db, { testsHash, verdictHash: 'c'.repeat(64), actor: CLI_ACTOR, now: T0 });
  expect((await verify()).result.structuredContent).toMatchObject({ status: 'fail', gradient: { code: 'TESTS_TOUCHED' } });
  expect(countExposure(db, testsHash)).toBe(EXPOSURE_LIMIT);
  expect((await verify()).result).toMatchObject({ isError: true, structuredContent: { error: { code: 'RATE_LIMITED', message: expect.stringContaining('Add tests') as string } } });
  expect(countExposure(db, testsHash)).toBe(EXPOSURE_LIMIT);
}, 60_000);
