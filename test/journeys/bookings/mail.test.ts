import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { sendMailJob } from '../../../src/mail/jobs.ts';
import { sendMail } from '../../../src/mail/send-mail.ts';
import { asBookingRef, asId } from '../../../src/platform/ids.ts';
import { type MailServer, readMail, startMailServer } from '../../support/service/mail-server.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, makeTrip } from '../../support/faults/trip-journeys.ts';

const MINUTE = 60;
const HOUR = 3_600;
const BOOKED = { origin: 'QAA', destination: 'QAG' };
const REFUSED = { origin: 'QAA', destination: 'QAI' };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

async function start(log?: Logger): Promise<{ readonly service: TestService; readonly server: MailServer }> {
  const server = await startMailServer();
  const service = await startService({
    config: { smtp: server.smtp, mailFrom: 'Bly <trips@bly.example>' },
    ...(log ? { log } : {}),
  });
  opened.push(server, service);
  return { service, server };
}

/** Checks a trip out, writes to it first if told, and answers its id and its page. */
async function checkOut(
  service: TestService,
  route: typeof BOOKED,
  more: object = {},
): Promise<{ readonly tripId: string; readonly path: string }> {
  const { body } = await makeTrip(service, route);
  if (Object.keys(more).length > 0) await service.call('POST', '/v1/trip', { trip_id: body.trip_id, ...more });
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: body.trip_id });
  return { tripId: body.trip_id, path: `/checkout/${checkout.body.session_id}` };
}

/** Fulfilment, and two seconds later the mail. */
async function settle(service: TestService): Promise<void> {
  await service.drain();
  await service.advance(2);
}

/** A trip paid by the test helper and brought to its end; answers its booking reference. */
async function pay(service: TestService, route: typeof BOOKED, more: object = {}): Promise<string> {
  const { tripId } = await checkOut(service, route, more);
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await settle(service);
  return (await service.call('GET', `/v1/trip/${tripId}`)).body.booking_ref;
}

