import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0];
const COSTS = { kind: 'refused', reason: 'It cannot be undone free of charge.' };

/** Books an offer, then undoes it under faults; answers the outcome and the order as the stub has it. */
async function undoUnder(faults: readonly Fault[], route?: string) {
  const { request } = await at.anOffer(route);
  expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
  for (const fault of faults) at.stub.control.addFault({ times: 1, ...fault });
  const outcome = await at.orders.cancel(request.reference, at.context(1_500));
  const [order] = at.ordersOf(request.reference);
  return { request, outcome, isCancelled: order?.cancelled_at !== null };
}

test('an order that gives everything back is cancelled; asked again it says the same, and so does the look-up', async () => {
  const { request, outcome, isCancelled } = await undoUnder([]);
  expect(outcome).toEqual({ kind: 'cancelled', refund: request.total });
  expect(isCancelled).toBe(true);
  expect(await at.orders.cancel(request.reference, at.context())).toEqual(outcome);
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual({ kind: 'cancelled' });
});

describe('never at a price: an order that does not give everything back as money stands', () => {
  const quotes: readonly (readonly [string, object])[] = [
    ['a part', { refund_share: 0.5 }],
    ['one unit less', { refund_share: 0.9999 }],
    ['nothing', { refund_amount: '0.00' }],
    ['an unknown refund', { refund_amount: null }],
    ['another currency', { refund_currency: 'EUR' }],
    ['a voucher', { refund_to: 'voucher' }],
    ['airline credits', { refund_to: 'airline_credits' }],
  ];
  test.for(quotes)('%s', async ([, quote]) => {
    const { request, outcome, isCancelled } = await undoUnder([
      { operation: 'cancellation', fault: { kind: 'quote', ...quote } },
    ]);
    expect(outcome).toEqual(COSTS);
    expect(isCancelled).toBe(false);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
  });

  test('the route that refunds to credits', async () => {
    expect(await undoUnder([], 'LTN-SYD')).toMatchObject({ outcome: COSTS, isCancelled: false });
  });
});

test('an order that the airline does not let be cancelled is refused', async () => {
  const { request } = await at.anOffer();
  await at.orders.book(request, at.context());
  at.stub.control.block(at.ordersOf(request.reference)[0]?.id ?? '', { cancel: true });
  expect(await at.orders.cancel(request.reference, at.context())).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^It cannot be undone \(422 order_not_cancellable, request .+\)\.$/),
  });
});

describe('quotes that are overtaken', () => {
  const stale: Fault = {
    operation: 'cancellation_confirm',
    fault: { kind: 'error', code: 'order_cancellation_stale' },
  };

  test('a stale quote is asked for afresh and judged afresh', async () => {
    const whole = await undoUnder([{ ...stale, times: 2 }]);
    expect(whole).toMatchObject({ outcome: { kind: 'cancelled', refund: whole.request.total }, isCancelled: true });
    const dearer = await undoUnder([
      stale,
      { operation: 'cancellation', fault: { kind: 'quote', refund_share: 0.9 }, skip: 1 },
    ]);
    expect(dearer).toMatchObject({ outcome: COSTS, isCancelled: false });
  });

  test('quotes that are always stale end as unknown, and nothing is cancelled', async () => {
    expect(await undoUnder([{ ...stale, times: 9 }])).toMatchObject({
      outcome: { kind: 'unknown' },
      isCancelled: false,
    });
  });
});

describe('an answer that is lost', () => {
  const lost = ['reset', 'hang', 'html', 'cut_json', 'cut_body'] as const;
  test.for(cellsOf(lost, ['reset', 'html']))(
    '%s of a confirmation that was carried out is learnt by reading',
    async (kind) => {
      const { request, outcome, isCancelled } = await undoUnder([
        { operation: 'cancellation_confirm', fault: { kind, effect: true } },
      ]);
      expect(isCancelled).toBe(true);
      // A hang takes the whole time of the call: the next one learns it.
      expect(kind === 'hang' ? outcome.kind : outcome).toEqual(
        kind === 'hang' ? 'unknown' : { kind: 'cancelled', refund: request.total },
      );
      expect(await at.orders.cancel(request.reference, at.context())).toEqual({
        kind: 'cancelled',
        refund: request.total,
      });
    },
  );

  test.for(cellsOf(lost, ['reset', 'html']))(
    '%s of one that was not is unknown, and the next try does it',
    async (kind) => {
      const { request, outcome, isCancelled } = await undoUnder([
        { operation: 'cancellation_confirm', fault: { kind, effect: false } },
      ]);
      expect([outcome.kind, isCancelled]).toEqual(['unknown', false]);
      expect((await at.orders.cancel(request.reference, at.context())).kind).toBe('cancelled');
    },
  );

  test.for([500, 502, 503, 504])('%s of a quote is unknown', async (status) => {
    const code = status === 503 ? 'service_unavailable' : 'internal_server_error';
    const { outcome, isCancelled } = await undoUnder([
      { operation: 'cancellation', fault: { kind: 'error', code, status } },
    ]);
    expect([outcome.kind, isCancelled]).toEqual(['unknown', false]);
  });
});

test('an order that may exist and cannot be seen yet is not given up as undone', async () => {
  at.stub.control.set({ visibility_lag_seconds: 3_600 });
  const { request } = await at.anOffer();
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'reset', effect: true }, times: 1 });
  await at.orders.book(request, at.context());
  expect((await at.orders.cancel(request.reference, at.context())).kind).toBe('unknown');
  await at.advance(3_601_000);
  expect((await at.orders.cancel(request.reference, at.context())).kind).toBe('cancelled');
  at.stub.control.set({ visibility_lag_seconds: 0 });
});

test('a reference whose order was refused has nothing to undo', async () => {
  const { request } = await at.anOffer();
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'error', code: 'offer_expired' }, times: 1 });
  await at.orders.book(request, at.context());
  expect(await at.orders.cancel(request.reference, at.context())).toEqual({
    kind: 'refused',
    reason: 'There is no order with this reference.',
  });
});

test('undone twice at once it is cancelled once', async () => {
  const { request } = await at.anOffer();
  await at.orders.book(request, at.context());
  const outcomes = await Promise.all([
    at.orders.cancel(request.reference, at.context()),
    at.another().cancel(request.reference, at.context()),
  ]);
  for (const outcome of outcomes) expect(['cancelled', 'unknown']).toContain(outcome.kind);
  expect(await at.orders.cancel(request.reference, at.context())).toEqual({ kind: 'cancelled', refund: request.total });
});
