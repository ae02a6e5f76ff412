import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import type { ExchangeRequest, FlightExchangeOffer } from '../../../src/suppliers/ports/servicing.ts';
import { money } from '../../../src/travel/money.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders, requestFor } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

const HOUR = 3_600_000;
const NEW_DAY = '2027-04-01';
const gbp = (value: number) => money(value, 'GBP');

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterAll(() => at.close());
beforeEach(() => at.stub.control.clearFaults());

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0];
const once = (operation: Fault['operation'], fault: Fault['fault']) =>
  at.stub.control.addFault({ operation, fault, times: 1 });

/** An order of the fare that may be changed; its reference and its total in pennies. */
async function anOrder(routes: string | readonly string[] = 'LHR-JFK', brand = 'Flex') {
  const { offers } = await at.search(routes);
  const offer = offers.find(({ slices }: { slices: { fare_brand_name: string; segments: unknown[] }[] }) =>
    slices.every(({ fare_brand_name, segments }) => fare_brand_name === brand && segments.length === 1),
  );
  const request = requestFor(offer);
  const booked = await at.orders.book(request, at.context());
  if (booked.kind !== 'confirmed') throw new Error(booked.kind);
  return { reference: request.reference, total: request.total.value, orderId: booked.order.orderId, offer };
}
const search = (reference: string, slices = [{ index: 0, date: NEW_DAY }]) =>
  at.orders.exchanges.search({ reference, slices }, at.context());
async function offersOf(reference: string): Promise<readonly FlightExchangeOffer[]> {
  const found = await search(reference);
  if (found.kind !== 'offers') throw new Error(found.reason);
  return found.offers;
}
const price = (reference: string, exchangeKey = '') =>
  at.orders.exchanges.price({ reference, exchangeKey }, at.context());
/** The cheapest change of an order, priced, and the request that confirms it. */
async function quoted(
  reference: string,
): Promise<{ readonly offer: FlightExchangeOffer; readonly request: ExchangeRequest }> {
  const [first] = await offersOf(reference);
  const priced = await price(reference, first?.exchangeKey);
  if (priced.kind !== 'priced') throw new Error(priced.reason);
  const { offer } = priced;
  const { exchangeKey, fare, penalty, changeTotal } = offer;
  return {
    offer,
    request: { reference, changeReference: newId('change'), exchangeKey, total: fare.total, penalty, changeTotal },
  };
}
const confirm = (request: ExchangeRequest) => at.orders.exchanges.exchange(request, at.context());
const lookUp = (request: ExchangeRequest) => at.orders.exchanges.lookUp(request, at.context());
const orderOf = (id: string) => at.stub.control.orders().find((order) => order.id === id);
/** The operations that work was made of, each as often as it was called. */
async function callsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { control } = at.stub;
  const before: Readonly<Record<string, number>> = control.calls();
  await work();
  return Object.entries(control.calls())
    .flatMap(([name, count]) => Array.from({ length: count - (before[name] ?? 0) }, () => name))
    .toSorted();
}

