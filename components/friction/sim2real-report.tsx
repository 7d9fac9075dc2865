import type { Sim2RealReport } from '@/server/simulation/sim2real/types';
import { formatMoneyShort } from '../format';
import { Section } from '../ui/section';
import { Curves } from './curves';
import { NameTable } from './name-table';
import { PointTable } from './point-table';
import { sim2RealWords } from './sim2real-words';

/** What survives of a version once its trades are paid for: by level of friction, by capital, by name. */
export function Sim2RealReportView({ report, currency }: { report: Sim2RealReport; currency: string }) {
  const money = (fen: number) => formatMoneyShort(fen, currency);
  const curve = (points: Sim2RealReport['decay'], x: (point: Sim2RealReport['with']) => string) => points.map((point) => ({ x: x(point), annualReturn: point.annualReturn, alpha: point.alpha }));
  return (
    <>
      <p className="max-w-prose text-[0.8125rem]">{sim2RealWords(report)}</p>
      <p className="mt-2 max-w-prose text-xs text-ink-2">
        <strong className="font-medium text-ink">Observational.</strong> One version, these days, this simulator: the runs differ in costs or capital alone, but the days are over and the market would not have been the same for a larger order. It says nothing about days to come.
      </p>
      <div className="mt-6">
        <Curves decay={curve(report.decay, (point) => `${point.level} ×`)} capacity={curve(report.capacity, (point) => money(point.initialFen))} />
      </div>
      <Section title="Decay by friction level" hint={`1 = the costs of the book. Capital ${money(report.with.initialFen)}. The absorbing state is not armed, so that all runs cover the same days.`}>
        <PointTable caption="Return, alpha and costs by friction level" first="Level" points={report.decay} own={report.with} currency={currency} nameOf={(point) => `${point.level} ×`} />
      </Section>
      <Section title="Capacity" hint="Return against capital, at the costs of the book. Beyond what the market can take, orders are cut or refused and the rest of the capital stands idle.">
        <PointTable caption="Return, alpha and costs by capital" first="Capital" points={report.capacity} own={report.with} currency={currency} nameOf={(point) => money(point.initialFen)} />
      </Section>
      <Section title="Dearest names" hint="At level 1 and the episode’s capital.">
        <NameTable names={report.names} currency={currency} caption="Names of the replay by realised cost, dearest first" />
      </Section>
    </>
  );
}
