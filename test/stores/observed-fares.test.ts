import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CabinClass, FlightOffer } from '../../src/travel/flight.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { createObservedFares, type ObservedAnswer } from '../../src/flights/observed/observed-fares.ts';
import { trimObservedFares } from '../../src/flights/observed/trim-observed-fares.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aSealer } from '../support/service/sealer.ts';

/** Who is shown a fare that others have seen, and for how long it is there. */
let db: TestDatabase;
let now = new Date('2027-02-01T10:20:30Z');
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  now = new Date('2027-02-01T10:20:30Z');
  await sql`truncate observed_fare`.execute(db.q);
});

const ROUTE = { origin: 'PAR', destination: 'LIS', cabinClass: 'economy' as CabinClass, party: '1,0,0,0,0,0' };
const DUFFEL = { supplierId: 'duffel', accountId: 'installation' };
const DAY = { departureDate: '2027-03-05', stayDays: -1 };
const organization = (name: string) => asId('organization', `org_${name}`);

function openStore(environment: 'production' | 'sandbox' = 'production') {
  return createObservedFares({
    config: { environment },
    db,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    sealer: aSealer(),
  });
}

/** An offer of one flight, as small as it can be. */
function offerAt(value: number): FlightOffer {
  const point = { airport: 'CDG', cityCode: 'PAR', terminal: undefined, timeLocal: '2027-03-05T08:00:00' };
  const segment = {
    segmentId: 's1-1',
    marketingCarrier: 'AF',
    operatingCarrier: 'AF',
    flightNumber: 'AF1124',
    aircraft: undefined,
    depart: { ...point, instant: new Date('2027-03-05T07:00:00Z') },
    arrive: { ...point, airport: 'LIS', cityCode: 'LIS', instant: new Date('2027-03-05T09:30:00Z') },
    durationMinutes: 150,
    distanceKm: undefined,
  };
  const nothing = { pieces: undefined, weight: undefined, dimensions: undefined };
  return {
    offerKey: 'off_1~set',
    owner: 'AF',
    validatingCarrier: 'AF',
    slices: [
      { origin: 'CDG', destination: 'LIS', departureDate: '2027-03-05', durationMinutes: 150, segments: [segment] },
    ],
    fares: [
      {
        fareKey: 'off_1',
        brandName: 'Light',
        brandCode: undefined,
        cabinClass: 'economy',
        fareBasisCodes: [],
        bookingClasses: [],
        seatsLeft: undefined,
        total: money(value, 'EUR'),
        passengerPrices: [],
        bookingFees: money(0, 'EUR'),
        isChangeable: undefined,
        isRefundable: undefined,
        isNameChangeable: undefined,
        rules: [],
        checkedBags: nothing,
        carryOn: nothing,
        hasSeatSelection: undefined,
        hasPriorityBoarding: undefined,
      },
    ],
    ancillaries: [],
    passengers: { adt: 1, chd: 0, inf_lap: 0, inf_seat: 0, youth: 0, student: 0 },
    emissionsKg: undefined,
  };
}

function answer(
  asker: string | undefined,
  value: number | undefined,
  more: Partial<ObservedAnswer> = {},
): ObservedAnswer {
  return {
    ...ROUTE,
    ...DAY,
    ...DUFFEL,
    asker: asker === undefined ? undefined : organization(asker),
    supplierName: 'Duffel',
    found: value === undefined ? [] : [offerAt(value)],
    isCut: false,
    ...more,
  };
}

