import { expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import { findTokenObstacle } from './shared-token.ts';

const due = money(12_345, 'USD');
const reasonOf = (token: Parameters<typeof findTokenObstacle>[0]) => findTokenObstacle(token, due)?.reason;

test('a token is refused only by what is stated of it: its end, its currency, its limit to the minor unit', () => {
  expect(reasonOf({ endedBy: undefined, limit: money(12_345, 'USD') })).toBeUndefined();
  expect(reasonOf({ endedBy: undefined, limit: money(12_344, 'USD') })).toBe('limit');
  expect(reasonOf({ endedBy: undefined, limit: money(99_999, 'EUR') })).toBe('currency');
  expect(reasonOf({ endedBy: 'expired', limit: money(99_999, 'USD') })).toBe('expired');
  expect(reasonOf({ endedBy: 'revoked', limit: undefined })).toBe('deactivated');
  expect(reasonOf({ endedBy: 'a_word_of_tomorrow', limit: undefined })).toBe('deactivated');
  expect(reasonOf({ endedBy: undefined, limit: undefined })).toBeUndefined();
});
