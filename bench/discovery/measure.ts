import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { loadReference } from '../../src/reference/load-reference.ts';
import { createSeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays, todayIn } from '../../src/travel/dates.ts';
import { freshDatabase } from '../service.ts';
import { type Installation, makeOrganization, startInstallation } from './installation.ts';
import { createRouteDraw, drawSearch, readRoutes, type Route } from './mix.ts';
import { printTables, type CalendarSeen, type FareCompared } from './tables.ts';

/**
 * `npm run measure-discovery [-- --searches 5000 --days 28 --organizations 10 --routes FILE]`: what discovery knows in
 * a production installation whose supplier publishes no fares. Makes so many searches of a realistic mix over so many
 * days of a clock of its own against a stub of Duffel whose prices move, asks for calendars, starts anew and asks
 * again, then compares what was shown with the stub's price of that moment. Prints the tables of docs/discovery.md.
 * `--routes`: a table as data/world/routes.csv, which is taken where none is named; `--busiest N`: only the pairs of
 * cities with the most seats are searched for. Needs PostgreSQL. The same every time.
 */
const WORLD_DIR = resolve(import.meta.dirname, '../../data/world');
const FIRST_NOW = Date.parse('2027-02-01T06:00:00Z');
const DAY_MS = 86_400_000;
/** A flight is filed anew every six hours, up to 10 % off its usual fare, and dearer near its departure. */
const PRICE_MOVES = { hours: 6, percent: 10 };
/** Offers of a search: enough for every airline's cheapest, few enough for thousands of searches. */
const OFFERS = 24;
const CALENDARS = 200;
const CALENDAR_DAYS = 60;
const STAYS = [undefined, 7] as const;
const COMPARED_MAX = 400;
const SAMPLED_CALENDARS = 10;
const SAMPLE = 12;

const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '5000' },
    days: { type: 'string', default: '28' },
    organizations: { type: 'string', default: '10' },
    busiest: { type: 'string' },
    routes: { type: 'string', default: resolve(WORLD_DIR, 'routes.csv') },
  },
});
const [searches, days, organizations] = [values.searches, values.days, values.organizations].map(Number);

/** Minor units of GBP. */
const Money = z.object({ value: z.number() });
const Calendar = z.object({
  coverage: z.object({ observed: z.number(), sampled: z.number(), missing: z.number() }),
  days: z.array(
    z.object({
      departure_date: z.string(),
      known: z.boolean().optional(),
      as_of: z.string().optional(),
      lowest: Money.optional(),
    }),
  ),
});
const Found = z.object({
  live_offers: z.array(z.object({ fares: z.array(z.object({ total_price: Money })) })),
});

await measure();

async function measure(): Promise<void> {
  const random = createSeededRandom('discovery');
  let now = new Date(FIRST_NOW);
  const clock = { now: () => now };
  const stub = await startDuffelStub({ clock });
  stub.control.set({ price_moves: PRICE_MOVES, offers: OFFERS, rate_limit: { limit: 1_000_000, seconds: 1 } });
  const database = await freshDatabase();
  let installation = await startInstallation(database.url, stub, clock);
  const calls = () => stub.control.calls()['search'] ?? 0;
  try {
    const keys: string[] = [];
    for (let n = 1; n <= (organizations ?? 0); n += 1)
      keys.push(await makeOrganization(installation.app, `Agency ${n}`));
    const all = readRoutes(resolve(values.routes), loadReference(WORLD_DIR).places);
    const routes = all.slice(0, values.busiest === undefined ? all.length : Number(values.busiest));
    const drawRoute = createRouteDraw(routes, random);
    for (let n = 0; n < (searches ?? 0); n += 1) {
      now = new Date(FIRST_NOW + (n / (searches ?? 1)) * (days ?? 0) * DAY_MS);
      await search(installation, pick(keys, random.unit()), drawSearch(drawRoute, random, todayIn('UTC', now)));
      if (n % 500 === 499) console.error(`${n + 1} searches`);
    }
    await installation.app.observedFares.settle();
    now = new Date(FIRST_NOW + (days ?? 0) * DAY_MS);
    const spentBySearches = calls();
    const asked = chooseCalendars(drawRoute, keys, random.unit);
    const seen = await askCalendars(installation, asked, now);
    const spentByCalendars = calls() - spentBySearches;
    await installation.stop();
    installation = await startInstallation(database.url, stub, clock);
    const again = await askCalendars(installation, asked, now);
    const compared = await compare(installation, keys[0] ?? '', seen);
    const beforeSamples = calls();
    const sampled = await sample(installation, asked.slice(0, SAMPLED_CALENDARS));
    printTables({
      command: `npm run measure-discovery${process.argv.length > 2 ? ' --' : ''} ${process.argv.slice(2).join(' ')}`,
      routes: routes.length,
      calls: { searches: spentBySearches, calendars: spentByCalendars, samples: calls() - beforeSamples },
      seen,
      isSameAfterRestart: JSON.stringify(again) === JSON.stringify(seen),
      compared,
      sampled,
    });
  } finally {
    await installation.stop();
    await stub.close();
    await database.drop();
  }
}