type Store = ReturnType<typeof openStore>;
async function record(store: Store, ...answers: readonly ObservedAnswer[]) {
  for (const one of answers) store.record(one);
  await store.settle();
}
async function read(store: Store, asker: string, suppliers = [DUFFEL]) {
  const seen = await store.read(ROUTE, [DAY], { organizationId: organization(asker), suppliers }, 'all');
  return seen.map(({ observed: { seenAt, offers } }) => [offers[0]?.fares[0]?.total.value, seenAt.toISOString()]);
}
/** Reads the cheapest offers alone, as a calendar does. */
async function readCheapest(store: Store, asker: string) {
  const dates = [DAY, { ...DAY, departureDate: '2027-03-06' }];
  const seen = await store.read(ROUTE, dates, { organizationId: organization(asker), suppliers: [DUFFEL] }, 'cheapest');
  return seen.map(({ departureDate, observed: { seenAt, offers } }) => [
    departureDate,
    offers.map(({ fares }) => fares[0]?.total.value),
    seenAt.toISOString(),
  ]);
}
const rows = async () =>
  (await sql<{ count: number }>`select count(*) as count from observed_fare`.execute(db.q)).rows[0]?.count;

test('a fare is its finders own until five organizations have seen the journey; then all see the newest, to the hour', async () => {
  const store = openStore();
  await record(store, answer('a', 100_00), answer('b', 110_00), answer('c', 120_00), answer('d', 130_00));
  expect(await read(store, 'a')).toEqual([[100_00, '2027-02-01T10:20:30.000Z']]);
  expect(await read(store, 'stranger')).toEqual([]);
  now = new Date('2027-02-01T12:40:00Z');
  await record(store, answer('e', 140_00));
  expect(await read(store, 'stranger')).toEqual([[140_00, '2027-02-01T12:00:00.000Z']]);
  expect(await read(store, 'a')).toEqual([[140_00, '2027-02-01T12:00:00.000Z']]);
  expect(await read(store, 'e')).toEqual([[140_00, '2027-02-01T12:40:00.000Z']]);
});

test('one organization that searches five times is one caller, and no row names it', async () => {
  const store = openStore();
  for (let time = 0; time < 5; time += 1) {
    now = new Date(now.getTime() + 60_000);
    await record(store, answer('a', 100_00 + time));
  }
  expect(await read(store, 'stranger')).toEqual([]);
  expect(await read(store, 'a')).toEqual([[100_04, now.toISOString()]]);
  const stored = await sql`select * from observed_fare`.execute(db.q);
  expect(stored.rows).toHaveLength(1);
  expect(JSON.stringify(stored.rows)).not.toContain('org_a');
});

test('what the installation asked for by itself everybody sees; in the sandbox everything', async () => {
  const store = openStore();
  await record(store, answer(undefined, 90_00));
  expect(await read(store, 'stranger')).toEqual([[90_00, '2027-02-01T10:20:30.000Z']]);
  const sandbox = openStore('sandbox');
  now = new Date(now.getTime() + 60_000);
  await record(sandbox, answer('a', 80_00));
  expect((await read(sandbox, 'stranger'))[0]?.[0]).toBe(80_00);
});

test('fares of an organization that has an account of its own are seen through that account alone', async () => {
  const store = openStore('sandbox');
  const own = { supplierId: 'duffel', accountId: 'sac_1' };
  await record(store, answer('a', 70_00, own));
  expect(await read(store, 'a')).toEqual([]);
  expect((await read(store, 'a', [own]))[0]?.[0]).toBe(70_00);
});

test('once five have seen a journey no further rows are stored of it', async () => {
  const store = openStore();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    now = new Date(now.getTime() + 60_000);
    await record(store, answer(name, 100_00));
  }
  expect(await rows()).toBe(5);
  expect(await read(store, 'stranger')).toHaveLength(1);
});

test('that nothing flies is known, too, and the later of two sights counts whatever the order of their writing', async () => {
  const store = openStore('sandbox');
  await record(store, answer('a', 100_00));
  now = new Date(now.getTime() + 60_000);
  await record(store, answer('a', undefined));
  expect(await read(store, 'a')).toEqual([[undefined, now.toISOString()]]);
  now = new Date(now.getTime() - 120_000);
  await record(store, answer('a', 50_00));
  expect((await read(store, 'a'))[0]?.[0]).toBeUndefined();
});

