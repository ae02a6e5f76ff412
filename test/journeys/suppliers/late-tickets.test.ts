import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  duffelFare,
  type DuffelTrips,
  payFor,
  readTrip,
  startDuffelTrips,
} from '../../support/suppliers/duffel-trips.ts';

let at: DuffelTrips;
beforeAll(async () => {
  at = await startDuffelTrips();
});
afterEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ ticket_seconds: 0 });
});
afterAll(() => at.close());

const MINUTE = 60;
const DAY = 86_400;

/** Whether its airline has changed the flight is not asked here. */
async function leaveSchedule(ref: string): Promise<void> {
  const { q } = at.service.app.db;
  await sql`update booking_item set schedule_asked_at = '2100-01-01' where booking_ref = ${ref}`.execute(q);
}

/** Sells a flight whose tickets are issued some seconds after it was booked. */
async function sell(ticketSeconds: number) {
  at.stub.control.set({ ticket_seconds: ticketSeconds });
  const tripId = await payFor(at.service, [await duffelFare(at)]);
  await at.service.drain();
  const [{ booking_ref }] = (await readTrip(at.service, tripId)).bookings;
  await leaveSchedule(booking_ref);
  at.stub.control.forgetCalls();
  return {
    booking_ref,
    tickets: async () => {
      const { body } = await at.service.call('POST', '/v1/get_booking', { booking_ref, last_name: 'Bly' });
      return body.booking.items[0].ticket_numbers;
    },
    events: async () =>
      (await at.service.call('GET', `/v1/events?type=booking.updated&booking_ref=${booking_ref}`)).body.events,
    itemId: async () => (await at.service.call('GET', `/v1/bookings/${booking_ref}`)).body.booking.items[0].item_id,
  };
}
/** How often an order was read at Duffel since the last call of this. */
function looks(): number {
  const { order_read: reads = 0, orders: lists = 0 } = at.stub.control.calls();
  at.stub.control.forgetCalls();
  return reads + lists;
}

test('tickets that are issued late are asked for after 2, 10 and 60 minutes, and told once by booking.updated', async () => {
  const { booking_ref, tickets, events, itemId } = await sell(30 * MINUTE);
  expect([await tickets(), looks()]).toEqual([[], 0]);
  await at.advance(2 * MINUTE + 1);
  expect([await tickets(), looks()]).toEqual([[], 1]);
  await at.advance(5 * MINUTE);
  expect(looks()).toBe(0);
  await at.advance(3 * MINUTE);
  expect([await tickets(), looks(), await events()]).toEqual([[], 1, []]);
  await at.advance(50 * MINUTE);
  expect(looks()).toBe(1);
  expect(await tickets()).toEqual([expect.stringMatching(/^\d{10}/)]);
  const data = { item_id: await itemId() };
  expect(await events()).toMatchObject([{ event: 'booking.updated', booking_ref, status: 'confirmed', data }]);
  await at.advance(2 * DAY);
  expect([looks(), (await events()).length]).toEqual([0, 1]);
});

test('then once a day, also where a supplier did not answer in between', async () => {
  const { tickets, events } = await sell(3 * DAY);
  await at.advance(2 * MINUTE + 1);
  await at.advance(8 * MINUTE);
  at.stub.control.addFault({
    operation: 'order_read',
    fault: { kind: 'error', code: 'internal_server_error' },
    times: 1,
  });
  await at.advance(50 * MINUTE);
  expect(looks()).toBe(3);
  for (let day = 0; day < 2; day += 1) {
    await at.advance(DAY / 2);
    expect(looks()).toBe(0);
    await at.advance(DAY / 2);
    expect([looks(), await tickets()]).toEqual([1, []]);
  }
  await at.advance(DAY);
  expect([looks(), (await tickets()).length, (await events()).length]).toEqual([1, 1, 1]);
});

test('a booking that has its tickets is never asked about', async () => {
  const { tickets, events } = await sell(0);
  await at.advance(2 * DAY);
  expect([looks(), (await tickets()).length, await events()]).toEqual([0, 1, []]);
});

test('a flight that has left is asked about no more', async () => {
  await sell(400 * DAY);
  await at.advance(70 * DAY);
  looks();
  await at.advance(2 * DAY);
  expect(looks()).toBe(0);
});
