import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { asId } from '../../../src/platform/ids.ts';
import type { PricingRule } from '../../../src/pricing/model/pricing-rule.ts';
import { saveRules } from '../../../src/pricing/store.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';
import { hotelStays, searchCars } from '../../support/products/mixed-trips.ts';
import { writtenMail } from '../../support/written-mail.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

/** Bookings of an organization that adds USD 9.00 to each flight, USD 5.00 to each stay and USD 3.00 to each car. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
  const rule = (kind: 'flight' | 'hotel' | 'car', fixed: number): PricingRule => ({
    ...{ match: { kind }, currency: 'USD', percent: 0, fixed },
    ...{ minimum: undefined, maximum: undefined, roundTo: undefined },
  });
  const { organization } = (await service.call('GET', '/v1/account')).body;
  const organizationId = asId('organization', organization.organization_id);
  const rules = [rule('flight', 9_00), rule('hotel', 5_00), rule('car', 3_00)];
  await service.app.db.transaction((tx) => saveRules(tx, organizationId, rules, new Date()));
  service.app.pricing.forget(organizationId);
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

type Pair = { readonly booking_ref: string; readonly last_name: string };
const post = async (path: string, body: object): Promise<Answer['body']> => {
  const answer = await service.call('POST', path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body;
};
const read = async (pair: object): Promise<Answer['body']> => (await post('/v1/get_booking', pair)).booking;
const itemOf = (booking: Answer['body'], kind: string) =>
  booking.items.findLast((item: { kind: string }) => item.kind === kind);
const sell = async (body: object): Promise<Pair> => {
  const { booking_ref, last_name } = await post('/v1/sandbox/bookings', body);
  return { booking_ref, last_name };
};
const usd = (amount: number) => ({ amount, currency: 'USD', decimal_places: 2 });
const value = (amount: number) => ({ value: amount, currency: 'USD', decimal_places: 2 });

/** What the accounts of a booking's trip come to: credits less debits. */
async function ledgerOf(pair: object) {
  const { trip_id } = await read(pair);
  const ledger = (await service.call('GET', `/v1/trip/${trip_id}/ledger`)).body;
  expect(ledger.balanced).toBe(true);
  const of = (account: string): number =>
    ledger.entries
      .flatMap((entry: Answer['body']) => entry.lines)
      .filter((line: Answer['body']) => line.account.startsWith(account))
      .reduce(
        (sum: number, { direction, amount }: Answer['body']) =>
          sum + (direction === 'credit' ? amount.value : -amount.value),
        0,
      );
  return { fees: of('service_fee_income'), suppliers: of('supplier_payable'), cash: 0 - of('processor_cash') };
}

