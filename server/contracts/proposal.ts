import { z } from 'zod';

export const PROPOSAL_STATES = ['queued', 'running', 'verified', 'exhausted', 'failed', 'stopped', 'holding', 'deployed', 'rejected', 'superseded'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
export const proposalStateSchema = z.enum(PROPOSAL_STATES);

/** Agents that the console starts itself. */
export const AGENT_NAMES = ['search', 'anthropic', 'openai'] as const;
/** `mcp`: the patch was handed in over the MCP server by an agent that runs elsewhere. */
export const PROVIDER_NAMES = [...AGENT_NAMES, 'mcp'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
export const providerNameSchema = z.enum(PROVIDER_NAMES);
