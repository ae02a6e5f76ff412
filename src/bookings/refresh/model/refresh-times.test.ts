import { expect, test } from 'vitest';
import { refreshInSeconds } from './refresh-times.ts';

const bookedAt = new Date('2027-01-10T09:00:00.000Z');
const beginsAt = new Date('2027-01-14T09:00:00.000Z');
const afterSeconds = (seconds: number) =>
  refreshInSeconds({ bookedAt, beginsAt }, new Date(bookedAt.getTime() + seconds * 1_000));

test('numbers are asked for after 2, 10 and 60 minutes, then a day after each look', () => {
  expect([0, 119, 120, 600, 3_599, 3_600, 90_000].map(afterSeconds)).toEqual([120, 1, 480, 3_000, 1, 86_400, 86_400]);
});

test('until departure, and no more', () => {
  const day = 86_400;
  expect([3 * day - 1, 3 * day, 4 * day, 5 * day].map(afterSeconds)).toEqual([day, undefined, undefined, undefined]);
});

test('a supplier whose clock is ahead is asked two minutes from now', () => {
  expect(afterSeconds(-500)).toBe(120);
});
