/**
 * A function of a module's path and text that keeps its last results. One verification reads the same unchanged modules a dozen
 * times (scope, rules, coverage, each mutant); a tree is never changed by who reads it.
 */
export function rememberModules<T>(limit: number, make: (path: string, text: string) => T): (path: string, text: string) => T {
  const known = new Map<string, T>();
  return (path, text) => {
    const key = `${path}\0${text}`;
    const found = known.get(key);
    if (found !== undefined) {
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const made = make(path, text);
    known.set(key, made);
    if (known.size > limit) known.delete(known.keys().next().value!);
    return made;
  };
}
