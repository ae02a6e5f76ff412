import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ balance: null, visibility_lag_seconds: 0, suspended: 'no' });
});
afterAll(() => at.close());

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0]['fault'];
const HOUR = 3_600_000;

/** Books under one fault, then once more as a second process would; answers both, and what the look-up says. */
async function bookUnder(fault: Fault | undefined, deadlineMs?: number) {
  const { request } = await at.anOffer();
  if (fault !== undefined) at.stub.control.addFault({ operation: 'order', fault, times: 1 });
  const outcome = await at.orders.book(request, at.context(deadlineMs));
  const again = outcome.kind === 'refused' ? undefined : await at.orders.book(request, at.context());
  return { request, outcome, again, found: await at.orders.lookUp(request.reference, at.context()) };
}

test('201: confirmed with number, tickets and total; the row knows the order; a repeat orders nothing', async () => {
  const { request, outcome, again, found } = await bookUnder(undefined);
  const [order] = at.ordersOf(request.reference);
  expect(outcome).toEqual({
    kind: 'confirmed',
    order: {
      orderId: order?.id,
      confirmationNumber: expect.stringMatching(/^[A-Z0-9]{6}$/),
      tickets: [{ travelerId: 'pax_0', number: expect.stringMatching(/^\d{10}/) }],
      total: request.total,
      confirmedAt: at.now(),
      voidUntil: new Date(at.now().getTime() + 24 * 3_600_000),
    },
  });
  expect(again).toEqual({ kind: 'unknown', detail: 'an order call was made before' });
  expect(found).toEqual(outcome);
  expect(await at.row(request.reference)).toMatchObject({
    status: 'known',
    orderId: order?.id,
    requestId: expect.any(String),
    offerId: request.fareKey,
    calls: 1,
  });
  expect(at.ordersOf(request.reference)).toHaveLength(1);
});

describe('an order that may exist is unknown, and the look-up finds it: never a second one', () => {
  const FEW = ['reset', '500', 'duplicate', '422 with a word nobody knows'];
  const cells: readonly (readonly [string, Fault])[] = [
    ['reset', { kind: 'reset', effect: true }],
    ['a hang', { kind: 'hang', effect: true }],
    ['half a body', { kind: 'cut_body', effect: true }],
    ['cut JSON', { kind: 'cut_json', effect: true }],
    ['a page of a proxy', { kind: 'html', effect: true }],
    ['a page with 201', { kind: 'html', status: 201, effect: true }],
    ['40 MB', { kind: 'huge', effect: true }],
    ['500', { kind: 'error', code: 'internal_server_error', status: 500, effect: true }],
    ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504, effect: true }],
    ['502 of the airline', { kind: 'error', code: 'airline_unknown', status: 502, effect: true }],
    ['429', { kind: 'rate_limited', effect: true }],
    ['422 with a word nobody knows', { kind: 'error', code: 'quite_new', status: 422, effect: true }],
    ['422 without a word', { kind: 'error', empty: true, status: 422, effect: true }],
    ['already attempted', { kind: 'error', code: 'order_creation_already_attempted', effect: true }],
    ['already booked', { kind: 'error', code: 'offer_request_already_booked', effect: true }],
    ['duplicate', { kind: 'error', code: 'duplicate_booking', effect: true }],
    ['403 in plain text', { kind: 'error', status: 403, text: 'No.', effect: true }],
  ];
  test.for(cellsOf(cells, FEW))('%s', async ([, fault]) => {
    const { request, outcome, again, found } = await bookUnder(fault, 1_500);
    expect(outcome.kind).toBe('unknown');
    expect(again?.kind).toBe('unknown');
    expect(found).toMatchObject({ kind: 'confirmed', order: { total: request.total } });
    expect(at.ordersOf(request.reference)).toHaveLength(1);
    expect(await at.row(request.reference)).toMatchObject({ status: 'known', calls: 1 });
  });

  test.for(cellsOf(cells, FEW))(
    '%s without effect stays unknown until nothing can come any more',
    async ([, fault]) => {
      const { request, outcome, found } = await bookUnder({ ...fault, effect: false } as Fault, 1_500);
      expect([outcome.kind, found.kind]).toEqual(['unknown', 'unknown']);
      expect(at.ordersOf(request.reference)).toEqual([]);
    },
  );
});

