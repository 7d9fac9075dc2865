import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { redeemSignInLink, setPassword } from '@/server/access/sign-in';
import { ensureFirstUser, toActor } from '@/server/access/users';
import { openDb } from '@/server/db/client';
import { run as auditVerify } from './audit-verify';
import { run as backup } from './backup';
import { run as prepare } from './prepare';
import { run as restore } from './restore';
import { run as signInLink } from './sign-in-link';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cli-'));
  process.env.OOMRL_DATA = join(dir, 'data');
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
async function json(command: (args: string[]) => Promise<number>, ...args: string[]): Promise<{ code: number; body: Record<string, unknown> }> {
  out = '';
  const code = await command([...args, '--json']);
  return { code, body: JSON.parse(out) as Record<string, unknown> };
}

it('prepare makes a console with its first user, twice with the same result', async () => {
  for (let i = 0; i < 2; i += 1) expect(await json(prepare, '--no-demo')).toMatchObject({ code: 0, body: { user: 'operator', demo: 'off' } });
});

it('sign-in-link prints a link that works once, and none with --first when a password is set', async () => {
  const { body } = await json(signInLink, '--first', '--url', 'http://127.0.0.1:3000/');
  expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\?link=[\w-]{43}$/);
  const db = openDb();
  const token = new URL(String(body.link)).searchParams.get('link') ?? '';
  const { user } = redeemSignInLink(db, { token, now: Date.now() });
  await setPassword(db, { actor: toActor(user), password: 'a long enough one', now: Date.now() });
  db.$client.close();
  expect((await json(signInLink, '--first')).body.link).toBeNull();
  expect((await json(signInLink)).body.link).not.toBeNull();
  await expect(signInLink(['--user', 'nobody'])).rejects.toThrow(/no user nobody; there are: operator/);
});

it('audit verify exits 0 when the chain holds and 1 when a row was altered', async () => {
  await expect(auditVerify([])).rejects.toThrow(/no database/);
  await prepare(['--no-demo']);
  expect(await json(auditVerify)).toMatchObject({ code: 0, body: { ok: true, rows: 1 } });
  const db = openDb();
  db.$client.exec("DROP TRIGGER audit_log_no_update; UPDATE audit_log SET actor_name = 'nobody' WHERE seq = 1");
  db.$client.close();
  expect(await json(auditVerify)).toMatchObject({ code: 1, body: { ok: false, firstBadSeq: 1 } });
});

it('backup and restore carry a console to another directory', async () => {
  await prepare(['--no-demo']);
  const file = join(dir, 'b.tar.gz');
  expect((await json(backup, file)).code).toBe(0);
  process.env.OOMRL_DATA = join(dir, 'elsewhere');
  expect(await json(restore, file)).toMatchObject({ code: 0, body: { audit: { ok: true } } });
  const db = openDb();
  expect(ensureFirstUser(db, Date.now()).name).toBe('operator');
  db.$client.close();
  await expect(restore([])).rejects.toThrow(/needs one file name/);
});