describe('what an order can be changed to', () => {
  test('is told as whole journeys, cheapest first, with difference, penalty and the new total', async () => {
    const { reference, total } = await anOrder(['LHR-JFK', 'JFK-LHR']);
    const offers = await offersOf(reference);
    expect(offers.map(({ changeTotal }) => changeTotal.value)).toEqual(
      [12_500, 13_500, 14_500].slice(0, offers.length),
    );
    const [cheapest] = offers;
    expect(cheapest).toMatchObject({ changeTotal: gbp(12_500), fareDifference: gbp(10_000), penalty: gbp(2_500) });
    expect(cheapest?.fare.total).toEqual(gbp(total + 10_000));
    expect(
      cheapest?.offer.slices.map(({ origin, destination, departureDate }) => [origin, destination, departureDate]),
    ).toEqual([
      ['LHR', 'JFK', NEW_DAY],
      ['JFK', 'LHR', '2027-03-08'],
    ]);
    // What the new ticket allows is not said.
    expect(cheapest?.fare).toMatchObject({ isChangeable: undefined, isRefundable: undefined, rules: [] });
    expect(cheapest?.offer.passengers).toMatchObject({ adt: 1, chd: 0 });
  });

  test('a penalty that is not said is unknown, and so is the difference; the sum is not', async () => {
    const { reference, total } = await anOrder();
    once('change_request', { kind: 'change_price', change_total: '125.00', penalty: null });
    const [offer] = await offersOf(reference);
    expect(offer).toMatchObject({ changeTotal: gbp(12_500), fareDifference: undefined, penalty: undefined });
    expect(offer?.fare.total).toEqual(gbp(total + 12_500));
  });

  test('a change whose price is not said is left out, and why is said', async () => {
    const { reference } = await anOrder();
    once('change_request', { kind: 'change_price', change_total: null, penalty: null });
    const found = await search(reference);
    expect(found).toMatchObject({ kind: 'offers', offers: [], nothing: { nearest: [] } });
    expect(found.kind === 'offers' && found.nothing?.reason).toContain(
      'does not say what a change to these days costs',
    );
    once('change_request', { kind: 'no_offers' });
    expect(await search(reference)).toMatchObject({
      offers: [],
      nothing: { reason: 'The airline offers no other flights on these days. Ask for other days.' },
    });
  });

  test('what cannot be changed says so: by its fare, because it is cancelled, gone or unknown', async () => {
    const fixed = await anOrder('LHR-JFK', 'Basic');
    expect(await search(fixed.reference)).toEqual({
      kind: 'not_exchangeable',
      reason: 'The airline does not change this ticket.',
    });
    const blocked = await anOrder();
    once('change_request', { kind: 'error', code: 'order_not_changeable_yet' });
    expect(await search(blocked.reference)).toMatchObject({ reason: expect.stringContaining('yet') });
    at.stub.control.block(blocked.orderId, { change: true });
    expect((await search(blocked.reference)).kind).toBe('not_exchangeable');
    const cancelled = await anOrder();
    await at.orders.cancel(cancelled.reference, at.context());
    expect(await search(cancelled.reference)).toMatchObject({ reason: 'The ticket was cancelled.' });
    expect((await search('ref_nobody')).kind).toBe('not_exchangeable');
    expect(await search((await anOrder()).reference, [{ index: 4, date: NEW_DAY }])).toMatchObject({
      reason: 'The airline knows no flight 5 of the journey.',
    });
  });

  test('costs two calls, pricing two, and the confirmation four', async () => {
    const { reference } = await anOrder();
    expect(await callsOf(() => search(reference))).toEqual(['change_request', 'order_read']);
    const [offer] = await offersOf(reference);
    expect(await callsOf(() => price(reference, offer?.exchangeKey))).toEqual(['change', 'order_read']);
    const { request } = await quoted(reference);
    expect(await callsOf(() => confirm(request))).toEqual([
      'change_confirm',
      'change_read',
      'order_read',
      'order_read',
    ]);
    expect(await callsOf(() => confirm(request))).toEqual(['order_read']);
    expect(await callsOf(() => lookUp(request))).toEqual(['order_read']);
  });
});

describe('a price that moves', () => {
  test('between offer and change is what the change says; between change and confirmation nothing is confirmed', async () => {
    const { reference, orderId } = await anOrder();
    const [first] = await offersOf(reference);
    once('change', { kind: 'drift', by: '15.00' });
    const priced = await price(reference, first?.exchangeKey);
    expect(priced).toMatchObject({ kind: 'priced', offer: { changeTotal: gbp(14_000), penalty: gbp(2_500) } });
    if (priced.kind !== 'priced') return;
    const { exchangeKey, fare, penalty } = priced.offer;
    const quote = { reference, exchangeKey, changeTotal: gbp(12_500) };
    expect(await at.orders.exchanges.check(quote, at.context())).toEqual({
      kind: 'price_changed',
      changeTotal: gbp(14_000),
    });
    expect(await at.orders.exchanges.check({ ...quote, changeTotal: gbp(14_000) }, at.context())).toEqual({
      kind: 'as_quoted',
    });
    const request = { reference, changeReference: newId('change'), exchangeKey, total: fare.total, penalty };
    expect(await confirm({ ...request, changeTotal: gbp(12_500) })).toEqual({
      kind: 'refused',
      reason: 'price_changed',
    });
    expect(orderOf(orderId)?.changes).toEqual([]);
  });

  test('of a change that brings money back is not confirmed either, though nothing has to be paid for it', async () => {
    const { reference, orderId } = await anOrder();
    once('change_request', { kind: 'change_price', change_total: '-40.00' });
    const [first] = await offersOf(reference);
    const priced = await price(reference, first?.exchangeKey);
    if (priced.kind !== 'priced') throw new Error(priced.reason);
    const { exchangeKey, fare, penalty, changeTotal } = priced.offer;
    expect(changeTotal).toEqual(gbp(-4_000));
    // Chosen once more it brings 25.00 back: so does the change that was quoted, which is the same.
    once('change', { kind: 'drift', by: '15.00' });
    await price(reference, first?.exchangeKey);
    const request = {
      reference,
      changeReference: newId('change'),
      exchangeKey,
      total: fare.total,
      penalty,
      changeTotal,
    };
    expect(await confirm(request)).toEqual({ kind: 'refused', reason: 'price_changed' });
    expect(orderOf(orderId)?.changes).toEqual([]);
  });

  test('what has run out is gone, and is not confirmed', async () => {
    const { reference } = await anOrder();
    const { request } = await quoted(reference);
    await at.advance(31 * 60_000);
    const { exchangeKey } = request;
    expect((await price(reference, exchangeKey)).kind).toBe('gone');
    expect(
      (await at.orders.exchanges.check({ reference, exchangeKey, changeTotal: gbp(12_500) }, at.context())).kind,
    ).toBe('gone');
    expect(await confirm(request)).toEqual({ kind: 'refused', reason: 'The airline no longer offers this change.' });
  });
});

