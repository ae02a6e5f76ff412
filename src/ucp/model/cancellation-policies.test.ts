import { expect, test } from 'vitest';
import type { PresentedTrip } from '../presented-api.ts';
import { presentPolicies } from './cancellation-policies.ts';

const plainOf = (type: 'flight' | 'hotel' | 'car', details: object, more: object = {}) => {
  const items = [{ type, details, ...more }] as unknown as PresentedTrip['items'];
  return presentPolicies({ items }, 'com.example.policy.cancellation')[0]?.description.plain;
};
const rule = (rule_type: string, fee: number | null, more: object = {}) => ({
  rule_type,
  is_allowed: true,
  penalty_fee: fee === null ? null : { amount: fee, currency: 'EUR', decimal_places: 2 },
  ...more,
});

test.each([
  [
    { is_refundable: null, is_changeable: false, fare_rules: [] },
    'the airline does not state whether and at what cost',
    'not possible',
  ],
  [
    {
      is_refundable: true,
      is_changeable: true,
      fare_rules: [rule('refund', 4_000), rule('refund', 8_500), rule('change', null)],
    },
    'possible, for at most EUR 85.00 for each traveler',
    'free of charge',
  ],
  [
    { is_refundable: true, is_changeable: true, fare_rules: [rule('refund', null, { penalty_fee_known: false })] },
    'possible, at a cost that the airline does not state',
    'possible, at a cost that the airline does not state',
  ],
])('a fare %j: cancelling %s, changing %s', (details, cancelling, changing) => {
  expect(plainOf('flight', details)).toBe(`Cancelling: ${cancelling}. Changing: ${changing}.`);
});

const STEP = { cancel_time: '2026-12-01T10:00:00.000Z', amount_money: { value: 12_000, currency: 'USD' } };
test.each([
  [{ is_refundable: false, cancellation_schedule: null }, 'Cancelling: nothing comes back.'],
  [{ is_refundable: null, cancellation_schedule: null }, 'Cancelling: its supplier does not state what that costs.'],
  [{ is_refundable: true, cancellation_schedule: [] }, 'Cancelling: free of charge.'],
  [
    { is_refundable: true, cancellation_schedule: [STEP] },
    'Cancelling: free of charge until 2026-12-01T10:00:00.000Z, from 2026-12-01T10:00:00.000Z on USD 120.00.',
  ],
])('a schedule %j', (terms, text) => {
  expect(plainOf('car', terms)).toBe(text);
  expect(plainOf('car', terms, { service_fee: { amount: 500 } })).toBe(`${text} The service fee does not come back.`);
  const room = { room_name: 'Double', ...terms };
  expect(plainOf('hotel', { rooms: [room, room] })).toBe(text);
});

test('rooms of different terms are named', () => {
  const rooms = [
    { room_name: 'Double', is_refundable: false, cancellation_schedule: null },
    { room_name: 'Twin', is_refundable: true, cancellation_schedule: [] },
  ];
  expect(plainOf('hotel', { rooms })).toBe('Double: Cancelling: nothing comes back. Twin: Cancelling: free of charge.');
});
