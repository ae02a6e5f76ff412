import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBooking } from '../../../src/bookings/guests/look-up-booking.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import type { Caller } from '../../../src/context.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { acceptScheduleChange } from '../../../src/servicing/schedule-changes/accept-schedule-change.ts';
import type { AcceptanceOutcome, FlightScheduleService } from '../../../src/suppliers/ports/servicing.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({ config: { smtp: mailServer.smtp, mailFrom: 'Bly <trips@bly.example>' } });
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

type Headers = Readonly<Record<string, string>>;
interface Sold {
  readonly ref: string;
  readonly own: Headers;
  readonly organizationId: OrganizationId;
  post(path: string, more?: object): Promise<Answer>;
  change(body: object): Promise<Answer>;
  flight(): Promise<Answer['body']>;
  wait(seconds: number): Promise<void>;
}

/** A booking of an organization of its own. */
async function sell(body: object): Promise<Sold> {
  const { key, organizationId } = await service.makeKey();
  const own = { 'x-api-key': key };
  const { booking_ref: ref } = (await service.call('POST', '/v1/sandbox/bookings', body, own)).body;
  const post = (path: string, more: object = {}) =>
    service.call('POST', path, { booking_ref: ref, last_name: 'Bly', ...more }, own);
  return {
    ref,
    own,
    organizationId,
    post,
    change: (change) => service.call('POST', `/v1/sandbox/bookings/${ref}/schedule_change`, change, own),
    async flight() {
      const { items } = (await post('/v1/get_booking')).body.booking;
      return items.find(
        (item: { kind: string; status: string }) => item.kind === 'flight' && item.status !== 'exchanged',
      );
    },
    async wait(seconds) {
      await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, own);
      await service.drain();
    },
  };
}
const hour = 3_600;
const segmentsOf = (item: Answer['body']) =>
  item.schedule_change.segments.map(({ change, old, new: now }: Answer['body']) => [
    change,
    old && `${old.origin}-${old.destination}`,
    now && `${now.origin}-${now.destination}`,
  ]);
const eventsOf = async ({ ref, own }: Sold) =>
  (await service.call('GET', `/v1/events?booking_ref=${ref}&type=booking.schedule_changed`, undefined, own)).body
    .events;
const mailsAbout = ({ ref }: Sold) =>
  mailServer.received
    .filter(({ headers, text }) => text.includes(ref) && !/is confirmed$/.test(headers['subject'] ?? ''))
    .map(({ headers, text }) => ({ subject: headers['subject'], text: text.replace(/\s+/g, ' ') }));

describe('a day after it was booked', () => {
  test('QAS has another number: minor, accepted, and the booking has it', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAS' });
    await sold.wait(hour);
    const item = await sold.flight();
    expect(item.schedule_change).toMatchObject({
      status: 'open',
      severity: 'minor',
      free_refund: false,
      can_accept: true,
    });
    const [segment] = item.schedule_change.segments;
    expect(segment).toMatchObject({ change: 'renumbered', departure_minutes: 0, arrival_minutes: 0 });
    expect(segment.new.flight_number).not.toBe(segment.old.flight_number);
    expect((await sold.post('/v1/schedule_change_accept')).body.item.schedule_change.status).toBe('accepted');
    expect((await sold.flight()).details.slices[0].segments[0].flight_number).toBe(segment.new.flight_number);
    await sold.wait(hour);
    expect(await eventsOf(sold)).toHaveLength(1);
    expect(mailsAbout(sold)).toMatchObject([{ subject: `New flights for your booking ${sold.ref}` }]);
    expect(mailsAbout(sold)[0]?.text).toContain('Same times');
  });

  test('QAT flies over Waypoint: rerouted, old and new flights named, accepted as a whole', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAT' });
    await sold.wait(hour);
    const item = await sold.flight();
    expect(item.schedule_change).toMatchObject({ severity: 'rerouted', free_refund: true, can_accept: true });
    expect(segmentsOf(item)).toEqual([
      ['added', null, 'QAA-QAV'],
      ['added', null, 'QAV-QAT'],
      ['cancelled', 'QAA-QAT', null],
    ]);
    await sold.post('/v1/schedule_change_accept');
    const after = await sold.flight();
    const segments = after.details.slices[0].segments;
    expect(segments.map(({ arrive }: Answer['body']) => arrive.airport)).toEqual(['QAV', 'QAT']);
    expect(after.schedule_change.status).toBe('accepted');
    await sold.wait(hour);
    expect(await eventsOf(sold)).toHaveLength(1);
    // What it was moved to is what a further change counts from.
    await sold.change({ kind: 'shifted', minutes: 30, segment: segments[1].segment_id });
    expect(segmentsOf(await sold.flight())).toEqual([['retimed', 'QAV-QAT', 'QAV-QAT']]);
  });

  test('QAU is cancelled: nothing to accept, everything comes back, and the mail says so', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAU' });
    await sold.wait(hour);
    const item = await sold.flight();
    expect(item.schedule_change).toMatchObject({ severity: 'cancelled', free_refund: true, can_accept: false });
    expect(segmentsOf(item)).toEqual([['cancelled', 'QAA-QAU', null]]);
    expect(item.available_actions).toEqual(['refund_check', 'exchange_shop']);
    expect(await sold.post('/v1/schedule_change_accept')).toMatchObject({
      status: 409,
      body: { severity: 'cancelled', error: { message: expect.stringContaining('nothing to accept') } },
    });
    const [event] = await eventsOf(sold);
    expect(event.data).toMatchObject({ item_id: item.item_id, severity: 'cancelled' });
    await sold.wait(2);
    const [mail] = mailsAbout(sold);
    expect(mail?.subject).toBe(`Flight cancelled: your booking ${sold.ref}`);
    expect(mail?.text).toMatch(/No longer flown.*|cancel free of charge, or change to other flights/);
    const { quote_id, penalty_amount, refund_amount } = (await sold.post('/v1/refund_check')).body;
    expect([penalty_amount.value, refund_amount.value]).toEqual([0, item.confirmation.total_paid.amount]);
    await sold.post('/v1/refund_commit', { quote_id });
    await service.drain();
    expect(await sold.flight()).toMatchObject({ status: 'refunded', schedule_change: { status: 'refunded' } });
  });
});

