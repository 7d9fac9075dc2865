import { METRIC_KEYS, type MetricKey } from './types';

/** Collects metrics: a number that is not finite becomes null, and every null has a cause. */
export class MetricSheet {
  private readonly numbers = new Map<MetricKey, number | null>();
  private readonly reasons: Partial<Record<MetricKey, string>> = {};
  private rest = 'it was not computed';

  set(key: MetricKey, value: number | null, cause = 'it is not defined for these returns'): void {
    const good = value !== null && Number.isFinite(value);
    this.numbers.set(key, good ? value : null);
    if (!good) this.reasons[key] = cause;
  }

  get(key: MetricKey): number | null {
    return this.numbers.get(key) ?? null;
  }

  /** The cause of all keys that nobody sets. */
  causeForRest(cause: string): void {
    this.rest = cause;
  }

  values(): Record<MetricKey, number | null> {
    return Object.fromEntries(METRIC_KEYS.map((key) => [key, this.get(key)])) as Record<MetricKey, number | null>;
  }

  causes(): Partial<Record<MetricKey, string>> {
    const out = { ...this.reasons };
    for (const key of METRIC_KEYS) if (!this.numbers.has(key)) out[key] = this.rest;
    return out;
  }
}
