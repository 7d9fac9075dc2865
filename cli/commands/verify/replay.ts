import { AppError } from '@/server/contracts/errors';
import { dataDir } from '@/server/db/client';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { replayRecord } from '@/server/stdaw/record/replay-record';
import { ownPublicKey } from '@/server/stdaw/record/signing-key';
import { openRecord } from '@/server/stdaw/record/verdict-record';
import { coolDown } from '@/server/stdaw/runner/warm-pairs';
import { loadVerifyMarket } from './load-verify-market';
import { printGate } from './print-verdict';

/** `oomrl verify --replay RECORD`: 0 when the record is unaltered and its verdict comes out again, 1 when not. @throws AppError */
export async function replay(text: string, json: boolean): Promise<number> {
  await requireSandbox();
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`);
  let record: ReturnType<typeof openRecord>;
  try {
    record = openRecord(text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_INPUT') throw error;
    if (json) process.stdout.write(`${JSON.stringify({ reproduced: false, reason: error.message })}\n`);
    else say(error.message);
    return 1;
  }
  const { market: named } = record.payload;
  const market = named ? { ...loadVerifyMarket(named.name, { from: named.from ?? undefined, to: named.to ?? undefined }), config: named.config } : null;
  if (market && market.panelHash !== named!.panelHash) throw new AppError('MISSING_PART', `The record was made on another edition of the market ${named!.name} (panel ${named!.panelHash.slice(0, 12)}, here ${market.panelHash.slice(0, 12)}); import the same bars.`);
  const { reproduced, differences, verification } = await replayRecord(record.payload, market, { onGate: (gate) => say(printGate(gate)) }).finally(coolDown);
  const signedHere = record.publicKey === ownPublicKey(dataDir());
  if (json) process.stdout.write(`${JSON.stringify({ reproduced, differences, recorded: record.payload.verdictHash, status: verification.verdict.status, publicKey: record.publicKey, signedHere })}\n`);
  else say(reproduced ? `\nREPRODUCED  ${verification.verdict.status} (verdict ${record.payload.verdictHash.slice(0, 12)}, signed by ${signedHere ? 'this console' : `another console, whose key ends in ${record.publicKey.slice(-12)}`})` : `\nNOT REPRODUCED\n  ${differences.join('\n  ')}`);
  return reproduced ? 0 : 1;
}
