import { expect, test } from 'vitest';
import { money } from '../../../travel/money.ts';
import type { StayBookRequest } from '../../ports/hotels.ts';
import { toBookBody } from './book-body.ts';

const person = { dateOfBirth: undefined, gender: undefined, title: undefined } as const;
const REQUEST: StayBookRequest = {
  reference: 'itm_1',
  rateKeys: ['a', 'b'],
  total: money(10_000, 'EUR'),
  dueLater: money(0, 'EUR'),
  travelers: [
    { ...person, travelerId: 't1', type: 'ADULT', firstName: 'Nellie', lastName: 'Bly' },
    { ...person, travelerId: 't2', type: 'CHILD', firstName: 'Ida', lastName: 'Bly' },
    { ...person, travelerId: 't3', type: 'ADULT', firstName: 'Ada', lastName: 'Wells' },
  ],
  contact: { email: 'nellie@example.com', phone: '+33123456789' },
};
const ROOMS = [
  { adults: 1, childrenAges: [4] },
  { adults: 1, childrenAges: [] },
];

test('each room is in the name of one of its adults, and our reference goes with it', () => {
  expect(toBookBody(REQUEST, ROOMS, { prebookId: 'p1' })).toMatchObject({
    prebookId: 'p1',
    clientReference: 'itm_1',
    holder: { firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com', phone: '+33123456789' },
    guests: [
      { occupancyNumber: 1, firstName: 'Nellie', lastName: 'Bly' },
      { occupancyNumber: 2, firstName: 'Ada', lastName: 'Wells' },
    ],
    payment: { method: 'ACC_CREDIT_CARD' },
  });
});

test.each([
  ['card', 'ACC_CREDIT_CARD'],
  ['wallet', 'WALLET'],
  ['credit', 'CREDIT'],
] as const)('an account that pays from its %s says %s', (paidFrom, method) => {
  expect(toBookBody(REQUEST, ROOMS, { prebookId: 'p1', paidFrom })).toMatchObject({ payment: { method } });
});
