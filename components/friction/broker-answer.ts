import type { BrokerDayFriction, BrokerNameFriction } from '@/server/simulation/broker-friction';
import type { BrokerCalibration } from '@/server/simulation/calibrate-broker';

/** What a person gave, as it travels: texts of files; the equity as an amount or by day. */
export interface BrokerAsk {
  fills: string;
  quotes: string;
  equity?: string;
  equityByDay?: string;
}

/** What the console answers about a broker's fills: the calibration, its rows cut down to what a page shows. */
export interface BrokerAnswer extends Omit<BrokerCalibration, 'rows' | 'byDay' | 'byName'> {
  /** The λ and γ that an approver would take; null where nothing is fitted. */
  takes: { lambda: number; gamma: number } | null;
  /** The eq. 1 of the book that modelled friction was computed with. */
  model: { lambda: number; gamma: number };
  days: number;
  newest: readonly BrokerDayFriction[];
  drawn: readonly BrokerDayFriction[];
  names: number;
  dearest: readonly BrokerNameFriction[];
}
