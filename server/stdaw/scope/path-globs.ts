/** True when `path` matches one of the globs: `*` and `?` inside one folder, `**` across folders. Everything else is literal. */
export function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => toRegExp(glob).test(path));
}

function toRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
