import { AppError } from '@/server/contracts/errors';
import { AGENT_NAMES, type ProviderName } from '@/server/contracts/proposal';
import { readApiKey } from './model/api-key';

/** A provider as the start form shows it. */
export interface ProviderOption {
  readonly name: ProviderName;
  readonly label: string;
  readonly needsModel: boolean;
  /** What to do before it can be chosen, or null. */
  readonly whyDisabled: string | null;
}

const LABELS: Readonly<Record<ProviderName, string>> = {
  search: 'Offline search (no model, no key)',
  anthropic: 'Anthropic',
  openai: 'OpenAI or compatible (Ollama, vLLM, llama.cpp)',
  mcp: 'Handed in over MCP',
};

/** All providers in the order of preference; reads the environment, calls nobody. */
export function listProviders(): ProviderOption[] {
  return AGENT_NAMES.map((name) => ({ name, label: LABELS[name], needsModel: name !== 'search', whyDisabled: whyDisabled(name) }));
}

function whyDisabled(name: ProviderName): string | null {
  return name === 'search' || name === 'mcp' || readApiKey(name) !== null ? null : `Set ${name === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY (any text for a local server, with OPENAI_BASE_URL)'} in the environment or in an owner-only key file, then restart.`;
}

/** @throws AppError MISSING_PART (no key), BAD_INPUT (no model named) */
export function requireProvider(name: ProviderName, model: string | null): void {
  const why = whyDisabled(name);
  if (why) throw new AppError('MISSING_PART', `Provider ${name} is not set up. ${why}`);
  if (name !== 'search' && name !== 'mcp' && !model) throw new AppError('BAD_INPUT', `model: name a model of ${name}; the list comes from its /v1/models.`);
}
