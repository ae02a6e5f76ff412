import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

test.each([
  ['/v1/flight_search', {}, '/v1/flight_search'],
  ['/v1/trip/:trip_id', { trip_id: 'trip_0R5mQ2aBcDeFgHiJkLmNoPq' }, '/v1/trip/trip_0R5mQ2aBcDeFgHiJkLmNoPq'],
  ['/v1/bookings/:booking_ref/notes', { booking_ref: 'BLY-7K2QXM' }, '/v1/bookings/BLY-7K2QXM/notes'],
  ['/v1/webhooks/:id', { id: '17' }, '/v1/webhooks/17'],
  ['/v1/trip/:trip_id', { trip_id: 'nellie@example.com' }, '/v1/trip/:trip_id'],
  ['/v1/trip/:trip_id', { trip_id: 'Bly' }, '/v1/trip/:trip_id'],
  ['/v1/api_keys/:id', { id: `bly_s${'0aA'.repeat(12)}` }, '/v1/api_keys/:id'],
  ['/v1/trip/:trip_id', { trip_id: 'cs_0R5mQ2aBcDeFgHiJkLmNoPq' }, '/v1/trip/:trip_id'],
  ['/v1/trip/:trip_id', { trip_id: 'bly_live_secret/../x' }, '/v1/trip/:trip_id'],
  ['/v1/trip/:trip_id', { trip_id: '4242424242424242' }, '/v1/trip/:trip_id'],
  ['/v1/trip/:trip_id', undefined, '/v1/trip/:trip_id'],
])('of %s with %j the log shows %s', (path, params, shown) => {
  expect(loggedPath(path, params)).toBe(shown);
});
