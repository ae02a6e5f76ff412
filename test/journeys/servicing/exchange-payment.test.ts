import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exchangeTicket, type ExchangeFixture, startExchanges } from '../../support/products/paid-exchanges.ts';
import { openPage, submitPage } from '../../support/faults/page-journeys.ts';
import type { Answer } from '../../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK } from '../../support/faults/trip-journeys.ts';

const QUOTE_SECONDS = 600;
let exchanges: ExchangeFixture;
beforeAll(async () => {
  exchanges = await startExchanges();
});
afterAll(() => exchanges.close());
beforeEach(() => {
  exchanges.airline.exchange = exchangeTicket;
  exchanges.airline.asked.length = 0;
});

const call = (...args: Parameters<ExchangeFixture['service']['call']>): Promise<Answer> =>
  exchanges.service.call(...args);
const open = (path: string) => openPage(exchanges.service, path);
const pay = async (path: string, typed: Readonly<Record<string, string>> = {}) =>
  submitPage(exchanges.service, path, await open(path), typed);
const quoteNew = async () => exchanges.quote(await exchanges.book());
const statusOf = async (change: Parameters<ExchangeFixture['read']>[0]) => (await exchanges.read(change))?.status;
const words = ({ text }: Answer): string =>
  text.replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Debits, as the trip's ledger tells them, of one step. */
async function ledgerOf(tripId: string, step: string): Promise<readonly number[]> {
  const { body } = await call('GET', `/v1/trip/${tripId}/ledger`);
  expect(body.balanced).toBe(true);
  const lines = body.entries
    .filter((entry: { step: string }) => entry.step === step)
    .flatMap((entry: { lines: { direction: string; amount: { value: number } }[] }) => entry.lines);
  return lines
    .filter((line: { direction: string }) => line.direction === 'debit')
    .map((line: { amount: { value: number } }) => line.amount.value);
}

describe('paid with a shared token', () => {
  test('the exchange is paid and made at once; a repeat answers it and asks nobody again', async () => {
    const change = await quoteNew();
    const first = await exchanges.collect(change, 'spt_test_ok');
    expect(first).toMatchObject({ kind: 'committed', change: { status: 'done' } });
    expect(await exchanges.collect(change, 'spt_test_ok')).toMatchObject({
      kind: 'committed',
      change: { status: 'done' },
    });
    expect(exchanges.airline.asked).toHaveLength(1);
    expect(await ledgerOf(change.tripId, 'capture')).toEqual([50_000, 12_000]);
    const { body } = await call('GET', `/v1/bookings/${change.bookingRef}`);
    expect(body.booking.items.map((item: { status: string }) => item.status)).toEqual(['exchanged', 'confirmed']);
  });

  test('twenty commits at once are one payment and one exchange', async () => {
    const change = await quoteNew();
    await Promise.all(Array.from({ length: 20 }, () => exchanges.collect(change, 'spt_test_ok')));
    expect(exchanges.airline.asked).toHaveLength(1);
    expect(await ledgerOf(change.tripId, 'capture')).toEqual([50_000, 12_000]);
  });

  test('declined, or a person is asked for: the page of one and the same session, where it can be paid', async () => {
    const change = await quoteNew();
    const declined = await exchanges.collect(change, 'spt_test_declined');
    const stepUp = await exchanges.collect(change, 'spt_test_step_up');
    expect([declined.kind, stepUp.kind]).toEqual(['pay', 'pay']);
    expect(stepUp).toMatchObject({ checkoutUrl: declined.kind === 'pay' ? declined.checkoutUrl : '' });
    const path = await exchanges.openSession(change);
    expect(words(await open(path))).toContain('Confirm with your bank');
    expect((await pay(path, { action: 'approve' })).status).toBe(303);
    expect(await statusOf(change)).toBe('done');
  });
});

