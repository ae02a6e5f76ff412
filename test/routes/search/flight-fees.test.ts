import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import type { PricingRule } from '../../../src/pricing/model/pricing-rule.ts';
import { sumOfParts } from '../../../src/travel/fare-total.ts';
import type { Fare, FlightOffer, FlightQuery, PassengerPrice } from '../../../src/travel/flight.ts';
import type { CalendarQuery } from '../../../src/suppliers/ports/flights.ts';
import { openStream } from '../../support/service/event-stream.ts';
import { aFare, aPublisher, fewOffers } from '../../support/products/flights.ts';
import { aPricingRule, setPricingRules } from '../../support/products/pricing-rules.ts';
import { startService, type TestService } from '../../support/service/service.ts';

interface Amount {
  readonly value: number;
  readonly currency: string;
}
interface WireFare {
  readonly total_price: Amount;
  readonly origin_total_price: Amount;
  readonly booking_fees: Amount;
  readonly service_fee?: Amount;
  readonly price_per_person: Amount;
  readonly price_per_passenger: readonly {
    readonly quantity: number;
    readonly base_fare: Amount;
    readonly taxes: Amount;
  }[];
}
interface WireOffer {
  readonly offer_id: string;
  readonly offer_token: string;
  readonly provider: string;
  readonly jinko_advice: object;
  readonly fares: readonly [WireFare, ...WireFare[]];
}

const departure = '2027-03-05';
const journey = { origin: 'PAR', destination: 'NYC', departure_date: departure, currency: 'USD', limit: 100 };
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });
/** A tenth on what Air France tickets, nothing on anything else. */
const TENTH_ON_AF = aPricingRule({ match: { carrier: 'AF' }, percent: 10 });

/** Eight flights of 500 to 640 dollars; Air France and British Airways ticket every second. */
const ticketedByTwo = (query: FlightQuery): readonly FlightOffer[] =>
  fewOffers(query).map((offer, index) => ({ ...offer, validatingCarrier: index % 2 === 0 ? 'AF' : 'BA' }));

let service: TestService;
let offersOf = ticketedByTwo;
let otherOffersOf: typeof offersOf = () => [];
let searches = 0;
beforeAll(async () => {
  const publishedFares = async () => [30_000, 60_000, 90_000].map((value) => ({ value, currency: 'USD' }));
  const publishedCalendar = async (query: CalendarQuery) =>
    query.dates.flatMap((dates) => {
      const { origins, destinations, passengers, cabinClass, connectionsMax } = query;
      const slices = [{ origins, destinations, date: dates.departure }];
      return ticketedByTwo({ slices, passengers, cabinClass, connectionsMax, offersMax: 8 }).map((offer) => ({
        dates,
        offer,
      }));
    });
  const found = new Map<string, FlightOffer>();
  const search = async (query: FlightQuery) => {
    searches += 1;
    const offers = offersOf(query);
    for (const offer of offers) found.set(offer.offerKey, offer);
    return offers;
  };
  service = await startService({
    clock: { now: () => new Date('2027-01-10T12:00:00Z') },
    flightSuppliers: [
      { ...aPublisher({ search, getOffer: async (key) => found.get(key) }), publishedFares, publishedCalendar },
      aPublisher({ id: 'other', search: async (query) => otherOffersOf(query) }),
    ],
  });
});
afterEach(() => {
  [offersOf, otherOffersOf] = [ticketedByTwo, () => []];
});
afterAll(() => service.close());

/** A fresh organization with these rules, and how it calls. */
async function organization(...rules: readonly PricingRule[]) {
  const { key, organizationId } = await service.makeKey({
    quotaCalls: 'unlimited',
    rate: { perSecond: 1_000, burst: 1_000 },
  });
  if (rules.length > 0) await setPricingRules(service, organizationId, rules);
  const headers = { 'x-api-key': key };
  return {
    organizationId,
    headers,
    search: async (part: object = {}) => {
      const answer = await service.call('POST', '/v1/flight_search', { ...journey, ...part }, headers);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer;
    },
    cached: async (part: object = {}) => {
      const filters = {
        locations: { origins: ['PAR'], destinations: ['NYC'] },
        dates: { departure_dates: [departure] },
      };
      const body = { filters, currency: 'USD', ...part };
      return (await service.call('POST', '/api/v1/flights/search', body, headers)).body;
    },
  };
}
const change = (organizationId: OrganizationId, ...rules: readonly PricingRule[]) =>
  setPricingRules(service, organizationId, rules);
const cheapest = (body: { readonly live_offers: readonly WireOffer[] }) =>
  body.live_offers.map(({ fares: [{ total_price, service_fee }] }) => [total_price.value, service_fee?.value]);

