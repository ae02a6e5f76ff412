import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standingJobs } from '../../../src/jobs.ts';
import { getBooking } from '../../../src/bookings/guests/look-up-booking.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import type { App } from '../../../src/context.ts';
import { asBookingRef, asId, type OrganizationId } from '../../../src/platform/ids.ts';
import { findScheduleChange } from '../../../src/servicing/schedule-changes/find-schedule-change.ts';
import { watchOrganizationJob } from '../../../src/servicing/schedule-changes/watch-schedules.ts';
import { type SupplierContext, SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { CancelledOrder, FlightScheduleChange, HeldFlights } from '../../../src/suppliers/ports/servicing.ts';
import { type MailServer, startMailServer } from '../../support/service/mail-server.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, makeTrip } from '../../support/faults/trip-journeys.ts';

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
const sell = async (body: object, headers: Headers = {}): Promise<Answer['body']> =>
  (await service.call('POST', '/v1/sandbox/bookings', body, headers)).body;
const move = (ref: string, body: object = {}, headers: Headers = {}) =>
  service.call('POST', `/v1/sandbox/bookings/${ref}/schedule_change`, body, headers);
const accept = (ref: string, more: object = {}, headers: Headers = {}) =>
  service.call('POST', '/v1/schedule_change_accept', { booking_ref: ref, last_name: 'Bly', ...more }, headers);
const flightOf = (body: Answer['body']) => body.items.find((item: { kind: string }) => item.kind === 'flight');
const readFlight = async (ref: string, headers: Headers = {}) =>
  flightOf(
    (await service.call('POST', '/v1/get_booking', { booking_ref: ref, last_name: 'Bly' }, headers)).body.booking,
  );
const eventsOf = async (ref: string, headers: Headers = {}) =>
  (await service.call('GET', `/v1/events?booking_ref=${ref}&type=booking.schedule_changed`, undefined, headers)).body
    .events;
const check = async (ref: string) =>
  (await service.call('POST', '/v1/refund_check', { booking_ref: ref, last_name: 'Bly' })).body;
const referenceOf = async (organizationId: OrganizationId, ref: string) =>
  (await getBooking(service.app, { organizationId }, ref)).items[0]?.reference ?? '';
const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

type Found = FlightScheduleChange | CancelledOrder | undefined;

/** The service with airlines that answer as the test has it, where they are asked what they have moved. */
function askingFor(answer: (reference: string, ask: () => Promise<Found>) => Promise<Found>): App {
  const flightSuppliers = service.app.flightSuppliers.map((supplier) => {
    const { schedules } = supplier;
    return schedules === undefined
      ? supplier
      : {
          ...supplier,
          schedules: {
            ...schedules,
            find: (held: HeldFlights, context: SupplierContext) =>
              answer(held.reference, () => schedules.find(held, context)),
          },
        };
  });
  return { ...service.app, flightSuppliers };
}

/** A ticket of the cheapest fare, which allows no changes. */
async function buyRigid(): Promise<string> {
  const {
    body: { trip_id },
  } = await makeTrip(service, { origin: 'QAA', destination: 'QAG' });
  await service.call('POST', '/v1/checkout', { trip_id });
  await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK });
  await service.drain();
  return (await service.call('GET', `/v1/trip/${trip_id}`)).body.booking_ref;
}

