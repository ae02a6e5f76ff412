import { expect, test } from 'vitest';
import { countByType, NO_PASSENGERS, passengerTotal, seatTotal } from './passengers.ts';

test('youth and students travel as adults, both kinds of infant as infants', () => {
  const party = { ...NO_PASSENGERS, adt: 1, youth: 1, student: 2, chd: 3, inf_lap: 1, inf_seat: 1 };
  expect(countByType(party)).toEqual({ ADULT: 4, CHILD: 3, INFANT: 2 });
  expect(passengerTotal(party)).toBe(9);
  expect(seatTotal(party)).toBe(8);
});
