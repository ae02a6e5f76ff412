import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFare, anOffer, aSegment, aSlice } from '../../../../test/support/products/flights.ts';
import type { Fare, FlightOffer, PenaltyRule } from '../../../travel/flight.ts';
import { money } from '../../../travel/money.ts';
import type { HeldFlight } from '../../ports/flights.ts';
import { findSameProduct, matchAncillaries } from './match-offer.ts';

const ALWAYS = {
  minMinutesBeforeDeparture: undefined,
  maxMinutesBeforeDeparture: undefined,
  maxMinutesAfterDeparture: undefined,
};
/** A condition in short: `no`, `unsaid`, `free`, `unknown` or an amount. */
type Condition = 'no' | 'unsaid' | 'free' | 'unknown' | number;
interface Terms {
  readonly total: number;
  readonly brand?: string | undefined;
  readonly change?: Condition;
  readonly refund?: Condition;
  readonly bags?: number | undefined;
  readonly cabin?: Fare['cabinClass'];
  readonly flight?: string;
}
function ruleOf(ruleType: 'change' | 'refund', condition: Condition): readonly PenaltyRule[] {
  if (condition === 'unsaid') return [];
  if (condition === 'no') return [{ ruleType, isAllowed: false, fee: undefined, ...ALWAYS }];
  const fee = condition === 'free' ? undefined : condition === 'unknown' ? condition : money(condition, 'GBP');
  return [{ ruleType, isAllowed: true, fee, ...ALWAYS }];
}
const allowedOf = (condition: Condition) => (condition === 'unsaid' ? undefined : condition !== 'no');
function sold({
  total,
  brand,
  change = 'unsaid',
  refund = 'unsaid',
  bags,
  cabin = 'economy',
  flight = 'ZZ109',
}: Terms): HeldFlight {
  const fare = aFare({
    fareKey: `${total}-${brand}`,
    brandName: brand,
    brandCode: undefined,
    cabinClass: cabin,
    total: money(total, 'GBP'),
    isChangeable: allowedOf(change),
    isRefundable: allowedOf(refund),
    rules: [...ruleOf('change', change), ...ruleOf('refund', refund)],
    checkedBags: { pieces: bags, weight: undefined, dimensions: undefined },
    carryOn: { pieces: undefined, weight: undefined, dimensions: undefined },
    hasSeatSelection: undefined,
    hasPriorityBoarding: undefined,
  });
  const segment = { ...aSegment(), flightNumber: flight };
  return { fare, offer: anOffer({ slices: [aSlice(segment)], fares: [fare] }) };
}
const match = (held: Terms, ...found: readonly Terms[]) =>
  findSameProduct(
    sold(held),
    found.map((terms) => sold(terms).offer),
  )?.fare.fareKey;

describe('the same product', () => {
  test('is the same brand at any price, the cheaper of two', () => {
    expect(match({ total: 100, brand: 'Basic' }, { total: 130, brand: 'Basic' })).toBe('130-Basic');
    expect(match({ total: 100, brand: 'Basic' }, { total: 130, brand: 'Basic' }, { total: 90, brand: 'Basic' })).toBe(
      '90-Basic',
    );
  });
  test('is another brand whose conditions are not worse', () => {
    const held: Terms = { total: 100, brand: 'Basic', change: 40, refund: 'no', bags: 1 };
    expect(match(held, { total: 150, brand: 'Flex', change: 'free', refund: 'free', bags: 2 })).toBe('150-Flex');
    expect(match(held, { total: 90, brand: 'Light', change: 'no', refund: 'no', bags: 1 })).toBeUndefined();
    expect(match(held, { total: 90, brand: 'Light', change: 40, refund: 'no', bags: 0 })).toBeUndefined();
    expect(match(held, { total: 90, brand: 'Light', change: 'unknown', refund: 'no', bags: 1 })).toBeUndefined();
  });
  test('is not the same brand with a condition that is known to be worse', () => {
    const held: Terms = { total: 100, brand: 'Flex', refund: 'free', bags: 1 };
    expect(match(held, { total: 100, brand: 'Flex', refund: 50, bags: 1 })).toBeUndefined();
    expect(match(held, { total: 100, brand: 'Flex', refund: 'free' })).toBeUndefined();
    expect(match(held, { total: 100, brand: 'Flex', refund: 'unsaid', bags: 1 })).toBe('100-Flex');
  });
  test('is never in another cabin, on another flight, for another party or in another currency', () => {
    expect(match({ total: 100, brand: 'Basic' }, { total: 50, brand: 'Basic', cabin: 'business' })).toBeUndefined();
    expect(match({ total: 100, brand: 'Basic' }, { total: 50, brand: 'Basic', flight: 'ZZ110' })).toBeUndefined();
    const held = sold({ total: 100, brand: 'Basic' });
    const inEuro = { ...held.fare, total: money(100, 'EUR') };
    expect(findSameProduct(held, [{ ...held.offer, fares: [inEuro] }])).toBeUndefined();
    const withChild: FlightOffer = { ...held.offer, requirements: { ages: { adultFrom: 18, others: [8] } } };
    expect(findSameProduct(held, [withChild])).toBeUndefined();
  });
  test('is flown at the same times, in the same cabins', () => {
    const held = sold({ total: 100, brand: 'Basic' });
    const at = (part: object): FlightOffer => ({
      ...held.offer,
      slices: [aSlice({ ...aSegment(), flightNumber: 'ZZ109', ...part })],
    });
    expect(findSameProduct(held, [at({})])).toBeDefined();
    expect(findSameProduct(held, [at({ cabinClass: 'economy' })])).toBeDefined();
    expect(findSameProduct(held, [at({ cabinClass: 'first' })])).toBeUndefined();
    const { depart } = aSegment();
    expect(findSameProduct(held, [at({ depart: { ...depart, timeLocal: '2026-10-03T11:11:00' } })])).toBeUndefined();
  });
});

