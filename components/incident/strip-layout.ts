export interface StripDay {
  readonly date: string;
  /** Net return of the day. */
  readonly dayReturn: number;
  /** Modelled and realised friction of the day as fractions of equity. */
  readonly frictionModelled: number;
  readonly frictionRealised: number;
  readonly turnover: number;
}

export interface StripBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StripColumn {
  readonly day: StripDay;
  readonly x: number;
  readonly width: number;
  readonly result: StripBar;
  readonly realised: StripBar;
  readonly turnover: StripBar;
  /** Height at which the modelled friction stands in the friction lane. */
  readonly modelledY: number;
}

export interface Strip {
  readonly columns: readonly StripColumn[];
  /** y of the zero line of the result lane, and the floors of the two lanes under it. */
  readonly zeroY: number;
  readonly frictionFloorY: number;
  readonly turnoverFloorY: number;
}

const LANES = { result: 0.48, friction: 0.26, turnover: 0.26 };
const LANE_GAP = 10;

/** Three lanes over one day axis: result around zero, friction, turnover. Each lane has its own scale, zero included. */
export function layoutStrip(days: readonly StripDay[], width: number, height: number): Strip {
  const column = days.length === 0 ? width : width / days.length;
  const bar = Math.max(1, Math.min(column - 2, 24));
  const room = height - 2 * LANE_GAP;
  const resultHeight = room * LANES.result;
  const frictionTop = resultHeight + LANE_GAP;
  const frictionHeight = room * LANES.friction;
  const turnoverTop = frictionTop + frictionHeight + LANE_GAP;
  const turnoverHeight = room * LANES.turnover;

  const up = Math.max(0, ...days.map((d) => d.dayReturn));
  const down = Math.min(0, ...days.map((d) => d.dayReturn));
  const span = up - down || 1;
  const zeroY = (up / span) * resultHeight;
  const frictionMax = Math.max(...days.map((d) => Math.max(d.frictionRealised, d.frictionModelled)), 0) || 1;
  const turnoverMax = Math.max(...days.map((d) => d.turnover), 0) || 1;
  const frictionFloorY = frictionTop + frictionHeight;
  const turnoverFloorY = turnoverTop + turnoverHeight;

  const columns = days.map((day, i) => {
    const x = i * column;
    const at = x + (column - bar) / 2;
    const resultBar = Math.max((Math.abs(day.dayReturn) / span) * resultHeight, day.dayReturn === 0 ? 0 : 1);
    const realised = (Math.max(0, day.frictionRealised) / frictionMax) * frictionHeight;
    const turnover = (day.turnover / turnoverMax) * turnoverHeight;
    return {
      day, x, width: column,
      result: { x: at, width: bar, y: day.dayReturn >= 0 ? zeroY - resultBar : zeroY, height: resultBar },
      realised: { x: at, width: bar, y: frictionFloorY - realised, height: realised },
      turnover: { x: at, width: bar, y: turnoverFloorY - turnover, height: turnover },
      modelledY: frictionFloorY - (Math.max(0, day.frictionModelled) / frictionMax) * frictionHeight,
    };
  });
  return { columns, zeroY, frictionFloorY, turnoverFloorY };
}
