import { formatExact } from '../format';

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

function bytes(value: number): string {
  const [unit, size] = UNITS.find(([, of]) => value >= of && value % of === 0) ?? ['B', 1];
  return `${formatExact(value / size)} ${unit}`;
}

/** Limits of a sandbox in words: `{ addressSpaceBytes: 1073741824, cpuSeconds: 20 }` → "address space 1 GiB, cpu 20 s". */
export function limitWords(limits: Readonly<Record<string, number | string>>): string {
  const shown = Object.entries(limits).map(([name, value]) => {
    if (typeof value === 'string') return `${name} ${value}`;
    const [, stem = name, unit] = /^(.+?)(Bytes|Seconds)?$/.exec(name) ?? [];
    const words = stem.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words} ${unit === 'Bytes' ? bytes(value) : unit === 'Seconds' ? `${formatExact(value)} s` : formatExact(value)}`;
  });
  return shown.join(', ');
}