describe('an airline moves a flight', () => {
  test('QAK: a day after it was booked, found by the watching job when the clock has moved, told once', async () => {
    const { key } = await service.makeKey();
    const own = { 'x-api-key': key };
    const sold = await sell({ kind: 'flight', scenario: 'QAK' }, own);
    expect(flightOf(sold).schedule_change).toBeUndefined();
    for (const seconds of [3_600, 3_600]) {
      await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, own);
      await service.drain();
    }
    const item = await readFlight(sold.booking_ref, own);
    expect(item.schedule_change).toMatchObject({
      status: 'open',
      severity: 'major',
      free_refund: true,
      settled_at: null,
      affected_items: [],
      segments: [{ segment_id: 's1-1', origin: 'QAA', destination: 'QAK', departure_minutes: 95, arrival_minutes: 95 }],
    });
    const events = await eventsOf(sold.booking_ref, own);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      event: 'booking.schedule_changed',
      booking_ref: sold.booking_ref,
      data: { item_id: item.item_id, severity: 'major', affected_item_ids: [] },
    });
  });

  test("the standing job finds it, too, and is one of the installation's", async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAK' });
    const watch = standingJobs.find(({ name }) => name === 'servicing.watch_schedules');
    const { organizationId } = await service.makeKey();
    await watch?.run({}, service.app, {
      organizationId,
      now: new Date(),
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
    });
    expect((await readFlight(ref)).schedule_change.status).toBe('open');
  });

  test('accepting it, twice and at once, moves the item, its line, its timeline and its details, and asks for no refund any more', async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' });
    const before = await readFlight(ref);
    expect((await move(ref, { minutes: 1_440 })).status).toBe(200);
    const answers = await Promise.all([accept(ref), accept(ref)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await accept(ref)).body.item.schedule_change.status).toBe('accepted');
    const after = await readFlight(ref);
    const departs = (item: Answer['body']) => item.details.slices[0].segments[0].depart.time_local;
    expect(departs(after)).toBe(after.schedule_change.segments[0].new.departs_local);
    expect(departs(before)).toBe(after.schedule_change.segments[0].old.departs_local);
    expect(minutes(before.cancellation_timeline.at(-1).until, after.cancellation_timeline.at(-1).until)).toBe(1_440);
    const day = (item: Answer['body']) =>
      new Date(`${departs(item).slice(0, 10)}T00:00:00Z`)
        .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
        .replace('Sept', 'Sep');
    expect(before.confirmation.product_summary).toContain(day(before));
    expect(after.confirmation.product_summary).toContain(day(after));
    expect(after.schedule_change).toMatchObject({ status: 'accepted', free_refund: false });
    expect((await check(ref)).penalty_amount.value).toBeGreaterThan(0);
  });

  test('while a change of an hour or more is open, the refund is free of charge, and the change ends refunded', async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' });
    const dear = await check(ref);
    await move(ref, { minutes: 60 });
    const free = await check(ref);
    const item = await readFlight(ref);
    expect(item.cancellation_timeline).toMatchObject([
      { refund: item.confirmation.total_paid, penalty: { amount: 0 } },
    ]);
    expect(item.available_actions).toContain('schedule_change_accept');
    expect(dear.penalty_amount.value).toBeGreaterThan(0);
    expect(free).toMatchObject({
      penalty_amount: { value: 0 },
      refund_amount: { value: item.confirmation.total_paid.amount },
    });
    const committed = await service.call('POST', '/v1/refund_commit', {
      booking_ref: ref,
      last_name: 'Bly',
      quote_id: free.quote_id,
    });
    await service.drain();
    expect(committed.body).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: item.confirmation.total_paid.amount },
    });
    expect((await readFlight(ref)).schedule_change.status).toBe('refunded');
    expect(await accept(ref)).toMatchObject({ status: 409, body: { status: 'refunded' } });
  });

  test('a rigid fare is rebooked free of charge within a week of its day while a change of an hour or more is open, and not a moment longer', async () => {
    const ref = await buyRigid();
    const pair = { booking_ref: ref, last_name: 'Bly' };
    const post = async (path: string, more: object = {}) =>
      (await service.call('POST', path, { ...pair, ...more })).body;
    const before = await readFlight(ref);
    const booked: string = before.details.slices[0].segments[0].depart.time_local.slice(0, 10);
    const dayAfter = (days: number) => new Date(Date.parse(booked) + days * 86_400_000).toISOString().slice(0, 10);
    expect([before.details.is_changeable, before.exchange_support_level]).toEqual([false, 'none']);
    expect((await post('/v1/exchange_shop', { preferred_departure_date: dayAfter(2) })).reason).toContain(
      'does not allow changes',
    );
    await move(ref, { minutes: 59 });
    expect((await post('/v1/exchange_shop', { preferred_departure_date: dayAfter(2) })).exchangeable).toBe(false);
    await move(ref, { minutes: 1 });
    expect(await readFlight(ref)).toMatchObject({
      exchange_support_level: 'full',
      available_actions: ['schedule_change_accept', 'refund_check', 'exchange_shop'],
    });
    const shop = await post('/v1/exchange_shop', { preferred_departure_date: dayAfter(2) });
    const offer = shop.offers.find(
      (one: Answer['body']) => one.itinerary.fare_brand_code === before.details.fare_brand_code,
    );
    expect(offer).toMatchObject({
      payment_outcome: 'even',
      fare_difference: { value: 0 },
      penalty_amount: { value: 0 },
      total_due: { value: 0 },
    });
    expect(shop.warnings[0]).toContain('cost nothing in the fare that was bought');
    const far = await post('/v1/exchange_shop', { preferred_departure_date: dayAfter(15) });
    expect([far.exchangeable, far.offers]).toEqual([false, []]);
    const { session_reference } = await post('/v1/exchange_price', { offer_id: offer.offer_id });
    await post('/v1/exchange_commit', { session_reference });
    await service.drain();
    expect(await post('/v1/exchange_status', { session_reference })).toMatchObject({
      status: 'CONFIRMED',
      payment_outcome: 'even',
      original_ticket_status: 'exchanged',
    });
    const [old, fresh] = (await post('/v1/get_booking')).booking.items;
    expect([old.status, old.schedule_change.status, fresh.confirmation.total_paid]).toEqual([
      'exchanged',
      'superseded',
      before.confirmation.total_paid,
    ]);
    expect(fresh.details.slices[0].segments[0].depart.time_local.slice(0, 10)).toBe(dayAfter(2));
    expect((await post('/v1/exchange_shop', { preferred_departure_date: dayAfter(3) })).reason).toContain(
      'does not allow changes',
    );
    expect((await reconcile(service.app)).problems).toEqual([]);
  });

  test('a free rebooking that was quoted is refused once the change has been accepted', async () => {
    const ref = await buyRigid();
    const post = async (path: string, more: object = {}) =>
      (await service.call('POST', path, { booking_ref: ref, last_name: 'Bly', ...more })).body;
    const day = new Date(
      Date.parse((await readFlight(ref)).details.slices[0].segments[0].depart.time_local) + 86_400_000,
    )
      .toISOString()
      .slice(0, 10);
    await move(ref, { minutes: 90 });
    const [offer] = (await post('/v1/exchange_shop', { preferred_departure_date: day })).offers;
    const { session_reference } = await post('/v1/exchange_price', { offer_id: offer.offer_id });
    await accept(ref);
    await post('/v1/exchange_commit', {
      session_reference,
      ...(offer.total_due.value > 0 ? { shared_payment_token: 'spt_test_ok' } : {}),
    });
    await service.drain();
    expect(await post('/v1/exchange_status', { session_reference })).toMatchObject({
      status: 'FAILED',
      reason: 'The fare Economy Light does not allow changes.',
    });
    expect((await readFlight(ref)).status).toBe('confirmed');
  });

  test('a free quote is worth nothing any more once the change has been accepted', async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' });
    await move(ref, { minutes: 90 });
    const free = await check(ref);
    await accept(ref);
    await service.call('POST', '/v1/refund_commit', { booking_ref: ref, last_name: 'Bly', quote_id: free.quote_id });
    await service.drain();
    expect((await readFlight(ref)).status).toBe('confirmed');
    expect((await check(ref)).penalty_amount.value).toBeGreaterThan(0);
  });

  test('an acceptance that died after the airline had heard of it is finished by the next look, and by repeating it', async () => {
    const { key, organizationId } = await service.makeKey();
    const own = { 'x-api-key': key };
    const refs: readonly string[] = [
      (await sell({ kind: 'flight', scenario: 'QAG' }, own)).booking_ref,
      (await sell({ kind: 'flight', scenario: 'QAG' }, own)).booking_ref,
    ];
    for (const ref of refs) {
      await move(ref, {}, own);
      const booking = await getBooking(service.app, { organizationId }, ref);
      const context = {
        organizationId,
        now: new Date(),
        signal: AbortSignal.timeout(10_000),
        deadlineMs: 10_000,
        purpose: 'booking' as const,
        log: service.app.log,
      };
      expect(
        await service.app.flightSuppliers[0]?.schedules?.accept(
          { reference: booking.items[0]?.reference ?? '', changeId: 'sch_1' },
          context,
        ),
      ).toEqual({ kind: 'accepted' });
      expect((await readFlight(ref, own)).schedule_change.status).toBe('open');
    }
    expect((await accept(refs[1] ?? '', {}, own)).status).toBe(200);
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 3_600 }, own);
    await service.drain();
    expect((await readFlight(refs[0] ?? '', own)).schedule_change.status).toBe('accepted');
  });

  test('an airline that does not answer, or answers nonsense, keeps no other flight waiting, and is asked again an hour later', async () => {
    const { key, organizationId } = await service.makeKey();
    const own = { 'x-api-key': key };
    const [silent, broken, other] = [
      await sell({ kind: 'flight', scenario: 'QAK' }, own),
      await sell({ kind: 'flight', scenario: 'QAK' }, own),
      await sell({ kind: 'flight', scenario: 'QAK' }, own),
    ];
    const [silentReference, brokenReference] = [
      await referenceOf(organizationId, silent.booking_ref),
      await referenceOf(organizationId, broken.booking_ref),
    ];
    const { flightSuppliers: suppliers } = askingFor(async (reference, ask) => {
      if (reference === silentReference) throw new SupplierFailure('timeout', 'No answer.');
      if (reference === brokenReference) throw new TypeError('A flight nobody can read.');
      return ask();
    });
    for (let run = 0; run < 2; run += 1) {
      await watchOrganizationJob.run(
        {},
        { ...service.app, flightSuppliers: run === 0 ? suppliers : service.app.flightSuppliers },
        {
          organizationId,
          now: new Date(),
          attempt: 1,
          signal: AbortSignal.timeout(60_000),
        },
      );
      expect((await readFlight(other.booking_ref, own)).schedule_change.status).toBe('open');
      expect((await readFlight(silent.booking_ref, own)).schedule_change).toBeUndefined();
      expect((await readFlight(broken.booking_ref, own)).schedule_change).toBeUndefined();
    }
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 3_601 }, own);
    await service.drain();
    expect((await readFlight(silent.booking_ref, own)).schedule_change.status).toBe('open');
    expect((await readFlight(broken.booking_ref, own)).schedule_change.status).toBe('open');
  });

  test('moved, and moved back: there is nothing to take or to leave any more', async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' });
    const dear = await check(ref);
    await move(ref, { minutes: 90 });
    await move(ref, { minutes: -90 });
    expect((await readFlight(ref)).schedule_change).toMatchObject({ status: 'superseded', free_refund: false });
    expect((await check(ref)).penalty_amount).toEqual(dear.penalty_amount);
    expect(await accept(ref)).toMatchObject({ status: 409, body: { status: 'superseded' } });
    await move(ref, { minutes: 30 });
    expect((await accept(ref)).body.item.schedule_change).toMatchObject({
      status: 'accepted',
      segments: [{ departure_minutes: 30 }],
    });
  });

  test('an airline that comes back to a change it had told before: that one is open again, told again, and nothing else is', async () => {
    const { key, organizationId } = await service.makeKey();
    const own = { 'x-api-key': key };
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' }, own);
    const told: Exclude<Found, undefined>[] = [];
    const app = askingFor(async (_reference, ask) => {
      const answer = await ask();
      if (answer !== undefined) told.push(answer);
      return told.length < 3 ? answer : told[0];
    });
    const item = flightOf((await move(ref, { minutes: 30 }, own)).body);
    const look = () =>
      findScheduleChange(
        app,
        { organizationId, bookingRef: asBookingRef(ref), itemId: asId('item', item.item_id) },
        new Date(),
      );
    await look();
    await move(ref, { minutes: 60 }, own);
    await look();
    expect((await readFlight(ref, own)).schedule_change).toMatchObject({
      status: 'open',
      segments: [{ departure_minutes: 90 }],
    });
    await look();
    await look();
    expect((await readFlight(ref, own)).schedule_change).toMatchObject({
      status: 'open',
      segments: [{ departure_minutes: 30 }],
    });
    expect((await eventsOf(ref, own)).map((event: Answer['body']) => event.data.severity).sort()).toEqual([
      'major',
      'minor',
      'minor',
    ]);
  });

  test('a change that was taken at the airline itself, and is new here, is entered and told in one', async () => {
    const { key, organizationId } = await service.makeKey();
    const own = { 'x-api-key': key };
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' }, own);
    const before = await readFlight(ref, own);
    const reference = await referenceOf(organizationId, ref);
    const context = {
      organizationId,
      now: new Date(),
      signal: AbortSignal.timeout(10_000),
      deadlineMs: 10_000,
      purpose: 'booking' as const,
      log: service.app.log,
    };
    const airline = service.app.flightSuppliers[0]?.schedules;
    expect(
      await airline?.rehearse?.({ reference, change: 'shifted', segmentId: undefined, minutes: 95 }, context),
    ).toBe('moved');
    expect(await airline?.accept({ reference, changeId: 'sch_1' }, context)).toEqual({ kind: 'accepted' });
    for (const seconds of [3_600, 3_600]) {
      await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, own);
      await service.drain();
    }
    const after = await readFlight(ref, own);
    expect(after.schedule_change).toMatchObject({ status: 'accepted', severity: 'major', free_refund: false });
    expect(
      minutes(
        `${before.details.slices[0].segments[0].depart.time_local}Z`,
        `${after.details.slices[0].segments[0].depart.time_local}Z`,
      ),
    ).toBe(95);
    expect(await eventsOf(ref, own)).toHaveLength(1);
  });

  test("59 minutes are minor: the fare's own rules stand", async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAL' });
    const before = await check(ref);
    const moved = flightOf((await move(ref, { minutes: -59 })).body);
    expect(moved.schedule_change).toMatchObject({ severity: 'minor', free_refund: false });
    const after = await check(ref);
    expect({ ...after, quote_id: '', expires_at: '' }).toEqual({ ...before, quote_id: '', expires_at: '' });
  });

  test('moved again, the newer change counts and the older one is superseded', async () => {
    const { booking_ref: ref } = await sell({ kind: 'flight', scenario: 'QAG' });
    await move(ref, { minutes: 30 });
    const twice = flightOf((await move(ref, { minutes: 45 })).body);
    expect(twice.schedule_change).toMatchObject({ severity: 'major', segments: [{ departure_minutes: 75 }] });
    expect((await eventsOf(ref)).map((event: Answer['body']) => event.data.severity).sort()).toEqual([
      'major',
      'minor',
    ]);
    expect((await accept(ref)).body.item.schedule_change.segments).toMatchObject([{ departure_minutes: 75 }]);
    expect(flightOf((await move(ref, { minutes: 10 })).body).schedule_change).toMatchObject({
      status: 'open',
      severity: 'minor',
      segments: [{ departure_minutes: 10 }],
    });
  });

  test('a connection that cannot be made any more, and the stay and the car that no longer fit, are named', async () => {
    const connecting = await sell({ kind: 'flight', scenario: 'QAC' });
    expect(flightOf((await move(connecting.booking_ref, { minutes: 300 })).body).schedule_change.severity).toBe(
      'missed_connection',
    );
    const trip = await sell({ kind: 'trip' });
    const moved = flightOf((await move(trip.booking_ref, { minutes: 1_440 })).body);
    expect(moved.schedule_change.severity).toBe('overnight');
    expect(moved.schedule_change.affected_items.map((item: { kind: string }) => item.kind).sort()).toEqual([
      'car',
      'hotel',
    ]);
  });
});

