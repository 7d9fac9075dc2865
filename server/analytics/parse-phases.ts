import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import type { Phase } from './phase-table';

const FORM = /^([^=]{1,60})=\s*(\S+?)\s*\.\.\s*(\S+)$/;
const MOST = 50;

/** Phases a person gives by dates: `phase 1=2024-07-01..2024-10-18, phase 2=2024-10-21..2025-09-30`. @throws AppError BAD_INPUT naming the part */
export function parsePhases(text: string): Phase[] {
  const parts = text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  if (parts.length > MOST) throw new AppError('BAD_INPUT', `${parts.length} phases are more than ${MOST}.`);
  const phases = parts.map((part) => {
    const [, name, from, to] = FORM.exec(part) ?? [];
    if (name === undefined || from === undefined || to === undefined) throw new AppError('BAD_INPUT', `The phase ${JSON.stringify(part.slice(0, 80))} is not written NAME=YYYY-MM-DD..YYYY-MM-DD.`);
    for (const date of [from, to]) if (!isCalendarDate(date)) throw new AppError('BAD_INPUT', `The phase ${name.trim()}: ${JSON.stringify(date.slice(0, 20))} is not a date YYYY-MM-DD.`);
    if (from > to) throw new AppError('BAD_INPUT', `The phase ${name.trim()} ends (${to}) before it begins (${from}).`);
    return { name: name.trim(), from, to };
  });
  const twice = phases.find((p, i) => phases.findIndex((q) => q.name === p.name) !== i);
  if (twice) throw new AppError('BAD_INPUT', `Two phases are named ${twice.name}.`);
  return phases;
}