describe('an airline cancels the flight of a trip', () => {
  test('its nights and its car are named with their days and times, and other flights cost nothing', async () => {
    const sold = await sell({ kind: 'trip' });
    await sold.change({ kind: 'cancelled' });
    const item = await sold.flight();
    const { items } = (await sold.post('/v1/get_booking')).body.booking;
    const [hotel, car] = ['hotel', 'car'].map((kind) => items.find((one: Answer['body']) => one.kind === kind));
    const { affected_items } = item.schedule_change;
    expect(affected_items.map(({ item_id }: Answer['body']) => item_id).sort()).toEqual(
      [hotel.item_id, car.item_id].sort(),
    );
    const nights = affected_items.find(({ kind }: Answer['body']) => kind === 'hotel').nights;
    expect([nights[0], nights.length]).toEqual([
      hotel.details.checkin,
      (Date.parse(hotel.details.checkout) - Date.parse(hotel.details.checkin)) / 86_400_000,
    ]);
    expect(affected_items.find(({ kind }: Answer['body']) => kind === 'car').pick_up_local).toBe(
      car.details.pick_up.date_time,
    );
    const day = item.details.slices[0].segments[0].depart.time_local.slice(0, 10);
    const shop = (
      await sold.post('/v1/exchange_shop', {
        preferred_departure_date: new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10),
      })
    ).body;
    expect(shop.offers[0]).toMatchObject({ penalty_amount: { value: 0 }, total_due: { value: 0 } });
    const { session_reference } = (await sold.post('/v1/exchange_price', { offer_id: shop.offers[0].offer_id })).body;
    await sold.post('/v1/exchange_commit', { session_reference });
    await service.drain();
    expect((await sold.flight()).schedule_change).toBeUndefined();
  });

  test('renumbered or rerouted by a test, one flight of several; where no other route is flown, 409', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAC' });
    const { segments } = (await sold.flight()).details.slices[0];
    await sold.change({ kind: 'renumbered', segment: segments[1].segment_id });
    expect(segmentsOf(await sold.flight())).toEqual([['renumbered', 'QAX-QAC', 'QAX-QAC']]);
    expect((await sold.change({ kind: 'rerouted' })).status).toBe(409);
    expect((await sold.change({ kind: 'diverted' })).status).toBe(422);
  });
});

