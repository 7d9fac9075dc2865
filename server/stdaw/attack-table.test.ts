import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Attack } from './attacks/attack';
import { ADAPTIVE_COVERAGE } from './attacks/adaptive-coverage';
import { ADAPTIVE_HARM } from './attacks/adaptive-harm';
import { ADAPTIVE_REACH } from './attacks/adaptive-reach';
import { ADAPTIVE_STATE } from './attacks/adaptive-state';
import { DO_HARM } from './attacks/do-harm';
import { FORGE_COVERAGE } from './attacks/forge-coverage';
import { FORGE_VERDICT } from './attacks/forge-verdict';
import { KEEP_STATE } from './attacks/keep-state';
import { KNOW_THE_ANSWERS } from './attacks/know-the-answers';
import { ADAPTIVE_ANSWERS_PY, ADAPTIVE_COVERAGE_PY, ADAPTIVE_STATE_PY } from './attacks/python/adaptive';
import { DO_HARM_PY, FORGE_COVERAGE_PY, FORGE_VERDICT_PY, KEEP_STATE_PY, KNOW_THE_ANSWERS_PY, SAME_VALUE_PY } from './attacks/python/attacks';

const FAMILIES: [string, readonly Attack[]][] = [['forge the verdict', FORGE_VERDICT], ['forge coverage', FORGE_COVERAGE], ['keep state', KEEP_STATE], ['do harm', DO_HARM], ['know the answers', KNOW_THE_ANSWERS], ['forge coverage', ADAPTIVE_COVERAGE], ['keep state', ADAPTIVE_STATE], ['reach what is not named', ADAPTIVE_REACH], ['do harm', ADAPTIVE_HARM],
  ['forge the verdict (Python)', FORGE_VERDICT_PY], ['forge coverage (Python)', FORGE_COVERAGE_PY], ['forge coverage, the same value (Python)', SAME_VALUE_PY], ['keep state (Python)', KEEP_STATE_PY], ['do harm (Python)', DO_HARM_PY], ['know the answers (Python)', KNOW_THE_ANSWERS_PY], ['keep state (Python)', ADAPTIVE_STATE_PY], ['know the answers (Python)', ADAPTIVE_ANSWERS_PY], ['forge coverage (Python)', ADAPTIVE_COVERAGE_PY]];
const DOC = path.resolve(process.cwd(), 'docs/threat-model.md');

const table = () => [
  '| aim | attack | stopped by | code |', '|---|---|---|---|',
  ...FAMILIES.flatMap(([aim, attacks]) => attacks.map((a) => `| ${aim} | ${a.name} | ${a.gate}${a.rule ? ` (${a.rule})` : ''} | ${[a.code, ...(a.orCodes ?? [])].join(' or ')} |`)),
].join('\n');

it('the attack table of docs/threat-model.md is the one the suite asserts (OOMRL_WRITE_DOCS=1 renews it)', () => {
  const text = readFileSync(DOC, 'utf8');
  const wanted = text.replace(/(<!-- attacks:begin -->\n)[\s\S]*(<!-- attacks:end -->)/, (_all, begin: string, end: string) => `${begin}${table()}\n${end}`);
  if (process.env.OOMRL_WRITE_DOCS === '1') writeFileSync(DOC, wanted);
  else expect(text).toBe(wanted);
});
