import { expect, test } from 'vitest';
import { aRental } from '../../../test/support/products/products.ts';
import { findRentalProblems, type RentalChanges } from './rental-changes.ts';

/** A rental at Lisbon from 3 October 2026 at 12:00 to 8 October at 10:00, judged at noon on 1 October. */
const judge = (changes: Partial<RentalChanges>) =>
  findRentalProblems(
    { pickUpAt: undefined, dropOffAt: undefined, extras: undefined, ...changes },
    aRental(),
    new Date('2026-10-01T12:00:00Z'),
  ).map(({ path, problem }) => `${path}: ${problem}`);

test.each<readonly [string, Partial<RentalChanges>, readonly string[]]>([
  ['nothing', {}, []],
  ['both times later', { pickUpAt: '2026-10-05T12:00:00', dropOffAt: '2026-10-12T10:00:00' }, []],
  [
    'a day that does not exist',
    { pickUpAt: '2026-02-30T10:00:00' },
    ['pick_up_date_time: Not a date and time of the calendar.'],
  ],
  [
    'an hour that does not exist',
    { dropOffAt: '2026-10-09T24:00:00' },
    ['drop_off_date_time: Not a date and time of the calendar.'],
  ],
  [
    'an hour the clocks skip',
    { dropOffAt: '2027-03-28T01:30:00' },
    ['drop_off_date_time: The clocks at the branch skip this time on that day.'],
  ],
  [
    'a pick-up in the past',
    { pickUpAt: '2026-10-01T12:59:59' },
    ['pick_up_date_time: In the past: it is 2026-10-01T13:00:00 at the branch.'],
  ],
  [
    'a drop-off before the booked pick-up',
    { dropOffAt: '2026-10-03T11:00:00' },
    ['drop_off_date_time: The drop-off is not after the pick-up.'],
  ],
  [
    'a pick-up after the booked drop-off',
    { pickUpAt: '2026-10-08T10:00:00' },
    ['pick_up_date_time: The drop-off is not after the pick-up.'],
  ],
  [
    'two child seats and a GPS',
    {
      extras: [
        { offerId: 'child_seat', quantity: 2 },
        { offerId: 'gps', quantity: 1 },
      ],
    },
    [],
  ],
  ['no extras at all', { extras: [] }, []],
  [
    'an extra it does not have',
    { extras: [{ offerId: 'jacuzzi', quantity: 1 }] },
    ['ancillaries[0].offer_id: The rental does not offer this extra.'],
  ],
  [
    'more of an extra than there are',
    { extras: [{ offerId: 'gps', quantity: 2 }] },
    ['ancillaries[0].quantity: must be at most 1'],
  ],
  [
    'an extra on two lines',
    {
      extras: [
        { offerId: 'gps', quantity: 1 },
        { offerId: 'gps', quantity: 1 },
      ],
    },
    ['ancillaries[1]: repeats an earlier line; send one line with the whole quantity.'],
  ],
])('%s', (_name, changes, problems) => {
  expect(judge(changes)).toEqual(problems);
});
