import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { loadReference } from '../../src/reference/load-reference.ts';
import { startDuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays, todayIn } from '../../src/travel/dates.ts';
import { type Benchmark, quantile } from '../harness.ts';
import { freshDatabase, processorMs, type Service, startProduct, WORLD_DIR } from '../service.ts';

/**
 * `BLY_BENCH_FARES=1000000` for a quick look: at least so many rows; the hub and one other origin make 700,000. Ten
 * million take some 20 GB of disk and ten minutes to write.
 */
const fares = Number(process.env['BLY_BENCH_FARES'] ?? 10_000_000);
/** Connection string of an empty database that is filled the first time and used again, filled, by later runs. */
const keptDatabase = process.env['BLY_BENCH_FARES_DATABASE'];
/** What the product has sealed in a database that is used again must be readable to its next start. */
const secretKey = createHash('sha256').update('bench 25').digest('base64');
const port = 18_125;
const targetMs = 30;
const calendars = 500;
/** Calendars that come one after the other at this pace, each of a route of its own. */
const pacedPerSecond = 20;
const reaches = 40;
const calendarDays = 60;
/** One place from which very many others are known, and places with fewer. */
const hubDestinations = 300;
const otherDestinations = 50;
const departures = 200;
const callers = 5;
const stays = [-1, 7];
const parts = 20;
/** Searches whose answers are copied: prices and flights of so many days. */
const searches = 40;

const Answer = z.object({ coverage: z.object({ observed: z.number() }) });

/** Budget 25: what discovery takes where it is made of ten million observed fares. */
export const observedFaresBenchmark: Benchmark = {
  number: 25,
  name: `A calendar of ${calendarDays} days out of at least ${fares.toLocaleString('en')} observed fares, p99`,
  async measure() {
    const database =
      keptDatabase === undefined ? await freshDatabase() : { url: keptDatabase, drop: () => Promise.resolve() };
    const stub = await startDuffelStub({ worldDir: WORLD_DIR });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const running: Service[] = [];
    try {
      const service = await startProduct(database.url, port, {
        BLY_SUPPLIERS: 'duffel',
        BLY_DUFFEL_TOKEN: stub.token,
        BLY_DUFFEL_URL: stub.url,
        BLY_SECRET_KEYS: secretKey,
      });
      running.push(service);
      const cities = await fill(service, client);
      const asked = stub.control.calls()['search'] ?? 0;
      const spentBefore = processorMs(service);
      const routes = chooseRoutes(cities);
      for (const route of routes.slice(0, warmUp)) await timeCalendar(service, route);
      const calendarMs: number[] = [];
      for (const route of routes.slice(warmUp, warmUp + calendars)) calendarMs.push(await timeCalendar(service, route));
      const perCalendarMs = (processorMs(service) - spentBefore) / (warmUp + calendars);
      const pacedMs = await timePaced(service, routes.slice(warmUp + calendars));
      const reachMs = await timeReaches(service, cities.slice(1));
      const hubMs = await timeReaches(service, cities.slice(0, 1));
      const p99 = quantile(calendarMs, 0.99);
      const describe = (name: string, spent: readonly number[]) =>
        `${name}: p50 ${quantile(spent, 0.5).toFixed(1)} ms, p99 ${quantile(spent, 0.99).toFixed(1)} ms`;
      return {
        number: 25,
        name: this.name,
        target: `≤ ${targetMs} ms`,
        result: `${p99.toFixed(1)} ms`,
        isMet: p99 <= targetMs,
        detail: [
          describe(`calendars of ${calendars} routes, one as soon as another is answered`, calendarMs),
          describe(`of ${calendars} others, ${pacedPerSecond} a second`, pacedMs),
          `processor time of a calendar in our process: ${perCalendarMs.toFixed(1)} ms`,
          describe(`anywhere from a city with ${otherDestinations} destinations, ${calendarDays} days`, reachMs),
          describe(`anywhere from a city with ${hubDestinations} destinations, ${calendarDays} days`, hubMs),
          `calls to the supplier meanwhile: ${(stub.control.calls()['search'] ?? 0) - asked}`,
          ...(await describeSize(client)),
        ],
      };
    } finally {
      for (const service of running) await service.stop();
      await client.end();
      await stub.close();
      await database.drop();
    }
  },
};

/** An origin and the cities that are known from it. */
interface Origin {
  readonly code: string;
  readonly destinations: readonly string[];
}

