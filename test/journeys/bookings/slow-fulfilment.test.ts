import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { asId, type OrganizationId } from '../../../src/platform/ids.ts';
import { type ScriptedService, startScripted } from '../../support/suppliers/scripted-supplier.ts';
import type { TestService } from '../../support/service/service.ts';
import { CARD_OK, makeCheckout } from '../../support/faults/trip-journeys.ts';

const HOUR = 3_600;
const logged: {
  readonly msg: string;
  readonly openHours: number;
  readonly bookingRef: string;
  readonly waitingFor: unknown;
}[] = [];
const warnings = () => logged.filter(({ msg }) => msg === 'a fulfilment has been under way for more than six hours');

let scripted: ScriptedService;
beforeAll(async () => {
  scripted = await startScripted({
    isBookIdempotent: false,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
});
afterAll(async () => {
  expect((await reconcile(scripted.service.app)).problems).toEqual([]);
  await scripted.close();
});

/** The numbers of one gauge in /metrics, by their label. */
async function readGauge(name: string): Promise<Record<string, number>> {
  const { text } = await scripted.service.call('GET', '/metrics', undefined, { 'x-api-key': '' });
  return Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}\\{\\w+="(\\w+)"\\} (\\d+)$`, 'gm'))].map(([, label = '', value]) => [
      label,
      Number(value),
    ]),
  );
}
async function organizationOf(service: TestService): Promise<OrganizationId> {
  const { body } = await service.call('POST', '/v1/trip', {});
  const { rows } = await sql<{
    organization_id: string;
  }>`select organization_id from trip where trip_id = ${body.trip_id}`.execute(service.app.db.q);
  return asId('organization', rows[0]?.organization_id ?? '');
}
const ages = () => readGauge('bly_fulfilments_open');
const readTrip = async (tripId: string) => (await scripted.service.call('GET', `/v1/trip/${tripId}`)).body;

test('a fulfilment that waits for its supplier is counted by its age, warned of once after six hours, and told on the trip', async () => {
  const { service, script, flights } = scripted;
  expect(await ages()).toEqual({ under_6h: 0, '6h_to_1d': 0, '1d_to_5d': 0, over_5d: 0 });
  script.flights.book = async (request, context) => {
    const outcome = await flights.book(request, context);
    return outcome.kind === 'confirmed' ? { kind: 'pending', orderId: outcome.order.orderId } : outcome;
  };
  script.flights.lookUp = async () => ({ kind: 'pending', orderId: 'slow' });
  // What it has not confirmed it gives up free of charge, as on its first day.
  const firstDay = await service.app.organizationNow(await organizationOf(service));
  script.flights.cancel = (reference, context) => flights.cancel(reference, { ...context, now: firstDay });
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  await service.advance(6 * HOUR - 60);
  expect(await ages()).toMatchObject({ under_6h: 1, '6h_to_1d': 0 });
  expect(await readGauge('bly_booking_items_open')).toEqual({
    pending: 0,
    booking: 0,
    awaiting: 1,
    unknown: 0,
    cancelling: 0,
  });
  expect(warnings()).toEqual([]);
  expect(await readTrip(tripId)).toMatchObject({
    fulfillment: { status: 'confirming', phase: 'waiting_for_supplier' },
  });

  await service.advance(HOUR);
  await service.advance(HOUR);
  expect(await ages()).toMatchObject({ under_6h: 0, '6h_to_1d': 1 });
  expect(warnings()).toMatchObject([
    { bookingRef: paid.body.booking_ref, openHours: 6, waitingFor: [{ supplier: 'sandbox', status: 'awaiting' }] },
  ]);
  expect(await readTrip(tripId)).toMatchObject({
    status: 'fulfilling',
    fulfillment: { status: 'confirming', phase: 'overdue' },
  });

  await service.advance(24 * HOUR);
  expect(await ages()).toMatchObject({ '6h_to_1d': 0, '1d_to_5d': 1 });
  await service.advance(4 * 24 * HOUR);
  expect(await ages()).toEqual({ under_6h: 0, '6h_to_1d': 0, '1d_to_5d': 0, over_5d: 0 });
  expect(await readTrip(tripId)).toMatchObject({ status: 'failed', fulfillment: { status: 'failed', phase: 'done' } });
  expect(warnings()).toHaveLength(1);
});

test('an order nobody works on any more is still counted', async () => {
  const { service, script } = scripted;
  script.flights = {};
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  // Its job has not run: only the database knows of it.
  await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 6 * 24 * HOUR });
  expect(await ages()).toEqual({ under_6h: 0, '6h_to_1d': 0, '1d_to_5d': 0, over_5d: 1 });
  await service.drain();
  expect(await ages()).toMatchObject({ over_5d: 0 });
});

test('while the database is gone the numbers are missing, the others are not', async () => {
  const own = await startScripted({ isBookIdempotent: true });
  await own.db.close();
  const { status, text } = await own.service.call('GET', '/metrics', undefined, { 'x-api-key': '' });
  expect([status, text.includes('bly_fulfilments_open{'), text.includes('bly_http_requests_in_flight 0')]).toEqual([
    200,
    false,
    true,
  ]);
  await own.close();
});
