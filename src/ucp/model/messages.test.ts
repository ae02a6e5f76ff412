import { expect, test } from 'vitest';
import { readErrors } from './messages.ts';

const contentsOf = (code: string, message: string, fields: readonly { path: string; problem: string }[] = []) =>
  readErrors({ kind: 'refused', code, message, fields } as never, 'recoverable', (path) => `$.${path}`).map(
    ({ content }) => content,
  );

test('what a platform reads names no operation of the API', () => {
  expect(
    contentsOf('MISSING_CUSTOMER_DETAILS', 'Details are missing.', [
      { path: 'travelers', problem: 'Send the travelers with upsert_travelers.' },
      { path: 'travelers[0].gender', problem: 'is required' },
    ]),
  ).toEqual(['Send the travelers.', 'travelers[0].gender is required']);
  expect([
    ...contentsOf('TRIP_STATE_CONFLICT', 'The trip has been paid for and is being booked. Follow it with trip_status.'),
    ...contentsOf(
      'TRIP_STATE_CONFLICT',
      'A payment is under way. Read trip_status for its outcome, or try again then.',
    ),
  ]).toEqual([
    'The trip has been paid for and is being booked. Get the checkout to follow it.',
    'A payment is under way. Read the checkout for its outcome, or try again then.',
  ]);
});
