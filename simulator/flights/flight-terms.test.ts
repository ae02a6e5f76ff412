import { expect, test } from 'vitest';
import { money } from '../../src/travel/money.ts';
import { judgeFlightRefund } from './flight-terms.ts';

const issued = new Date('2026-06-01T12:00:00Z');
const exchanged = new Date('2026-06-05T09:00:00Z');
const order = {
  reference: 'chg_1',
  orderId: 'so_1',
  status: 'booked',
  scenario: undefined,
  confirmationNumber: 'ABCDEF',
  total: money(25_823, 'USD'),
  bookedAt: exchanged,
  confirmedAt: exchanged,
  untilConfirmed: undefined,
} as const;
const strict = {
  rules: [],
  tickets: [{ quantity: 1, price: money(25_823, 'USD') }],
  support: 'automatic',
  departsAt: new Date('2026-07-01T10:00:00Z'),
} as const;
const refundAt = (now: string, terms: Parameters<typeof judgeFlightRefund>[0]['terms']) =>
  judgeFlightRefund({ ...order, terms }, new Date(now));

test('a ticket comes back whole for 24 hours from its issue', () => {
  expect(refundAt('2026-06-06T08:59:59Z', strict)).toMatchObject({
    kind: 'quoted',
    terms: { refund: { value: 25_823 }, penalty: { value: 0 } },
  });
  expect(refundAt('2026-06-06T09:00:00Z', strict)).toMatchObject({
    kind: 'quoted',
    terms: { refund: { value: 0 }, penalty: { value: 25_823 } },
  });
});

test('an exchange does not open the void window again: it counts from the first issue', () => {
  expect(refundAt('2026-06-05T09:00:01Z', { ...strict, firstIssuedAt: issued })).toMatchObject({
    kind: 'quoted',
    terms: { refund: { value: 0 } },
  });
});
