import { expect, it } from 'vitest';
import { paths } from '@/components/paths';
import { getAutopsyPage } from '@/server/autopsy/read-autopsy-page';
import { getIncidentPage } from '@/server/autopsy/read-incident-page';
import { readRowDates } from '@/server/autopsy/read-row-dates';
import { getBook, getLastStep } from '@/server/books/get-book';
import { readDay } from '@/server/books/read-day';
import { openStepper } from '@/server/books/stepper';
import { makeConsole, T0 } from '@/server/books/testing/make-console';
import { alerts, fills, incidents, orders } from '@/server/db/schema';
import { testSandbox } from '@/server/test/test-sandbox';
import { citedRows } from './cited-rows';
import { citedOnIncident, incidentPlace } from './incident-place';
import { linkEvidence } from './link-evidence';

const selfTest = await testSandbox();

it.skipIf(!selfTest.ok)('every citation of an incident and its autopsy leads to a page that holds the row, whatever its day (needs a sandbox)', async () => {
  const { db, book: makeBook, close } = makeConsole();
  try {
    const bookId = makeBook().id;
    const stepper = openStepper(db, bookId);
    for (let i = 0; i < 25; i++) await stepper.step();
    await stepper.close();
    const last = getLastStep(db, getBook(db, bookId).episodeId)!;
    // Every row that was ever stored is cited: days before the window of the page, and more than it lists.
    const evidence = [...db.select().from(fills).all().map((f) => ({ kind: 'fill' as const, id: f.id })), ...db.select().from(orders).all().map((o) => ({ kind: 'order' as const, id: o.id }))].map((ref) => ({ ref, label: 'row', value: 1 }));
    db.insert(incidents).values({ id: 'inc_1', bookId, episodeId: last.episodeId, date: last.date, summary: 'It lost.', status: 'open', openedAt: T0 }).run();
    db.insert(alerts).values({ id: 'alr_1', bookId, episodeId: last.episodeId, incidentId: 'inc_1', rule: 'annual_turnover', severity: 'critical', dayIndex: last.dayIndex, date: last.date, value: 2, threshold: 1, message: 'Too much.', evidence, firing: true, handling: 'open', openedAt: T0, updatedAt: T0 }).run();

    const page = getIncidentPage(db, 'inc_1');
    const shown = citedRows(page, page.incident.date);
    const place = incidentPlace(bookId, { ...page, ...shown }, readRowDates(db, citedOnIncident(page)));
    const autopsy = getAutopsyPage(db, 'inc_1');
    const ofAutopsy = { bookId, page: paths.incident('inc_1'), anchors: new Set(autopsy.onIncident.map(paths.anchor)), dates: autopsy.rowDates };
    const links = [...linkEvidence(citedOnIncident(page), place), ...linkEvidence(autopsy.metrics.flatMap((m) => m.refs), ofAutopsy)];
    const onDay = new Map<string, Set<string>>();
    const anchorsOfDay = (date: string) => {
      const day = readDay(db, { bookId, date });
      const found = onDay.get(date) ?? new Set([`day-${date}`, ...day.fills.map((f) => `fill-${f.id}`), ...day.orders.map((o) => `order-${o.id}`)]);
      onDay.set(date, found);
      return found;
    };
    const dead = links.filter(({ href }) => {
      const [address, anchor] = (href ?? '').split('#');
      const date = /\/days\/([\d-]+)/.exec(address ?? '')?.[1];
      if (date) return anchor !== undefined && !anchorsOfDay(date).has(anchor);
      return anchor === undefined || !place.anchors.has(anchor);
    });
    expect(dead).toEqual([]);
    expect(onDay.size).toBeGreaterThan(1);
  } finally {
    close();
  }
}, 60_000);