/** A few organizations make most of the searches: the first of ten 34 %, the last 3 %. */
function pick(keys: readonly string[], drawn: number): string {
  const weights = keys.map((_, index) => 1 / (index + 1));
  let left = drawn * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return keys[index] ?? '';
  }
  return keys[0] ?? '';
}

async function search(
  { call }: Installation,
  key: string,
  { origin, destination, departureDate, stayDays, adults }: ReturnType<typeof drawSearch>,
): Promise<z.infer<typeof Found>> {
  return Found.parse(
    await call(key, '/v1/flight_search', {
      ...{ origin, destination, adults, origin_type: 'city', destination_type: 'city', currency: 'GBP' },
      departure_date: departureDate,
      ...(stayDays === undefined ? {} : { return_date: addDays(departureDate, stayDays) }),
    }),
  );
}

/** A calendar as somebody asks for it. */
interface AskedCalendar {
  readonly key: string;
  readonly route: Route;
  readonly stayDays: number | undefined;
}

/** Calendars of routes as often as they are searched, each one way and for a week. */
function chooseCalendars(
  drawRoute: () => Route,
  keys: readonly string[],
  unit: () => number,
): readonly AskedCalendar[] {
  return Array.from({ length: CALENDARS }, () => ({ key: pick(keys, unit()), route: drawRoute() })).flatMap((one) =>
    STAYS.map((stayDays) => ({ ...one, stayDays })),
  );
}

async function askCalendar(
  { call }: Installation,
  { key, route, stayDays }: AskedCalendar,
  now: Date,
  more: object = {},
) {
  const first = addDays(todayIn('UTC', now), 2);
  return Calendar.parse(
    await call(key, '/v1/flight_calendar', {
      ...{ origins: [route.origin], destinations: [route.destination], origin_type: 'city', destination_type: 'city' },
      departure_date_ranges: [{ start: first, end: addDays(first, CALENDAR_DAYS - 1) }],
      ...(stayDays === undefined ? { trip_type: 'oneway' } : { trip_type: 'roundtrip', stay_days: stayDays }),
      currency: 'GBP',
      ...more,
    }),
  );
}

async function askCalendars(
  installation: Installation,
  asked: readonly AskedCalendar[],
  now: Date,
): Promise<readonly CalendarSeen[]> {
  const seen: CalendarSeen[] = [];
  for (const one of asked) {
    const { days: answered } = await askCalendar(installation, one, now);
    seen.push({
      route: one.route,
      stayDays: one.stayDays,
      days: answered.map(({ departure_date: date, known, as_of: asOf, lowest }) => ({
        date,
        isKnown: known === true,
        ageMs: asOf === undefined ? undefined : now.getTime() - Date.parse(asOf),
        lowest: lowest?.value,
      })),
    });
  }
  return seen;
}

/** Searches some of what was shown live, for the price it has now. Every age has the same chance to be compared. */
async function compare(
  installation: Installation,
  key: string,
  seen: readonly CalendarSeen[],
): Promise<readonly FareCompared[]> {
  const shown = new Map(
    seen.flatMap(({ route, stayDays, days: known }) =>
      known.flatMap(({ date, ageMs, lowest }) =>
        ageMs === undefined || lowest === undefined
          ? []
          : [
              [
                `${route.origin} ${route.destination} ${date} ${stayDays}`,
                { route, stayDays, date, ageMs, lowest },
              ] as const,
            ],
      ),
    ),
  );
  const ordered = [...shown.values()].toSorted((a, b) => a.ageMs - b.ageMs);
  const step = Math.max(1, ordered.length / COMPARED_MAX);
  const compared: FareCompared[] = [];
  for (let at = 0; at < ordered.length; at += step) {
    const one = ordered[Math.floor(at)];
    if (one === undefined) continue;
    const { route, stayDays, date, ageMs, lowest } = one;
    const { origin, destination } = route;
    const found = await search(installation, key, { origin, destination, departureDate: date, stayDays, adults: 1 });
    const now = Math.min(
      ...found.live_offers.flatMap(({ fares }) => fares.map(({ total_price: total }) => total.value)),
    );
    if (Number.isFinite(now)) compared.push({ ageMs, error: lowest / now - 1 });
  }
  return compared;
}

/** What calendars know before and after `sample`. */
async function sample(installation: Installation, asked: readonly AskedCalendar[]) {
  const result: { readonly before: number; readonly after: number }[] = [];
  for (const one of asked) {
    const now = installation.app.clock.now();
    const before = (await askCalendar(installation, one, now)).coverage;
    const after = (await askCalendar(installation, one, now, { sample: SAMPLE })).coverage;
    result.push({ before: before.observed, after: after.observed + after.sampled });
  }
  return result;
}
