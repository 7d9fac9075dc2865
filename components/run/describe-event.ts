import { agentName } from '@/components/agent-words';
import { GATE_WORDS } from '@/components/review/gate-words';
import { GATE_NAMES, type GateName } from '@/server/contracts/verdict';
import type { TraceEvent } from './build-waterfall';

const MAX_CHARACTERS = 240;
type Payload = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '');
const gateTitle = (name: unknown): string => (GATE_NAMES.includes(name as GateName) ? GATE_WORDS[name as GateName].title : text(name));

const ATTEMPT_VERBS: Record<string, string> = { drafting: 'is being written', verifying: 'is being verified', passed: 'passed', failed: 'failed', error: 'ended with an error' };

/** Sentences for the kinds of event an agent's run stores; a kind that is not here says its own text. */
const SENTENCES: Record<string, (p: Payload) => string> = {
  spawn: (p) => `${agentName(text(p.agent), text(p.model) || null)} starts attempt ${text(p.attempt)}`,
  gate: (p) => `${gateTitle(p.name)}: ${text(p.detail)}`,
  attempt: (p) => `Attempt ${text(p.number)} ${ATTEMPT_VERBS[text(p.status)] ?? text(p.status)}${p.gate ? ` at ${gateTitle(p.gate)} (${text(p.code)})` : ''}`,
  'proposal.state': (p) => `The proposal is ${text(p.state)}${p.reason ? `: ${text(p.reason)}` : p.error ? `: ${text(p.error)}` : ''}`,
  tool_call: (p) => `${text(p.tool)}${p.attempt ? ` on attempt ${text(p.attempt)}` : ''}`,
  tool_result: (p) => [text(p.tool), text(p.status), text(p.text)].filter((s) => s !== '').join(': '),
  decision: (p) => [text(p.decision), text(p.why) || text(p.text)].filter((s) => s !== '').join(': '),
  stop: (p) => text(p.why) || text(p.reason),
};

/** What an event says in one line. Text comes from agents and models: it is shown, never interpreted. */
export function describeEvent(event: Pick<TraceEvent, 'kind' | 'payload'>): string {
  const { payload } = event;
  const said = SENTENCES[event.kind]?.(payload) || text(payload.text) || text(payload.message) || text(payload.detail) || event.kind.replaceAll('_', ' ');
  return said.length > MAX_CHARACTERS ? `${said.slice(0, MAX_CHARACTERS - 1)}…` : said;
}
