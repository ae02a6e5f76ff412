import { expect } from 'vitest';
import type { FaultPoint } from '../../../src/platform/fault-points.ts';
import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import type { Server } from '../service/server-fixture.ts';
import type { CrashFixture } from './crash-fixture.ts';
import { endedWithin } from './fault-journeys.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from './trip-journeys.ts';

const DIE_MS = 60_000;
/** Nobody is working on an acceptance any more after so long. */
const OVER_SECONDS = 200;

/** An installation that is killed while it accepts a change, whose real time can be moved. */
export interface AcceptanceGround {
  readonly fixture: CrashFixture;
  /** Moves real time, and with it every clock that follows it. */
  wait(seconds: number): void;
}
/** A flight whose airline has changed it. */
export interface ChangedFlight {
  readonly ref: string;
}

/** A flight of the built-in world, moved by an hour and a half. */
export async function changedAtSandbox(server: Server): Promise<ChangedFlight> {
  const { body } = await server.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAL' });
  await server.call('POST', `/v1/sandbox/bookings/${body.booking_ref}/schedule_change`, { minutes: 90 });
  return { ref: body.booking_ref };
}

/** A flight of Duffel's, renumbered and found by the look of the day. */
export async function changedAtDuffel(
  server: Server,
  { stub, wait, day }: Pick<AcceptanceGround, 'wait'> & { readonly stub: DuffelStub; readonly day: number },
): Promise<ChangedFlight> {
  const call = async (path: string, body: object) => {
    const answer = await server.call('POST', path, body);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer.body;
  };
  const before = new Set(stub.control.orders().map(({ id }) => id));
  const search = { origin: 'LHR', destination: 'JFK', departure_date: daysAhead(60 + day) };
  const found = await call('/v1/flight_search', search);
  const travelers = [{ ...NELLIE, title: 'Ms' }];
  const { trip_id } = await call('/v1/trip', {
    add_item: { trip_item_token: found.live_offers[0].fares[0].trip_item_token },
    upsert_travelers: { travelers, contact: CONTACT },
  });
  await call('/v1/checkout', { trip_id });
  await call('/v1/sandbox/pay', { trip_id, card: CARD_OK });
  await call('/v1/sandbox/clock', { advance_seconds: 60 });
  const { booking_ref: ref } = (await server.call('GET', `/v1/trip/${trip_id}`)).body;
  const orderId = stub.control.orders().find(({ id }) => !before.has(id))?.id ?? '';
  stub.control.changeByAirline({ order_id: orderId, kind: 'other_flight' });
  wait(24 * 3_600);
  await call('/v1/sandbox/clock', { advance_seconds: 1 });
  return { ref };
}

/**
 * Kills the server at a step of an acceptance, starts the next, and proves that the change is taken once: whatever the
 * dead process did, repeating the request is safe at once and ends it once nobody can be working on it.
 */
export async function dieWhileAccepting(
  { fixture, wait }: AcceptanceGround,
  server: Server,
  { point, flight }: { readonly point: FaultPoint; readonly flight: ChangedFlight },
): Promise<Server> {
  const claim = { booking_ref: flight.ref, last_name: 'Bly' };
  const statusOf = async (running: Server) => {
    const { body } = await running.call('POST', '/v1/get_booking', claim);
    return body.booking.items[0].schedule_change.status;
  };
  expect(await statusOf(server)).toBe('open');
  fixture.arm(point);
  await server.call('POST', '/v1/schedule_change_accept', claim).catch(() => undefined);
  expect(await endedWithin(server, DIE_MS), point).toBe('SIGKILL');
  fixture.arm(undefined);
  await fixture.endJobLeases();
  const next = await fixture.start();
  try {
    const again = await next.call('POST', '/v1/schedule_change_accept', claim);
    expect([again.status, ['accepting', 'accepted'].includes(await statusOf(next))]).toEqual([200, true]);
    wait(OVER_SECONDS);
    await next.call('POST', '/v1/sandbox/clock', { advance_seconds: OVER_SECONDS });
    await next.call('POST', '/v1/schedule_change_accept', claim);
    expect(await statusOf(next)).toBe('accepted');
    const { body } = await next.call('GET', `/v1/events?booking_ref=${flight.ref}&type=booking.schedule_changed`);
    expect(body.events).toHaveLength(1);
  } catch (failure) {
    // Its caller knows only the process before.
    await next.kill();
    throw failure;
  }
  return next;
}
