import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { asId } from '../../../src/platform/ids.ts';
import { listAuditEvents } from '../../../src/identity/audit-store.ts';
import { eraseBookingForAdmin } from '../../../src/retention/erase-booking.ts';
import { eraseDueBookings } from '../../../src/retention/erase-due.ts';
import { showErasureForAdmin } from '../../../src/retention/show-erasure.ts';
import { eraseEndedMandates } from '../../../src/retention/store.ts';
import { CARD_OK, CONTACT, makeCheckout, NELLIE } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const ROUTE = { origin: 'QAA', destination: 'QAG' };
const DAY = 86_400;
const signal = new AbortController().signal;

let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { eraseAfterMonths: 1 } });
});
afterAll(() => service.close());

/** An order of a fresh organization, whose clock moves alone. */
async function order() {
  const { key, organizationId } = await service.makeKey();
  const as = { 'x-api-key': key };
  const { tripId, sessionId } = await makeCheckoutAs(as);
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }, as);
  await service.drain();
  const trip = (await service.call('GET', `/v1/trip/${tripId}`, undefined, as)).body;
  expect(trip.status).toBe('fulfilled');
  const advance = async (seconds: number) => {
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, as);
    await service.drain();
  };
  return { as, organizationId, tripId, sessionId, bookingRef: trip.booking_ref as string, advance };
}

async function makeCheckoutAs(as: Readonly<Record<string, string>>) {
  const asCaller: TestService = {
    ...service,
    call: (method, path, body, headers = {}) => service.call(method, path, body, { ...as, ...headers }),
  };
  const made = await makeCheckout(asCaller, ROUTE);
  await asCaller.call('POST', '/v1/trip', { trip_id: made.tripId, metadata: { note: `for ${NELLIE.last_name}` } });
  const checkout = await asCaller.call('POST', '/v1/checkout', { trip_id: made.tripId });
  return { tripId: made.tripId, sessionId: checkout.body.session_id as string };
}

/** Every row of every table, as text, of one organization. */
async function everythingOf(organizationId: string): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'organization_id'`.execute(service.app.db.q);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select row_to_json(one)::text as line from ${sql.table(name)} as one where organization_id = ${organizationId}`.execute(
      service.app.db.q,
    );
    texts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return texts.join('\n');
}

test('a booking that was over so long ago names nobody, in no table; what was sold and its money stay', async () => {
  const { as, organizationId, tripId, sessionId, bookingRef, advance } = await order();
  const before = await everythingOf(organizationId);
  expect(before).toContain(CONTACT.email);
  expect(before).toContain(NELLIE.last_name);
  const paid = (await service.call('GET', `/v1/bookings/${bookingRef}`, undefined, as)).body.booking;
  const ledger = (await service.call('GET', `/v1/trip/${tripId}/ledger`, undefined, as)).body;
  expect(await eraseDueBookings(service.app, signal)).toBe(0);
  await advance(120 * DAY);

  const counted = await showErasureForAdmin(service.app);
  expect(counted.organizations.find((one) => one.organizationId === organizationId)).toMatchObject({
    due: 1,
    erased: 0,
  });
  expect(await eraseDueBookings(service.app, signal)).toBe(1);
  expect(await eraseDueBookings(service.app, signal)).toBe(0);

  // The airline of the simulator has the traveler's name.
  const after = (await everythingOf(organizationId)).replaceAll('Bly Test Air', '');
  for (const word of [CONTACT.email, CONTACT.phone, NELLIE.last_name, NELLIE.first_name])
    expect(after.split('\n').filter((line) => line.includes(word))).toEqual([]);
  const { booking } = (await service.call('GET', `/v1/bookings/${bookingRef}`, undefined, as)).body;
  expect(booking).toMatchObject({
    booking_ref: bookingRef,
    last_name: '',
    total_paid: paid.total_paid,
    personal_data_erased_at: expect.any(String),
    customer_contact: { email: '', phone_number: '' },
    travelers: [{ pax_ref_id: paid.travelers[0].pax_ref_id, first_name: '', last_name: '', passenger_type: 'ADULT' }],
  });
  const trip = await service.call('GET', `/v1/trip/${tripId}`, undefined, as);
  expect(trip.body).toMatchObject({ personal_data_erased_at: expect.any(String), metadata: {} });
  expect((await service.call('GET', `/v1/trip/${tripId}/ledger`, undefined, as)).body).toEqual(ledger);
  expect((await service.call('GET', `/v1/trip/${tripId}/receipt`, undefined, as)).status).toBe(200);
  expect(await reconcile(service.app)).toMatchObject({ problems: [] });

  for (const last_name of [NELLIE.last_name, 'erased', '- erased', ' '])
    expect((await service.call('POST', '/v1/get_booking', { booking_ref: bookingRef, last_name }, as)).status).not.toBe(
      200,
    );
  expect((await service.call('GET', `/checkout/${sessionId}`)).status).toBe(404);
  const listed = await service.call('GET', '/v1/bookings', undefined, as);
  expect(listed.body.bookings).toHaveLength(1);
  expect((await showErasureForAdmin(service.app)).organizations).toContainEqual({
    organizationId,
    due: 0,
    erased: 1,
    others: 0,
  });
});