describe('what is proven not to be booked is refused with its proof, and answered so for ever', () => {
  const cells: readonly (readonly [string, number, string])[] = [
    ['order_not_created', 502, 'The airline refused the order (order_not_created).'],
    ['service_unavailable', 503, 'The airline refused the order (service_unavailable).'],
    ['offer_no_longer_available', 422, 'unavailable: the airline no longer sells the offer'],
    ['offer_expired', 422, 'unavailable: the airline no longer sells the offer'],
    ['price_changed', 422, 'price_changed'],
    ['payment_amount_does_not_match_order_amount', 422, 'price_changed'],
    ['ancillary_service_not_available', 422, 'unavailable: an extra or a seat is no longer sold'],
    ['validation_required', 422, 'The airline refused the order (validation_required).'],
    ['invalid_passenger_name', 422, 'The airline refused the order (invalid_passenger_name).'],
    ['duplicate_passenger_name', 422, 'The airline refused the order (duplicate_passenger_name).'],
    ['insufficient_balance', 422, 'The account of the seller could not pay for it.'],
    ['bad_request', 400, 'The airline refused the order (bad_request).'],
    ['expired_access_token', 401, 'The account of the seller is not accepted.'],
  ];
  test.for(cells)('%s', async ([code, status, reason]) => {
    const { request, outcome, found } = await bookUnder({ kind: 'error', code, status });
    const proof = expect.stringMatching(new RegExp(`^${status} ${code}, request .+`));
    expect(outcome).toEqual({ kind: 'refused', reason, proof });
    expect(found).toEqual(outcome);
    expect(await at.row(request.reference)).toMatchObject({ status: 'known', orderId: undefined, reason });
    expect(at.ordersOf(request.reference)).toEqual([]);
  });

  test('an account without money or key is an alarm, and no word about the traveler', async () => {
    const before = await at.alarms('account');
    at.stub.control.set({ balance: '1.00' });
    const { outcome } = await bookUnder(undefined);
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'The account of the seller could not pay for it.' });
    expect(await at.alarms('account')).toBe(before + 1);
  });
});

describe('200 and 202: pending until the order shows or the event says that it never will', () => {
  test.for<[string, Fault]>([
    ['200, incomplete', { kind: 'incomplete' }],
    ['200, made later', { kind: 'incomplete', created: false, seconds: 60 }],
    ['202', { kind: 'accepted', seconds: 60 }],
  ])('%s', async ([, fault]) => {
    const { request, outcome } = await bookUnder(fault);
    expect(outcome).toEqual({ kind: 'pending', orderId: expect.any(String) });
    await at.advance(61_000);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
    expect(at.ordersOf(request.reference)).toHaveLength(1);
  });

  test('an order that is visible only after three hours is unknown until then', async () => {
    at.stub.control.set({ visibility_lag_seconds: 3 * 3_600 });
    const { request, outcome, found } = await bookUnder({ kind: 'accepted', seconds: 30 });
    expect([outcome.kind, found.kind]).toEqual(['pending', 'unknown']);
    await at.advance(31_000);
    await at.advance(2 * HOUR);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('unknown');
    await at.advance(HOUR + 60_000);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
    expect(at.ordersOf(request.reference)).toHaveLength(1);
  });

  test('nothing visible is none only six hours after the offer expired; an order that turns up after that is found', async () => {
    const { request } = await bookUnder({ kind: 'accepted', outcome: 'failed', seconds: 30 });
    await at.advance(6 * HOUR);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('unknown');
    await at.advance(HOUR);
    const proof = `no order of ${request.fareKey} is visible six hours after it expired`;
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual({ kind: 'none', proof });
    // What is asked for again is refused: the offer is gone.
    expect(await at.orders.book(request, at.context())).toMatchObject({
      kind: 'refused',
      reason: 'unavailable: the airline no longer sells the offer',
    });
  });

  test('an order that turns up in spite of the proof is an alarm, and is confirmed', async () => {
    at.stub.control.set({ visibility_lag_seconds: 8 * 3_600 });
    const { request } = await bookUnder({ kind: 'accepted', seconds: 30 });
    await at.advance(31_000);
    await at.advance(7 * HOUR);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('none');
    await at.advance(2 * HOUR);
    const before = await at.alarms('order_after_proof');
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
    expect(await at.alarms('order_after_proof')).toBe(before + 1);
  });
});