/** How good a condition is, from the traveler's side; undefined where it cannot be said. */
const RANK: Readonly<Record<string, number>> = { no: -1_000_000, free: 0 };
function rankOf(condition: Condition): number | undefined {
  return typeof condition === 'number' ? -condition : RANK[condition];
}

test('whatever is on sale, nothing that is known to be worse, or of other flights, is taken in silence', () => {
  const condition = fc.oneof(
    fc.constantFrom<Condition>('no', 'unsaid', 'free', 'unknown'),
    fc.integer({ min: 1, max: 3 }),
  );
  const terms: fc.Arbitrary<Terms> = fc.record({
    total: fc.integer({ min: 1, max: 5 }),
    brand: fc.constantFrom(undefined, 'Basic', 'Flex'),
    change: condition,
    refund: condition,
    bags: fc.constantFrom(undefined, 0, 1, 2),
    cabin: fc.constantFrom<Fare['cabinClass']>('economy', 'business'),
    flight: fc.constantFrom('ZZ109', 'ZZ110'),
  });
  fc.assert(
    fc.property(terms, fc.array(terms, { maxLength: 8 }), (held, found) => {
      const all = found.map((each) => ({ each, offer: sold(each).offer }));
      const taken = findSameProduct(
        sold(held),
        all.map(({ offer }) => offer),
      );
      const now = all.find(({ offer }) => offer === taken?.offer)?.each;
      if (now === undefined) {
        // What is equal in everything is always found.
        expect(
          found.some((each) => JSON.stringify({ ...each, total: 0 }) === JSON.stringify({ ...held, total: 0 })),
        ).toBe(false);
        return;
      }
      expect([now.flight, now.cabin]).toEqual([held.flight, held.cabin]);
      for (const name of ['change', 'refund'] as const) {
        const [before, after] = [rankOf(held[name] ?? 'unsaid'), rankOf(now[name] ?? 'unsaid')];
        if (before !== undefined && after !== undefined) expect(after).toBeGreaterThanOrEqual(before);
        // Another brand must say what was promised.
        if (before !== undefined && before > -1_000_000 && now.brand !== held.brand) expect(after).toBeDefined();
      }
      if ((held.bags ?? 0) > 0) expect(now.bags).toBeGreaterThanOrEqual(held.bags ?? 0);
    }),
    { numRuns: 2_000 },
  );
});

test('extras keep their meaning under new keys', () => {
  const bag = {
    ancillaryKey: 'old',
    type: 'checked_bag' as const,
    description: 'Extra checked bag, 23 kg',
    sliceIndex: 0,
    weightKg: 23,
    price: money(3_000, 'GBP'),
    quantityMax: 2,
  };
  const now = { ...bag, ancillaryKey: 'new', price: money(3_500, 'GBP') };
  expect(matchAncillaries([bag], [{ ...now, ancillaryKey: 'lighter', weightKg: 15 }, now])).toEqual({ old: 'new' });
  expect(
    matchAncillaries(
      [bag],
      [
        { ...now, sliceIndex: 1 },
        { ...now, quantityMax: 1 },
      ],
    ),
  ).toEqual({});
});