/** The sum of what stands beside a total. */
function linesOf({ price_per_passenger, booking_fees, service_fee }: WireFare): number {
  return price_per_passenger.reduce(
    (sum, { quantity, base_fare, taxes }) => sum + quantity * (base_fare.value + taxes.value),
    booking_fees.value + (service_fee?.value ?? 0),
  );
}
function expectHonest(body: { readonly live_offers: readonly WireOffer[] }) {
  for (const fare of body.live_offers.flatMap(({ fares }) => fares)) {
    expect(linesOf(fare)).toBe(fare.total_price.value);
    expect(fare.service_fee?.value).not.toBe(0);
    expect(fare.service_fee?.currency ?? fare.total_price.currency).toBe(fare.total_price.currency);
  }
}

/** With the fee: BA 520, AF 550, BA 560, AF 594, BA 600, AF 638, BA 640, AF 682. */
const WITH_FEE = [
  [52_000, undefined],
  [55_000, 5_000],
  [56_000, undefined],
  [59_400, 5_400],
  [60_000, undefined],
  [63_800, 5_800],
  [64_000, undefined],
  [68_200, 6_200],
];

describe('a fee on a search', () => {
  test('is in each total, which order, price bands and itineraries go by, and stands beside it', async () => {
    const { search } = await organization(TENTH_ON_AF);
    const { body } = await search();
    expect(cheapest(body)).toEqual(WITH_FEE);
    expectHonest(body);
    const { prices } = body.facets;
    expect([prices[0].from, prices.at(-1).to]).toEqual([usd(52_000), usd(68_200)]);
    expect(
      body.itineraries.map(({ total_amount, service_fee, origin_total_amount }: Record<string, Amount>) => [
        total_amount?.value,
        service_fee?.value,
        origin_total_amount?.value,
      ]),
    ).toEqual([
      [52_000, undefined, 52_000],
      [55_000, 5_000, 50_000],
      [56_000, undefined, 56_000],
      [59_400, 5_400, 54_000],
      [60_000, undefined, 60_000],
    ]);
    const [, second] = body.live_offers;
    expect(second.fares[0]).toMatchObject({
      service_fee: usd(5_000),
      origin_total_price: usd(50_000),
      price_per_person: usd(55_000),
      price_per_passenger: [{ base_fare: usd(42_000), taxes: usd(8_000), total_per_person: usd(50_000) }],
    });
  });

  test('counts where a price is bounded, live and cached', async () => {
    const { search, cached } = await organization(TENTH_ON_AF);
    const live = (await search({ max_price: 560 })).body;
    expect(cheapest(live)).toEqual(WITH_FEE.slice(0, 3));
    expect([live.total, live.left_out.hidden_offers]).toEqual([3, 5]);
    const { itineraries, total, live_shop_status } = await cached({ price_constraints: { max_total: 559.99 } });
    expect([live_shop_status, total]).toEqual(['not_eligible', 2]);
    expect(
      itineraries.map((each: Record<string, Amount>) => [each['total_amount']?.value, each['service_fee']?.value]),
    ).toEqual(WITH_FEE.slice(0, 2));
  });

  test('is the same in a stream and when the offer is priced again', async () => {
    const { search, headers } = await organization(TENTH_ON_AF);
    const stream = await openStream(service, '/v1/flight_search', journey, headers);
    const events = await stream.rest();
    expect(cheapest(events[0]?.data)).toEqual(WITH_FEE);
    expectHonest(events[0]?.data);
    const { live_offers, facets, itineraries } = (await search()).body;
    const done = events.at(-1)?.data;
    expect([done.facets, done.offer_ids]).toEqual([facets, live_offers.map(({ offer_id }: WireOffer) => offer_id)]);
    expect(done.itineraries[1].service_fee).toEqual(itineraries[1].service_fee);
    const [, second] = live_offers;
    const offerToken = { offer_token: second.offer_token };
    const again = (await service.call('POST', '/v1/flight_search', offerToken, headers)).body;
    expect(cheapest(again)).toEqual([[55_000, 5_000]]);
    expectHonest(again);
    const told = await (await openStream(service, '/v1/flight_search', offerToken, headers)).rest();
    expect(cheapest(told[0]?.data)).toEqual([[55_000, 5_000]]);
  });

  test('decides which supplier sells the same fare cheaper', async () => {
    const dearer = (query: FlightQuery) =>
      ticketedByTwo(query).map((offer) => ({ ...offer, fares: offer.fares.map(addTwenty) }));
    otherOffersOf = dearer;
    const { search } = await organization(aPricingRule({ match: { supplier: 'few' }, percent: 10 }));
    const { body } = await search({ limit: 1 });
    expect([body.live_offers[0].provider, cheapest(body), body.left_out.duplicate_fares]).toEqual([
      'other',
      [[52_000, undefined]],
      16,
    ]);
    const plain = (await (await organization()).search({ limit: 1 })).body;
    expect([plain.live_offers[0].provider, cheapest(plain)]).toEqual(['few', [[50_000, undefined]]]);
  });

  test('changes no advice: fares are compared with fares', async () => {
    const route = { destination: 'LON' };
    const adviceOf = (body: { readonly live_offers: readonly WireOffer[] }) =>
      new Map(body.live_offers.map(({ offer_id, jinko_advice }) => [offer_id, jinko_advice]));
    const plain = adviceOf((await (await organization()).search(route)).body);
    expect(plain.size).toBe(8);
    const withFees = await organization(
      aPricingRule({ match: { carrier: 'AF' }, percent: 90 }),
      aPricingRule({ percent: 5 }),
    );
    const { body } = await withFees.search(route);
    expect(body.live_offers[0].fares[0].service_fee.value).toBeGreaterThan(0);
    expect(adviceOf(body)).toEqual(plain);
  });
});

