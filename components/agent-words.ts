import type { ProviderName } from '@/server/contracts/proposal';

/** What each kind of agent is called on screen. */
export const PROVIDER_WORDS: Record<ProviderName, string> = { search: 'Search agent', anthropic: 'Anthropic', openai: 'OpenAI or compatible', mcp: 'Agent over MCP' };

/** An agent with its model: "Search agent", "Anthropic, model-name". A provider that is not known here is shown as it is stored. */
export const agentName = (provider: string, model: string | null = null): string => `${(PROVIDER_WORDS as Record<string, string>)[provider] ?? provider}${model ? `, ${model}` : ''}`;
