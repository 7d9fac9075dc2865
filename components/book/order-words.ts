import type { OrderReason } from '@/server/execution/types';

/** Why an order was cut or refused, as a sentence. */
const REASON_WORDS: Record<OrderReason, string> = {
  SUSPENDED: 'The name did not trade that day.',
  NO_PRICE: 'It traded, but there was no usable price.',
  LIMIT_UP: 'Stood at limit-up: nobody sold.',
  LIMIT_DOWN: 'Stood at limit-down: nobody bought.',
  T1_LOCKED: 'Bought the same day: T+1 forbids the sale.',
  PARTICIPATION: 'More than the allowed part of the day’s volume.',
  BELOW_LOT: 'What was left is less than one lot.',
  CASH: 'Not enough cash including fees.',
};

/** A stored reason in words; an unknown code is shown as it is. */
export const orderReasonText = (code: string | null): string => (code === null ? '' : ((REASON_WORDS as Record<string, string>)[code] ?? code));
