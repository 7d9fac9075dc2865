/** Runs once when the server starts, before any request: the engine lives and dies with it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  const { startEngine } = await import('./server/engine/host');
  startEngine();
}
