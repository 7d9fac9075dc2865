import type { StepView } from '@/server/books/read-day';
import { formatBp, formatMoney, formatNumber, formatPercent } from '../format';
import { Definition } from '../ui/definition';
import { KeyValue } from '../ui/key-value';

/** One day taken apart: eq. 1 and eq. 2 on the left, what the fills really cost on the right. */
export function DayParts({ step, currency, frictionRealised }: { step: StepView; currency: string; frictionRealised: number }) {
  const money = (fen: number) => <span className="num">{formatMoney(fen, currency)}</span>;
  const percent = (value: number | null, digits = 3) => <span className="num">{formatPercent(value, digits, true)}</span>;
  return (
    <div className="grid gap-x-16 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      <div>
        <h2 className="mb-2 text-xs text-ink-3">Reward, eq. 1 and eq. 2</h2>
        <KeyValue
          items={[
            ['Σ ω r, before friction', percent(step.grossReturn)],
            ['− λ‖Δω‖₁', <span key="l" className="num">{formatBp(step.frictionLinear, 2)}</span>],
            ['− γ√‖Δω‖', <span key="g" className="num">{formatBp(step.frictionRoot, 2)}</span>],
            ['Execution-aware return', percent(step.executionReturn)],
            [<Definition key="r" term="reward">Reward R_t</Definition>, <span key="rv" className="num">{formatNumber(step.reward, 6, true)}</span>],
            ['Absorbing state', step.terminal ? 'reached' : 'no'],
          ]}
        />
      </div>
      <div>
        <h2 className="mb-2 text-xs text-ink-3">Realised friction, from the fills</h2>
        <KeyValue
          items={[
            ['Commission', money(step.commissionFen)],
            ['Duty', money(step.dutyFen)],
            ['Transfer and exchange fees', money(step.transferFen + step.otherFen)],
            ['Spread', money(step.spreadFen)],
            ['Impact', money(step.impactFen)],
            [<Definition key="f" term="friction_realised">Of equity</Definition>, <span key="fv" className="num">{formatBp(frictionRealised, 2)}</span>],
          ]}
        />
      </div>
      <div>
        <h2 className="mb-2 text-xs text-ink-3">Account</h2>
        <KeyValue
          items={[
            ['Equity', money(step.equityFen)],
            ['Cash', money(step.cashFen)],
            ['Profit and loss', <span key="p" className="num">{formatMoney(step.pnlFen, currency, true)}</span>],
            ['Net return', percent(step.dayReturn)],
            ['Benchmark', percent(step.benchmarkReturn)],
            [<Definition key="l" term="principal_loss">L_t</Definition>, <span key="lv" className="num">{formatPercent(step.principalLoss, 3)}</span>],
            [<Definition key="d" term="drawdown">Drawdown</Definition>, <span key="dv" className="num">{formatPercent(step.drawdown, 3)}</span>],
            [<Definition key="t" term="turnover">Turnover</Definition>, <span key="tv" className="num">{formatPercent(step.turnover, 2)}</span>],
          ]}
        />
      </div>
    </div>
  );
}
