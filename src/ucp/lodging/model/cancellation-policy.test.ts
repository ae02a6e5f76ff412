import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateCancellation } from '../../../../test/support/ucp/evaluate-cancellation.ts';
import { penaltyAt, type StatedSchedule } from '../../../travel/cancellation.ts';
import { money } from '../../../travel/money.ts';
import type { Stay, StayRate } from '../../../travel/stay.ts';
import { cancellationPolicyOf, durationOf } from './cancellation-policy.ts';

const NOW = new Date('2030-01-10T12:00:00Z');
const FREE = { kind: 'percentage', buyer_bps: 10_000 };
const NOTHING = { kind: 'percentage', buyer_bps: 0 };
const fee = (amount: number) => ({ kind: 'fixed_fee', penalty: { amount } });

interface Case {
  readonly cancellation: StatedSchedule;
  readonly zone?: string | undefined;
  readonly checkInFrom?: string | undefined;
  readonly paymentType?: StayRate['paymentType'];
  readonly isRefundable?: boolean;
  readonly currency?: string;
  readonly hasServiceFee?: boolean;
  readonly now?: Date;
}

/** A room for EUR 200.00 from 8 to 10 February 2030. */
function policyOf({ cancellation, paymentType = 'pay_now', isRefundable, ...given }: Case) {
  const rate: StayRate = {
    rateKey: 'key',
    room: {
      roomId: 'room',
      name: 'Double',
      description: undefined,
      maxOccupancy: 2,
      maxAdults: 2,
      maxChildren: 0,
      sizeSquareMetres: undefined,
      beds: undefined,
      amenities: undefined,
    },
    party: { adults: 1, childrenAges: [] },
    boardType: undefined,
    planName: undefined,
    paymentType,
    total: money(20_000, 'EUR'),
    nights: undefined,
    taxes: [],
    isRefundable,
    cancellation,
    roomsLeft: undefined,
  };
  const stay: Stay = {
    hotel: {
      hotelId: 'hotel',
      name: 'Miramar',
      address: 'Rua 1',
      cityCode: 'LIS',
      cityName: 'Lisbon',
      country: 'PT',
      latitude: 38.7,
      longitude: -9.1,
      zone: 'zone' in given ? given.zone : 'Europe/Madrid',
      starRating: undefined,
      rating: undefined,
      reviewCount: undefined,
      hotelTypeId: undefined,
      chainId: undefined,
      facilityIds: undefined,
      checkInFrom: 'checkInFrom' in given ? given.checkInFrom : '15:00',
      checkOutUntil: undefined,
    },
    checkIn: '2030-02-08',
    checkOut: '2030-02-10',
    rates: [rate],
  };
  const { now = NOW, currency = 'EUR', hasServiceFee = false } = given;
  return cancellationPolicyOf({ stay, rate, now, currency, hasServiceFee });
}

const step = (from: string, value: number, currency = 'EUR') => ({
  from: new Date(from),
  penalty: money(value, currency),
  basis: 'amount' as const,
});

