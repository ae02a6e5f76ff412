import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUPLE, ratesOf, STAY_ASKING, stayParts, stayQuery, testStays } from '../../test/support/products/stays.ts';
import { addDays, localOfInstant } from '../../src/travel/dates.ts';
import { sumMoney } from '../../src/travel/money.ts';
import type { RoomParty, StayQuery } from '../../src/travel/stay.ts';
import { createStayWorld } from './create-stay-world.ts';
import type { StatedOffer, StatedRate } from './stated-stay.ts';

const CITIES = [
  'LIS',
  'LON',
  'NYC',
  'BKK',
  'TYO',
  'PMI',
  'INN',
  'RAK',
  'KWI',
  'ISB',
  'SCL',
  'REK',
  'HNL',
  'SYD',
  'VCE',
  'MLE',
] as const;
/** A stay of some nights, asked for up to a year ahead, in one of very different towns. */
const stays = fc.record({
  city: fc.constantFrom(...CITIES),
  ahead: fc.integer({ min: 0, max: 360 }),
  nights: fc.integer({ min: 1, max: 14 }),
  adults: fc.integer({ min: 1, max: 3 }),
  ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 2 }),
});
type AskedStay = {
  readonly city: string;
  readonly ahead: number;
  readonly nights: number;
  readonly adults: number;
  readonly ages: readonly number[];
};
const queryOf = ({ city, ahead, nights, adults, ages }: AskedStay): StayQuery =>
  stayQuery(city, {
    checkIn: addDays('2026-04-15', ahead),
    nights,
    rooms: [{ adults, childrenAges: ages }],
    hotelsMax: 12,
  });
const search = (query: StayQuery, sold = STAY_ASKING.sold): readonly StatedOffer[] =>
  testStays().search(query, { ...STAY_ASKING, sold }).hotels;

/** Offers make their rates when they are read: a comparison has to read them. */
const readOffer = ({ hotel, ratesOfRooms }: StatedOffer) => ({ hotel, ratesOfRooms });

function first<T>(list: readonly T[] | undefined): T {
  const [one] = list ?? [];
  if (one === undefined) throw new Error('Nothing found');
  return one;
}

