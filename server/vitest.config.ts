import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: {
    alias: {
      '@': root.replace(/\/$/, ''),
      // `server-only` throws outside React Server Components; tests are a server.
      'server-only': fileURLToPath(new URL('./test/empty.ts', import.meta.url)),
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['server/**/*.test.ts', 'components/**/*.test.tsx', 'components/**/*.test.ts', 'app/**/*.test.ts', '*.test.ts', 'cli/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
