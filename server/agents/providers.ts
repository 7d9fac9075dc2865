import type { Providers } from './run-proposal';
import { searchProvider } from './search-provider';

/** Every agent this engine can run, by name. */
export const PROVIDERS: Providers = { search: searchProvider };
