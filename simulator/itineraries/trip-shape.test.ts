import { expect, test } from 'vitest';
import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import { staysSaturdayNight } from './trip-shape.ts';

const stays = (from: string, nights: number) => staysSaturdayNight(isoDateToEpochDay(from), nights);

test('a Saturday night counts when one is away in the night from Saturday to Sunday', () => {
  expect(stays('2027-03-06', 1)).toBe(true); // Saturday to Sunday
  expect(stays('2027-03-05', 1)).toBe(false); // Friday to Saturday
  expect(stays('2027-03-05', 2)).toBe(true);
  expect(stays('2027-03-07', 6)).toBe(false); // Sunday to Saturday
  expect(stays('2027-03-07', 7)).toBe(true);
  expect(stays('2027-03-06', 0)).toBe(false);
});
