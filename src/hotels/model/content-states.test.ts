import { expect, test } from 'vitest';
import { changedSince, type ContentAge, isDue } from './content-states.ts';

const at = (text: string) => new Date(`${text}Z`);
const FILLED: ContentAge = {
  status: 'filled',
  updatedAt: at('2027-03-01T10:05'),
  filledAt: at('2027-03-01T10:00'),
  listedWholeAt: at('2027-03-01T10:00'),
};

test('a filled city is read again a day later, a failed one a quarter of an hour later; one under way not before a day', () => {
  expect(isDue(FILLED, at('2027-03-02T09:59'))).toBe(false);
  expect(isDue(FILLED, at('2027-03-02T10:00'))).toBe(true);
  const failed = { ...FILLED, status: 'failed' } as const;
  expect(isDue(failed, at('2027-03-01T10:19'))).toBe(false);
  expect(isDue(failed, at('2027-03-01T10:20'))).toBe(true);
  for (const status of ['waiting', 'filling'] as const) {
    expect(isDue({ ...FILLED, status }, at('2027-03-02T10:04'))).toBe(false);
    // Its job was lost.
    expect(isDue({ ...FILLED, status }, at('2027-03-02T10:05'))).toBe(true);
  }
});

test('changes are asked for from an hour before the last list, everything after thirty days', () => {
  expect(changedSince(FILLED, at('2027-03-02T10:00'))).toEqual(at('2027-03-01T09:00'));
  expect(changedSince(FILLED, at('2027-03-31T10:00'))).toBeUndefined();
  expect(changedSince({ ...FILLED, filledAt: undefined }, at('2027-03-02T10:00'))).toBeUndefined();
});