describe('paid on the page', () => {
  test('tells what is exchanged for what and what it costs; declined, then paid with 3DS; then the new ticket', async () => {
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    const page = words(await open(path));
    expect(page).toMatch(
      /Change your booking .*New .*08:00.*Current booking .*Price difference US\$45\.00 Change fee US\$75\.00 To pay now US\$120\.00.*Pay US\$120\.00/,
    );
    expect((await pay(path, { card_number: CARD_DECLINED })).status).toBe(303);
    expect(words(await open(path))).toContain('Your bank declined the card');
    await pay(path, { card_number: CARD_3DS });
    expect(words(await open(path))).toContain('Confirm with your bank');
    await pay(path, { action: 'approve' });
    const done = words(await open(path));
    expect(done).toMatch(
      new RegExp(
        `Your booking has been changed .*${change.bookingRef}.* Paid for the change US\\$120\\.00 .*PNRNEW.*New ticket numbers 057-2400000002`,
      ),
    );
    await exchanges.service.advance(5 * 3600);
    expect(words(await open(path))).toContain('Your booking has been changed');
  });

  test('garbage: an incomplete card, a form of another session, one that no session has', async () => {
    const [change, other] = [await quoteNew(), await quoteNew()];
    const path = await exchanges.openSession(change);
    const incomplete = await pay(path, { card_number: '', card_holder: '<b>' });
    expect(incomplete.status).toBe(422);
    expect(incomplete.text).toContain('Enter the card number.');
    expect(incomplete.text).toContain('&lt;b&gt;');
    const foreign = await open(await exchanges.openSession(other));
    expect((await submitPage(exchanges.service, path, foreign)).status).toBe(403);
    expect((await open('/checkout/cs_nobody')).status).toBe(404);
    expect(exchanges.airline.asked).toEqual([]);
  });

  test('a quote that has run out takes no money: the page is gone, in every language, and so is the commit', async () => {
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    const page = await open(path);
    await exchanges.service.advance(QUOTE_SECONDS);
    expect((await submitPage(exchanges.service, path, page)).status).toBe(303);
    const gone = await open(path);
    expect(gone.status).toBe(410);
    expect(words(gone)).toContain('This offer has expired');
    expect(words(await open(`${path}?locale=de`))).toContain('Dieses Angebot ist abgelaufen');
    await expect(exchanges.collect(change)).rejects.toMatchObject({ condition: 'quote_expired' });
    await expect(exchanges.collect(change, 'spt_test_ok')).rejects.toMatchObject({ condition: 'quote_expired' });
    expect(exchanges.airline.asked).toEqual([]);
  });

  test('whoever pays an exchange that has failed is told that it has failed, not that it is being paid', async () => {
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    exchanges.airline.exchange = async () => ({ kind: 'refused', reason: 'ticketing was refused by the airline' });
    await pay(path);
    expect(await statusOf(change)).toBe('failed');
    const again = await call('POST', '/v1/sandbox/pay', { session_id: path.replace('/checkout/', ''), card: CARD_OK });
    expect([again.status, again.body.error]).toMatchObject([
      409,
      {
        code: 'CONFLICT',
        message:
          'The exchange has failed: ticketing was refused by the airline. Nothing is charged. Ask for a fresh quote.',
      },
    ]);
  });

  test('a session nobody has paid says, once it has ended, that it was not paid in time, that nothing was charged and that the booking stands', async () => {
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    await exchanges.service.advance(QUOTE_SECONDS);
    await exchanges.service.advance(3600);
    await exchanges.service.advance(60);
    expect(await statusOf(change)).toBe('failed');
    const gone = await open(path);
    expect(gone.status).toBe(410);
    expect(words(gone)).toContain(
      'This offer has expired It was not paid in time. Your booking stands as it was and you have not been charged.',
    );
    for (const [language, sentence] of [
      ['fr', 'n’a pas été payée à temps'],
      ['de', 'nicht rechtzeitig bezahlt'],
      ['es', 'no se pagó a tiempo'],
      ['ja', '期限までにお支払いがなかった'],
    ] as const) {
      expect(words(await open(`${path}?locale=${language}`))).toContain(sentence);
    }
    const { body } = await call('GET', `/v1/bookings/${change.bookingRef}`);
    expect(body.booking.items.map((item: { status: string }) => item.status)).toEqual(['confirmed']);
    expect(await ledgerOf(change.tripId, 'capture')).toEqual([50_000]);
  });

  test('a session whose flight was exchanged otherwise meanwhile says that once it has ended, too', async () => {
    const bookingRef = await exchanges.book();
    const [one, two] = [await exchanges.quote(bookingRef), await exchanges.quote(bookingRef)];
    const path = await exchanges.openSession(two);
    await exchanges.collect(one, 'spt_test_ok');
    await exchanges.service.advance(3600);
    await exchanges.service.advance(60);
    expect(await statusOf(two)).toBe('failed');
    expect([(await open(path)).status, words(await open(path))]).toEqual([
      410,
      expect.stringContaining('This offer no longer applies Your booking has been changed or cancelled since.'),
    ]);
  });
});

