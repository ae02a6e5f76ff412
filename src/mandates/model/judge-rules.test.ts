import { describe, expect, test } from 'vitest';
import { aHotel, aRate, aRental, aRentalItem, aStay, aStayItem } from '../../../test/support/products/products.ts';
import { aFare, anItem, anOffer, aTraveler } from '../../../test/support/products/trips.ts';
import { convertMoney, money } from '../../travel/money.ts';
import type { TripItem } from '../../trips/model/trip.ts';
import { judgeRules } from './judge-rules.ts';
import type { RuleContext } from './rule-context.ts';
import { type Rule, RuleSchema } from './rules.ts';

const NOW = new Date('2026-08-01T12:00:00Z');
const RATES: Readonly<Record<string, number>> = { EUR: 1, USD: 0.9, JPY: 0.006 };

function contextOf(items: readonly TripItem[], part: Partial<RuleContext> = {}): RuleContext {
  return {
    trip: { items, travelers: [aTraveler()] },
    contentHash: `sha256:${'a'.repeat(43)}`,
    now: NOW,
    currency: 'EUR',
    convert: (amount) => {
      const rate = RATES[amount.currency];
      return rate === undefined ? undefined : convertMoney(amount, 'EUR', rate);
    },
    countryOf: (airport) => ({ CDG: 'FR', HND: 'JP' })[airport],
    ...part,
  };
}
/** The verdict of a rule about these items. */
function verdictOf(rule: Rule, items: readonly TripItem[], part?: Partial<RuleContext>) {
  return judgeRules([RuleSchema.parse(rule)], contextOf(items, part))[0]?.verdict;
}
const flight = anItem();
const stay = aStayItem();
const car = aRentalItem();
const stayWith = (rate: Parameters<typeof aRate>[0], hotel: Parameters<typeof aHotel>[0] = {}) =>
  aStayItem({ stay: aStay({ hotel: aHotel(hotel), rates: [aRate(rate)] }) });

