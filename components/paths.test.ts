import { expect, it } from 'vitest';
import { paths } from './paths';

it('pins every address of the console', () => {
  expect({
    overview: paths.overview(),
    signIn: paths.signIn({ next: '/books/bok_1?tab=fills' }),
    password: paths.password(),
    book: paths.book('bok_1'),
    bookTab: paths.book('bok_1', { tab: 'fills', episode: null, range: '1y' }),
    performance: paths.performance('bok_1'),
    paper: paths.paper('bok_1', { episode: 2, phases: 'v1=2024-01-02..2024-02-01' }),
    friction: paths.friction('bok_1', { episode: 2, tab: 'sim2real' }),
    day: paths.day('bok_1', '2024-07-01', { episode: 'epi_1' }),
    seriesApi: paths.seriesApi('bok_1', { range: '3m' }),
    incident: paths.incident('inc_1'),
    autopsy: paths.autopsy('inc_1', { tab: 'json' }),
    proposal: paths.proposal('pro_1'),
    run: paths.run('pro_1'),
    rowsCsv: paths.rowsCsv('bok_1', { kind: 'fills', episode: 'epi_1' }),
    traceApi: paths.traceApi('pro_1', 'otlp'),
    threadApi: paths.threadApi('inc_1'),
    data: paths.data({ market: 'csi300' }),
    audit: paths.audit({ entity: 'bok_1', from: '2026-11-01' }),
    settings: paths.settings({ tab: 'thresholds' }),
    anchorFill: paths.anchor({ kind: 'fill', id: 'x1' }),
    anchorDay: paths.anchor({ kind: 'day', id: 'bok_1/epi_1/2024-07-01' }),
  }).toMatchInlineSnapshot(`
    {
      "anchorDay": "day-2024-07-01",
      "anchorFill": "fill-x1",
      "audit": "/audit?entity=bok_1&from=2026-11-01",
      "autopsy": "/incidents/inc_1/autopsy?tab=json",
      "book": "/books/bok_1",
      "bookTab": "/books/bok_1?tab=fills&range=1y",
      "data": "/data?market=csi300",
      "day": "/books/bok_1/days/2024-07-01?episode=epi_1",
      "friction": "/books/bok_1/friction?episode=2&tab=sim2real",
      "incident": "/incidents/inc_1",
      "overview": "/",
      "paper": "/books/bok_1/performance/paper?episode=2&phases=v1%3D2024-01-02..2024-02-01",
      "password": "/password",
      "performance": "/books/bok_1/performance",
      "proposal": "/proposals/pro_1",
      "rowsCsv": "/api/books/bok_1/rows?kind=fills&episode=epi_1",
      "run": "/proposals/pro_1/run",
      "seriesApi": "/api/books/bok_1/series?range=3m",
      "settings": "/settings?tab=thresholds",
      "signIn": "/sign-in?next=%2Fbooks%2Fbok_1%3Ftab%3Dfills",
      "threadApi": "/api/v1/incidents/inc_1/thread",
      "traceApi": "/api/v1/traces/pro_1?format=otlp",
    }
  `);
});