async function pay(tripId: string): Promise<Pair> {
  await post('/v1/checkout', { trip_id: tripId });
  await post('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  return { booking_ref: (await service.call('GET', `/v1/trip/${tripId}`)).body.booking_ref, last_name: 'Bly' };
}
async function makeTrip(destination: string, hotelName: string): Promise<string> {
  const { fares } = await searchFares(service, { origin: 'QAA', destination });
  const { hotels } = await hotelStays(service, { latitude: -48.88, longitude: -123.39, radius_km: 50 }, [
    { adults: 1 },
  ]);
  const rates = hotels.find((hotel: { name: string }) => hotel.name === hotelName).rooms[0].rates;
  const { trip_id } = await post('/v1/trip', {
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
    add_item: { trip_item_token: fares[0]?.trip_item_token },
  });
  await post('/v1/trip', { trip_id, add_item: { trip_item_token: rates[0].offer_id } });
  return trip_id;
}

describe('a flight and a stay, each with a fee', () => {
  test('are paid as one sum; the booking shows the fees in it, and the ledger has them apart', async () => {
    const pair = await pay(await makeTrip('QAG', 'price_down'));
    const booking = await read(pair);
    expect([booking.status, booking.service_fee]).toEqual(['confirmed', usd(14_00)]);
    const paid = booking.items.map((item: Answer['body']) => item.confirmation);
    expect(paid.map((item: Answer['body']) => item.service_fee.amount).toSorted()).toEqual([5_00, 9_00]);
    const total = booking.total_paid.amount;
    expect(paid.reduce((sum: number, item: Answer['body']) => sum + item.total_paid.amount, 0)).toBe(total);
    expect(await ledgerOf(pair)).toEqual({ fees: 14_00, suppliers: total - 14_00, cash: total });
    const lookUp = await post('/api/v1/bookings/lookup', pair);
    expect(lookUp.booking.items.map((item: Answer['body']) => item.confirmation)).toEqual(paid);
  });

  test('all given up: the fee of the flight comes back in its void window, that of the stay is kept', async () => {
    const pair = await pay(await makeTrip('QAG', 'price_down'));
    const before = await read(pair);
    const [flight, stay] = [itemOf(before, 'flight'), itemOf(before, 'hotel')];
    expect(flight.cancellation_timeline[0]).toMatchObject({
      refund: flight.confirmation.total_paid,
      penalty: usd(0),
      service_fee_kept: false,
    });
    expect(flight.cancellation_timeline.at(-1)).toMatchObject({ service_fee_kept: true });
    const check = await post('/v1/refund_check', pair);
    expect(check).toMatchObject({ penalty_amount: value(0), service_fee: value(9_00), service_fee_kept: false });
    expect(check.refund_amount).toEqual(check.total_paid);
    await post('/v1/refund_commit', pair);
    const preview = await post('/v1/hotel_cancel', { ...pair, action: 'preview' });
    expect(preview).toMatchObject({ service_fee: value(5_00), service_fee_kept: true });
    expect(preview.penalty_amount.value).toBeGreaterThanOrEqual(5_00);
    expect(preview.refund_amount.value + preview.penalty_amount.value).toBe(stay.confirmation.total_paid.amount);
    const committed = await post('/v1/hotel_cancel', { ...pair, action: 'commit' });
    expect(committed).toMatchObject({ service_fee: value(5_00), service_fee_kept: true });
    await service.drain();
    const after = await read(pair);
    expect(after.status).toBe('cancelled');
    expect([itemOf(after, 'flight'), itemOf(after, 'hotel')].map(({ refund }) => refund?.service_fee_kept)).toEqual([
      false,
      true,
    ]);
    const kept = after.total_paid.amount - after.total_refunded.amount;
    expect(kept).toBe(preview.penalty_amount.value);
    expect(await ledgerOf(pair)).toEqual({ fees: 5_00, suppliers: kept - 5_00, cash: kept });
    // The answer to one who asks again says what became of the fee.
    expect(await post('/v1/refund_check', pair)).toMatchObject({ service_fee: value(9_00), service_fee_kept: false });
    expect(await post('/v1/hotel_cancel', { ...pair, action: 'preview' })).toMatchObject({ service_fee_kept: true });
  });

  test('one refused by its supplier: what is booked is paid with its own fee alone', async () => {
    const tripId = await makeTrip('QAG', 'refused');
    await post('/v1/checkout', { trip_id: tripId, on_partial: 'keep_confirmed' });
    await post('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const pair = {
      booking_ref: (await service.call('GET', `/v1/trip/${tripId}`)).body.booking_ref,
      last_name: 'Bly',
    };
    const booking = await read(pair);
    expect([booking.status, booking.service_fee]).toEqual(['confirmed', usd(9_00)]);
    expect(itemOf(booking, 'hotel').confirmation).not.toHaveProperty('service_fee');
    const total = booking.total_paid.amount;
    expect(itemOf(booking, 'flight').confirmation.total_paid.amount).toBe(total);
    expect(await ledgerOf(pair)).toEqual({ fees: 9_00, suppliers: total - 9_00, cash: total });
  });

  test('one refused, all or nothing: nothing is paid, and no fee is earned', async () => {
    const pair = await pay(await makeTrip('QAG', 'refused'));
    const booking = await read(pair);
    expect([booking.status, booking.total_paid.amount]).toEqual(['failed', 0]);
    expect(booking).not.toHaveProperty('service_fee');
    expect(await ledgerOf(pair)).toEqual({ fees: 0, suppliers: 0, cash: 0 });
  });
});

test('a flight, a stay and a car of which the stay is refused: all are undone, nothing is paid, no fee is earned', async () => {
  const tripId = await makeTrip('QAG', 'refused');
  const { offers } = await searchCars(service, {
    location: 'NCE',
    from: `${daysAhead(60)}T10:00:00`,
    to: `${daysAhead(63)}T10:00:00`,
  });
  await post('/v1/trip', { trip_id: tripId, add_item: { trip_item_token: offers[0].offer_id } });
  const pair = await pay(tripId);
  const booking = await read(pair);
  expect([booking.status, booking.total_paid.amount]).toEqual(['failed', 0]);
  const statuses = booking.items.map(({ kind, status }: Answer['body']) => `${kind} ${status}`);
  expect(statuses.toSorted()).toEqual(['car cancelled', 'flight cancelled', 'hotel failed']);
  expect(booking).not.toHaveProperty('service_fee');
  expect(await ledgerOf(pair)).toEqual({ fees: 0, suppliers: 0, cash: 0 });
  const { events } = (await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`)).body;
  expect(events.map(({ event }: Answer['body']) => event)).toEqual(['booking.failed']);
});

describe('mails and pages', () => {
  /** The mail of the last event of a type. */
  async function mailOf(pair: Pair, type: string): Promise<string> {
    const { events } = (await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}&type=${type}`)).body;
    return ((await writtenMail(service.app, events.at(-1).event_id))?.text ?? '').replace(/\s+/g, ' ');
  }
  /** A guest's pages: signed in, and read as text. */
  async function openPages(pair: Pair) {
    const send = (method: string, path: string, body?: string, cookie = '') =>
      service.call(method, path, body, {
        'x-api-key': '',
        'accept-language': 'en',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      });
    const signed = await send('POST', '/manage', new URLSearchParams(pair).toString());
    const [cookie = ''] = (signed.headers.get('set-cookie') ?? '').split(';');
    const get = (path: string) => send('GET', path, undefined, cookie);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await get('/manage/booking')).text)?.[1] ?? '';
    const follow = async (path: string, form: Readonly<Record<string, string>> = {}) => {
      const answer = await send('POST', path, new URLSearchParams({ csrf, ...form }).toString(), cookie);
      const at = answer.headers.get('location') ?? '';
      return { at, page: await get(at) };
    };
    return { get, follow };
  }
  const textOf = ({ text }: Answer): string =>
    text
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  test('a flight given up at a penalty: page and mail name the fee that is retained beside what is withheld', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAL' });
    const { item_id } = itemOf(await read(pair), 'flight');
    const guest = await openPages(pair);
    const { at, page } = await guest.follow(`/manage/items/${item_id}/give-up`);
    expect(textOf(page)).toContain('Service fee, not refunded US$9.00');
    await guest.follow(at, { action: 'confirm' });
    await service.drain();
    const mail = await mailOf(pair, 'booking.refunded');
    expect(mail).toMatch(/Service fee, not refunded:? US\$9\.00/);
    expect(textOf(await guest.get('/manage/booking'))).toContain('Service fee, not refunded: US$9.00');
  });

  test('a flight given up for free names the fee that comes back', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAG' });
    await service.call('POST', `/v1/sandbox/bookings/${pair.booking_ref}/schedule_change`, { minutes: 95 });
    const { item_id } = itemOf(await read(pair), 'flight');
    const guest = await openPages(pair);
    const { at, page } = await guest.follow(`/manage/items/${item_id}/give-up`);
    expect(textOf(page)).toMatch(/Service fee, refunded:? US\$9\.00/);
    await guest.follow(at, { action: 'confirm' });
    await service.drain();
    expect(await mailOf(pair, 'booking.refunded')).toMatch(/Service fee, refunded: US\$9\.00/);
  });

  test('a stay given up for nothing: its mail names the fee that is retained', async () => {
    const pair = await sell({ kind: 'hotel', scenario: 'non_refundable' });
    const { item_id } = itemOf(await read(pair), 'hotel');
    const guest = await openPages(pair);
    const { at, page } = await guest.follow(`/manage/items/${item_id}/give-up`);
    expect(textOf(page)).toContain('Service fee, not refunded US$5.00');
    await guest.follow(at, { action: 'confirm' });
    await service.drain();
    expect(await mailOf(pair, 'booking.item_cancelled')).toMatch(/Service fee, not refunded:? US\$5\.00/);
  });

  test('an exchange asks for no fee of its own: page and mail have difference and penalty alone, and the booking its fee once', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAG' });
    const { item_id } = itemOf(await read(pair), 'flight');
    const guest = await openPages(pair);
    const found = await guest.get(`/manage/items/${item_id}/change?search=1&date_0=${daysAhead(50)}`);
    const offers = [...found.text.matchAll(/name="offer_id" value="(exo_[^"]+)"/g)].map(([, id]) => id ?? '');
    const { page } = await guest.follow(`/manage/items/${item_id}/change`, { offer_id: offers.at(-1) ?? '' });
    const summary = /<dl class="rows">[\s\S]*?<\/dl>\s*(?:<p|<form)/.exec(page.text)?.[0] ?? '';
    expect(summary).toContain('Change fee');
    expect(summary).not.toContain('Service fee');
    const shop = await post('/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(50) });
    const offer = shop.offers.find((one: { total_due: { value: number } }) => one.total_due.value > 0);
    await post('/v1/exchange_price', { ...pair, offer_id: offer.offer_id });
    await post('/v1/exchange_commit', { ...pair, shared_payment_token: 'spt_test_ok' });
    await service.drain();
    expect(await mailOf(pair, 'booking.exchanged')).toContain('for the change');
    expect(textOf(await guest.get('/manage/booking')).match(/Service fee: US\$9\.00/g)?.length).toBeGreaterThanOrEqual(
      1,
    );
  });
});