describe('a rule', () => {
  test('about what a trip has none of passes', () => {
    expect(judgeRules([{ type: 'stars', min: 5 }], contextOf([flight]))).toEqual([
      { rule: 'stars', verdict: 'pass', wanted: 'at least 5', found: 'nothing of this kind' },
    ]);
    expect(verdictOf({ type: 'stops_max', max: 0 }, [stay, car])).toBe('pass');
  });

  test('about products, dates and who travels says what it found', () => {
    expect(verdictOf({ type: 'product', allow: ['flight', 'hotel'] }, [flight, stay])).toBe('pass');
    expect(judgeRules([{ type: 'product', allow: ['flight'] }], contextOf([flight, car]))).toMatchObject([
      { verdict: 'fail', wanted: 'flight', found: 'car' },
    ]);
    expect(verdictOf({ type: 'dates', from: '2026-10-01', until: '2026-10-31' }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'dates', until: '2026-10-07' }, [stay])).toBe('fail');
    expect(verdictOf({ type: 'advance', min: 30 }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'advance', min: 64 }, [stay])).toBe('fail');
    expect(verdictOf({ type: 'traveler', allow: ['nellie  BLY'] }, [flight])).toBe('pass');
    expect(verdictOf({ type: 'traveler', allow: ['Nell Iebly', 'Nellie'] }, [flight])).toBe('fail');
    expect(
      verdictOf({ type: 'traveler', allow: ['Nellie Bly'] }, [flight], { trip: { items: [flight], travelers: [] } }),
    ).toBe('unknown');
  });

  test('about the route knows airports, cities and countries, and the way home', () => {
    expect(verdictOf({ type: 'route', origins: ['PAR'], destinations: ['TYO'] }, [flight])).toBe('pass');
    expect(verdictOf({ type: 'route', origins: ['ORY'] }, [flight])).toBe('fail');
    expect(verdictOf({ type: 'route', destinations: ['HND'] }, [flight])).toBe('pass');
    expect(verdictOf({ type: 'route', destinations: ['LIS'] }, [flight])).toBe('fail');
    expect(verdictOf({ type: 'route', countries: ['JP'] }, [flight])).toBe('pass');
    expect(verdictOf({ type: 'route', countries: ['FR'] }, [flight])).toBe('fail');
    expect(verdictOf({ type: 'route', countries: ['JP'] }, [flight], { countryOf: () => undefined })).toBe('unknown');
    expect(verdictOf({ type: 'route', destinations: ['LIS'] }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'route', destinations: ['LIS'] }, [stayWith({}, { cityCode: undefined })])).toBe(
      'unknown',
    );
  });

  test('about flights looks at every segment', () => {
    expect(verdictOf({ type: 'cabin_max', cabin: 'economy' }, [flight])).toBe('pass');
    const business = anItem({ offer: anOffer(), fare: aFare({ cabinClass: 'business' }) });
    expect(verdictOf({ type: 'cabin_max', cabin: 'premium_economy' }, [business])).toBe('fail');
    const carrier = flight.offer.slices[0]?.segments[0]?.marketingCarrier ?? '';
    expect(verdictOf({ type: 'carrier', allow: [carrier] }, [flight])).toBe('pass');
    expect(verdictOf({ type: 'carrier', deny: [carrier] }, [flight])).toBe('fail');
  });

  test('about rooms and cars is unknown where the supplier does not say', () => {
    expect(verdictOf({ type: 'stars', min: 4 }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'stars', min: 5 }, [stay])).toBe('fail');
    expect(verdictOf({ type: 'stars', min: 3 }, [stayWith({}, { starRating: undefined })])).toBe('unknown');
    expect(verdictOf({ type: 'board', allow: ['BB', 'HB'] }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'board', allow: ['BB'] }, [stayWith({ boardType: undefined })])).toBe('unknown');
    const code = aRental().vehicle.acrissCode ?? '';
    expect(verdictOf({ type: 'car_class', allow: [code.slice(0, 1)] }, [car])).toBe('pass');
    expect(verdictOf({ type: 'car_class', allow: ['X'] }, [car])).toBe('fail');
  });

  test('about a price a night counts what the property collects, and says by how much it is missed', () => {
    // 600.00 now and 20.00 there, five nights.
    expect(verdictOf({ type: 'hotel_nightly_max', max: 124 }, [stay])).toBe('pass');
    expect(judgeRules([{ type: 'hotel_nightly_max', max: 120 }], contextOf([stay]))).toMatchObject([
      { verdict: 'fail', excess: money(400, 'EUR') },
    ]);
    const unstated = { taxes: [{ description: 'City tax', amount: undefined, isIncluded: false }] };
    expect(verdictOf({ type: 'hotel_nightly_max', max: 200 }, [stayWith(unstated)])).toBe('unknown');
    expect(verdictOf({ type: 'hotel_nightly_max', max: 100 }, [stayWith(unstated)])).toBe('fail');
    const foreign = { total: money(60_000, 'CHF'), taxes: [], nights: undefined };
    expect(verdictOf({ type: 'hotel_nightly_max', max: 200 }, [stayWith(foreign)])).toBe('unknown');
    expect(verdictOf({ type: 'due_later_max', max: 20 }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'due_later_max', max: 19.99 }, [stay])).toBe('fail');
  });

  test('about giving back is free of charge only as far as terms are stated', () => {
    // Free until 18:00 two days before check-in at 15:00.
    expect(verdictOf({ type: 'refundable_until', min: 48 }, [stay])).toBe('pass');
    expect(verdictOf({ type: 'refundable_until', min: 2 }, [stay])).toBe('fail');
    expect(verdictOf({ type: 'refundable_until', min: 48 }, [stayWith({ cancellation: 'unknown' })])).toBe('unknown');
    const ofFare = (fare: Parameters<typeof aFare>[0]) => anItem({ offer: anOffer(), fare: aFare(fare) });
    expect(verdictOf({ type: 'refundable_until', min: 24 }, [ofFare({ isRefundable: false })])).toBe('fail');
    expect(verdictOf({ type: 'refundable_until', min: 24 }, [ofFare({ isRefundable: undefined, rules: [] })])).toBe(
      'unknown',
    );
    const refund = {
      ruleType: 'refund',
      isAllowed: true,
      fee: undefined,
      minMinutesBeforeDeparture: undefined,
      maxMinutesBeforeDeparture: undefined,
      maxMinutesAfterDeparture: undefined,
    } as const;
    expect(verdictOf({ type: 'refundable_until', min: 24 }, [ofFare({ isRefundable: true, rules: [refund] })])).toBe(
      'pass',
    );
    const unknownFee = { ...refund, fee: 'unknown' } as const;
    expect(
      verdictOf({ type: 'refundable_until', min: 24 }, [ofFare({ isRefundable: true, rules: [unknownFee] })]),
    ).toBe('unknown');
    const dear = { ...refund, ruleType: 'change', fee: money(6_000, 'EUR') } as const;
    expect(verdictOf({ type: 'change_fee_max', max: 60 }, [ofFare({ isChangeable: true, rules: [dear] })])).toBe(
      'pass',
    );
    expect(verdictOf({ type: 'change_fee_max', max: 59 }, [ofFare({ isChangeable: true, rules: [dear] })])).toBe(
      'fail',
    );
    expect(verdictOf({ type: 'change_fee_max', max: 59 }, [ofFare({ isChangeable: undefined })])).toBe('unknown');
  });

  test('of an unknown type, or with a field that is not its own, is no rule', () => {
    for (const wrong of [
      { type: 'vibes', allow: ['good'] },
      { type: 'product', allow: [] },
      { type: 'dates' },
      { type: 'stops_max', max: 1, cabin: 'economy' },
      { type: 'content', hash: 'sha256:short' },
    ])
      expect(RuleSchema.safeParse(wrong).success).toBe(false);
  });
});
