import { describe, expect, test } from 'vitest';
import { aTrip } from '../../../test/support/products/trips.ts';
import { Refusal } from '../../platform/errors.ts';
import { moveTrip, refuseStatus, tripLifecycle, type TripStatus } from './trip-states.ts';

const { allowedFrom, mayMove, next, states } = tripLifecycle;

function move(from: TripStatus, to: TripStatus): TripStatus | Refusal {
  try {
    return moveTrip(aTrip({ status: from }), to).status;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

describe('the life of a trip', () => {
  test('every pair of statuses moves exactly as the table says, and staying is a no-op', () => {
    for (const from of states) {
      for (const to of states) {
        const isAllowed = from === to || mayMove(from, to);
        const moved = move(from, to);
        if (isAllowed) expect(moved).toBe(to);
        else
          expect(moved).toMatchObject({
            condition: from === 'expired' ? 'trip_expired' : 'trip_state_conflict',
            detail: { keys: { status: from } },
          });
      }
    }
  });

  test("a refusal says what is under way and until when: a payment by the organization's clock, a checkout by real time", () => {
    const [now, realNow] = [new Date('2026-03-01T09:00:00Z'), new Date('2026-03-02T09:00:00Z')];
    const paid = refuseStatus(aTrip({ status: 'quoted', paymentInFlightUntil: new Date('2026-03-01T09:14:30Z') }), {
      now,
      realNow,
    });
    expect(paid).toMatchObject({
      message:
        'A payment of the trip is under way, until 2026-03-01T09:14:30.000Z at most. Read trip_status for its outcome, or try again then.',
      detail: { headers: { 'Retry-After': '870' } },
    });
    const held = refuseStatus(
      aTrip({ status: 'quoting', lease: { number: 1, until: new Date('2026-03-02T09:00:59.5Z') } }),
      { now, realNow },
    );
    expect(held).toMatchObject({
      message: expect.stringContaining('A checkout of the trip is under way, until 2026-03-02T09:00:59.500Z'),
      detail: { headers: { 'Retry-After': '60' } },
    });
    expect(refuseStatus(aTrip({ status: 'fulfilled' }), { now, realNow }).message).toBe(
      'The trip has been booked. Change or cancel its booking instead.',
    );
  });

  test('the statuses before one are the rows of the table that name it', () => {
    expect(allowedFrom('fulfilled')).toEqual(['fulfilling']);
    expect(allowedFrom('draft')).toEqual(['quoting', 'quoted']);
  });

  test("the table is the contract's", () => {
    expect(next).toEqual({
      draft: ['quoting', 'cancelled', 'expired'],
      quoting: ['quoted', 'draft', 'expired'],
      quoted: ['draft', 'quoting', 'fulfilling', 'cancelled', 'expired'],
      fulfilling: ['fulfilled', 'failed'],
      fulfilled: [],
      cancelled: [],
      failed: [],
      expired: [],
    });
  });

  test('a trip that has ended moves nowhere, and every trip can be begun and ended', () => {
    const reached = new Set<TripStatus>(['draft']);
    for (const from of reached) for (const to of states) if (mayMove(from, to)) reached.add(to);
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('whoever leaves quoting gives the lease back', () => {
    const quoting = aTrip({ status: 'quoting', leaseNumber: 3, lease: { number: 3, until: new Date() } });
    expect(moveTrip(quoting, 'quoted')).toMatchObject({ lease: undefined, leaseNumber: 3 });
  });
});
