import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOOKING_CLASSES } from '../../../simulator/cabins/cabins.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { sumOfParts } from '../../../src/travel/fare-total.ts';
import { addDays, daysBetween } from '../../../src/travel/dates.ts';
import { CABIN_CLASSES, type Fare, type FlightOffer } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS, type PassengerKind } from '../../../src/travel/passengers.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const world = testWorld();
const asking = { now: WORLD_NOW, sold: NOTHING_SOLD };
const TODAY = '2026-11-20';
/** More than any aircraft has. */
const SEATS_MAX = 700;
const RUNS = { numRuns: 40, seed: 72 };
const EVERYBODY = { ...NO_PASSENGERS, adt: 2, chd: 1, inf_lap: 1, inf_seat: 1, youth: 1, student: 1 };
const busiest = world.places
  .airports()
  .filter(({ rank }) => rank <= 80)
  .map(({ iata }) => iata);
const anyDays = fc.integer({ min: 2, max: 330 });
const anyPair = fc.tuple(fc.constantFrom(...busiest), fc.constantFrom(...busiest)).filter(([from, to]) => from !== to);
/** Random searches between busy airports, one way and there and back, in any cabin. */
const anySearch = fc.record({
  pair: anyPair,
  days: anyDays,
  nights: fc.integer({ min: 0, max: 15 }),
  cabinClass: fc.constantFrom(...CABIN_CLASSES),
});
type Search = typeof anySearch extends fc.Arbitrary<infer S> ? S : never;

function offersOf(
  { pair: [from, to], days, nights, cabinClass }: Search,
  passengers = EVERYBODY,
): readonly FlightOffer[] {
  const out = addDays(TODAY, days);
  return world.search(
    worldQuery(from, to, nights === 0 ? [out] : [out, addDays(out, nights)], { passengers, cabinClass, offersMax: 12 }),
    asking,
  );
}
function isLowCost({ owner }: FlightOffer): boolean {
  return world.places.airline(owner)?.isLowCost === true;
}
function priceOf(fare: Fare, kind: PassengerKind) {
  return fare.passengerPrices.find((price) => price.kind === kind);
}
/** The adult base of the brand of an offer. */
function baseOf(offer: FlightOffer | undefined, brand = 0): number {
  return offer?.fares[brand]?.passengerPrices[0]?.baseFare.value ?? Number.NaN;
}