describe('after the void window', () => {
  test('a flight given up at a penalty keeps its fee as well', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAL' });
    const paid = (await read(pair)).total_paid.amount;
    const check = await post('/v1/refund_check', pair);
    expect(check).toMatchObject({ service_fee: value(9_00), service_fee_kept: true });
    expect(check.penalty_amount.value).toBe(paid - check.refund_amount.value);
    expect(check.penalty_amount.value).toBeGreaterThan(9_00);
    expect(check.warnings).toContain('The service fee of USD 9.00 does not come back.');
    await post('/v1/refund_commit', pair);
    await service.drain();
    const kept = paid - check.refund_amount.value;
    expect(await ledgerOf(pair)).toEqual({ fees: 9_00, suppliers: kept - 9_00, cash: kept });
  });

  test('a flight that its airline has moved too far is given up with its fee', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAG' });
    await service.call('POST', `/v1/sandbox/bookings/${pair.booking_ref}/schedule_change`, { minutes: 95 });
    await service.drain();
    const check = await post('/v1/refund_check', pair);
    expect(check).toMatchObject({ penalty_amount: value(0), service_fee: value(9_00), service_fee_kept: false });
    await post('/v1/refund_commit', pair);
    await service.drain();
    expect(await ledgerOf(pair)).toEqual({ fees: 0, suppliers: 0, cash: 0 });
  });
});