describe('the terms of a rate', () => {
  test('free, then the whole price: one tier before check-in at the property', () => {
    expect(policyOf({ cancellation: [step('2030-02-06T14:00:00Z', 20_000)] })).toEqual({
      type: 'dev.ucp.lodging.policy.cancellation',
      description: {
        plain:
          'Cancelling is free until 2030-02-06 15:00 (Europe/Madrid). From 2030-02-06 15:00 (Europe/Madrid) it costs the whole price.',
      },
      refundability: 'refundable',
      schedule: {
        anchor: '2030-02-08T15:00:00+01:00',
        tiers: [{ until: 'P2D', outcome: FREE }],
        after_last_tier: NOTHING,
      },
    });
  });

  test('a part, then more: what it costs now is partly refundable', () => {
    const cancellation = [step('2030-01-01T00:00:00Z', 5_000), step('2030-02-08T03:29:30Z', 12_000)];
    const policy = policyOf({ cancellation, hasServiceFee: true });
    expect(policy).toMatchObject({
      refundability: 'partially_refundable',
      schedule: {
        tiers: [
          { until: 'P38DT14H', outcome: FREE },
          { until: 'PT10H30M30S', outcome: fee(5_000) },
        ],
        after_last_tier: fee(12_000),
      },
    });
    expect(policy?.description.plain).toBe(
      'Cancelling costs EUR 50.00 until 2030-02-08 04:29 (Europe/Madrid). From 2030-02-08 04:29 (Europe/Madrid) it costs EUR 120.00. The service fee is not given back.',
    );
  });

  test('never given back: it is said, and there is nothing to reckon', () => {
    const policy = policyOf({ cancellation: [step('2030-01-09T00:00:00Z', 20_000)] });
    expect([policy?.refundability, policy?.schedule]).toEqual(['non_refundable', undefined]);
  });

  test('always free', () => {
    const free = policyOf({ cancellation: [] });
    expect([free?.refundability, free?.schedule]).toEqual(['refundable', undefined]);
  });

  test('not stated: nothing is said, but for a rate that is known not to be given back', () => {
    expect(policyOf({ cancellation: 'unknown' })).toBeUndefined();
    expect(policyOf({ cancellation: 'unknown', isRefundable: true })).toBeUndefined();
    expect(policyOf({ cancellation: 'unknown', isRefundable: false })).toMatchObject({
      refundability: 'non_refundable',
    });
  });

  test('a penalty that cannot be said makes no schedule: another currency, the whole of what the property collects in one', () => {
    const later = '2030-02-01T00:00:00Z';
    const partly = policyOf({ cancellation: [step(later, 5_000)], currency: 'USD' });
    expect([partly?.refundability, partly?.schedule]).toEqual(['refundable', undefined]);
    const wholly = [step(later, 20_000)];
    expect(policyOf({ cancellation: wholly, currency: 'USD' })?.schedule?.after_last_tier).toEqual(NOTHING);
    expect(policyOf({ cancellation: wholly, paymentType: 'pay_at_property' })?.schedule?.after_last_tier).toEqual(
      fee(20_000),
    );
    expect(
      policyOf({ cancellation: wholly, paymentType: 'pay_at_property', currency: 'USD' })?.schedule,
    ).toBeUndefined();
  });

  test('without a zone there is no anchor; without an hour of check-in it is the beginning of the day', () => {
    const cancellation = [step('2030-02-06T23:00:00Z', 20_000)];
    expect(policyOf({ cancellation, zone: undefined })).toMatchObject({
      refundability: 'refundable',
      description: { plain: expect.stringContaining('(UTC)') },
    });
    expect(policyOf({ cancellation, zone: undefined })?.schedule).toBeUndefined();
    expect(policyOf({ cancellation, checkInFrom: undefined })?.schedule).toMatchObject({
      anchor: '2030-02-08T00:00:00+01:00',
      tiers: [{ until: 'P1D' }],
    });
  });

  test('a cut-off after check-in is the anchor itself', () => {
    const policy = policyOf({ cancellation: [step('2030-02-08T22:00:00Z', 20_000)] });
    expect(policy?.schedule).toMatchObject({ anchor: '2030-02-08T23:00:00+01:00', tiers: [{ until: 'PT0S' }] });
  });
});

test('durations are days, hours, minutes and seconds, without what is zero', () => {
  expect([0, 59, 3_600, 86_400, 90_061, 172_800].map(durationOf)).toEqual([
    'PT0S',
    'PT59S',
    'PT1H',
    'P1D',
    'P1DT1H1M1S',
    'P2D',
  ]);
});

