import { describe, expect, test } from 'vitest';
import { aBookingItem, aFare, aTripItem } from '../../../test/support/products/bookings.ts';
import { aRate, aRentalItem, aStay, aStayItem } from '../../../test/support/products/products.ts';
import type { PenaltyRule } from '../../travel/flight.ts';
import { money } from '../../travel/money.ts';
import { cancellationTimeline, isServiceFeeReturnedAt, refundSupportAt } from './cancellation-timeline.ts';
import { cancellationCostRank } from './booking-order.ts';

const bookedAt = new Date('2026-06-01T12:00:00Z');
const rule = (overrides: Partial<PenaltyRule>): PenaltyRule => ({
  ruleType: 'refund',
  isAllowed: true,
  fee: undefined,
  minMinutesBeforeDeparture: undefined,
  maxMinutesBeforeDeparture: undefined,
  maxMinutesAfterDeparture: undefined,
  ...overrides,
});
const present = (steps: ReturnType<typeof cancellationTimeline>) =>
  steps.map((step) => [step.until.toISOString(), step.refund?.value, step.penalty?.value]);

test('a refundable fare: everything within 24 h of ticketing, then the fee per passenger until departure', () => {
  const fare = aFare({
    rules: [rule({ fee: { value: 4_000, currency: 'EUR' } })],
    passengerPrices: [
      {
        kind: 'adt',
        quantity: 2,
        baseFare: { value: 10_000, currency: 'EUR' },
        taxes: { value: 0, currency: 'EUR' },
        taxLines: [],
      },
    ],
  });
  expect(
    present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem: aTripItem('a', fare) }))),
  ).toEqual([
    ['2026-06-02T12:00:00.000Z', 20_000, 0],
    ['2026-06-10T12:00:00.000Z', 12_000, 8_000],
  ]);
});

test('a fee in another currency is converted at the frozen rate and never exceeds what was paid', () => {
  const usd = (value: number) => money(value, 'USD');
  const passengerPrices = [
    { kind: 'adt', quantity: 1, baseFare: usd(20_000), taxes: usd(2_222), taxLines: [] },
  ] as const;
  const fare = aFare({ rules: [rule({ fee: usd(100_000) })], passengerPrices });
  expect(
    present(
      cancellationTimeline(
        aBookingItem('a', {
          status: 'confirmed',
          bookedAt,
          rate: 0.9,
          originTotal: money(22_222, 'USD'),
          tripItem: aTripItem('a', fare),
        }),
      ),
    )[1],
  ).toEqual(['2026-06-10T12:00:00.000Z', 0, 20_000]);
});

test('a fee in a third currency is unknown: never counted at par or at the rate of the sale', () => {
  const usd = (value: number) => money(value, 'USD');
  const passengerPrices = [
    { kind: 'adt', quantity: 1, baseFare: usd(20_000), taxes: usd(2_222), taxLines: [] },
  ] as const;
  const sold = (fee: ReturnType<typeof money>) =>
    aBookingItem('a', {
      status: 'confirmed',
      bookedAt,
      rate: 0.9,
      originTotal: usd(22_222),
      tripItem: aTripItem('a', aFare({ rules: [rule({ fee })], passengerPrices })),
    });
  expect(present(cancellationTimeline(sold(money(4_000, 'GBP'))))).toEqual([
    ['2026-06-02T12:00:00.000Z', 20_000, 0],
    ['2026-06-10T12:00:00.000Z', undefined, undefined],
  ]);
  expect(refundSupportAt(sold(money(4_000, 'GBP')), new Date('2026-06-05T12:00:00Z'))).toBe('full');
  // Nothing is nothing in every currency.
  expect(present(cancellationTimeline(sold(money(0, 'GBP'))))[1]).toEqual(['2026-06-10T12:00:00.000Z', 20_000, 0]);
});