describe('a rate', () => {
  test('is worth what it is worth: a three-star hotel of Lisbon in June, for two and a child of nine', () => {
    const offer = first(
      search(stayQuery({ kind: 'hotels', hotelIds: ['bhlis-235'] }, { rooms: [{ adults: 2, childrenAges: [9] }] })),
    );
    const rates = ratesOf(offer);
    expect(rates).toHaveLength(10);
    expect(
      rates
        .map(({ room, boardType, planName, total }) => `${room.name}, ${boardType}, ${planName}: ${total.value}`)
        .slice(0, 3),
    ).toEqual([
      'Double Room, RO, Non-refundable: 26600',
      'Double Room, RO, Flexible: 29500',
      'Triple Room, RO, Non-refundable: 29500',
    ]);
    const [nonRefundable, flexible] = rates;
    expect(nonRefundable).toMatchObject({
      isRefundable: false,
      cancellation: [{ from: STAY_ASKING.now, penalty: { value: 26_600, currency: 'EUR' }, basis: 'percent' }],
    });
    expect(flexible).toMatchObject({
      rateKey: 'bhlis-235~20260610~3~dbl~RO~F~2-9',
      party: { adults: 2, childrenAges: [9] },
      paymentType: 'pay_now',
      total: { value: 29_500, currency: 'EUR' },
      nights: [
        { date: '2026-06-10', amount: { value: 8_868, currency: 'EUR' } },
        { date: '2026-06-11', amount: { value: 9_245, currency: 'EUR' } },
        { date: '2026-06-12', amount: { value: 9_717, currency: 'EUR' } },
      ],
      taxes: [
        { description: 'VAT', amount: { value: 1_670, currency: 'EUR' }, isIncluded: true },
        { description: 'City tax', amount: { value: 2_400, currency: 'EUR' }, isIncluded: false },
      ],
      isRefundable: true,
      cancellation: [
        { from: new Date('2026-06-07T17:00:00Z'), penalty: { value: 9_400, currency: 'EUR' }, basis: 'nights' },
        { from: new Date('2026-06-10T17:00:00Z'), penalty: { value: 29_500, currency: 'EUR' }, basis: 'percent' },
      ],
      roomsLeft: 9,
    });
  });

  test('adds up: nights and included taxes are the total, every night costs something, the rest is collected there', () => {
    fc.assert(
      fc.property(stays, (requested) => {
        for (const offer of search(queryOf(requested))) {
          for (const { nights, taxes, total } of ratesOf(offer)) {
            const included = taxes.filter(({ isIncluded }) => isIncluded).map(({ amount }) => amount);
            expect(sumMoney([...nights.map(({ amount }) => amount), ...included], total.currency)).toEqual(total);
            expect(nights.map(({ date }) => date)).toEqual(
              Array.from({ length: requested.nights }, (_, at) => addDays('2026-04-15', requested.ahead + at)),
            );
            expect(
              nights.every(({ amount }) => amount.value > 0) && taxes.every(({ amount }) => amount.value > 0),
            ).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('has penalties in time order that only rise, never over the price, at whole hours of the house’s own zone', () => {
    fc.assert(
      fc.property(stays, (requested) => {
        for (const offer of search(queryOf(requested))) {
          for (const { cancellation, total, isRefundable } of ratesOf(offer)) {
            cancellation.forEach(({ from, penalty }, at) => {
              const before = cancellation[at - 1];
              expect(penalty.value).toBeGreaterThan(before?.penalty.value ?? 0);
              expect(penalty.value).toBeLessThanOrEqual(total.value);
              expect(from.getTime()).toBeGreaterThan(before?.from.getTime() ?? 0);
              if (from.getTime() === STAY_ASKING.now.getTime()) expect(at).toBe(0);
              else expect(localOfInstant(from, offer.hotel.zone).slice(11)).toBe('18:00:00');
            });
            expect(cancellation.at(-1)?.penalty).toEqual(total);
            const now = cancellation.find(({ from }) => from <= STAY_ASKING.now);
            expect(isRefundable).toBe(now?.penalty.value !== total.value);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is the same when rebuilt from its key on the same day', () => {
    fc.assert(
      fc.property(stays, (requested) => {
        for (const offer of search(queryOf(requested))) {
          for (const rate of ratesOf(offer)) {
            const stay = testStays().stay([rate.rateKey], STAY_ASKING);
            expect(stay?.rates).toEqual([rate]);
            expect(stay?.hotel).toEqual(offer.hotel);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('is the same in two loads of one seed, and another in another seed', () => {
    const query = stayQuery('LIS', { hotelsMax: 20 });
    const again = createStayWorld(stayParts()).search(query, STAY_ASKING).hotels.map(readOffer);
    expect(again).toHaveLength(20);
    expect(again).toEqual(search(query).map(readOffer));
    expect(createStayWorld(stayParts('other')).search(query, STAY_ASKING).hotels.map(readOffer)).not.toEqual(again);
  });

  test('names every basis of penalty, every board, and both ways to pay, somewhere', () => {
    const rates = CITIES.flatMap((city) => search(stayQuery(city)).flatMap(ratesOf));
    const all = <T>(read: (rate: StatedRate) => readonly T[]): readonly T[] => [...new Set(rates.flatMap(read))].sort();
    expect(all(({ cancellation }) => cancellation.map(({ basis }) => basis))).toEqual(['amount', 'nights', 'percent']);
    expect(all(({ boardType }) => [boardType])).toEqual(['AI', 'BB', 'BI', 'FB', 'HB', 'RO']);
    expect(all(({ paymentType }) => [paymentType])).toEqual(['pay_at_property', 'pay_now']);
    expect(all(({ planName }) => [planName])).toEqual([
      'Flexible',
      'Flexible, pay at the property',
      'Non-refundable',
      'Semi-flexible',
    ]);
  });
});

describe('a party', () => {
  test('never pays less in a room with one guest more, nor more with a child than with an adult', () => {
    const keyFor = (rate: StatedRate, party: RoomParty): string =>
      rate.rateKey.replace(/~[^~]*$/, `~${[party.adults, ...party.childrenAges].join('-')}`);
    fc.assert(
      fc.property(stays, fc.integer({ min: 0, max: 17 }), (requested, age) => {
        const small = { adults: requested.adults, childrenAges: requested.ages };
        for (const offer of search(queryOf(requested)).slice(0, 4)) {
          for (const rate of ratesOf(offer)) {
            const priceOf = (party: RoomParty): number | undefined =>
              testStays().stay([keyFor(rate, party)], STAY_ASKING)?.rates[0].total.value;
            const withChild = priceOf({ ...small, childrenAges: [...small.childrenAges, age] });
            const withAdult = priceOf({ ...small, adults: small.adults + 1 });
            if (withChild !== undefined) expect(withChild).toBeGreaterThanOrEqual(rate.total.value);
            if (withChild !== undefined && age <= 2) expect(withChild).toBe(rate.total.value);
            if (withChild !== undefined && withAdult !== undefined) expect(withAdult).toBeGreaterThanOrEqual(withChild);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('that no room holds finds nothing', () => {
    expect(search(stayQuery('LIS', { rooms: [{ adults: 9, childrenAges: [] }] }))).toEqual([]);
    expect(search(stayQuery('LIS', { rooms: [COUPLE, { adults: 1, childrenAges: [1, 2, 3, 4, 5, 6] }] }))).toEqual([]);
  });

  test('of several rooms finds hotels that have them all, a list for each, shared by equal parties', () => {
    const family: RoomParty = { adults: 2, childrenAges: [3, 9] };
    const offers = search(stayQuery('LIS', { rooms: [COUPLE, family, COUPLE], hotelsMax: 30 }));
    expect(offers).toHaveLength(30);
    for (const { ratesOfRooms } of offers) {
      expect(ratesOfRooms).toHaveLength(3);
      expect(ratesOfRooms[2]).toBe(ratesOfRooms[0]);
      expect(
        ratesOfRooms[1]?.every(({ room, party }) => room.maxOccupancy >= 4 && party.childrenAges.length === 2),
      ).toBe(true);
      expect(
        ratesOfRooms.every(
          (rates) =>
            rates.length > 0 && rates.every(({ total }, at) => total.value >= (rates[at - 1]?.total.value ?? 0)),
        ),
      ).toBe(true);
    }
  });
});

describe('rooms', () => {
  /** A hotel, one kind of its rooms with few left, and the nights of the stay. */
  function scarce(): { readonly query: StayQuery; readonly rate: StatedRate } {
    const query = stayQuery('LIS');
    for (const offer of search(query)) {
      const rate = ratesOf(offer).find(({ roomsLeft }) => roomsLeft >= 2 && roomsLeft <= 4);
      if (rate) return { query: { ...query, place: { kind: 'hotels', hotelIds: [offer.hotel.hotelId] } }, rate };
    }
    throw new Error('No scarce room');
  }

  test('sold here are fewer to sell, on the fullest night, and then none', () => {
    const { query, rate } = scarce();
    const uses = testStays().roomUses([rate.rateKey]) ?? [];
    expect(uses.map(({ night, rooms }) => [night, rooms])).toEqual([
      ['2026-06-10', 1],
      ['2026-06-11', 1],
      ['2026-06-12', 1],
    ]);
    const soldOut = (sold: number) => new Map(uses.map(({ key }) => [key, sold]));
    const leftAfter = (sold: number) =>
      search(query, soldOut(sold))
        .flatMap(ratesOf)
        .find(({ rateKey }) => rateKey === rate.rateKey)?.roomsLeft;
    expect(leftAfter(1)).toBe(rate.roomsLeft - 1);
    expect(leftAfter(rate.roomsLeft)).toBeUndefined();
    expect(testStays().stay([rate.rateKey], { ...STAY_ASKING, sold: soldOut(rate.roomsLeft) })).toBeUndefined();
    expect(
      testStays().stay([rate.rateKey], { ...STAY_ASKING, sold: new Map([[uses[1]?.key ?? '', 100]]) }),
    ).toBeUndefined();
  });

  test('asked for twice must be there twice', () => {
    const { rate } = scarce();
    const keys = (rooms: number) => Array.from({ length: rooms }, () => rate.rateKey);
    expect(testStays().stay(keys(rate.roomsLeft), STAY_ASKING)?.rates).toHaveLength(rate.roomsLeft);
    expect(testStays().stay(keys(rate.roomsLeft + 1), STAY_ASKING)).toBeUndefined();
    expect(
      testStays()
        .roomUses(keys(2))
        ?.map(({ rooms }) => rooms),
    ).toEqual([2, 2, 2]);
  });

  test('only become fewer as arrival nears, and none are sold 500 days ahead', () => {
    const offers = search(stayQuery('LIS', { hotelsMax: 60 }));
    const later = new Map(
      testStays()
        .search(stayQuery('LIS'), { now: new Date('2026-06-08T10:00:00Z'), sold: new Map() })
        .hotels.flatMap(ratesOf)
        .map(({ rateKey, roomsLeft }) => [rateKey, roomsLeft]),
    );
    for (const { rateKey, roomsLeft } of offers.flatMap(ratesOf))
      expect(later.get(rateKey) ?? 0).toBeLessThanOrEqual(roomsLeft);
    expect(search(stayQuery('LIS', { checkIn: addDays('2026-04-15', 497) })).length).toBeGreaterThan(300);
    expect(search(stayQuery('LIS', { checkIn: addDays('2026-04-15', 498) }))).toEqual([]);
  });

  test('of two hotels or two stays are no stay', () => {
    const [a, b] = search(stayQuery('LIS'));
    const [one, other] = [first(a && ratesOf(a)), first(b && ratesOf(b))];
    expect(testStays().stay([one.rateKey, other.rateKey], STAY_ASKING)).toBeUndefined();
    expect(testStays().stay([one.rateKey, one.rateKey.replace('~3~', '~2~')], STAY_ASKING)).toBeUndefined();
    expect(testStays().stay([], STAY_ASKING)).toBeUndefined();
  });
});

describe('nights', () => {
  test('closed houses, long stays only and full houses are left out, most of all in winter by the sea', () => {
    const found = (checkIn: string, nights: number) => search(stayQuery('PMI', { checkIn, nights })).length;
    expect({ inJune: found('2026-06-16', 3), inJanuary: found('2027-01-12', 3) }).toEqual({
      inJune: 404,
      inJanuary: 299,
    });
    expect({ oneSaturdayInJuly: found('2026-07-18', 1), fiveNightsFromThen: found('2026-07-18', 5) }).toEqual({
      oneSaturdayInJuly: 307,
      fiveNightsFromThen: 400,
    });
  });

  test('cost more in season: Palma in August against January, Innsbruck the other way round', () => {
    const median = (city: string, checkIn: string): number => {
      const prices = search(stayQuery(city, { checkIn, only: { ...stayQuery(city).only, starRatings: [3] } }))
        .map((offer) => first(ratesOf(offer)).total.value)
        .sort((a, b) => a - b);
      return prices[Math.floor(prices.length / 2)] ?? 0;
    };
    expect(median('PMI', '2026-08-11') / median('PMI', '2027-01-12')).toBeGreaterThan(1.8);
    expect(median('INN', '2027-02-09') / median('INN', '2026-11-10')).toBeGreaterThan(1.5);
  });
});
