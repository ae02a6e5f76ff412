import { describe, expect, test } from 'vitest';
import { aTrip } from '../../../test/support/products/trips.ts';
import { openForWriting, takeLease } from './lease.ts';
import { tripLifecycle, type TripStatus } from './trip-states.ts';

const now = new Date('2026-03-01T09:00:00Z');
const inAMinute = new Date('2026-03-01T09:01:00Z');
const clocks = { now, realNow: now };

const attempt = (status: TripStatus, part = {}) => {
  try {
    return openForWriting(aTrip({ status, ...part }), clocks).status;
  } catch (error) {
    return error;
  }
};

describe('who may write to a trip', () => {
  test('drafts and quoted trips are open, all others refuse with their status', () => {
    expect(
      tripLifecycle.states.filter(
        (status) => typeof attempt(status, { lease: { number: 1, until: inAMinute } }) === 'string',
      ),
    ).toEqual(['draft', 'quoted']);
    expect(attempt('expired')).toMatchObject({ condition: 'trip_expired', detail: { keys: { status: 'expired' } } });
    expect(attempt('fulfilling')).toMatchObject({
      condition: 'trip_state_conflict',
      detail: { keys: { status: 'fulfilling' } },
    });
  });

  test('a lease that has run out leaves a draft', () => {
    expect(attempt('quoting', { lease: { number: 1, until: now } })).toBe('draft');
  });

  test('a payment in flight closes the trip, until its 15 minutes are over', () => {
    expect(attempt('quoted', { paymentInFlightUntil: inAMinute })).toMatchObject({
      condition: 'trip_state_conflict',
      detail: { keys: { status: 'quoted' } },
    });
    expect(attempt('quoted', { paymentInFlightUntil: now })).toBe('quoted');
  });

  test('leases are numbered and last 60 seconds of real time', () => {
    const realNow = new Date('2026-01-01T00:00:00Z');
    const leased = takeLease(aTrip({ leaseNumber: 4 }), { now, realNow });
    expect(leased).toMatchObject({
      status: 'quoting',
      leaseNumber: 5,
      lease: { number: 5, until: new Date('2026-01-01T00:01:00Z') },
      touchedAt: now,
    });
  });
});
