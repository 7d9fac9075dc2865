import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SandboxHealth } from '@/server/contracts/sandbox-health';
import { MachineNotice } from '../overview/machine-notice';
import { SandboxHealthView } from './sandbox-health';

const good: SandboxHealth = { kind: 'sandbox', ok: true, backend: 'bwrap', limits: 'rlimits only (no cgroup)', howToFix: null, checks: [{ name: 'no network', ok: true, detail: 'lo' }, { name: 'no /proc', ok: true, detail: 'absent' }] };
const text = (health: SandboxHealth | null, running = true) => renderToStaticMarkup(<SandboxHealthView health={health} running={running} />);

it('says which layers bound untrusted code and that every guarantee holds', () => {
  expect(text(good)).toContain('rlimits only (no cgroup)');
  expect(text(good)).toContain('2 of 2 hold');
  expect(text(good)).not.toContain('role="alert"');
});

it('a machine that does not isolate says so first, with what repairs it and the guarantee that fails, opened', () => {
  const html = text({ ...good, ok: false, limits: null, howToFix: 'sysctl -w kernel.unprivileged_userns_clone=1', checks: [...good.checks.slice(1), { name: 'no network', ok: false, detail: 'eth0 is there' }] });
  expect(html.indexOf('role="alert"')).toBeLessThan(html.indexOf('<dl'));
  expect(html).toContain('kernel.unprivileged_userns_clone=1');
  expect(html).toContain('1 of 2 fail');
  expect(html).toMatch(/<details[^>]*open/);
  expect(html).toContain('eth0 is there');
});

it('a part that is missing is said as that, with the variables that chose it and that the server must be started again', () => {
  const missing: SandboxHealth = { ...good, ok: false, backend: 'docker', limits: null, howToFix: 'apt-get install -y docker.io', checks: [{ name: 'parts present', ok: false, detail: 'missing: the docker client' }] };
  const html = renderToStaticMarkup(<SandboxHealthView health={missing} running chosenBy={{ OOMRL_SANDBOX: 'docker', OOMRL_DOCKER: '/nowhere' }} />);
  expect(html).toContain('The sandbox docker is not complete: missing: the docker client.');
  expect(html).not.toContain('does not isolate');
  expect(html).toContain('OOMRL_SANDBOX=docker OOMRL_DOCKER=/nowhere');
  expect(html).toContain('start the server again');
});

it('the overview says that no code is run, and nothing while all is well or not known', () => {
  const notice = (health: SandboxHealth | null) => renderToStaticMarkup(<MachineNotice health={health} />);
  expect(notice({ ...good, ok: false })).toContain('/settings?tab=machine');
  expect(notice(good) + notice(null)).toBe('');
});

it('before the probe has ended nothing is claimed', () => {
  expect(text(null)).toContain('still testing');
  expect(text(null, false)).toContain('No engine of this server');
});
