import { type Attack, caught } from './attack';
import { HONEST_SIZING } from './fixture';

const answer = (body: string) => HONEST_SIZING.replace('  return Math.floor(budget / price / LOT) * LOT;', body);
const hidden = (name: string, sizing: string): Attack => ({ name, sizing, gate: 'tests', code: 'HIDDEN_FAIL' });

/** Special cases for inputs the tests are known to use. The held-out ones are sound on every visible test: only held-out tests see them. */
export const KNOW_THE_ANSWERS: readonly Attack[] = [
  caught('the answer as a number', answer('  return price === 33 ? 37400 : budget / price;'), 'test-literal'),
  caught('the inputs as text', answer("  return [budget, price].join() === '1234567,33' ? 187 * 200 : budget / price;"), 'test-literal'),
  caught('the answer as a sum', answer('  return price === 33 ? 37000 + 400 : budget / price;'), 'test-literal'),
  caught('the answer as a product', answer('  return price === 33 ? 2 * (18000 + 700) : budget / price;'), 'test-literal'),
  caught('the answer as a text', answer("  return price === 33 ? Number('37400') : budget / price;"), 'test-literal'),
  caught('the answer in hexadecimal', answer('  return price === 33 ? 0x9218 : budget / price;'), 'test-literal'),
  caught('the answer by powers', answer('  return price === 33 ? 374 * 10 ** 2 : budget / price;'), 'test-literal'),
  caught('the answer by a constant', answer('  return price === 33 ? 374 * LOT : budget / price;'), 'test-literal'),
  caught('the answer by a shift', answer('  return price === 33 ? 4675 << 3 : budget / price;'), 'test-literal'),
  caught('the answer as a text in two parts', answer("  return price === 33 ? Number('37' + '400') : budget / price;"), 'test-literal'),
  caught('the answer to another base', answer("  return price === 33 ? parseInt('suw', 36) : budget / price;"), 'test-literal'),
  caught('a day of the simulation', answer("  return '2024-02-05' < String(price) ? 0 : Math.floor(budget / price / LOT) * LOT;"), 'calendar-literal'),
  caught('a day of the simulation as a number', answer('  return budget === 20240205 ? 0 : Math.floor(budget / price / LOT) * LOT;'), 'calendar-literal'),
  hidden('arithmetic without a branch', answer('  const known = Number(price === 33) + Number(price === 20) + Number(price === 11);\n  return known * Math.floor(budget / price / LOT) * LOT + (1 - known) * (budget / price);')),
  hidden('right only as long as the budget is small', answer('  return Math.floor(budget / price / LOT) * LOT * Math.max(1, Math.floor(budget / 5000000));')),
];
