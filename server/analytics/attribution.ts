import { AppError } from '@/server/contracts/errors';
import { mean, minus } from './moments';
import { type Coefficient, fitOls } from './ols';
import { STYLES, type Style } from './style-proxies';

export interface Attribution {
  readonly n: number;
  /** Annual (× 252) idiosyncratic return: the intercept. */
  readonly intercept: Coefficient & { readonly annual: number };
  readonly beta: Coefficient;
  readonly loadings: Readonly<Record<Style, Coefficient>>;
  readonly r2: number;
  /** Arithmetic annual returns of the factors. */
  readonly factor_annual: Readonly<Record<Style, number>>;
  readonly market_annual: number;
  readonly market_excess_annual: number;
  /** total = beta_return + style + idiosyncratic + rf_component, to 1e-9. */
  readonly total: number;
  readonly beta_return: number;
  readonly style: number;
  readonly idiosyncratic: number;
  readonly rf_component: number;
  readonly identity_residual: number;
}

const PER_YEAR = 252;
const IDENTITY = 1e-9;

/**
 * Where the return came from: portfolio excess return on market excess return and the style proxies, in one regression. The
 * multi-factor β is used for the market part (β · market), and the risk-free rate not covered by it is rf · (1 − β); the four parts add
 * up to the arithmetic annual return, or the function throws. Null when the regression has no (usable) solution.
 */
export function attribute(returns: Float64Array, market: Float64Array, styles: Readonly<Record<Style, Float64Array>>, rf = 0.0135): Attribution | null {
  const daily = rf / PER_YEAR;
  const factors = STYLES.map((style) => styles[style]);
  const fit = fitOls(minus(returns, daily), [minus(market, daily), ...factors]);
  if (!fit) return null;
  const [beta, ...loads] = fit.slopes as [Coefficient, ...Coefficient[]];
  const factorAnnual = factors.map((f) => mean(f) * PER_YEAR);
  const total = mean(returns) * PER_YEAR;
  const marketAnnual = mean(market) * PER_YEAR;
  const betaReturn = beta.value * marketAnnual;
  const style = loads.reduce((sum, load, k) => sum + load.value * factorAnnual[k]!, 0);
  const idiosyncratic = fit.intercept.value * PER_YEAR;
  const rfComponent = rf * (1 - beta.value);
  const residual = total - betaReturn - style - idiosyncratic - rfComponent;
  const largest = Math.max(1, ...[total, betaReturn, style, idiosyncratic, rfComponent].map(Math.abs));
  if (!(Math.abs(residual) < IDENTITY * largest)) throw new AppError('INTERNAL', `The attribution does not add up: ${residual} is left of ${total}.`);
  // Nearly constant or collinear factors give parts so large that they cancel to noise: there is nothing to show.
  if (!(Math.abs(residual) < IDENTITY)) return null;
  const byStyle = <T>(values: readonly T[]): Record<Style, T> => Object.fromEntries(STYLES.map((s, k) => [s, values[k]])) as Record<Style, T>;
  return {
    n: fit.n, beta, r2: fit.r2, total, style, idiosyncratic,
    intercept: { ...fit.intercept, annual: idiosyncratic },
    loadings: byStyle(loads),
    factor_annual: byStyle(factorAnnual),
    market_annual: marketAnnual,
    market_excess_annual: marketAnnual - rf,
    beta_return: betaReturn,
    rf_component: rfComponent,
    identity_residual: residual,
  };
}