test('a calendar reads the cheapest offer alone, by the same rule, and that nothing flies', async () => {
  const store = openStore();
  const cheapest = { ...offerAt(100_00), offerKey: 'off_2' };
  const found = [offerAt(150_00), cheapest];
  await record(store, answer('a', undefined, { found }), answer('a', undefined, { departureDate: '2027-03-06' }));
  const seenByA = [
    ['2027-03-05', [100_00], '2027-02-01T10:20:30.000Z'],
    ['2027-03-06', [], '2027-02-01T10:20:30.000Z'],
  ];
  expect(await readCheapest(store, 'a')).toEqual(seenByA);
  expect(await readCheapest(store, 'stranger')).toEqual([]);
  for (const name of ['b', 'c', 'd', 'e']) {
    now = new Date(now.getTime() + 60_000);
    await record(store, answer(name, 120_00));
  }
  expect(await readCheapest(store, 'stranger')).toEqual([['2027-03-05', [120_00], '2027-02-01T10:00:00.000Z']]);
  expect(await readCheapest(store, 'e')).toEqual([['2027-03-05', [120_00], '2027-02-01T10:24:30.000Z']]);
});

test('rows of an earlier version are read, and those it has replaced: what it does not know of is out of date', async () => {
  const store = openStore();
  const packed = (value: number) =>
    deflateRawSync(JSON.stringify({ format: 2, supplierName: 'Duffel', isWhole: true, offers: [offerAt(value)] }));
  const seen = (value: number) => [['2027-03-05', [value], '2027-02-01T10:20:30.000Z']];
  await record(store, answer('a', 100_00));
  // An earlier version sets what it knows of.
  await sql`update observed_fare set amount = 9000, cheapest = ${packed(90_00)}`.execute(db.q);
  expect(await readCheapest(store, 'a')).toEqual(seen(90_00));
  await sql`update observed_fare set cheapest_small = null`.execute(db.q);
  expect(await readCheapest(store, 'a')).toEqual(seen(90_00));
  // The version before it had one part.
  await sql`update observed_fare set cheapest = null, offers = ${packed(90_00)}`.execute(db.q);
  expect(await readCheapest(store, 'a')).toEqual(seen(90_00));
  await record(store, answer('a', 80_00));
  expect(await readCheapest(store, 'a')).toEqual(seen(80_00));
});

test('a fare lives thirty days, and not beyond its departure', async () => {
  const store = openStore('sandbox');
  await record(store, answer('a', 100_00), answer('a', 100_00, { departureDate: '2027-02-03' }));
  const config = { ...loadConfig({ BLY_LOG_LEVEL: 'silent' }), observedFaresMax: 1_000 };
  const trim = () => trimObservedFares({ config, db, clock: { now: () => now } }, new AbortController().signal);
  expect(await trim()).toEqual({ expired: 0, leastUsed: 0 });
  now = new Date('2027-02-04T00:00:00Z');
  expect(await trim()).toEqual({ expired: 1, leastUsed: 0 });
  now = new Date('2027-03-03T10:20:31Z');
  expect(await read(store, 'a')).toEqual([]);
  expect(await trim()).toEqual({ expired: 1, leastUsed: 0 });
});

test('beyond the bound what was looked at least recently goes first', async () => {
  const store = openStore('sandbox');
  const days = ['2027-03-05', '2027-03-06', '2027-03-07'];
  await record(store, ...days.map((departureDate) => answer('a', 100_00, { departureDate })));
  now = new Date('2027-02-02T08:00:00Z');
  await read(store, 'stranger');
  await store.settle();
  const config = { ...loadConfig({ BLY_LOG_LEVEL: 'silent' }), observedFaresMax: 1 };
  const trim = () => trimObservedFares({ config, db, clock: { now: () => now } }, new AbortController().signal);
  expect(await trim()).toEqual({ expired: 0, leastUsed: 2 });
  expect((await sql`select departure_date from observed_fare`.execute(db.q)).rows).toEqual([
    { departure_date: days[0] },
  ]);
});

