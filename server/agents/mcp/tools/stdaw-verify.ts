import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { getBook } from '@/server/books/get-book';
import { loadVersion } from '@/server/books/versions';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { defaultSimulation } from '@/server/simulation/config';
import { type VerifyInput, verifyPackage } from '@/server/stdaw';
import { readAnchor } from '@/server/stdaw/anchor/read-anchor';
import { loadPackage } from '@/server/strategy/load-package';
import { gateMarket } from '../../open-run';
import { noteAnswer, whyTestsSpent } from '../../tests-exposure';
import { payForCall } from '../pay-for-call';
import { defineTool, type ToolContext } from '../tool';
import { verdictForAgent } from '../verdict-for-agent';

const input = z.strictObject({
  autopsy: z.string().optional().describe('Id of an autopsy: its book, constraints and acceptance numbers, on the version the book runs'),
  package: z.string().optional().describe('Directory of a strategy package, instead of an autopsy'),
  patch: z.string().max(2_000_000).optional().describe('Unified diff; absent: the package as it is'),
  phase: z.enum(['logic', 'test']).default('logic').describe('logic: src may change, tests not; test: the reverse'),
  market: z.string().optional().describe('With a package: market on which Sim2Real compares before and after'),
});

/** The gates as a tool: nothing is proposed. The answer counts against the tests it came from, as an attempt's does. */
export const stdawVerify = defineTool({
  name: 'stdaw_verify',
  title: 'Verify a patch',
  description: 'Runs every STDAW gate (scope, sanitizer, locked tests in the sandbox, coverage, baseline, Sim2Real) and answers the verdict; a failed one carries the semantic gradient that says why. Paid in CPU and wall seconds by the compute account of the client.',
  input,
  readOnly: true,
  async call(args, context) {
    if ((args.autopsy === undefined) === (args.package === undefined)) throw new AppError('BAD_INPUT', 'Name either autopsy or package.');
    const bookId = args.autopsy === undefined ? null : getAutopsy(context.db, args.autopsy).bookId;
    const { verdict, verdictHash } = await payForCall(context, { tool: 'stdaw_verify', bookId }, async (signal) => {
      const base = args.autopsy === undefined ? ofPackage(args.package!, args.market, context) : ofAutopsy(args.autopsy, context);
      const testsHash = base.basePackage.hashes.tests;
      const spent = whyTestsSpent(context.db, testsHash);
      if (spent !== null) throw new AppError('RATE_LIMITED', spent);
      const verification = await verifyPackage({ ...base, diff: args.patch ?? null, phase: args.phase === 'logic' ? 'logic_genesis' : 'test_genesis', seed: randomInt(0xffff_ffff), signal });
      noteAnswer(context.db, { testsHash, verdictHash: verification.verdictHash, actor: context.actor, now: context.now() });
      return verification;
    });
    return { ...verdictForAgent(verdict), verdictHash };
  },
});

type Base = Pick<VerifyInput, 'basePackage' | 'constraints' | 'acceptance' | 'market' | 'accepted' | 'acceptedSources'>;

function ofAutopsy(autopsyId: string, { db }: ToolContext): Base {
  const row = getAutopsy(db, autopsyId);
  const book = getBook(db, row.bookId);
  const { constraints, acceptance } = autopsySchema.parse(row.document);
  return { basePackage: loadVersion(db, book.versionId), constraints, acceptance, market: gateMarket(db, book) };
}

const NO_ORDER = z.object({ constraints: autopsySchema.shape.constraints, acceptance: autopsySchema.shape.acceptance });

function ofPackage(dir: string, marketName: string | undefined, { db }: ToolContext): Base {
  const { accepted, sources } = readAnchor(dir);
  const base = { basePackage: loadPackage(dir), ...NO_ORDER.parse({}), accepted, ...(sources ? { acceptedSources: sources } : {}) };
  if (marketName === undefined) return base;
  const row = getMarket(db, marketName);
  const panel = loadMarketPanel(row);
  return { ...base, market: { name: row.name, panel, panelHash: row.panelHash, config: defaultSimulation(panel.meta.board) } };
}