describe('what travelers pay', () => {
  test('in every currency a total is the sum of its parts, and taxes are the sum of their lines', () => {
    const currencies = new Set<string>();
    fc.assert(
      fc.property(anySearch, (search) => {
        for (const fare of offersOf(search).flatMap(({ fares }) => fares)) {
          currencies.add(fare.total.currency);
          expect(fare.total).toEqual(sumOfParts(fare.passengerPrices, fare.bookingFees));
          for (const { taxes, taxLines } of fare.passengerPrices) {
            expect(taxLines.reduce((sum, line) => sum + line.amount.value, 0)).toBe(taxes.value);
            expect(new Set(taxLines.map(({ code }) => code)).size).toBe(taxLines.length);
            expect(taxLines.every(({ amount }) => amount.value > 0 && amount.currency === fare.total.currency)).toBe(
              true,
            );
          }
        }
      }),
      { ...RUNS, numRuns: 80 },
    );
    expect(currencies.size).toBeGreaterThan(12);
  });

  test('nobody pays more than an adult: children, infants, young people and students, base and taxes', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        for (const fare of offersOf(search).flatMap(({ fares }) => fares)) {
          const adult = priceOf(fare, 'adt');
          for (const price of fare.passengerPrices) {
            expect(price.baseFare.value).toBeLessThanOrEqual(adult?.baseFare.value ?? 0);
            expect(price.taxes.value).toBeLessThanOrEqual(adult?.taxes.value ?? 0);
          }
          expect(priceOf(fare, 'inf_lap')?.baseFare.value).toBeLessThanOrEqual(
            priceOf(fare, 'inf_seat')?.baseFare.value ?? 0,
          );
        }
      }),
      RUNS,
    );
  });

  test('discounts are those of the carrier: none on low-cost carriers, where a lap costs a sum, and none inside the United States', () => {
    const shares = (from: string, to: string, lowCost: boolean) => {
      const offers = world.search(
        worldQuery(from, to, ['2027-02-16'], { passengers: EVERYBODY, connectionsMax: 0 }),
        asking,
      );
      const fare = offers.find((offer) => isLowCost(offer) === lowCost)?.fares[0];
      const adult = fare && priceOf(fare, 'adt')?.baseFare.value;
      return (['chd', 'inf_seat', 'youth', 'student', 'inf_lap'] as const).map(
        (kind) => (priceOf(fare ?? failed(), kind)?.baseFare.value ?? 0) / (adult ?? 0),
      );
    };
    expect(shares('LHR', 'JFK', false).map((share) => share.toFixed(2))).toEqual([
      '0.75',
      '0.75',
      '0.92',
      '0.88',
      '0.10',
    ]);
    expect(shares('JFK', 'LAX', false)).toEqual([1, 1, 1, 1, 0]);
    expect(shares('DUB', 'STN', true).slice(0, 4)).toEqual([1, 1, 1, 1]);
  });

  test('brands come cheapest first, business costs more than economy', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        for (const { fares } of offersOf(search)) {
          const totals = fares.map(({ total }) => total.value);
          expect(totals).toEqual(totals.toSorted((a, b) => a - b));
          expect(new Set(fares.map(({ fareKey }) => fareKey)).size).toBe(fares.length);
        }
      }),
      RUNS,
    );
    const cheapest = (cabinClass: 'economy' | 'business') =>
      baseOf(
        world
          .search(worldQuery('LHR', 'JFK', ['2027-02-16'], { cabinClass, connectionsMax: 0 }), asking)
          .find(({ owner }) => owner === 'BA'),
      );
    expect(cheapest('business') / cheapest('economy')).toBeGreaterThan(2.5);
    expect(cheapest('business') / cheapest('economy')).toBeLessThan(8);
  });
});

