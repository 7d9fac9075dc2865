/** How annual figures are made. paper = quantpits: arithmetic mean × 252; qlib: arithmetic mean × 238 ("sum" mode). */
export const METRIC_PRESETS = ['paper', 'quantpits', 'qlib'] as const;
export type MetricPreset = (typeof METRIC_PRESETS)[number];

/** Keys of the metric table: stable, the same in golden files, CLI, API and screens. */
export const METRIC_KEYS = [
  'n', 'cum', 'ann_arith252', 'ann_geo252', 'ann_geo_calendar', 'ann_geo238', 'ann_arith238', 'vol_ddof1', 'vol_ddof0',
  'sharpe_rf0', 'sharpe_rf135', 'sharpe_rf_geo', 'sortino_rf135_target0', 'sortino_rf0',
  'mdd_with_initial', 'mdd_without_initial', 'mdd_sum', 'calmar_geo', 'te', 'ir', 'ir_log', 'ir_unannualised', 'active_ann',
  'beta_cov', 'corr', 'bench_ann_arith252', 'bench_vol', 'bench_mdd', 'skew_pop', 'kurt_pop', 'skew_adj', 'kurt_adj', 'var95_linear', 'cvar95',
  'ols_alpha_d', 'ols_alpha_252', 'ols_beta', 'ols_t_alpha', 'ols_t_beta', 'ols_p_alpha', 'ols_p_beta', 'ols_r2', 'ols_se_alpha', 'ols_se_beta',
  'ols_raw_alpha_d', 'ols_raw_alpha_252', 'ols_raw_beta', 'ols_raw_t_alpha', 'ols_raw_t_beta', 'ols_raw_p_alpha', 'ols_raw_p_beta',
  'ols_raw_r2', 'ols_raw_se_alpha', 'ols_raw_se_beta', 'alpha_compounded_rf0', 'hac5_t_alpha', 'hac5_p_alpha',
  'ir60_last', 'ir60_first', 'ir60_min', 'ir60_max',
  'max_tuw_days', 'days_below_initial', 'win_rate', 'profit_factor', 'max_daily_drop',
] as const;
export type MetricKey = (typeof METRIC_KEYS)[number];

export interface MetricsOptions {
  /** Simple benchmark returns of the same days (align first: alignByDate). */
  readonly benchmark?: ArrayLike<number> | null;
  /** Annual risk-free rate, simple; keys named rf135 use this rate (default 0.0135). */
  readonly rf?: number;
  readonly preset?: MetricPreset;
  /** Dates of the returns; needed for the calendar CAGR. */
  readonly dates?: readonly string[];
  /** Date of the value before the first return, for the calendar CAGR (default: the calendar day before dates[0]). */
  readonly baseDate?: string;
}

/** Every metric is a finite number or null with a cause in `causes`; never 0, NaN or Infinity for "not defined". */
export interface MetricsReport {
  readonly preset: MetricPreset;
  readonly rf: number;
  readonly periodsPerYear: number;
  readonly metrics: Readonly<Record<MetricKey, number | null>>;
  readonly causes: Readonly<Partial<Record<MetricKey, string>>>;
  /** The preset's headline figures, each with the formula it was made by. */
  readonly headline: Readonly<Record<'annual_return' | 'volatility' | 'sharpe' | 'max_drawdown' | 'information_ratio', { readonly value: number | null; readonly definition: string }>>;
}
