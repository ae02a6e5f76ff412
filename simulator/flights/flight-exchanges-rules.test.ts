import { describe, expect, test } from 'vitest';
import type { PenaltyRule } from '../../src/travel/flight.ts';
import { money } from '../../src/travel/money.ts';
import { changePenalty, combinations, faresFrom } from './flight-exchanges-rules.ts';

const eur = (value: number) => money(value, 'EUR');
const departure = new Date('2027-01-14T12:00:00Z');
const minutesBefore = (minutes: number) => new Date(departure.getTime() - minutes * 60_000);
const change = (part: Partial<PenaltyRule>): PenaltyRule => ({
  ruleType: 'change',
  isAllowed: true,
  fee: undefined,
  minMinutesBeforeDeparture: undefined,
  maxMinutesBeforeDeparture: undefined,
  maxMinutesAfterDeparture: undefined,
  ...part,
});
const ladder = [
  change({ fee: eur(7_000), minMinutesBeforeDeparture: 1440 }),
  change({ fee: eur(9_000), minMinutesBeforeDeparture: 60, maxMinutesBeforeDeparture: 1440 }),
];
const fare = (rules: readonly PenaltyRule[], passengerCount = 1) => ({
  rules,
  passengerCount,
  total: eur(20_000 * passengerCount),
});

describe('what a change costs', () => {
  test.each([
    [1441, 7_000],
    [1440, 9_000],
    [61, 9_000],
  ])('%i minutes before departure', (minutes, fee) => {
    expect(changePenalty(fare(ladder), departure, minutesBefore(minutes))).toEqual(eur(fee));
  });

  test('is filed for each passenger', () => {
    expect(changePenalty(fare(ladder, 3), departure, minutesBefore(1441))).toEqual(eur(21_000));
  });

  test('never exceeds the ticket of a traveler: a lap infant of 20.00 pays 20.00 of a fee of 70.00', () => {
    const price = (kind: 'adt' | 'inf_lap', quantity: number, base: number) => ({
      kind,
      quantity,
      baseFare: eur(base),
      taxes: eur(500),
      taxLines: [],
    });
    const prices = { passengerPrices: [price('adt', 2, 19_500), price('inf_lap', 1, 1_500)], bookingFees: eur(0) };
    expect(changePenalty({ ...fare(ladder, 3), prices }, departure, minutesBefore(1441))).toEqual(eur(16_000));
  });

  test('is nothing where the rule names no fee, and cannot be had where no window is open or none is allowed', () => {
    expect(changePenalty(fare([change({ minMinutesBeforeDeparture: 60 })]), departure, minutesBefore(61))).toEqual(
      eur(0),
    );
    expect(changePenalty(fare(ladder), departure, minutesBefore(60))).toBeUndefined();
    expect(changePenalty(fare([change({ isAllowed: false })]), departure, minutesBefore(5_000))).toBeUndefined();
    expect(
      changePenalty(fare([{ ...change({}), ruleType: 'refund' }]), departure, minutesBefore(5_000)),
    ).toBeUndefined();
  });
});

test('the same brand and those above it, never one below', () => {
  const brands = (codes: readonly string[]) => ({ fares: codes.map((brandCode) => ({ brandCode })) });
  const codesFrom = (brandCode: string) =>
    faresFrom(brands(['LIGHT', 'STANDARD', 'FLEX']), brandCode).map((found) => found.brandCode);
  expect(codesFrom('STANDARD')).toEqual(['STANDARD', 'FLEX']);
  expect(codesFrom('GONE')).toEqual([]);
});

test('every way to take one of each', () => {
  expect(combinations([['a'], ['b', 'c']])).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
});