describe('an order that is not what was ordered', () => {
  test('another total is confirmed with what it really costs, and an alarm', async () => {
    const { request, outcome, found } = await bookUnder({ kind: 'other_total', by: '10.00' });
    expect(outcome).toMatchObject({ kind: 'confirmed', order: { total: { value: request.total.value + 1_000 } } });
    expect(found).toEqual(outcome);
    expect(await at.alarms('other_total')).toBe(1);
  });

  test('other flights are never confirmed: people decide, and nothing is ordered again', async () => {
    const { request, outcome, again, found } = await bookUnder({ kind: 'other_flights' });
    expect(outcome).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('of other flights') });
    expect([again?.kind, found.kind]).toEqual(['unknown', 'unknown']);
    expect(await at.alarms('other_flights')).toBe(2);
    expect(at.ordersOf(request.reference)).toHaveLength(1);
    // It can be given up while that is free.
    expect(await at.orders.cancel(request.reference, at.context())).toEqual({
      kind: 'cancelled',
      refund: request.total,
    });
  });
});

describe('what is proven not to have been sent may be sent again', () => {
  test('no connection: the look-up answers none, and the order is made once', async () => {
    const { request } = await at.anOffer();
    const cutOff = at.another({ isReachable: (request) => request === 1 });
    const outcome = await cutOff.book(request, at.context());
    expect(outcome).toEqual({ kind: 'unknown', detail: expect.stringMatching(/^nothing was sent: /) });
    expect(await at.orders.lookUp(request.reference, at.context())).toMatchObject({
      kind: 'none',
      proof: expect.stringMatching(/^nothing was sent: /),
    });
    expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
    expect(at.ordersOf(request.reference)).toHaveLength(1);
  });

  test('of an account whose money ran out: the order alone is refused, and its offer is read as ever', async () => {
    const { request } = await at.anOffer();
    const spent: boolean[] = [];
    const another = at.another({
      calls: {
        async call(_account, _context, { send, needsFunds }) {
          spent.push(needsFunds === true);
          if (needsFunds === true) throw new SupplierFailure('unavailable', "The account's money ran out.");
          return await send();
        },
      },
    });
    const detail = "nothing was sent: The account's money ran out.";
    expect(await another.book(request, at.context())).toEqual({ kind: 'unknown', detail });
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual({ kind: 'none', proof: detail });
    expect(at.ordersOf(request.reference)).toEqual([]);
    expect(spent).toEqual([false, true]);
  });

  test('a turn that did not come', async () => {
    const { request } = await at.anOffer();
    let calls = 0;
    const busy = at.another({
      calls: {
        async call(_account, _context, { send }) {
          calls += 1;
          if (calls === 2) throw new SupplierFailure('rate_limited', 'out of turn');
          return send();
        },
      },
    });
    expect(await busy.book(request, at.context())).toEqual({
      kind: 'unknown',
      detail: 'nothing was sent: out of turn',
    });
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual({
      kind: 'none',
      proof: 'nothing was sent: out of turn',
    });
    expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
    expect(at.ordersOf(request.reference)).toHaveLength(1);
    expect((await at.row(request.reference))?.calls).toBe(2);
  });
});