function addTwenty(fare: Fare): Fare {
  const plus = ({ value, currency }: Amount) => ({ value: value + 2_000, currency });
  return {
    ...fare,
    total: plus(fare.total),
    passengerPrices: fare.passengerPrices.map((price) => ({ ...price, baseFare: plus(price.baseFare) })),
  };
}

describe('discovery', () => {
  test('states fares without fees, and its filter goes by them', async () => {
    const { headers } = await organization(aPricingRule({ percent: 50 }));
    const { body } = await service.call(
      'POST',
      '/v1/lowest_fare',
      { origins: ['PAR'], destinations: ['NYC'], departure_date: departure, currency: 'USD', max_total: 500 },
      headers,
    );
    expect(body.itineraries.map(({ total_amount }: { total_amount: Amount }) => total_amount.value)).toEqual([50_000]);
    expect(body.itineraries[0].service_fee).toBeUndefined();
  });
});

describe('cached answers', () => {
  /** What differs between two answers to one question: tokens and durations. */
  const comparable = (text: string) =>
    text.replaceAll(/"(oft|tit|rsp)_[^"]*"/g, '"$1"').replaceAll(/"elapsed_ms":\d+/g, '"elapsed_ms":0');

  test('without rules, and with rules about something else, an answer is byte for byte one without fees', async () => {
    const plain = await (await organization()).search();
    const others = await organization(aPricingRule({ match: { kind: 'hotel' }, percent: 10 }));
    const cleared = await organization(TENTH_ON_AF);
    await change(cleared.organizationId);
    expect(plain.text).not.toContain('service_fee');
    expect(comparable((await others.search()).text)).toBe(comparable(plain.text));
    expect(comparable((await cleared.search()).text)).toBe(comparable(plain.text));
  });

  test('of one organization never show the fee of another', async () => {
    const [one, two, three] = [
      await organization(TENTH_ON_AF),
      await organization(),
      await organization(aPricingRule({ currency: 'USD', fixed: 7_00 })),
    ];
    for (const _ of [1, 2]) {
      expect(cheapest((await one.search()).body)).toEqual(WITH_FEE);
      expect((await two.search()).text).not.toContain('service_fee');
      expect(cheapest((await three.search()).body)[0]).toEqual([50_700, 700]);
      expect((await one.cached()).itineraries[1].service_fee).toEqual(usd(5_000));
      expect(JSON.stringify(await two.cached())).not.toContain('service_fee');
    }
  });

  test('are repeated while rules stay, and made anew once they change', async () => {
    const { organizationId, search } = await organization(TENTH_ON_AF);
    const before = searches;
    const first = await search();
    expect([(await search()).text === first.text, searches - before]).toEqual([true, 1]);
    await change(organizationId, aPricingRule({ currency: 'USD', fixed: 50_00 }));
    expect(cheapest((await search()).body)[0]).toEqual([55_000, 5_000]);
    await change(organizationId);
    const { body, text } = await search();
    expect([cheapest(body)[0], text.includes('service_fee')]).toEqual([[50_000, undefined], false]);
  });

  test('a page token of before a change shows prices as they are now', async () => {
    const { organizationId, search, cached } = await organization(TENTH_ON_AF);
    const page = { limit: 3 };
    const first = (await search(page)).body;
    const firstCached = await cached(page);
    expect(cheapest(first)).toEqual(WITH_FEE.slice(0, 3));
    await change(organizationId, aPricingRule({ currency: 'USD', fixed: 50_00 }));
    const second = (await search({ ...page, page_token: first.pagination.next_page_token })).body;
    expect(cheapest(second)).toEqual([
      [61_000, 5_000],
      [63_000, 5_000],
      [65_000, 5_000],
    ]);
    expectHonest(second);
    const secondCached = await cached({ ...page, page_token: firstCached.pagination.next_page_token });
    expect(
      secondCached.itineraries.map((each: Record<string, Amount>) => [
        each['total_amount']?.value,
        each['service_fee']?.value,
      ]),
    ).toEqual(cheapest(second));
  });
});