describe('what a price depends on', () => {
  test('a fare is bought as long ahead as it asks, and its basis says so, with class, season and day of the week', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        for (const offer of offersOf(search, { ...NO_PASSENGERS, adt: 1 })) {
          for (const { conditions, fareBasisCodes, bookingClasses } of offer.fares) {
            offer.slices.forEach(({ departureDate }, index) => {
              const days = conditions?.advancePurchaseDays[index] ?? -1;
              expect(daysBetween(TODAY, departureDate)).toBeGreaterThanOrEqual(days);
              const isWeekend = [0, 5, 6].includes(new Date(`${departureDate}T00:00:00Z`).getUTCDay());
              const season = { high: 'H', shoulder: 'K', low: 'L' }[conditions?.seasons[index] ?? 'low'];
              const head = `${bookingClasses[index]}${season}${isWeekend ? 'W' : 'X'}${days > 0 ? String(days).padStart(2, '0') : ''}`;
              expect(fareBasisCodes[index]).toMatch(new RegExp(`^${head}[OR][A-Z]{2}$`));
            });
          }
        }
      }),
      RUNS,
    );
  });

  test('a return that stays long enough costs less than its two directions, and its fares say which stay they ask for', () => {
    const stayed = (nights: number) =>
      world
        .search(worldQuery('LHR', 'JFK', ['2027-02-16', addDays('2027-02-16', nights)], { connectionsMax: 0 }), asking)
        .find((offer) => !isLowCost(offer)) ?? failed();
    const alone = (offer: FlightOffer, brand: number) => {
      const [version, cabin, party, ...directions] = offer.offerKey.split('~');
      return directions.reduce(
        (sum, direction) => sum + toUsd(world.offer([version, cabin, party, direction].join('~'), asking), brand),
        0,
      );
    };
    const [week, night] = [stayed(7), stayed(2)];
    expect(toUsd(week, 0) / alone(week, 0)).toBeCloseTo(0.85 / 1.3, 1);
    expect(toUsd(night, 0) / alone(night, 0)).toBeCloseTo(1.15 / 1.3, 1);
    const stayOf = (fare: Fare | undefined) => [
      fare?.conditions?.construction,
      fare?.conditions?.minimumNights,
      fare?.conditions?.maximumNights,
    ];
    expect(stayOf(week.fares[0])).toEqual(['round_trip', 3, 180]);
    expect(stayOf(week.fares.at(-1))).toEqual(['round_trip', undefined, undefined]);
    expect(stayOf(night.fares[0])).toEqual(['round_trip', undefined, undefined]);
  });

  test('a short return over a Saturday night costs less than one in the week; low-cost carriers price each direction alone', () => {
    const offers = (out: string, back: string) =>
      world.search(worldQuery('MAD', 'BCN', [out, back], { connectionsMax: 0 }), asking);
    const conditions = (out: string, back: string, lowCost: boolean) =>
      offers(out, back).find((offer) => isLowCost(offer) === lowCost)?.fares[0]?.conditions;
    expect(conditions('2027-02-12', '2027-02-15', false)).toMatchObject({
      construction: 'round_trip',
      needsSaturdayNight: true,
    });
    expect(conditions('2027-02-15', '2027-02-18', false)).toMatchObject({
      construction: 'round_trip',
      needsSaturdayNight: false,
    });
    expect(conditions('2027-02-12', '2027-02-15', true)).toMatchObject({
      construction: 'sum_of_directions',
      needsSaturdayNight: false,
    });
  });
});

describe('sold seats', () => {
  test('each seat sold here leaves the price as it is or raises it, until the cabin is gone', () => {
    fc.assert(
      fc.property(anyPair, anyDays, ([from, to], days) => {
        const [offer] = world.search(
          worldQuery(from, to, [addDays(TODAY, days)], { connectionsMax: 0, offersMax: 3 }),
          asking,
        );
        if (!offer) return;
        const [use] = world.seatUses(offer.offerKey) ?? [];
        let [price, rung] = [0, 0];
        for (let sold = 0; sold <= SEATS_MAX; sold += 7) {
          const fare = world.offer(offer.offerKey, { now: WORLD_NOW, sold: new Map([[use?.key ?? '', sold]]) })
            ?.fares[0];
          if (!fare) return;
          const now = BOOKING_CLASSES.economy.findIndex(({ code }) => code === fare.bookingClasses[0]);
          expect(fare.total.value).toBeGreaterThanOrEqual(price);
          expect(now).toBeGreaterThanOrEqual(rung);
          [price, rung] = [fare.total.value, now];
        }
        failed();
      }),
      { ...RUNS, numRuns: 25 },
    );
  });

  test('a class shows the seats it has left, then closes, and the next one opens dearer', () => {
    const offers = world.search(worldQuery('LHR', 'JFK', ['2027-03-16'], { connectionsMax: 0 }), asking);
    const offer = offers.find(({ owner }) => owner === 'BA') ?? failed();
    const [use] = world.seatUses(offer.offerKey) ?? [];
    const at = (sold: number) =>
      world.offer(offer.offerKey, { now: WORLD_NOW, sold: new Map([[use?.key ?? '', sold]]) })?.fares[0];
    let sold = 0;
    while (at(sold + 1)?.bookingClasses[0] === at(0)?.bookingClasses[0]) sold += 1;
    expect(at(sold)?.seatsLeft).toBe(1);
    expect(at(sold - 1)?.seatsLeft).toBe(2);
    expect(at(sold + 1)?.total.value).toBeGreaterThan(at(sold)?.total.value ?? 0);
  });
});