test('a non-refundable fare returns nothing after the void window', () => {
  const fare = aFare({ isRefundable: false, rules: [rule({ isAllowed: false })] });
  expect(
    present(
      cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem: aTripItem('a', fare) })),
    )[1],
  ).toEqual(['2026-06-10T12:00:00.000Z', 0, 20_000]);
});

test('the void window closes at departure', () => {
  const late = new Date('2026-06-10T00:00:00Z');
  expect(present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt: late })))).toEqual([
    ['2026-06-10T12:00:00.000Z', 20_000, 0],
  ]);
});

test('a void window that the supplier dated ends then, whatever the fare says of windows', () => {
  const fare = aFare({ isRefundable: undefined, rules: [], voidWindow: 'none' });
  const item = aBookingItem('a', { status: 'confirmed', bookedAt, tripItem: aTripItem('a', fare) });
  const voidUntil = new Date('2026-06-01T18:00:00Z');
  expect(present(cancellationTimeline({ ...item, voidUntil }))).toEqual([
    ['2026-06-01T18:00:00.000Z', 20_000, 0],
    ['2026-06-10T12:00:00.000Z', undefined, undefined],
  ]);
  expect(present(cancellationTimeline(item))).toEqual([['2026-06-10T12:00:00.000Z', undefined, undefined]]);
});

test('support follows the timeline: all of it in the void window, then the rules, by people where the supplier says so, then nothing', () => {
  const at = (tripItem: ReturnType<typeof aTripItem>) =>
    ['2026-06-02T11:59:59Z', '2026-06-02T12:00:00Z', '2026-06-10T12:00:00Z'].map((now) =>
      refundSupportAt(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem }), new Date(now)),
    );
  const rules = [rule({})];
  expect(at(aTripItem('a', aFare({ rules })))).toEqual(['full', 'full', 'none']);
  expect(at(aTripItem('a', aFare({ rules, refundSupport: 'manual' })))).toEqual(['full', 'manual', 'none']);
  expect(at(aTripItem('a', aFare({ isRefundable: false, rules: [rule({ isAllowed: false })] })))).toEqual([
    'full',
    'none',
    'none',
  ]);
  expect(refundSupportAt(aBookingItem('a', { status: 'cancelled', bookedAt }), bookedAt)).toBe('none');
});

test('what is not booked has no timeline', () => {
  expect(cancellationTimeline(aBookingItem('a'))).toEqual([]);
});