describe('exchanges carry the fee over', () => {
  test('of a flight: the difference is its fares’ and penalty’s, and the fee stays in what was paid', async () => {
    const pair = await sell({ kind: 'flight', scenario: 'QAG' });
    const before = (await read(pair)).total_paid.amount;
    const shop = await post('/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(50) });
    const offer = shop.offers.find((one: { total_due: { value: number } }) => one.total_due.value > 0);
    const price = await post('/v1/exchange_price', { ...pair, offer_id: offer.offer_id });
    expect(price.total_due.value).toBe(price.fare_difference.value + price.penalty_amount.value);
    await post('/v1/exchange_commit', { ...pair, shared_payment_token: 'spt_test_ok' });
    await service.drain();
    const after = await read(pair);
    const paid = before + price.total_due.value;
    expect([after.total_paid.amount, after.service_fee]).toEqual([paid, usd(9_00)]);
    expect(itemOf(after, 'flight').confirmation).toMatchObject({ total_paid: usd(paid), service_fee: usd(9_00) });
    expect(await ledgerOf(pair)).toEqual({ fees: 9_00, suppliers: paid - 9_00, cash: paid });
  });

  test.each([
    ['even', 0],
    ['add_collect', 1],
    ['refund', -1],
  ])('of a car, %s: price and paid both hold it', async (direction, sign) => {
    const pair = await sell({ kind: 'car', scenario: direction });
    const preview = await post('/v1/car_exchange_preview', pair);
    const offer = preview.offers.find((one: { delta: { direction: string } }) => one.delta.direction === direction);
    expect(offer.service_fee).toEqual(value(3_00));
    expect(offer.price.value - preview.paid.value).toBe(sign * (offer.delta.amount?.value ?? 0));
    await post('/v1/car_exchange_commit', {
      ...pair,
      exchange_id: preview.exchange_id,
      exchange_offer_token: offer.exchange_offer_token,
      ...(sign > 0 && { shared_payment_token: 'spt_test_ok' }),
    });
    await service.drain();
    const after = await read(pair);
    expect(itemOf(after, 'car').confirmation).toMatchObject({
      total_paid: usd(offer.price.value),
      service_fee: usd(3_00),
    });
    const paid = offer.price.value;
    expect(await ledgerOf(pair)).toEqual({ fees: 3_00, suppliers: paid - 3_00, cash: paid });
    // Given up afterwards: the fee is kept once.
    const cancel = await post('/v1/car_cancel', { ...pair, action: 'preview' });
    expect(cancel).toMatchObject({ service_fee: value(3_00), service_fee_kept: true });
    expect(cancel.penalty_amount.value).toBe(paid - cancel.refund_amount.value);
  });
});
