import type { Prng } from './prng';

/** Traits of one generated share. Rates are per day; money in yuan. */
export interface SyntheticShare {
  readonly symbol: string;
  readonly sector: number;
  readonly beta: number;
  /** Standard deviation of the idiosyncratic daily return. */
  readonly idioSd: number;
  /** Standard deviation and persistence of the hidden drift that a momentum signal can see. */
  readonly driftSd: number;
  readonly driftMemory: number;
  /** Typical traded amount a day. */
  readonly dailyAmount: number;
  readonly firstPriceFen: number;
  /** Weight in the index before price moves (free float, arbitrary unit). */
  readonly floatShares: number;
  /** Index of the first session. */
  readonly listedOn: number;
  /** Sessions with risk warning (ST): [from, to). */
  readonly stFrom: number;
  readonly stTo: number;
  /** Share of names that pay a dividend or split each year. */
  readonly paysDividend: boolean;
}

export const SECTORS = 8;

/** Code prefixes by segment, so that each board rule occurs: main Shanghai, main Shenzhen, ChiNext, STAR. */
function syntheticSymbol(index: number): string {
  const serial = String(index + 1).padStart(3, '0');
  const kind = index % 10;
  const prefix = kind < 5 ? '600' : kind < 7 ? '000' : kind < 9 ? '300' : '688';
  return `SYN${prefix}${serial}`;
}

/**
 * Liquidity falls with rank: half of the names trade hundreds of millions a day, the rest tens of millions, and the last fifth
 * only a few: there the momentum is strongest and the friction worst, which is the trap of the paper's phase 1.
 */
export function drawUniverse(random: Prng, symbols: number, days: number): SyntheticShare[] {
  const shares: SyntheticShare[] = [];
  for (let i = 0; i < symbols; i++) {
    const rank = ((i * 37) % symbols) / symbols;
    const spread = 0.6 + 0.8 * random.uniform();
    const dailyAmount = spread * (rank < 0.5 ? 4e8 - 6e8 * rank : rank < 0.8 ? 7e7 - 5e7 * ((rank - 0.5) / 0.3) : 1.4e7 - 9e6 * ((rank - 0.8) / 0.2));
    const illiquid = rank >= 0.5;
    const st = random.uniform() < 0.04;
    const stFrom = st ? random.below(Math.max(1, Math.floor(days * 0.6))) : days;
    shares.push({
      symbol: syntheticSymbol(i),
      sector: i % SECTORS,
      beta: 0.65 + 0.7 * random.uniform(),
      idioSd: (illiquid ? 0.016 : 0.012) + 0.006 * random.uniform(),
      driftSd: illiquid ? (rank >= 0.8 ? 0.005 : 0.0037) : 0.001,
      driftMemory: illiquid ? 0.88 : 0.96,
      dailyAmount,
      firstPriceFen: 500 + random.below(5500),
      floatShares: dailyAmount * (20 + 20 * random.uniform()),
      listedOn: random.uniform() < 0.06 ? 20 + random.below(Math.max(1, Math.floor(days * 0.7))) : -250,
      stFrom,
      stTo: st ? stFrom + 120 + random.below(180) : days,
      paysDividend: random.uniform() < 0.7,
    });
  }
  return shares;
}