describe('the mail about it', () => {
  const hour = 3_600;
  /** Subject and text of what was sent about a booking, spaces made plain. */
  const mailsAbout = (ref: string) =>
    mailServer.received
      .filter(({ headers }) => headers['subject'] === `New times for your booking ${ref}`)
      .map(({ headers, text, html }) => ({
        subject: headers['subject'],
        text: text.replace(/\s+/g, ' '),
        html,
      }));
  const wait = async (seconds: number, own: Headers) => {
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, own);
    await service.drain();
  };

  test('says once what moved from when to when, how bad it is, what no longer fits, and where it is taken or left', async () => {
    const own = { 'x-api-key': (await service.makeKey()).key };
    const { booking_ref: ref } = await sell({ kind: 'trip' }, own);
    const { schedule_change: change } = flightOf((await move(ref, { minutes: 1_440 }, own)).body);
    await wait(2, own);
    await wait(hour, own);
    const mails = mailsAbout(ref);
    expect(mails.map(({ subject }) => subject)).toEqual([`New times for your booking ${ref}`]);
    const [segment] = change.segments;
    const clock = (local: string) => local.slice(11, 16);
    for (const part of [
      segment.flight_number,
      'You arrive on another day.',
      'free of charge',
      'This no longer fits',
      `Accept the new times, change or cancel: ${service.url}/manage/open/`,
      clock(segment.old.departs_local),
      clock(segment.new.arrives_local),
      '24 h 0 min later',
    ]) {
      expect(mails[0]?.text).toContain(part);
    }
    expect(mails[0]?.html).toContain(`href="${service.url}/manage/open/`);
    const day = (local: string) =>
      new Date(`${local.slice(0, 10)}T12:00:00Z`).toLocaleDateString('en-GB', {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      });
    expect(mails[0]?.text).toContain(`Original times: ${day(segment.old.departs_local)}`);
    expect(mails[0]?.text).toContain(`New times: ${day(segment.new.departs_local)}`);
  });

  test('of a minor change promises no free refund; of one that was taken before it went out asks nothing; of one that is over is not sent', async () => {
    const own = { 'x-api-key': (await service.makeKey()).key };
    const refs = await Promise.all(
      [1, 2, 3].map(async () => (await sell({ kind: 'flight', scenario: 'QAL' }, own)).booking_ref),
    );
    const [minor = '', taken = '', over = ''] = refs;
    await move(minor, { minutes: 20 }, own);
    await move(taken, { minutes: 90 }, own);
    await accept(taken, {}, own);
    await move(over, { minutes: 90 }, own);
    await move(over, { minutes: 30 }, own);
    await wait(2, own);
    expect(mailsAbout(minor).map(({ text }) => text)).toEqual([
      expect.stringMatching(/cancelling costs what the terms say.*20 min later/),
    ]);
    const [tellsTaken, ...others] = mailsAbout(taken);
    expect([tellsTaken?.subject, others]).toEqual([`New times for your booking ${taken}`, []]);
    expect(tellsTaken?.text).toContain('This holds now');
    expect(tellsTaken?.text).not.toMatch(/free of charge|Accept the new times/);
    expect(mailsAbout(over).map(({ text }) => text)).toEqual([expect.stringContaining('2 h 0 min later')]);
  });
});