describe('stays and rentals', () => {
  const stayItem = (rates: readonly [ReturnType<typeof aRate>, ...ReturnType<typeof aRate>[]], total: number) =>
    aBookingItem('a', {
      kind: 'hotel',
      status: 'confirmed',
      bookedAt,
      total: money(total, 'EUR'),
      originTotal: money(total, 'EUR'),
      tripItem: aStayItem({ stay: aStay({ rates }) }),
    });

  test('follow the schedule: free, then a night, then everything, up to check-out', () => {
    expect(present(cancellationTimeline(stayItem([aRate()], 60_000)))).toEqual([
      ['2026-10-01T17:00:00.000Z', 60_000, 0],
      ['2026-10-03T17:00:00.000Z', 48_000, 12_000],
      ['2026-10-08T10:00:00.000Z', 0, 60_000],
    ]);
  });

  test('rooms with other terms are added up', () => {
    const strict = aRate({
      rateKey: 'rate-2',
      isRefundable: false,
      cancellation: [{ from: bookedAt, penalty: money(50_000, 'EUR'), basis: 'percent' }],
    });
    expect(present(cancellationTimeline(stayItem([aRate(), strict], 110_000)))).toEqual([
      ['2026-10-01T17:00:00.000Z', 60_000, 50_000],
      ['2026-10-03T17:00:00.000Z', 48_000, 62_000],
      ['2026-10-08T10:00:00.000Z', 0, 110_000],
    ]);
  });

  test('what is paid at the property does not come back from us', () => {
    expect(present(cancellationTimeline(stayItem([aRate({ paymentType: 'pay_at_property' })], 0)))).toEqual([
      ['2026-10-01T17:00:00.000Z', 0, 0],
      ['2026-10-03T17:00:00.000Z', 0, 12_000],
      ['2026-10-08T10:00:00.000Z', 0, 60_000],
    ]);
  });

  test('a penalty of a room paid there takes nothing from one paid here', () => {
    const here = aRate({ cancellation: [{ from: bookedAt, penalty: money(9_000, 'EUR'), basis: 'amount' }] });
    const there = aRate({
      rateKey: 'there',
      paymentType: 'pay_at_property',
      cancellation: [{ from: bookedAt, penalty: money(4_100, 'EUR'), basis: 'amount' }],
    });
    expect(present(cancellationTimeline(stayItem([here, there], 60_000)))).toEqual([
      ['2026-10-08T10:00:00.000Z', 51_000, 13_100],
    ]);
  });

  test("in the payer's currency at the frozen rate", () => {
    const item = aBookingItem('a', {
      kind: 'car',
      status: 'confirmed',
      bookedAt,
      total: money(32_100, 'USD'),
      originTotal: money(20_000, 'EUR'),
      rate: 1.605,
      tripItem: aRentalItem({ price: money(32_100, 'USD'), rate: 1.605 }),
    });
    expect(present(cancellationTimeline(item))).toEqual([
      ['2026-10-01T11:00:00.000Z', 32_100, 0],
      ['2026-10-08T09:00:00.000Z', 24_075, 8_025],
    ]);
    expect(['2026-10-01T10:59:59Z', '2026-10-08T09:00:00Z'].map((now) => refundSupportAt(item, new Date(now)))).toEqual(
      ['full', 'none'],
    );
  });

  test('the whole price is the whole price in every currency and of any number of rooms', () => {
    const fixed = aRate({
      isRefundable: false,
      total: money(3_801, 'GBP'),
      cancellation: [{ from: bookedAt, penalty: money(3_801, 'GBP'), basis: 'percent' }],
    });
    const item = aBookingItem('a', {
      kind: 'hotel',
      status: 'confirmed',
      bookedAt,
      total: money(3 * 4_369, 'EUR'),
      originTotal: money(3 * 3_801, 'GBP'),
      rate: 1.1494,
      tripItem: aStayItem({
        stay: aStay({ rates: [fixed, fixed, fixed] }),
        price: money(3 * 4_369, 'EUR'),
        rate: 1.1494,
      }),
    });
    expect(present(cancellationTimeline(item))).toEqual([['2026-10-08T10:00:00.000Z', 0, 13_107]]);
    expect(refundSupportAt(item, bookedAt)).toBe('none');
  });

  test('are booked in the order of what giving them up would cost', () => {
    const at = new Date('2026-10-02T00:00:00Z');
    const strict = aStayItem({ stay: aStay({ rates: [aRate(), aRate({ isRefundable: false })] }) });
    expect(
      [aStayItem(), aRentalItem(), strict].map((item) => [
        cancellationCostRank(item, bookedAt),
        cancellationCostRank(item, at),
      ]),
    ).toEqual([
      [0, 1],
      [0, 1],
      [2, 2],
    ]);
  });
});

test.each([
  ['no change', undefined],
  ['an open change of which only the airline knows whether it frees', { status: 'open', isFree: undefined }],
])(
  'with %s, the service fee goes back inside the void window where the supplier gives all of its own back',
  (_name, change) => {
    const scheduleChange = change && ({ ...change, severity: 'cancelled', segments: [], affected: [] } as never);
    const item = aBookingItem('a', { status: 'confirmed', bookedAt, serviceFee: money(500, 'EUR'), scheduleChange });
    const all = { refund: item.originTotal, penalty: money(0, item.originTotal.currency) };
    const at = (instant: string) => isServiceFeeReturnedAt(item, all, new Date(instant));
    expect([at('2026-06-02T11:59:59Z'), at('2026-06-02T12:00:00Z')]).toEqual([true, false]);
  },
);
