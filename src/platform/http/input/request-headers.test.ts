import { expect, test } from 'vitest';
import { prefersEventStream } from './request-headers.ts';

test.each([
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['text/event-stream;charset=utf-8', true],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  ['application/json', false],
  ['application/json, text/event-stream', false],
  ['text/event-stream, application/json', true],
  ['application/json;q=0.5, text/event-stream', true],
  ['application/json, text/event-stream;q=0.9', false],
  ['text/event-stream;q=0', false],
  ['text/event-stream;q=nonsense', false],
  ['application/xtext/event-stream', false],
])('Accept: %s → %s', (accept, isStream) => {
  expect(prefersEventStream({ accept })).toBe(isStream);
});
test('no Accept at all means JSON', () => {
  expect(prefersEventStream({})).toBe(false);
});