/** Has the product see some fares, then copies their rows over routes, days, stays and callers. The hub comes first. */
async function fill(service: Service, client: pg.Client): Promise<readonly Origin[]> {
  const origins = chooseOrigins(Math.ceil(fares / (departures * callers * stays.length)));
  if ((await client.query('select 1 from observed_fare limit 1')).rows.length > 0) return origins;
  const first = addDays(todayIn('UTC', new Date()), 2);
  for (let day = 0; day < searches; day += 1) {
    const searched = await service.call('POST', '/v1/flight_search', {
      origin: 'PAR',
      destination: 'LIS',
      departure_date: addDays(first, calendarDays + day),
      currency: 'EUR',
    });
    if (searched.status !== 200) throw new Error(`flight_search: ${searched.status} ${searched.text.slice(0, 500)}`);
  }
  while ((await client.query('select 1 from observed_fare')).rows.length < searches) await wait(100);
  await client.query('set synchronous_commit = off');
  await client.query('create temporary table route (n serial, origin text, destination text)');
  await client.query(
    'insert into route (origin, destination) select * from unnest($1::text[], $2::text[]) order by random()',
    [
      origins.flatMap(({ code, destinations }) => destinations.map(() => code)),
      origins.flatMap(({ destinations }) => destinations),
    ],
  );
  await client.query('create temporary table seen as select *, row_number() over () - 1 as n from observed_fare');
  await client.query('truncate observed_fare');
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'observed_fare'",
  );
  // Only reading is measured, so that writing need not outlive a crash; indexes are built once the rows are there.
  await client.query('alter table observed_fare set unlogged, drop constraint observed_fare_key');
  for (const { indexname } of indexes) await client.query(`drop index if exists ${indexname}`);
  // In no order of its keys, as searches come: a part for each set of days.
  for (let part = 0; part < parts; part += 1)
    await client.query(
      `insert into observed_fare (origin, destination, cabin_class, party, departure_date, stay_days, supplier, account,
        caller, amount, currency, seen_at, looked_on, expires_on, cheapest_small, cheapest, offers)
      select origin, destination, cabin_class, party, $1::date + day, stay, supplier, account, lpad(to_hex(each), 16, 'c'), amount,
        currency, now() - random() * interval '20 days', current_date, current_date + 20, cheapest_small, cheapest, offers
      from (
        select route.origin, route.destination, day, stay, each, (route.n * 31 + day * 7 + each) % $7::int as n
        from route, generate_series($2::int, $3::int, $4::int) day, unnest($5::int[]) stay, generate_series(1, $6::int) each
        order by random()
      ) as key join (select n, cabin_class, party, supplier, account, amount, currency, cheapest_small, cheapest, offers from seen) as seen using (n)`,
      [first, part, departures - 1, parts, stays, callers, searches],
    );
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query('alter table observed_fare add primary key using index observed_fare_key');
  await client.query('vacuum (analyze) observed_fare');
  // What was just written goes to the disk before reading is measured.
  await client.query('checkpoint');
  return origins;
}

function chooseOrigins(routes: number): readonly Origin[] {
  const { places } = loadReference(WORLD_DIR);
  const codes = [...new Set(places.airports().map(({ cityCode }) => cityCode))]
    .filter((code) => (places.city(code)?.airports.length ?? 0) > 0)
    .toSorted();
  const origin = (at: number, count: number): Origin => {
    const code = codes[(at * 37) % codes.length] ?? '';
    const others = codes.filter((other) => other !== code);
    return {
      code,
      destinations: Array.from({ length: count }, (_, n) => others[(at * 53 + n * 7) % others.length] ?? ''),
    };
  };
  const more = Math.max(1, Math.ceil((routes - hubDestinations) / otherDestinations));
  return [
    origin(1, hubDestinations),
    ...Array.from({ length: more }, (_, at) => origin(at + 2, otherDestinations)),
  ].filter(({ code }, at, all) => all.findIndex((other) => other.code === code) === at);
}

const window = () => {
  const first = addDays(todayIn('UTC', new Date()), 10);
  return { trip_type: 'oneway', departure_date_ranges: [{ start: first, end: addDays(first, calendarDays - 1) }] };
};

/** An origin and a destination. */
type Route = readonly [string, string];

/** Routes from all over what is known: to warm up with, to time at once, and to time at a pace. */
function chooseRoutes(origins: readonly Origin[]): readonly Route[] {
  const routes = origins.flatMap(({ code, destinations }) =>
    destinations.map((destination): Route => [code, destination]),
  );
  const wanted = warmUp + 2 * calendars;
  const every = Math.max(1, Math.floor(routes.length / wanted));
  return routes.filter((_, index) => index % every === 0).slice(0, wanted);
}

async function timeCalendar(service: Service, [origin, destination]: Route): Promise<number> {
  return await timed(service, '/v1/flight_calendar', {
    origins: [origin],
    destinations: [destination],
    origin_type: 'city',
    destination_type: 'city',
    currency: 'EUR',
    ...window(),
  });
}

/** A calendar begins at its time, whether or not the one before it is answered. */
async function timePaced(service: Service, routes: readonly Route[]): Promise<readonly number[]> {
  const start = performance.now();
  return await Promise.all(
    routes.map(async (route, index) => {
      await wait(Math.max(0, start + (index * 1_000) / pacedPerSecond - performance.now()));
      return await timeCalendar(service, route);
    }),
  );
}

/** Calendars of routes of their own, before those that are measured. */
const warmUp = 1_000;

async function timeReaches(service: Service, origins: readonly Origin[]): Promise<readonly number[]> {
  const spent: number[] = [];
  for (let round = 0; round < reaches; round += 1) {
    const origin = origins[round % origins.length];
    // Another bound each time: the same question would be answered out of the cache.
    const body = {
      origins: [origin?.code],
      origin_type: 'city',
      currency: 'EUR',
      max_total: 5_000 + round,
      ...window(),
    };
    spent.push(await timed(service, '/v1/find_destination', body));
  }
  return spent;
}

async function timed(service: Service, path: string, body: object): Promise<number> {
  const start = performance.now();
  const { status, text } = await service.call('POST', path, body);
  const ms = performance.now() - start;
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
  if (Answer.parse(JSON.parse(text)).coverage.observed === 0)
    throw new Error(`${path} knows nothing: ${JSON.stringify(body)}`);
  return ms;
}

async function describeSize(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ count: string; total: string; indexes: string; offers: string }>(
    `select count(*)::text as count, pg_size_pretty(pg_total_relation_size('observed_fare')) as total,
      pg_size_pretty(pg_indexes_size('observed_fare')) as indexes, (select round(avg(length(coalesce(cheapest_small, cheapest)))) || ' and ' || round(avg(length(offers))) from (select * from observed_fare limit 1000) as few) as offers
    from observed_fare`,
  );
  return rows.map(
    ({ count, total, indexes, offers }) =>
      `${count} rows, ${total} with ${indexes} of indexes; ${offers} bytes of the cheapest and of other offers each`,
  );
}
