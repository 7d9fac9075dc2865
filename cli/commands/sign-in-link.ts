import { issueSignInLink } from '@/server/access/sign-in';
import { ensureFirstUser, listUsers } from '@/server/access/users';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { migrateDb, openDb, write } from '@/server/db/client';
import { parseArgs } from '../parse-args';

/** An http(s) address that a path can be put behind: no query, no fragment, no credentials. */
function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(text) && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/**
 * `oomrl sign-in-link [--user NAME] [--url URL] [--first]`: prints a link that signs a person in once, within a day. With --first it only does so
 * while the first user has no password, else it says where to sign in.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { user: { type: 'string' }, url: { type: 'string' }, first: { type: 'boolean' }, json: { type: 'boolean' } } });
  if (values.url !== undefined && !isWebAddress(values.url)) throw new AppError('BAD_INPUT', `--url: value is ${JSON.stringify(values.url)}; allowed: an address such as https://console.example or http://127.0.0.1:3000.`);
  const base = (values.url ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(/\/+$/, '');
  const now = Date.now();
  const db = openDb();
  try {
    migrateDb(db);
    const first = ensureFirstUser(db, now);
    const people = listUsers(db).filter((u) => u.disabledAt === null);
    const user = values.user === undefined ? first : people.find((u) => u.name === values.user);
    if (!user) throw new AppError('NOT_FOUND', `--user: there is no user ${values.user}; there are: ${people.map((u) => u.name).join(', ')}.`);
    if (values.first && user.hasPassword) {
      process.stdout.write(values.json ? `${JSON.stringify({ url: `${base}/sign-in`, user: user.name, link: null })}\n` : `sign in at ${base}/sign-in\n`);
      return 0;
    }
    const { token, expiresAt } = write(db, (tx) => {
      appendAudit(tx, { actor: CLI_ACTOR, action: 'session.link', entity: user.id, detail: { name: user.name }, now });
      return issueSignInLink(tx, { userId: user.id, now });
    });
    const link = `${base}/sign-in?link=${token}`;
    process.stdout.write(values.json ? `${JSON.stringify({ url: `${base}/sign-in`, user: user.name, link, expiresAt })}\n` : `\nsign in once as ${user.name} with this link (valid for a day):\n  ${link}\n\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}