test('one caller that fills the store pushes out its own fares, not those of others', async () => {
  const store = openStore('sandbox');
  const day = (at: number) => `2027-03-${String(at).padStart(2, '0')}`;
  await record(
    store,
    answer('small', 50_00, { departureDate: day(1) }),
    answer('small', 50_00, { departureDate: day(2) }),
  );
  now = new Date('2027-02-02T08:00:00Z');
  await record(store, ...[3, 4, 5, 6, 7, 8].map((at) => answer('greedy', 100_00, { departureDate: day(at) })));
  const config = { ...loadConfig({ BLY_LOG_LEVEL: 'silent' }), observedFaresMax: 5 };
  const trim = () => trimObservedFares({ config, db, clock: { now: () => now } }, new AbortController().signal);
  expect(await trim()).toEqual({ expired: 0, leastUsed: 3 });
  const left = await sql<{ day: string }>`
    select departure_date as day from observed_fare order by departure_date limit 2`.execute(db.q);
  expect(left.rows.map((row) => row.day)).toEqual([day(1), day(2)]);
  expect(await rows()).toBe(5);
});

test('the lowest fare of each date pair of a season, by the same rule: what nobody may see and what does not fly is left out', async () => {
  const store = openStore();
  await record(
    store,
    answer('a', 100_00),
    answer('b', 90_00),
    answer(undefined, 80_00, { departureDate: '2027-03-07' }),
    answer(undefined, undefined, { departureDate: '2027-03-08' }),
    answer(undefined, 70_00, { departureDate: '2027-03-09', stayDays: 7 }),
    answer(undefined, 60_00, { departureDate: '2027-04-20' }),
  );
  const season = { from: '2027-03-01', to: '2027-03-31', isRoundTrip: false };
  const lowest = async (asker: string, more: Partial<typeof season> = {}) =>
    (
      await store.lowest(ROUTE, { ...season, ...more }, { organizationId: organization(asker), suppliers: [DUFFEL] })
    ).map(({ departureDate, stayDays, amount, currency }) => [departureDate, stayDays, amount, currency]);
  expect(await lowest('a')).toEqual([
    ['2027-03-05', -1, 100_00, 'EUR'],
    ['2027-03-07', -1, 80_00, 'EUR'],
  ]);
  expect(await lowest('stranger')).toEqual([['2027-03-07', -1, 80_00, 'EUR']]);
  expect(await lowest('stranger', { isRoundTrip: true })).toEqual([['2027-03-09', 7, 70_00, 'EUR']]);
});

test('which journeys are known: young enough, and to be seen by who asks', async () => {
  const store = openStore();
  await record(store, answer(undefined, 90_00), answer('a', 80_00, { departureDate: '2027-03-06' }));
  const journeys = ['2027-03-05', '2027-03-06', '2027-03-07'].map((departureDate) => ({
    ...ROUTE,
    ...DAY,
    departureDate,
  }));
  const known = async (asker: string, since: Date, suppliers = [DUFFEL]) => [
    ...(await store.findKnown(journeys, since, { organizationId: organization(asker), suppliers })),
  ];
  const before = new Date(now.getTime() - 1);
  expect(await known('a', before)).toEqual([0, 1]);
  expect(await known('stranger', before)).toEqual([0]);
  expect(await known('a', now)).toEqual([]);
  expect(await known('a', before, [DUFFEL, { supplierId: 'other', accountId: '' }])).toEqual([]);
  expect(await known('a', before, [])).toEqual([]);
});

test('the places reached from an origin come with their cheapest dates, by the same rule', async () => {
  const store = openStore();
  const to = (destination: string, value: number, asker?: string) => answer(asker, value, { destination });
  await record(store, to('LIS', 90_00), to('ROM', 60_00), to('VIE', 30_00, 'a'), to('@CIA', 20_00));
  const query = { ...ROUTE, destinations: undefined, dates: [DAY] };
  const reach = async (asker: string) =>
    (await store.reach(query, { organizationId: organization(asker), suppliers: [DUFFEL] })).map(
      ({ destination, amount }) => [destination, amount],
    );
  expect(await reach('stranger')).toEqual([
    ['LIS', 90_00],
    ['ROM', 60_00],
  ]);
  expect(await reach('a')).toContainEqual(['VIE', 30_00]);
});