test('nobody who is still travelling, and nothing that is under way, is erased', async () => {
  const { organizationId, bookingRef, advance, tripId } = await order();
  await advance(20 * DAY);
  expect(await eraseDueBookings(service.app, signal)).toBe(0);
  await sql`update booking set phase = 'capturing' where booking_ref = ${bookingRef}`.execute(service.app.db.q);
  await advance(120 * DAY);
  expect(await eraseDueBookings(service.app, signal)).toBe(0);
  expect(await eraseBookingForAdmin(service.app, { organizationId, bookingRef })).toEqual({
    isErased: false,
    reason: 'not_over',
  });
  await sql`update booking set phase = 'done' where booking_ref = ${bookingRef}`.execute(service.app.db.q);
  const open = await sql`
    insert into booking_change (organization_id, change_id, booking_ref, trip_id, item_id, kind, status, terms, reference, quoted_at, expires_at)
    values (${organizationId}, 'chg_open', ${bookingRef}, ${tripId}, 'itm_1', 'flight_refund', 'pending',
      '{"manualReason": "Nellie says so"}', 'ref_open', now(), now())`.execute(service.app.db.q);
  expect(open.numAffectedRows).toBe(1n);
  expect(await eraseDueBookings(service.app, signal)).toBe(0);
  await sql`update booking_change set status = 'done', failure = 'Nellie is late' where change_id = 'chg_open'`.execute(
    service.app.db.q,
  );
  expect(await eraseDueBookings(service.app, signal)).toBe(1);
  const { rows } = await sql`select failure, terms from booking_change where change_id = 'chg_open'`.execute(
    service.app.db.q,
  );
  expect(rows).toEqual([{ failure: 'erased', terms: { manualReason: 'erased' } }]);
});

test('at a traveler’s request one booking is erased at once, and no other', async () => {
  const [one, other] = [await order(), await order()];
  const request = { organizationId: one.organizationId, bookingRef: one.bookingRef };
  const readOne = async () =>
    (await service.call('GET', `/v1/bookings/${one.bookingRef}`, undefined, one.as)).body.booking.items[0];
  expect((await readOne()).available_actions).not.toEqual([]);
  expect(await eraseBookingForAdmin(service.app, request)).toEqual({ isErased: true });
  expect(await eraseBookingForAdmin(service.app, request)).toEqual({ isErased: false, reason: 'erased_before' });
  // No operation finds it by a last name any more.
  expect((await readOne()).available_actions).toEqual([]);
  const acts = await listAuditEvents(service.app.db, one.organizationId, {
    after: undefined,
    action: 'booking.erased',
    limit: 5,
  });
  expect(acts).toMatchObject([{ actor: { kind: 'admin' }, target: one.bookingRef }]);
  expect(await eraseBookingForAdmin(service.app, { ...request, organizationId: other.organizationId })).toEqual({
    isErased: false,
    reason: 'not_found',
  });
  expect(await everythingOf(other.organizationId)).toContain(CONTACT.email);
});

test('switched off, nothing is ever erased', async () => {
  const { advance } = await order();
  await advance(4_000 * DAY);
  const never = { ...service.app, config: { ...service.app.config, eraseAfterMonths: undefined } };
  expect(await eraseDueBookings(never, signal)).toBe(0);
  expect(await showErasureForAdmin(never)).toMatchObject({ afterMonths: null });
});

test('mandates that ended as long ago name no travelers any more', async () => {
  const { organizationId } = await order();
  const terms = {
    currency: 'EUR',
    rules: [
      { type: 'traveler', allow: ['Nellie Bly'] },
      { type: 'advance', min: 1 },
    ],
  };
  const end = new Date('2026-01-01T00:00:00Z');
  await sql`
    insert into mandate (organization_id, mandate_id, status, agent_kind, agent_id, agent_name, name, reason, terms,
      valid_from, valid_until, budget, created_at, ended_at)
    values (${organizationId}, 'mdt_1', 'revoked', 'api_key', 'key_1', 'Agent', 'Trips', 'Nellie flies', ${JSON.stringify(terms)}::jsonb,
      ${end}, ${end}, 100, ${end}, ${end})`.execute(service.app.db.q);
  const owner = asId('organization', organizationId);
  const ask = (before: string) => eraseEndedMandates(service.app.db, owner, { before: new Date(before), limit: 10 });
  expect(await ask('2025-12-31T00:00:00Z')).toBe(0);
  expect(await ask('2026-02-01T00:00:00Z')).toBe(1);
  expect(await ask('2026-02-01T00:00:00Z')).toBe(0);
  const { rows } = await sql`select reason, terms from mandate where mandate_id = 'mdt_1'`.execute(service.app.db.q);
  expect(rows).toEqual([
    {
      reason: null,
      terms: {
        currency: 'EUR',
        rules: [
          { type: 'traveler', allow: ['erased'] },
          { type: 'advance', min: 1 },
        ],
      },
    },
  ]);
});
