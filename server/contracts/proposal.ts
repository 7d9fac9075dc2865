import { z } from 'zod';

export const PROPOSAL_STATES = ['queued', 'running', 'verified', 'exhausted', 'failed', 'stopped', 'holding', 'deployed', 'rejected', 'superseded'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
export const proposalStateSchema = z.enum(PROPOSAL_STATES);

export const PROVIDER_NAMES = ['search', 'anthropic', 'openai'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
export const providerNameSchema = z.enum(PROVIDER_NAMES);
