import { assertSameOrigin } from '@/app/_server/origin';
import { answerJson } from '@/app/_server/run-route';
import type { BrokerAnswer } from '@/components/friction/broker-answer';
import { adoptable } from '@/server/books/adopt-friction';
import { readBookConfig } from '@/server/books/book-config';
import { getBook } from '@/server/books/get-book';
import { drawnDays } from '@/server/books/read-friction';
import { calibrateBroker } from '@/server/simulation/calibrate-broker';
import { brokerFiles, filesSchema, readBody } from './read-files';

const POINTS = 1000;
const DAYS = 20;
const NAMES = 50;

/** What a person's fills and quotes say (CSV texts), held against eq. 1 of the book. Nothing is stored. */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerJson('Calibrate', async ({ db }): Promise<BrokerAnswer> => {
    assertSameOrigin(request.headers);
    const { model } = readBookConfig(getBook(db, (await params).id));
    const { rows: _, byDay, byName, ...said } = calibrateBroker(brokerFiles(await readBody(request, filesSchema)), model);
    return {
      ...said,
      takes: said.friction && { lambda: adoptable(said.friction.lambda), gamma: adoptable(said.friction.gamma) },
      model: { lambda: model.lambda, gamma: model.gamma },
      days: byDay.length, newest: byDay.slice(-DAYS).reverse(), drawn: drawnDays(byDay, POINTS),
      names: byName.length, dearest: byName.slice(0, NAMES),
    };
  });
}
