import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const flat = {
  origin: 'PAR',
  destination: 'SYD',
  departure_date: dateIn(60),
  return_date: dateIn(75),
  limit: 100,
  adults: 2,
  currency: 'EUR',
};
const search = (part: object = {}) => service.call('POST', '/v1/flight_search', { ...flat, ...part });

interface Segment {
  readonly airline: string;
  readonly operating_carrier: string;
  readonly departure_airport: string;
  readonly arrival_airport: string;
  readonly layover_minutes: number | null;
}
interface Flight {
  readonly stops: number;
  readonly segments: readonly Segment[];
  readonly departure_datetime_local: string;
  readonly arrival_datetime_local: string;
}
interface Fare {
  readonly total_price: { readonly value: number };
  readonly cabin_class: string;
  readonly is_refundable: boolean;
  readonly is_changeable: boolean;
  readonly included_baggage: { readonly pieces: number };
}
interface Offer {
  readonly outbound_flight: Flight;
  readonly inbound_flight: Flight;
  readonly total_duration_minutes: number;
  readonly fares: readonly Fare[];
}

const flights = (offer: Offer) => [offer.outbound_flight, offer.inbound_flight];
const segments = (offer: Offer) => flights(offer).flatMap((flight) => flight.segments);
const waits = (offer: Offer) => segments(offer).flatMap(({ layover_minutes: wait }) => wait ?? []);
const isWithin = (local: string, from: string, to: string) => {
  const time = local.slice(11, 16);
  return from <= to ? time >= from && time <= to : time >= from || time <= to;
};
/** Every filter of the contract, as a request words it, and what every offer answered must then be. */
const FILTERS: readonly (readonly [string, object, (offer: Offer) => boolean])[] = [
  ['cabin_class', { cabin_class: 'business' }, ({ fares }) => fares.every((fare) => fare.cabin_class === 'business')],
  ['max_stops', { destination: 'NYC', max_stops: 0 }, (offer) => flights(offer).every((flight) => flight.stops === 0)],
  ['max_price', { max_price: 2_600 }, ({ fares }) => fares.every((fare) => fare.total_price.value <= 260_000)],
  [
    'include_carriers',
    { include_carriers: ['EK', 'QF'] },
    (offer) => segments(offer).every(({ airline }) => airline === 'EK' || airline === 'QF'),
  ],
  [
    'exclude_carriers',
    { exclude_carriers: ['EK', 'lh'] },
    (offer) =>
      segments(offer).every(
        (segment) => !['EK', 'LH'].includes(segment.airline) && !['EK', 'LH'].includes(segment.operating_carrier),
      ),
  ],
  ['refundable_only', { refundable_only: true }, ({ fares }) => fares.every((fare) => fare.is_refundable)],
  ['changeable_only', { changeable_only: true }, ({ fares }) => fares.every((fare) => fare.is_changeable)],
  [
    'checked_bag_included',
    { checked_bag_included: true },
    ({ fares }) => fares.every((fare) => fare.included_baggage.pieces > 0),
  ],
  [
    'max_total_duration_minutes',
    { max_total_duration_minutes: 3_300 },
    (offer) => offer.total_duration_minutes <= 3_300,
  ],
  [
    'departure_time_range',
    { departure_time_range: { earliest: '06:00', latest: '10:30' } },
    (offer) => isWithin(offer.outbound_flight.departure_datetime_local, '06:00', '10:30'),
  ],
  [
    'arrival_time_range',
    { arrival_time_range: { earliest: '20:00', latest: '07:30' } },
    (offer) => isWithin(offer.outbound_flight.arrival_datetime_local, '20:00', '07:30'),
  ],
  [
    'return_departure_time_range',
    { return_departure_time_range: { latest: '17:00' } },
    (offer) => isWithin(offer.inbound_flight.departure_datetime_local, '00:00', '17:00'),
  ],
  [
    'return_arrival_time_range',
    { return_arrival_time_range: { earliest: '12:00' } },
    (offer) => isWithin(offer.inbound_flight.arrival_datetime_local, '12:00', '23:59'),
  ],
  [
    'via_airports',
    { via_airports: ['DXB', 'SIN'] },
    (offer) =>
      flights(offer).every((flight) =>
        flight.segments.slice(1).some((segment) => ['DXB', 'SIN'].includes(segment.departure_airport)),
      ),
  ],
  [
    'exclude_via_airports',
    { exclude_via_airports: ['LON', 'DXB'] },
    (offer) =>
      flights(offer).every((flight) =>
        flight.segments
          .slice(1)
          .every((segment) => !['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'DXB'].includes(segment.departure_airport)),
      ),
  ],
  [
    'connection_time_min_minutes',
    { connection_time_min_minutes: 120 },
    (offer) => waits(offer).every((wait) => wait >= 120),
  ],
  [
    'connection_time_max_minutes',
    { connection_time_max_minutes: 240 },
    (offer) => waits(offer).every((wait) => wait <= 240),
  ],
];

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('every filter', () => {
  test.each(FILTERS)('%s hides what does not match, shows what does, and says so', async (name, part, matches) => {
    const [{ body: everything }, { status, body }] = [
      await search('destination' in part ? { destination: part.destination } : {}),
      await search(part),
    ];
    const offers: readonly Offer[] = body.live_offers;
    expect([status, body.filters_applied]).toEqual([200, [name]]);
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.filter((offer) => !matches(offer))).toEqual([]);
    expect(everything.live_offers.filter((offer: Offer) => !matches(offer)).length).toBeGreaterThan(0);
    expect(body.itineraries.length).toBeGreaterThan(0);
  });

  test('direct_only shows direct flights alone', async () => {
    const { body } = await search({ origin: 'PAR', destination: 'LON', direct_only: true });
    expect(body.filters_applied).toEqual(['direct_only']);
    expect(body.live_offers.filter((offer: Offer) => flights(offer).some((flight) => flight.stops > 0))).toEqual([]);
    expect(body.facets.stops).toEqual({ 0: body.total });
  });

  test('together they all hold, in the order of the contract', async () => {
    const given = [
      'max_stops',
      'exclude_carriers',
      'checked_bag_included',
      'departure_time_range',
      'connection_time_min_minutes',
    ];
    const chosen = FILTERS.filter(([name]) => given.includes(name));
    const { body } = await search(Object.assign({}, ...chosen.map(([, part]) => part)));
    expect(body.filters_applied).toEqual(given);
    expect(body.live_offers.filter((offer: Offer) => !chosen.every(([, , matches]) => matches(offer)))).toEqual([]);
  });

  test('a filter that can hide nothing is not reported', async () => {
    const { body } = await search({
      origin: 'PAR',
      destination: 'LON',
      departure_time_range: {},
      include_carriers: [],
      direct_only: false,
      refundable_only: false,
    });
    expect(body.filters_applied).toEqual([]);
  });

  test('max_price is judged in the currency of the route where none is named', async () => {
    const yen = (part: object) =>
      service.call('POST', '/v1/flight_search', {
        origin: 'QAA',
        destination: 'QAQ',
        departure_date: flat.departure_date,
        ...part,
      });
    const { body } = await yen({});
    const [
      {
        fares: [{ total_price: price }],
      },
    ] = body.live_offers;
    expect(price).toMatchObject({ currency: 'JPY', decimal_places: 0 });
    expect((await yen({ max_price: price.value })).body.live_offers[0].fares[0].total_price).toEqual(price);
    expect(
      (await yen({ max_price: price.value - 1 })).body.live_offers
        .flatMap((offer: Offer) => offer.fares)
        .every((fare: Fare) => fare.total_price.value < price.value),
    ).toBe(true);
  });
});

describe('filters that contradict each other are 422', () => {
  test.each([
    ['exclude_carriers', { include_carriers: ['AF'], exclude_carriers: ['AF'] }],
    ['exclude_via_airports', { via_airports: ['DXB'], exclude_via_airports: ['DXB'] }],
    ['exclude_via_airports', { via_airports: ['LHR', 'LGW'], exclude_via_airports: ['LON'] }],
    ['connection_time_max_minutes', { connection_time_min_minutes: 61, connection_time_max_minutes: 60 }],
    ['max_stops', { direct_only: true, max_stops: 1 }],
    ['via_airports', { direct_only: true, via_airports: ['DXB'] }],
    ['via_airports', { max_stops: 0, via_airports: ['DXB'] }],
    ['via_airports[1]', { via_airports: ['DXB', 'ZZX'] }],
  ])('%s', async (path, part) => {
    const { status, body } = await search(part);
    expect([status, body.fields.map((field: { path: string }) => field.path)]).toEqual([422, [path]]);
  });
  test.each([
    { direct_only: true, max_stops: 0 },
    { connection_time_min_minutes: 60, connection_time_max_minutes: 60 },
    { via_airports: ['LON'], exclude_via_airports: ['LGW'] },
  ])('%j do not', async (part) => {
    expect((await search(part)).status).toBe(200);
  });
});

test('facets count the whole result, whatever the page', async () => {
  const [all, page] = [await search(), await search({ limit: 1, offset: 2 })];
  expect(page.body.facets).toEqual(all.body.facets);
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  expect([
    sum(all.body.facets.stops),
    sum(all.body.facets.origins),
    all.body.facets.prices.reduce((total: number, { count }: { count: number }) => total + count, 0),
  ]).toEqual([all.body.total, all.body.total, all.body.total]);
});
