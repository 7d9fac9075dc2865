import { listProviders, type ProviderOption } from './list-providers';
import type { HostedProvider } from './model/api-key';

const HOSTED: readonly string[] = ['anthropic', 'openai'] satisfies readonly HostedProvider[];

/** Providers that bring a model to a conversation, with what is missing for those that cannot. */
export const listModelProviders = (): (ProviderOption & { readonly name: HostedProvider })[] => listProviders().filter((p): p is ProviderOption & { name: HostedProvider } => HOSTED.includes(p.name));