/** What a read is answered, and the failure it is told as. */
const FAILURES: readonly (readonly [name: string, fault: Fault['fault'], kind: string])[] = [
  ['a torn connection', { kind: 'reset' }, 'unavailable'],
  ['a page of a proxy', { kind: 'html' }, 'error'],
  ['cut JSON', { kind: 'cut_json' }, 'error'],
  ['40 MB', { kind: 'huge' }, 'error'],
  ['500', { kind: 'error', code: 'internal_server_error' }, 'error'],
  ['503', { kind: 'error', code: 'service_unavailable', status: 503 }, 'unavailable'],
  ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504 }, 'timeout'],
  ['429', { kind: 'rate_limited' }, 'rate_limited'],
  ['a suspended key', { kind: 'error', code: 'expired_access_token', status: 401 }, 'unauthorised'],
  ['validation', { kind: 'error', code: 'validation_format' }, 'rejected'],
];

describe('a question that is not answered', () => {
  test.each(cellsOf(FAILURES, ['a torn connection', 'validation']))(
    '%s is a failure of the supplier, changes nothing, and is asked again',
    async (_, fault, kind) => {
      const { reference, orderId } = await anOrder();
      for (const operation of ['order_read', 'change_request'] as const) {
        once(operation, fault);
        await expect(search(reference)).rejects.toMatchObject({ name: 'SupplierFailure', kind });
      }
      const [offer] = await offersOf(reference);
      once('change', fault);
      await expect(price(reference, offer?.exchangeKey)).rejects.toMatchObject({ kind });
      const { request } = await quoted(reference);
      once('change_read', fault);
      const { exchangeKey } = request;
      const check = () => at.orders.exchanges.check({ reference, exchangeKey, changeTotal: gbp(12_500) }, at.context());
      await expect(check()).rejects.toMatchObject({ kind });
      expect(await check()).toEqual({ kind: 'as_quoted' });
      // Nothing was sent that could have changed anything: the same reference may be exchanged later.
      once('change_read', fault);
      await expect(confirm(request)).rejects.toMatchObject({ kind });
      expect(await lookUp(request)).toEqual({ kind: 'none' });
      expect(orderOf(orderId)?.changes).toEqual([]);
      expect((await confirm(request)).kind).toBe('exchanged');
    },
  );
});