describe('whatever the currencies', () => {
  const CURRENCIES = ['JPY', 'USD', 'EUR', 'KWD'] as const;
  const currency = fc.constantFrom(...CURRENCIES);
  const minorUnits = fc.integer({ min: 1, max: 3_000_000 });
  const rule = fc
    .record({
      currency,
      percent: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
      fixed: fc.nat(20_000),
      minimum: fc.option(fc.nat(30_000), { nil: undefined }),
      maximum: fc.option(fc.nat(90_000), { nil: undefined }),
      roundTo: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
      carrier: fc.constantFrom('AF', 'BA', undefined),
      minTotal: fc.option(fc.nat(500_000), { nil: undefined }),
    })
    .map(({ carrier, minTotal, ...part }) => aPricingRule({ ...part, match: { carrier, minTotal } }));
  /** Base fare and taxes of each of an offer's fares; a supplier of sums states only what they come to. */
  const filed = fc.record({
    currency,
    isOfSums: fc.boolean(),
    bookingFees: fc.nat(5_000),
    fares: fc.array(fc.tuple(minorUnits, fc.nat(90_000)), { minLength: 8, maxLength: 8 }),
  });
  let departsIn = 0;

  test('lines add up to the total, the order is that of totals, and the fee is the same in itinerary and stream', async () => {
    const own = await organization();
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 3 }), filed, currency, async (rules, terms, shown) => {
        await change(own.organizationId, ...rules);
        offersOf = (query) => ticketedByTwo(query).map((offer, index) => file(offer, index, terms));
        // Another day each time, so that neither cached fares nor observed ones of an earlier round are shown.
        departsIn = (departsIn + 1) % 300;
        const day = new Date(Date.UTC(2027, 0, 20 + departsIn)).toISOString().slice(0, 10);
        const question = { departure_date: day, currency: shown, adults: 2 };
        const { body } = await own.search(question);
        expect(body.live_offers).toHaveLength(8);
        for (const { fares } of body.live_offers as readonly WireOffer[]) {
          const [fare] = fares;
          expect(fare.total_price.currency).toBe(shown);
          expect(fare.service_fee?.value).not.toBe(0);
          if (terms.isOfSums) expect(fare.price_per_passenger).toEqual([]);
          else expect(linesOf(fare)).toBe(fare.total_price.value);
        }
        const totals = cheapest(body);
        const sorted = totals.map(([total]) => total ?? 0);
        expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
        expect(
          body.itineraries.map((each: Record<string, Amount>) => [
            each['total_amount']?.value,
            each['service_fee']?.value,
          ]),
        ).toEqual(totals.slice(0, 5));
        const events = await (
          await openStream(service, '/v1/flight_search', { ...journey, ...question }, own.headers)
        ).rest();
        expect(cheapest(events[0]?.data)).toEqual(totals);
        // Without rules each fare costs less by exactly its fee.
        const withFee = new Map(
          (body.live_offers as readonly WireOffer[]).map((offer) => [offer.offer_id, offer.fares[0]]),
        );
        await change(own.organizationId);
        const plain = (await own.search(question)).body.live_offers as readonly WireOffer[];
        for (const { offer_id, fares } of plain) {
          const charged = withFee.get(offer_id);
          expect((charged?.total_price.value ?? 0) - (charged?.service_fee?.value ?? 0)).toBe(
            fares[0].total_price.value,
          );
        }
      }),
      { numRuns: 12 },
    );
  });

  function file(
    offer: FlightOffer,
    index: number,
    terms: typeof filed extends fc.Arbitrary<infer T> ? T : never,
  ): FlightOffer {
    const [base = 1, taxes = 0] = terms.fares[index] ?? [];
    const amount = (value: number) => ({ value, currency: terms.currency });
    const prices: readonly PassengerPrice[] = [
      { kind: 'adt', quantity: 2, baseFare: amount(base), taxes: amount(taxes), taxLines: [] },
    ];
    const bookingFees = amount(terms.bookingFees);
    const fare = aFare({
      rules: [],
      bookingFees,
      total: sumOfParts(prices, bookingFees),
      passengerPrices: terms.isOfSums ? [] : prices,
    });
    return { ...offer, ancillaries: [], fares: [fare] };
  }
});