const secondsFromNow = fc.integer({ min: -40 * 86_400, max: 35 * 86_400 });
const steps = fc
  .array(fc.tuple(secondsFromNow, fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 0, max: 999 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((drawn) => {
    const amounts = drawn.map(([, value]) => Math.min(value, 20_000)).sort((a, b) => a - b);
    return [...drawn]
      .sort((a, b) => a[0] - b[0])
      .map(([seconds, , ms], index) => ({
        from: new Date(NOW.getTime() + seconds * 1_000 + ms),
        penalty: money(amounts[index] ?? 0, 'EUR'),
        basis: 'amount' as const,
      }));
  });

test('at every whole second a platform reads from the schedule what is charged then', () => {
  fc.assert(
    fc.property(
      steps,
      secondsFromNow,
      fc.constantFrom('Europe/Madrid', 'America/New_York', 'Asia/Kathmandu'),
      (cancellation, at, zone) => {
        const policy = policyOf({ cancellation, zone });
        const schedule = policy?.schedule;
        if (schedule === undefined) return;
        const whole = cancellation.map((one) => ({
          ...one,
          from: new Date(Math.floor(one.from.getTime() / 1_000) * 1_000),
        }));
        const instants = [
          NOW.getTime() + at * 1_000,
          ...whole.flatMap(({ from }) => [from.getTime() - 1, from.getTime()]),
        ];
        for (const instant of instants) {
          const charged = penaltyAt(whole, new Date(instant), 'EUR').value;
          const expected = charged === 0 ? FREE : charged >= 20_000 ? NOTHING : fee(charged);
          expect(evaluateCancellation(schedule, new Date(instant).toISOString())).toMatchObject({
            kind: 'selected',
            outcome: expected,
          });
        }
        const charged = penaltyAt(whole, NOW, 'EUR').value;
        const word = charged === 0 ? 'refundable' : charged >= 20_000 ? 'non_refundable' : 'partially_refundable';
        expect(policy?.refundability).toBe(word);
      },
    ),
    { numRuns: 500 },
  );
});

describe('the reader of schedules that this is held against', () => {
  const two = {
    anchor: '2030-12-31T12:00:00Z',
    tiers: [
      { until: 'P7D', outcome: 'far' },
      { until: 'PT48H', outcome: 'near' },
    ],
    after_last_tier: 'late',
  };
  const one = (anchor: string, until: string) => ({
    anchor,
    tiers: [{ until, outcome: 'far' }],
    after_last_tier: 'late',
  });
  test.each([
    ['before the farthest cut-off', two, '2030-12-24T11:59:59Z', 'far'],
    ['at it', two, '2030-12-24T12:00:00Z', 'near'],
    ['at the nearest', two, '2030-12-29T12:00:00Z', 'late'],
    ['at the anchor', two, '2030-12-31T12:00:00Z', 'late'],
    ['long after it', two, '2031-02-01T00:00:00Z', 'late'],
    ['in another offset', two, '2030-12-24T13:59:59+02:00', 'far'],
    ['a day is 24 hours where clocks change', one('2030-03-11T02:30:00-04:00', 'P1D'), '2030-03-10T06:29:59Z', 'far'],
    ['and no minute more', one('2030-03-11T02:30:00-04:00', 'P1D'), '2030-03-10T06:30:00Z', 'late'],
    ['parts add up', one('2030-12-22T15:00:00Z', 'PT1H30S'), '2030-12-22T13:59:29Z', 'far'],
    ['and end together', one('2030-12-22T15:00:00Z', 'PT1H30S'), '2030-12-22T13:59:30Z', 'late'],
    ['nothing before the anchor', one('2030-12-22T15:00:00Z', 'PT0S'), '2030-12-22T14:59:59Z', 'far'],
  ])('%s', (_, schedule, at, outcome) => {
    expect(evaluateCancellation(schedule, at)).toMatchObject({ kind: 'selected', outcome });
  });
  const ordered = (...untils: readonly string[]) => ({
    ...two,
    tiers: untils.map((until) => ({ until, outcome: until })),
  });
  test.each([
    ['one cut-off twice', ordered('P1D', 'PT24H'), '2030-12-01T00:00:00Z'],
    ['the nearest first', ordered('PT24H', 'P2D'), '2030-12-01T00:00:00Z'],
    ['no tier', ordered(), '2030-12-01T00:00:00Z'],
    ['a month', ordered('P1M'), '2030-12-01T00:00:00Z'],
    ['a week', ordered('P1W'), '2030-12-01T00:00:00Z'],
    ['half an hour as a fraction', ordered('PT0.5H'), '2030-12-01T00:00:00Z'],
    ['a day that is none', one('2030-02-30T15:00:00Z', 'PT1H'), '2030-02-01T00:00:00Z'],
    ['a leap second', one('2030-12-31T23:59:60Z', 'PT1H'), '2030-02-01T00:00:00Z'],
    ['an instant without an offset', two, '2030-12-01T00:00:00'],
    ['a line break', ordered('PT1H\n'), '2030-12-01T00:00:00Z'],
  ])('says nothing of %s', (_, schedule, at) => {
    expect(evaluateCancellation(schedule, at)).toEqual({ kind: 'unavailable' });
  });
});
