import type { InjectOptions } from 'fastify';
import type { App } from '../../../src/context.ts';
import { openMonthRules, rollUpMonth } from '../../../src/demand/rollup/roll-up.ts';
import { createHttpServer } from '../../../src/platform/http/server.ts';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { routes } from '../../../src/routes.ts';
import type { DemandBaseline } from '../../../src/suppliers/ports/demand.ts';
import { daysBetween } from '../../../src/travel/dates.ts';
import { renderErrorPage } from '../../../web/landing/error-page.ts';
import { writeOnly, type WrittenEvent } from './demand-events.ts';
import { type Answer, BOOTSTRAP_KEY } from '../service/service.ts';

/** Writes these events and no others, and counts them as a sandbox does. */
export async function countOnly(app: App, events: readonly WrittenEvent[]): Promise<void> {
  await writeOnly(app.db, events);
  for (const month of new Set(events.map(({ day }) => `${day.slice(0, 7)}-01`)))
    await rollUpMonth(app.db, openMonthRules(month));
}

/** The same service over another baseline, or over none. */
export function callOver(app: App, changes: Partial<Pick<App, 'demandBaseline' | 'config' | 'clock'>>) {
  const server = createHttpServer(
    { ...app, metrics: createMetrics(), ...changes },
    {
      routes,
      pages: [],
      callbacks: [],
      mounts: [],
      translate: () => undefined,
      explain: (_app, problems) => problems,
      renderError: renderErrorPage,
    },
  );
  return async (method: 'GET' | 'POST', path: string, body?: object, key: string = BOOTSTRAP_KEY): Promise<Answer> => {
    const options: InjectOptions = {
      method,
      url: path,
      headers: { 'x-api-key': key },
      ...(body === undefined ? {} : { payload: body }),
    };
    const { statusCode, headers, body: text } = await server.fastify.inject(options);
    const answered = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return { status: statusCode, headers: answered, text, body: JSON.parse(text) };
  };
}

/**
 * A baseline that can be reckoned with: so many searches of each destination on each day, all of them from Paris by
 * couples.
 */
export function evenBaseline(searchesADay: Readonly<Record<string, number>>, since: string): DemandBaseline {
  const destinations = Object.keys(searchesADay);
  const days = (from: string, to: string) => daysBetween(from < since ? since : from, to) + 1;
  const isCounted = (filter: {
    readonly kind: string;
    readonly market?: string | undefined;
    readonly audience?: string | undefined;
  }) =>
    filter.kind === 'search' &&
    ['PAR', 'FR', undefined].includes(filter.market) &&
    (filter.audience ?? 'couple') === 'couple';
  const volume = (filter: Parameters<DemandBaseline['byDestination']>[0], code: string) =>
    isCounted(filter) && (filter.destination ?? code) === code ? (searchesADay[code] ?? 0) : 0;
  const all = (filter: Parameters<DemandBaseline['byDestination']>[0]) =>
    destinations.reduce((sum, code) => sum + volume(filter, code), 0);
  return {
    since,
    destinations,
    markets: ['PAR'],
    prepare: () => Promise.resolve(),
    byDestination: (filter, from, to) =>
      Float64Array.from(destinations, (code) => volume(filter, code) * days(from, to)),
    byMarket: (filter, from, to) => Float64Array.of(all(filter) * days(from, to)),
    byAudience: (filter, from, to) => Float64Array.of(0, all(filter) * days(from, to), 0, 0, 0),
    daily: (filter, from, to) => new Float64Array(days(from, to)).fill(all(filter)),
    shape: (_filter, _from, _to, bounds) => ({
      leadBins: bounds.lead.map(() => 0),
      stayBins: bounds.stay.map(() => 0),
      lowestFare: 5_000,
    }),
  };
}
