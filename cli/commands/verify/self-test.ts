import { sandboxSelfTest } from '@/server/sandbox/sandbox-self-test';

/** `oomrl verify --self-test`: what the isolation of this machine was measured to give, and which layers bound it. 0 when it holds, else 2. */
export async function selfTest(json: boolean): Promise<number> {
  const report = await sandboxSelfTest();
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    const lines = report.checks.map(({ ok, name, detail }) => `${ok ? '✓' : '✗'} ${name}${ok ? '' : `: ${detail}`}`);
    const end = report.ok ? `SANDBOX HOLDS  ${report.backend}, ${report.checks.length} checks` : `NO SANDBOX  ${report.howToFix}`;
    process.stdout.write(`${[...lines, ...(report.limits === null ? [] : [`· limits: ${report.limits}`]), '', end].join('\n')}\n`);
  }
  return report.ok ? 0 : 2;
}