describe('refusals', () => {
  let ref: string;
  beforeAll(async () => {
    ref = (await sell({ kind: 'flight', scenario: 'QAR' })).booking_ref;
  });

  test('nothing to accept is 409', async () => {
    expect(await accept(ref)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' }, status: 'none' } });
  });

  test('a wrong pair, a wrong item and another organization are the same 404', async () => {
    const { key } = await service.makeKey();
    expect((await accept(ref, { last_name: 'Cochrane' })).status).toBe(404);
    expect((await accept(ref, { item_id: 'itm_none' })).status).toBe(404);
    expect((await accept(ref, {}, { 'x-api-key': key })).status).toBe(404);
    expect((await move(ref, {}, { 'x-api-key': key })).status).toBe(404);
    expect((await move('BLY-AAAAAA')).status).toBe(404);
  });

  test.each([{ minutes: 0 }, { minutes: 1.5 }, { minutes: 100_000 }, { minutes: 'late' }, { segment: 's9-9' }])(
    '%j is 422',
    async (body) => {
      expect(await move(ref, body)).toMatchObject({ status: 422 });
    },
  );

  test.each([{ booking_ref: '' }, { last_name: '' }, { last_name: 7 }])('accepting with %j is 422', async (body) => {
    expect((await accept(ref, body)).status).toBe(422);
  });

  test('a booking without a flight has none to move', async () => {
    const car = await sell({ kind: 'car' });
    expect((await move(car.booking_ref)).status).toBe(409);
    expect((await accept(car.booking_ref)).status).toBe(404);
  });
});

test('the money of all of it is proven', async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
});