describe('cabins and currencies', () => {
  const adult = { ...NO_PASSENGERS, adt: 1 };
  const nonstop = (from: string, to: string, cabinClass: Search['cabinClass'] = 'economy') =>
    world.search(worldQuery(from, to, ['2027-03-10'], { passengers: adult, cabinClass, connectionsMax: 0 }), asking);

  test('every flight tells the cabin it is flown in: the one bought, or one below on a feeder without it', () => {
    const offers = world.search(worldQuery('LHR', 'JFK', ['2027-03-10'], { cabinClass: 'first' }), asking);
    const flown = new Set(
      offers
        .flatMap(({ slices }) => slices)
        .flatMap(({ segments }) => segments.map(({ aircraft, cabinClass }) => `${aircraft} ${cabinClass}`)),
    );
    expect(flown).toContain('77W first');
    expect([...flown].filter((text) => /^(319|320|321|32N|32Q) /.test(text) && !text.endsWith(' business'))).toEqual(
      [],
    );
    expect(
      offers.some(({ slices }) =>
        slices.some(({ segments }) => segments.some(({ cabinClass }) => cabinClass === 'business')),
      ),
    ).toBe(true);
  });

  test.each([
    ['LHR', 'JFK'],
    ['DXB', 'LHR'],
    ['FRA', 'SIN'],
  ])('first from %s to %s costs two and a quarter to three times business', (from, to) => {
    const usd = (cabin: Search['cabinClass']) => {
      const { value, currency } = nonstop(from, to, cabin)[0]?.fares[0]?.total ?? failed();
      return value * world.rates.rate(currency, 'USD');
    };
    const times = usd('first') / usd('business');
    expect(times).toBeGreaterThanOrEqual(2.25);
    expect(times).toBeLessThanOrEqual(3);
  });

  test.each([
    ['GRU', 'GIG', 'LA', 'BRL'],
    ['LIM', 'CUZ', 'LA', 'PEN'],
    ['EDI', 'STN', 'FR', 'GBP'],
    ['ORY', 'NCE', 'U2', 'EUR'],
    ['SCL', 'LIM', 'LA', 'CLP'],
  ])('between %s and %s the fares of %s are filed in %s', (from, to, carrier, currency) => {
    const currencies = nonstop(from, to)
      .filter(({ owner }) => owner === carrier)
      .flatMap(({ fares }) => fares.map(({ total }) => total.currency));
    expect(new Set(currencies)).toEqual(new Set([currency]));
  });
});

describe('bags for sale', () => {
  test('every direction has an extra bag for a price in the currency of the fare, and low-cost carriers sell cabin bags', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        for (const offer of offersOf(search)) {
          const currency = offer.fares[0]?.total.currency;
          const checked = offer.ancillaries
            .filter(({ type }) => type === 'checked_bag')
            .map(({ sliceIndex }) => sliceIndex);
          expect([...new Set(checked)]).toEqual(offer.slices.map((_, index) => index));
          for (const { price, quantityMax } of offer.ancillaries) {
            expect(price.currency).toBe(currency);
            expect(price.value).toBeGreaterThan(0);
            expect(quantityMax).toBeGreaterThanOrEqual(1);
          }
          expect(new Set(offer.ancillaries.map(({ ancillaryKey }) => ancillaryKey)).size).toBe(
            offer.ancillaries.length,
          );
          if (isLowCost(offer)) expect(offer.ancillaries.some(({ type }) => type === 'carry_on')).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

/** The adult base of a brand in dollars: the directions of a ticket may be filed in other currencies alone. */
function toUsd(offer: FlightOffer | undefined, brand: number): number {
  return baseOf(offer, brand) * world.rates.rate(offer?.fares[brand]?.total.currency ?? 'USD', 'USD');
}

function failed(): never {
  throw new Error('no such offer in this world');
}
