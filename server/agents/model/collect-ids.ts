const MOST = 1_000;

/** Names of models from a list that may have pages without end, sorted; what is no name is left out. */
export async function collectIds(models: AsyncIterable<{ id?: unknown }>): Promise<string[]> {
  const ids = new Set<string>();
  let seen = 0;
  for await (const { id } of models) {
    if (typeof id === 'string' && id !== '' && id.length <= 200) ids.add(id);
    if (++seen === MOST) break;
  }
  return [...ids].sort();
}
