import type { BookFriction } from '@/server/books/read-friction';
import { formatNumber, NO_VALUE } from '../format';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { formatCoefficient, formatInterval } from './coefficient-words';

const bp = (value: number | null | undefined): string => formatNumber(value, 2);

/** The coefficients side by side: what the book assumes, what its fills say, what was quoted, what the console ships. */
export function ModelTable({ friction }: { friction: BookFriction }) {
  const { model, shipped, fitted, configured, shippedCosts, fillCosts, quoted } = friction;
  const rows = [
    { key: 'lambda', label: 'λ, linear', meaning: 'Modelled cost per unit of traded weight (eq. 1). Shipped: the 8 bp a side that the paper observed on its own account.', unit: 'ratio', book: formatCoefficient(model.lambda), own: formatCoefficient(fitted?.lambda), quoted: NO_VALUE, shipped: formatCoefficient(shipped.lambda) },
    { key: 'gamma', label: 'γ, root', meaning: 'Coefficient of the square-root term of eq. 1. The paper gives none.', unit: 'ratio', book: formatCoefficient(model.gamma), own: formatCoefficient(fitted?.gamma), quoted: NO_VALUE, shipped: formatCoefficient(shipped.gamma) },
    { key: 'spread', label: 'Half spread', meaning: 'What the simulator charges on each side. Fitted from the fills, rounding to the tick included; quoted: median of the first order-book snapshot of the name and day.', unit: 'bp', book: bp(configured.halfSpreadBp), own: bp(fillCosts?.halfSpreadBp), quoted: bp(quoted?.halfSpreadBp), shipped: bp(shippedCosts.halfSpreadBp) },
    { key: 'impact', label: 'Impact coefficient', meaning: 'Square-root impact of the simulator: coefficient × daily volatility × √(shares / average volume).', unit: '', book: formatCoefficient(configured.impactCoef), own: formatCoefficient(fillCosts?.impactCoef), quoted: NO_VALUE, shipped: formatCoefficient(shippedCosts.impactCoef) },
  ];
  return (
    <>
      <Table caption="Coefficients: the book's, fitted, quoted, shipped" fit>
        <Thead>
          <Th>Coefficient</Th>
          <Th className="max-sm:hidden">Unit</Th>
          <Th num>The book’s</Th>
          <Th num>Its fills say</Th>
          <Th num>Quoted</Th>
          <Th num>Shipped</Th>
        </Thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.key}>
              <Td className="sm:whitespace-nowrap">
                <Definition text={row.meaning}>{row.label}</Definition>
                {row.unit === 'bp' && <span className="text-xs text-ink-2 sm:hidden">, bp</span>}
              </Td>
              <Td className="text-xs text-ink-2 max-sm:hidden">{row.unit}</Td>
              <Td num>{row.book}</Td>
              <Td num className="font-medium">
                {row.own}
              </Td>
              <Td num>{row.quoted}</Td>
              <Td num className="text-ink-2">
                {row.shipped}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-2 max-w-prose text-xs text-ink-2">{wordsOf(friction)}</p>
    </>
  );
}

/** How much stands behind the fit, and where the fills come from. */
function wordsOf({ episode, fitted, interval, fillCosts, quoted, model }: BookFriction): string {
  if (!episode.friction) return 'This episode pays no costs (phase 0): its fills cannot say what trading costs.';
  const norm = `The root takes ‖Δω‖ as ${model.norm === 'l2' ? 'the Euclidean norm' : 'the sum of the traded weights'}.`;
  const fit = fitted === null ? 'Fewer than three days have traded: nothing is fitted yet.' : `Least squares over the ${fitted.days} days that traded, R² ${formatNumber(fitted.r2, 3)}, mean residual ${formatNumber(fitted.meanResidual * 1e4, 2)} bp of equity a day; 95 % intervals, days taken as independent: λ ${formatInterval(interval?.lambda)}, γ ${formatInterval(interval?.gamma)}.`;
  const costs = fillCosts === null ? '' : ` Spread and impact over ${formatNumber(fillCosts.fills, 0)} fills.`;
  const books = quoted === null ? ' No order-book snapshot of these names and days is imported.' : ` Quoted over ${formatNumber(quoted.fills, 0)} fills with a snapshot.`;
  return `${fit}${costs}${books} ${norm} Fills of a book come from the execution simulator: the fit says how far eq. 1 is from it, not how far it is from a broker.`;
}
