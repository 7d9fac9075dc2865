/**
 * Types made to exhaust a compiler without a conditional, mapped or template type: each block crosses `width` unions of two into 2^width
 * members, twice, and asks which of them hold which.
 */
export function crossedUnions(blocks: number, width = 8): string {
  return Array.from({ length: blocks }, (_, k) => {
    const unions = (p: string) => Array.from({ length: width }, (_, i) => `type ${p}${k}x${i} = { ${p}${i}: 1; s: number } | { ${p}y${i}: 2; s: number };\n`).join('');
    const all = (p: string) => Array.from({ length: width }, (_, i) => `${p}${k}x${i}`).join(' & ');
    const named = (p: string) => `type ${p}${k} =\n  ${all(p).replaceAll(' & ', ' &\n  ')};\n`;
    return `${unions('A')}${named('A')}${unions('B')}${named('B')}export const both${k} = (a: A${k}, b: B${k}): number => [a, b].length;\n`;
  }).join('');
}