describe('a confirmation', () => {
  test('changes the order in place, once, and its reference is the new one from then on', async () => {
    const { reference, total, orderId } = await anOrder();
    const { request, offer } = await quoted(reference);
    const made = await confirm(request);
    expect(made).toMatchObject({ kind: 'exchanged', order: { orderId, total: gbp(total + 10_000) } });
    expect(made.kind === 'exchanged' && made.order.tickets).toHaveLength(1);
    expect(orderOf(orderId)).toMatchObject({ changes: [{ id: request.exchangeKey.slice('change:'.length) }] });
    expect(offer.offer.slices[0]?.departureDate).toBe(NEW_DAY);
    expect(await lookUp(request)).toEqual(made);
    expect(await at.orders.lookUp(request.changeReference, at.context())).toMatchObject({ kind: 'confirmed' });
    // What stood under the old reference stands no longer, and nobody undoes the new ticket by it.
    expect(await at.orders.lookUp(reference, at.context())).toEqual({ kind: 'cancelled' });
    expect((await at.orders.cancel(reference, at.context())).kind).toBe('refused');
    expect((await at.orders.cancellations.quote(request.changeReference, at.context())).kind).toBe('quoted');
    expect(orderOf(orderId)?.cancelled_at).toBeNull();
  });

  test('of a second change is refused with the reason of the airline', async () => {
    const { reference } = await anOrder();
    const { request } = await quoted(reference);
    await confirm(request);
    const reason = 'The ticket was changed before, and the airline does not change it a second time.';
    expect(await search(request.changeReference)).toEqual({ kind: 'not_exchangeable', reason });
    expect(await price(request.changeReference, request.exchangeKey)).toEqual({ kind: 'gone', reason });
    expect(await confirm({ ...request, reference: request.changeReference, changeReference: newId('change') })).toEqual(
      {
        kind: 'refused',
        reason,
      },
    );
  });

  test('of a change that brings money back pays nothing, and names the money', async () => {
    const { reference } = await anOrder();
    at.stub.control.addFault({
      operation: 'change_request',
      fault: { kind: 'change_price', change_total: '-40.00' },
      times: 1,
    });
    const { request, offer } = await quoted(reference);
    expect(offer).toMatchObject({ changeTotal: gbp(-4_000), fareDifference: gbp(-6_500), penalty: gbp(2_500) });
    expect((await confirm(request)).kind).toBe('exchanged');
  });

  test('of a change that another reference may have made is refused', async () => {
    const { reference } = await anOrder();
    const { request } = await quoted(reference);
    once('change_confirm', { kind: 'reset' });
    await confirm(request);
    const other = { ...request, changeReference: newId('change') };
    expect(await confirm(other)).toEqual({ kind: 'refused', reason: 'The change was confirmed before.' });
    expect((await lookUp(request)).kind).toBe('unknown');
  });

  test('under two references at once changes the order once', async () => {
    const { reference, orderId } = await anOrder();
    const { request } = await quoted(reference);
    const other = { ...request, changeReference: newId('change') };
    const [first, again, elsewhere, another] = await Promise.all([
      confirm(request),
      confirm(request),
      at.another().exchanges.exchange(request, at.context()),
      confirm(other),
    ]);
    // Whoever asks late under the reference that made it hears that it is made.
    const isMade = [first, again, elsewhere].some(({ kind }) => kind === 'exchanged');
    expect(isMade && another.kind === 'exchanged').toBe(false);
    expect(orderOf(orderId)?.changes).toHaveLength(1);
    expect(at.stub.control.orders().filter(({ id }) => id === orderId)).toHaveLength(1);
  });
});

type Ending = 'exchanged' | 'refused' | 'none' | 'unknown';
/** What a confirmation is answered, whether Duffel has made it, what we say at once, and what a look-up finds. */
const ANSWERS: readonly (readonly [
  name: string,
  fault: Fault['fault'],
  isMade: boolean,
  atOnce: Ending,
  lookedUp: Ending,
])[] = [
  ['reset before it', { kind: 'reset' }, false, 'unknown', 'unknown'],
  ['reset after it', { kind: 'reset', effect: true }, true, 'unknown', 'exchanged'],
  ['cut JSON', { kind: 'cut_json', effect: true }, true, 'unknown', 'exchanged'],
  ['a page of a proxy', { kind: 'html' }, false, 'unknown', 'unknown'],
  ['a page of a proxy, done', { kind: 'html', effect: true }, true, 'unknown', 'exchanged'],
  ['500', { kind: 'error', code: 'internal_server_error' }, false, 'unknown', 'unknown'],
  ['500, done', { kind: 'error', code: 'internal_server_error', effect: true }, true, 'unknown', 'exchanged'],
  ['502', { kind: 'error', code: 'airline_unknown', status: 502, effect: true }, true, 'unknown', 'exchanged'],
  ['503', { kind: 'error', code: 'service_unavailable', status: 503 }, false, 'unknown', 'unknown'],
  ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504, effect: true }, true, 'unknown', 'exchanged'],
  ['429', { kind: 'rate_limited' }, false, 'unknown', 'unknown'],
  [
    'already done',
    { kind: 'error', code: 'order_change_already_actioned', effect: true },
    true,
    'unknown',
    'exchanged',
  ],
  [
    'a word nobody knows',
    { kind: 'error', code: 'something_new', status: 422, effect: true },
    true,
    'unknown',
    'exchanged',
  ],
  ['not changeable', { kind: 'error', code: 'order_not_changeable' }, false, 'refused', 'refused'],
  ['offer expired', { kind: 'error', code: 'offer_expired' }, false, 'refused', 'refused'],
  ['price changed', { kind: 'error', code: 'price_changed' }, false, 'refused', 'refused'],
  ['balance', { kind: 'error', code: 'insufficient_balance' }, false, 'refused', 'refused'],
  ['validation', { kind: 'error', code: 'validation_required' }, false, 'refused', 'refused'],
];