/** The same paid on the hosted page in a language. */
async function payOnPage(service: TestService, locale: string): Promise<void> {
  const { path } = await checkOut(service, BOOKED, { metadata: { locale: 'fr' } });
  const page = await service.call('GET', `${path}?locale=${locale}`);
  const form = new URLSearchParams({
    action: 'pay',
    card_number: CARD_OK,
    card_expiry: '12/34',
    card_security_code: '123',
    card_holder: 'Nellie Bly',
  });
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(name, value);
  for (const [, value = ''] of page.text.matchAll(/name="accept_price" value="([^"]+)"/g))
    form.set('accept_price', value);
  const paid = await service.call('POST', `${path}?locale=${locale}`, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(paid.status, paid.text.slice(0, 500)).toBe(303);
  await settle(service);
}

async function mailRows(service: TestService) {
  const { rows } = await sql<{
    organization_id: string;
    event_id: string;
    kind: string;
    booking_ref: string;
    trip_id: string;
    status: string;
    reason: string | null;
  }>`
    select organization_id, event_id, kind, booking_ref, trip_id, status, reason from mail_message order by event_id`.execute(
    service.app.db.q,
  );
  return rows;
}
const statuses = async (service: TestService) =>
  (await mailRows(service)).map(({ kind, status, reason }) => [kind, status, reason]);
const bookingOf = async (service: TestService, ref: string): Promise<Answer['body']> =>
  (await service.call('GET', `/v1/bookings/${ref}`)).body.booking;

describe('after a paid trip', () => {
  test('one mail tells the contact what was booked, under which numbers and for how much', async () => {
    const { service, server } = await start();
    const ref = await pay(service, BOOKED);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    const booking = await bookingOf(service, ref);
    expect(mail?.to).toEqual([CONTACT.email]);
    expect(mail?.headers['subject']).toBe(`Your booking ${ref} is confirmed`);
    const [row] = await mailRows(service);
    expect(mail?.headers['message-id']).toBe(`<${row?.event_id}.confirmed@bly.example>`);
    for (const part of [
      ref,
      booking.items[0].confirmation.confirmation_number,
      'Nellie Bly',
      'You are booked',
      'All times are local.',
    ]) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
    const [, url = ''] = /Manage your booking: (\S+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`href="${url}"`);
    const opened = await fetch(url, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/manage/booking?locale=en']);
    expect(await statuses(service)).toEqual([['confirmed', 'sent', null]]);
  });

  test('that nothing came of, one mail says that nothing was charged', async () => {
    const { service, server } = await start();
    const ref = await pay(service, REFUSED);
    expect(server.received.map((mail) => mail.headers['subject'])).toEqual([`We could not book your trip (${ref})`]);
    expect(server.received[0]?.text).toContain('Nothing was charged: any amount held on your card is released.');
    expect(await statuses(service)).toEqual([['failed', 'sent', null]]);
  });

  test('the same event told twice and its job run twice are still one mail', async () => {
    const { service, server } = await start();
    await pay(service, BOOKED);
    const [row] = await mailRows(service);
    const [organizationId, eventId, bookingRef] = [
      asId('organization', row?.organization_id ?? ''),
      asId('event', row?.event_id ?? ''),
      asBookingRef(row?.booking_ref ?? ''),
    ];
    const tripId = asId('trip', row?.trip_id ?? '');
    await service.app.db.transaction(async (tx) => {
      await service.app.bookingMail.enqueue(
        tx,
        { organizationId, eventId, bookingRef, tripId, kind: 'confirmed', occurredAt: new Date() },
        service.app,
      );
      await service.app.jobs.enqueue(tx, sendMailJob, { organizationId, payload: { event_id: eventId } });
    });
    await settle(service);
    expect(server.received).toHaveLength(1);
    expect(await statuses(service)).toEqual([['confirmed', 'sent', null]]);
  });

  test('a mail is told to be sent exactly when the end of the trip is: a rolled back end leaves none', async () => {
    const { service, server } = await start();
    const event = {
      organizationId: asId('organization', 'org_1'),
      eventId: asId('event', 'evt_1'),
      bookingRef: asBookingRef('BLY-AAAAAA'),
      tripId: asId('trip', 'trip_1'),
      kind: 'confirmed',
      occurredAt: new Date(),
    } as const;
    await expect(
      service.app.db.transaction(async (tx) => {
        await service.app.bookingMail.enqueue(tx, event, service.app);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await settle(service);
    expect(await mailRows(service)).toEqual([]);
    expect(server.offered()).toBe(0);
  });
});

describe('a server that does not take a mail', () => {
  test('for now is asked again after a minute, then five', async () => {
    const { service, server } = await start();
    server.refuse({ at: 'recipient', code: 451 });
    await pay(service, BOOKED);
    expect([server.offered(), await statuses(service)]).toEqual([1, [['confirmed', 'pending', null]]]);
    await service.advance(0.8 * MINUTE);
    expect(server.offered()).toBe(1);
    await service.advance(0.4 * MINUTE);
    expect(server.offered()).toBe(2);
    server.refuse(undefined);
    await service.advance(4 * MINUTE);
    expect(server.offered()).toBe(2);
    await service.advance(2 * MINUTE);
    expect([server.offered(), server.received.length]).toEqual([3, 1]);
    expect(await statuses(service)).toEqual([['confirmed', 'sent', null]]);
  });

  test('eight times in eight hours is given up, and says so', async () => {
    const { service, server } = await start();
    server.refuse({ at: 'content', code: 452 });
    await pay(service, BOOKED);
    for (const wait of [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR])
      await service.advance(Math.ceil(wait * 1.15));
    expect([server.offered(), await statuses(service)]).toEqual([8, [['confirmed', 'failed', 'tries_used_up']]]);
    server.refuse(undefined);
    await service.advance(24 * HOUR);
    expect(server.received).toEqual([]);
  });

  test('ever is asked once, and neither address nor what it said is logged or kept', async () => {
    const logged: string[] = [];
    const { service, server } = await start(
      pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    );
    server.refuse({ at: 'recipient', code: 550 });
    await pay(service, BOOKED);
    await service.advance(24 * HOUR);
    expect([server.offered(), await statuses(service)]).toEqual([1, [['confirmed', 'rejected', 'EENVELOPE 550']]]);
    expect(logged.join('')).toContain('a mail was refused for good');
    expect(logged.join('')).not.toMatch(/nellie|@example\.com|not welcome here|You are booked/i);
    expect(JSON.stringify(await mailRows(service))).not.toMatch(/nellie|@/);
  });
});

describe('the language of a mail', () => {
  test("is the hosted page's that the trip was paid on", async () => {
    const { service, server } = await start();
    await payOnPage(service, 'de');
    expect(server.received.map((mail) => mail.headers['subject'])).toEqual([
      expect.stringMatching(/^Ihre Buchung BLY-\w{6} ist bestätigt$/),
    ]);
    expect(server.received[0]?.html).toContain('<html lang="de">');
  });

  test("is the one the trip's metadata asks for where it was paid elsewhere", async () => {
    const { service, server } = await start();
    await pay(service, BOOKED, { metadata: { locale: 'ja-JP' } });
    expect(server.received[0]?.text).toContain('予約が完了しました');
  });
});

describe('without a mail server', () => {
  test('the sandbox keeps each mail in its outbox', async () => {
    const service = await startService();
    opened.push(service);
    const ref = await pay(service, BOOKED);
    const outbox = join(service.dataDir, 'outbox');
    const [eml = '', html = '', ...others] = readdirSync(outbox).sort();
    expect([eml, html, others]).toEqual([
      expect.stringMatching(/^evt_\w+\.confirmed\.eml$/),
      expect.stringMatching(/^evt_\w+\.confirmed\.html$/),
      [],
    ]);
    expect(await readMail(readFileSync(join(outbox, eml), 'utf8'))).toMatchObject({
      headers: { to: CONTACT.email, subject: `Your booking ${ref} is confirmed` },
    });
    expect(readFileSync(join(outbox, html), 'utf8')).toContain(ref);
  });

  test('production sends none, and a mail waiting for one is settled as not sent', async () => {
    const { service, server } = await start();
    server.refuse({ at: 'recipient', code: 451 });
    await pay(service, BOOKED);
    const production = await createApp(
      { ...service.app.config, environment: 'production', smtp: undefined },
      { db: service.app.db, log: service.app.log },
    );
    expect(production.mailer).toBeUndefined();
    const [row] = await mailRows(service);
    const organizationId = asId('organization', row?.organization_id ?? '');
    await sendMail(production, asId('event', row?.event_id ?? ''), {
      organizationId,
      now: new Date(),
      attempt: 1,
      signal: new AbortController().signal,
    });
    expect(await statuses(service)).toEqual([['confirmed', 'skipped', 'no_mailer']]);
    await Promise.all([
      production.gate.stop(),
      production.priceObservations.stop(),
      production.outbound.close(),
      production.shared.close(),
    ]);
  });
});

test('a reset forgets mails that were not sent yet', async () => {
  const { service, server } = await start();
  server.refuse({ at: 'recipient', code: 451 });
  await pay(service, BOOKED);
  await service.call('POST', '/v1/sandbox/reset', {});
  server.refuse(undefined);
  await service.advance(HOUR);
  expect([await mailRows(service), server.received]).toEqual([[], []]);
});

test('what was given up before its confirmation went out is confirmed to nobody any more', async () => {
  const { service, server } = await start();
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'car' })).body;
  const pair = { booking_ref: sold.booking_ref, last_name: sold.last_name };
  await service.call('POST', '/v1/car_cancel', { ...pair, action: 'preview' });
  const given = await service.call('POST', '/v1/car_cancel', { ...pair, action: 'commit' });
  expect(given.status, given.text).toBe(200);
  await settle(service);
  await service.drain();
  expect(await statuses(service)).toEqual(
    expect.arrayContaining([
      ['confirmed', 'skipped', 'nothing_to_tell'],
      ['refunded', 'sent', null],
    ]),
  );
  expect(server.received).toHaveLength(1);
});
