import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('a machine without a sandbox is red unless a person says skip', async () => {
  vi.stubEnv('OOMRL_BWRAP', '/nowhere/bwrap');
  vi.stubEnv('OOMRL_TEST_WITHOUT_SANDBOX', '');
  const { testSandbox } = await import('./test-sandbox');
  await expect(testSandbox()).rejects.toThrow(/no working sandbox[\s\S]*apt-get install[\s\S]*OOMRL_TEST_WITHOUT_SANDBOX=skip/);
  vi.stubEnv('OOMRL_TEST_WITHOUT_SANDBOX', 'skip');
  expect((await testSandbox()).ok).toBe(false);
});
