import { expect, test } from 'vitest';
import { toolTexts } from './tool-texts.ts';

test('calls of operations that are tools are named as tools; all others stay as they are', () => {
  const texts = toolTexts([
    { operationId: 'places', method: 'GET', path: '/v1/places' },
    { operationId: 'get_trip', method: 'GET', path: '/v1/trip/:trip_id' },
  ]);
  expect(texts('Look it up with GET /v1/places. Then GET /v1/trip/{trip_id}.')).toBe(
    'Look it up with the tool places. Then the tool get_trip.',
  );
  expect(texts('POST /v1/book, or GET /v1/places/nearby, or /v1/places')).toBe(
    'POST /v1/book, or GET /v1/places/nearby, or /v1/places',
  );
});
