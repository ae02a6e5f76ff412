import { expect, test } from 'vitest';
import { messageForPeople, refuse } from './errors.ts';

test('a page says how many seconds to wait, where an answer of the API names the header', () => {
  const rate = (seconds: string) => refuse('rate_exceeded', { headers: { 'Retry-After': seconds } });
  expect(messageForPeople(rate('7'))).toBe('Too many requests. Wait for 7 seconds.');
  expect(messageForPeople(rate('1'))).toBe('Too many requests. Wait for 1 second.');
  expect(messageForPeople(refuse('rate_exceeded'))).toBe('Too many requests. Wait for a few seconds.');
  expect(messageForPeople(refuse('idempotency_running', { headers: { 'Retry-After': '2' } }))).toBe(
    'The request with this Idempotency-Key is still running. Try again after 2 seconds.',
  );
  expect(messageForPeople(refuse('trip_expired'))).toBe(refuse('trip_expired').message);
});