describe('an airline that does not say whether it has taken the yes', () => {
  /** The service with an airline that answers acceptances as told; what it is asked goes on to the real one. */
  function appWith(accept: (real: FlightScheduleService['accept']) => FlightScheduleService['accept']) {
    const [sandbox, ...others] = service.app.flightSuppliers;
    if (sandbox?.schedules === undefined) throw new Error('the sandbox has schedules');
    const { schedules } = sandbox;
    const scripted = { ...sandbox, schedules: { ...schedules, accept: accept(schedules.accept) } };
    return { ...service.app, flightSuppliers: [scripted, ...others] };
  }
  const callerOf = ({ organizationId }: Sold): Caller => {
    const caller: unknown = { organizationId, now: new Date(), keyId: 'key_test' };
    return caller as Caller;
  };
  const claimOf = ({ ref }: Sold) => ({ bookingRef: ref, lastName: 'Bly' });
  const unknown: AcceptanceOutcome = { kind: 'unknown', detail: 'no answer' };

  test('has taken it: `accepting` until the airline is asked, nothing else may be done, then accepted', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    await sold.change({ minutes: 90 });
    const quote = (await sold.post('/v1/refund_check')).body;
    const app = appWith((real) => async (names, context) => {
      await real(names, context);
      return unknown;
    });
    const { item } = await acceptScheduleChange(app, callerOf(sold), claimOf(sold));
    expect(item.scheduleChange?.status).toBe('accepting');
    expect((await sold.flight()).available_actions).toEqual(['schedule_change_accept']);
    const committed = await sold.post('/v1/refund_commit', { quote_id: quote.quote_id });
    expect(committed.status).toBe(409);
    await sold.wait(200);
    expect((await sold.flight()).schedule_change.status).toBe('accepted');
  });

  test('has not: it is open again once nobody can be working on it any more, and not a moment before', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    await sold.change({ minutes: 90 });
    let calls = 0;
    const app = appWith(() => async () => {
      calls += 1;
      return unknown;
    });
    await acceptScheduleChange(app, callerOf(sold), claimOf(sold));
    const again = await acceptScheduleChange(app, callerOf(sold), claimOf(sold));
    expect([again.item.scheduleChange?.status, calls]).toEqual(['accepting', 1]);
    const later = { ...app, clock: { now: () => new Date(Date.now() + 141_000) } };
    const asked = await acceptScheduleChange(later, callerOf(sold), claimOf(sold));
    // It was proven not to be taken, so it is asked for once more.
    expect([asked.item.scheduleChange?.status, calls]).toEqual(['accepting', 2]);
    expect((await sold.post('/v1/schedule_change_accept')).body.item.schedule_change.status).toBe('accepting');
  });

  test('throws, refuses or has changed it again: an outcome each', async () => {
    const sold = await sell({ kind: 'flight', scenario: 'QAL' });
    await sold.change({ minutes: 90 });
    const refusing = appWith(() => async () => ({ kind: 'refused', reason: 'Not by us.' }));
    await expect(acceptScheduleChange(refusing, callerOf(sold), claimOf(sold))).rejects.toThrow('Not by us.');
    expect((await sold.flight()).schedule_change.status).toBe('open');
    const gone = appWith(() => async () => ({ kind: 'gone' }));
    await expect(acceptScheduleChange(gone, callerOf(sold), claimOf(sold))).rejects.toThrow('changed the flight again');
    expect((await sold.flight()).schedule_change.status).toBe('open');
    const throwing = appWith(() => async () => {
      throw new TypeError('a bug of an adapter');
    });
    const { item } = await acceptScheduleChange(throwing, callerOf(sold), claimOf(sold));
    expect(item.scheduleChange?.status).toBe('accepting');
    const booking = await getBooking(service.app, sold, sold.ref);
    expect(booking.items[0]?.status).toBe('confirmed');
  });
});

// A distributed database is younger than that migration, and refuses it: no such row was ever spread over nodes.
const KINDS = process.env['BLY_TEST_CITUS'] === undefined ? ['one server'] : [];
test.each(KINDS)('a change stored as times alone is shown as it was, once the database has moved on: %s', async () => {
  const sold = await sell({ kind: 'flight', scenario: 'QAC' });
  const { segments } = (await sold.flight()).details.slices[0];
  await sold.change({ minutes: 45, segment: segments[1].segment_id });
  const { schedule_change: before } = await sold.flight();
  const { organizationId, ref } = sold;
  const times = ({ departs_local, departs_at, arrives_local, arrives_at }: Answer['body']) => ({
    depart: { timeLocal: departs_local, instant: departs_at },
    arrive: { timeLocal: arrives_local, instant: arrives_at },
  });
  const [moved] = before.segments;
  const moves = [{ segmentId: moved.segment_id, before: times(moved.old), after: times(moved.new) }];
  const { db } = service.app;
  await sql`update schedule_change set segments = '[]', moves = ${JSON.stringify(moves)}::jsonb
    where organization_id = ${organizationId} and booking_ref = ${ref}`.execute(db.q);
  const migration = readFileSync('migrations/0050_airline_changes.sql', 'utf8');
  const update = /update schedule_change change set[^;]*(?=where change\.ctid)/.exec(migration)?.[0] ?? '';
  await sql
    .raw(`${update} where change.organization_id = '${organizationId}' and change.booking_ref = '${ref}'`)
    .execute(db.q);
  expect((await sold.flight()).schedule_change).toEqual({ ...before, free_refund: before.severity !== 'minor' });
  expect((await sold.post('/v1/schedule_change_accept')).status).toBe(200);
  const after = (await sold.flight()).details.slices[0].segments;
  expect([after.length, after[1].depart.time_local]).toEqual([2, moved.new.departs_local]);
});

test('the money of all of it is proven', async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
});