describe('the way there and back', () => {
  test('money that comes after the quote has run out still buys the exchange: the airline judges the total, not the clock', async () => {
    const change = await quoteNew();
    const session = (await exchanges.openSession(change)).slice('/checkout/'.length);
    const paid = await call('POST', '/v1/sandbox/pay', {
      session_id: session,
      card: CARD_OK,
      authorise_delay_seconds: 700,
    });
    expect(paid.body).toMatchObject({ status: 'processing' });
    await exchanges.service.advance(QUOTE_SECONDS + 60);
    expect(words(await open(`/checkout/${session}`))).toContain('We are waiting for your bank');
    await exchanges.service.advance(3600);
    await exchanges.service.advance(60);
    expect(await statusOf(change)).toBe('done');
    expect(exchanges.airline.asked).toMatchObject([{ total: { value: 54_500 }, penalty: { value: 7_500 } }]);
  });

  test('the airline refuses: nothing is taken, the page and an event say so', async () => {
    exchanges.airline.exchange = async () => ({ kind: 'refused', reason: 'sold out' });
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    await pay(path);
    await exchanges.service.drain();
    const page = words(await open(path));
    expect(page).toMatch(/could not change your booking It stands as it was before\..*Nothing was charged/);
    expect(await ledgerOf(change.tripId, 'release')).toEqual([12_000, 12_000]);
    expect(await exchanges.collect(change, 'spt_test_ok')).toMatchObject({
      kind: 'committed',
      change: { status: 'failed', failure: 'sold out' },
    });
    const events = (await call('GET', `/v1/events?booking_ref=${change.bookingRef}`)).body.events.map(
      ({ event }: { event: string }) => event,
    );
    expect(events).toContain('booking.exchange_failed');
  });

  test('the airline confirms later: the page waits, and says that nothing is charged until then', async () => {
    exchanges.airline.exchange = async () => ({ kind: 'pending', orderId: 'AF-later' });
    const change = await quoteNew();
    const path = await exchanges.openSession(change);
    await pay(path);
    expect(words(await open(path))).toContain('Until then your booking stands as it was, and nothing is charged');
    expect(await ledgerOf(change.tripId, 'capture')).toEqual([50_000]);
  });

  test('of two exchanges of one flight, both paid, one is made and the money of the other goes back', async () => {
    const bookingRef = await exchanges.book();
    const [one, two] = [await exchanges.quote(bookingRef), await exchanges.quote(bookingRef)];
    const [first, second] = [await exchanges.openSession(one), await exchanges.openSession(two)];
    await pay(second, { card_number: CARD_3DS });
    await pay(first);
    expect(words(await open(first))).toContain('Your booking has been changed');
    await pay(second, { action: 'approve' });
    await exchanges.service.drain();
    expect(words(await open(second))).toMatch(/could not change your booking.*Nothing was charged/);
    expect(await ledgerOf(one.tripId, 'capture')).toEqual([50_000, 12_000]);
    expect(await ledgerOf(one.tripId, 'release')).toContain(12_000);
    expect(exchanges.airline.asked).toHaveLength(1);
  });

  test('a session whose flight has been exchanged otherwise takes no card', async () => {
    const bookingRef = await exchanges.book();
    const [one, two] = [await exchanges.quote(bookingRef), await exchanges.quote(bookingRef)];
    const path = await exchanges.openSession(two);
    await exchanges.collect(one, 'spt_test_ok');
    expect((await open(path)).status).toBe(410);
    await expect(exchanges.collect(two, 'spt_test_ok')).rejects.toMatchObject({ condition: 'state_conflict' });
  });

  test("sandbox/pay pays a session by its id, and nobody else's", async () => {
    const change = await quoteNew();
    const session = (await exchanges.openSession(change)).slice('/checkout/'.length);
    const { key } = await exchanges.service.makeKey();
    expect(
      (await call('POST', '/v1/sandbox/pay', { session_id: session, card: CARD_OK }, { 'x-api-key': key })).status,
    ).toBe(404);
    expect(
      (await call('POST', '/v1/sandbox/pay', { session_id: session, trip_id: change.tripId, card: CARD_OK })).status,
    ).toBe(422);
    expect((await call('POST', '/v1/sandbox/pay', { session_id: session })).status).toBe(422);
    expect((await call('POST', '/v1/sandbox/pay', { session_id: session, card: CARD_OK })).body).toMatchObject({
      status: 'authorised',
      booking_ref: change.bookingRef,
    });
    expect((await call('POST', '/v1/sandbox/pay', { session_id: session, card: CARD_OK })).status).toBe(409);
    expect(await statusOf(change)).toBe('done');
  });
});
