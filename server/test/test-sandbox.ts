import { sandboxSelfTest } from '@/server/sandbox/sandbox-self-test';
import type { SandboxReport } from '@/server/sandbox/types';

/**
 * The sandbox of a test file. A machine without one fails the file, because half of what is claimed would go unproved and the run
 * would still be green; OOMRL_TEST_WITHOUT_SANDBOX=skip says that a person knows, and the tests that need it are skipped by name.
 */
export async function testSandbox(): Promise<SandboxReport> {
  const report = await sandboxSelfTest();
  if (report.ok || process.env.OOMRL_TEST_WITHOUT_SANDBOX === 'skip') return report;
  const failed = report.checks.filter((check) => !check.ok).map((check) => check.detail);
  throw new Error(`This machine has no working sandbox (${failed.slice(0, 3).join('; ')}). ${report.howToFix} To run the other tests only, set OOMRL_TEST_WITHOUT_SANDBOX=skip.`);
}
