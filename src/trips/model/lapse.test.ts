import { describe, expect, test } from 'vitest';
import { aTrip, TRIP_TOUCHED_AT } from '../../../test/support/products/trips.ts';
import { lapseTrip } from './lapse.ts';
import { tripLifecycle } from './trip-states.ts';

const dayMs = 24 * 3_600_000;
const after24Hours = new Date(TRIP_TOUCHED_AT.getTime() + dayMs);
const justBefore = new Date(after24Hours.getTime() - 1);
const clocks = (now: Date, realNow = now) => ({ now, realNow });

describe('the lapse', () => {
  test('a quoted trip lapses on the first read after 24 idle hours, and not a moment before', () => {
    const trip = aTrip({ status: 'quoted' });
    expect(lapseTrip(trip, clocks(justBefore))).toBe(trip);
    expect(lapseTrip(trip, clocks(after24Hours))).toMatchObject({ status: 'expired', quote: undefined });
  });

  test('only a trip that is still being put together lapses', () => {
    const lapsed = tripLifecycle.states.filter(
      (status) => lapseTrip(aTrip({ status }), clocks(after24Hours)).status === 'expired',
    );
    expect(lapsed).toEqual(['draft', 'quoting', 'quoted', 'expired']);
  });

  test('a checkout that holds its lease keeps the trip; once the lease has run out it lapses too', () => {
    const realNow = new Date('2026-07-01T00:00:00Z');
    const trip = aTrip({ status: 'quoting', lease: { number: 1, until: new Date('2026-07-01T00:00:30Z') } });
    expect(lapseTrip(trip, clocks(after24Hours, realNow)).status).toBe('quoting');
    expect(lapseTrip(trip, clocks(after24Hours, new Date('2026-07-01T00:00:30Z'))).status).toBe('expired');
  });

  test('a payment in flight keeps the trip', () => {
    const trip = aTrip({ status: 'quoted', paymentInFlightUntil: new Date(after24Hours.getTime() + 1) });
    expect(lapseTrip(trip, clocks(after24Hours)).status).toBe('quoted');
    expect(lapseTrip(trip, clocks(new Date(after24Hours.getTime() + 1))).status).toBe('expired');
  });
});
