import { modelProvider } from './model/model-provider';
import { mcpProvider } from './mcp/mcp-provider';
import type { Providers } from './run-proposal';
import { searchProvider } from './search-provider';

/** Every agent the console can run, by name. */
export const PROVIDERS: Providers = { search: searchProvider, anthropic: modelProvider('anthropic'), openai: modelProvider('openai'), mcp: mcpProvider };