describe('a confirmation that is answered', () => {
  test.each(
    cellsOf(ANSWERS, ['reset before it', 'reset after it', 'already done', 'a word nobody knows', 'price changed']),
  )('%s', async (_, fault, isMade, atOnce, lookedUp) => {
    const { reference, orderId } = await anOrder();
    const { request } = await quoted(reference);
    once('change_confirm', fault);
    expect((await confirm(request)).kind).toBe(atOnce);
    expect((await lookUp(request)).kind).toBe(lookedUp);
    // Whoever asks for it once more under the same reference sends no second confirmation.
    expect((await confirm(request)).kind).toBe(lookedUp);
    expect(orderOf(orderId)?.changes).toHaveLength(isMade ? 1 : 0);
    expect((await lookUp(request)).kind).toBe(lookedUp);
  });

  test('by silence until our deadline is unknown, and found', async () => {
    const { reference } = await anOrder();
    const { request } = await quoted(reference);
    once('change_confirm', { kind: 'hang', effect: true });
    expect((await at.orders.exchanges.exchange(request, at.context(400))).kind).toBe('unknown');
    expect((await lookUp(request)).kind).toBe('exchanged');
  });

  test('by nobody was not sent, and may be sent again', async () => {
    const { reference } = await anOrder();
    const { request } = await quoted(reference);
    // Order and change are read, the third request finds nobody.
    const away = at.another({ isReachable: (count) => count !== 3 });
    expect((await away.exchanges.exchange(request, at.context())).kind).toBe('unknown');
    expect(await lookUp(request)).toEqual({ kind: 'none' });
    expect((await confirm(request)).kind).toBe('exchanged');
  });

  test('by nothing that was ever found is proven not to be six hours after it can be; then it is gone', async () => {
    const { reference, orderId } = await anOrder();
    const { request } = await quoted(reference);
    once('change_confirm', { kind: 'reset' });
    await confirm(request);
    await at.advance(5 * HOUR);
    expect((await lookUp(request)).kind).toBe('unknown');
    await at.advance(2 * HOUR);
    expect(await lookUp(request)).toEqual({ kind: 'none' });
    expect(await confirm(request)).toEqual({ kind: 'refused', reason: 'The airline no longer offers this change.' });
    expect(orderOf(orderId)?.changes).toEqual([]);
  });

  test('an order of other flights than were chosen is never called exchanged, and is an alarm', async () => {
    const { reference, orderId } = await anOrder();
    const { request } = await quoted(reference);
    const before = await at.alarms('other_flights');
    once('change_confirm', { kind: 'reset', effect: true });
    await confirm(request);
    expect(orderOf(orderId)?.changes).toHaveLength(1);
    const row = await at.row(request.changeReference);
    await rewriteFlights(request.changeReference, row?.ordered);
    expect((await lookUp(request)).kind).toBe('unknown');
    expect(await at.alarms('other_flights')).toBeGreaterThan(before);
  });
});

/** Our row says other flights than Duffel has: as if Duffel had confirmed another change. */
async function rewriteFlights(reference: string, ordered: unknown): Promise<void> {
  await at.db.q
    .withTables<{ supplier_booking: { reference: string; ordered: unknown } }>()
    .updateTable('supplier_booking')
    .set({ ordered: JSON.stringify({ ...(ordered as object), flights: ['BA1 2027-04-01 LHR-JFK'] }) })
    .where('reference', '=', reference)
    .execute();
}
