import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FlightBookRequest } from '../../../src/suppliers/ports/flights.ts';
import { money } from '../../../src/travel/money.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
  // The worst Duffel there can be: it books an offer as often as it is asked to.
  at.stub.control.set({ repeat: 'second_order' });
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

type Orders = ReturnType<DuffelOrdersUnderTest['another']>;
const NO_CALL = 'no order call was made';
const GONE = { kind: 'error', code: 'offer_no_longer_available', status: 422 } as const;

/** Resolves when it is reached; whoever reached it goes on when it is opened. */
function gate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    async pass() {
      reached.resolve();
      await opened.promise;
    },
  };
}

/** A process that is held before its n-th request to Duffel: 1 reads the offer, 2 makes the order. */
function heldAt(request: 1 | 2): { readonly orders: Orders; readonly held: ReturnType<typeof gate> } {
  const held = gate();
  let requests = 0;
  const orders = at.another({
    calls: {
      async call(_account, _context, { send }) {
        requests += 1;
        if (requests === request) await held.pass();
        return await send();
      },
    },
  });
  return { orders, held };
}

/** A process that ends at a fault point, as one that is killed there. */
function killedAt(killed: string): Orders {
  return at.another({
    faults: {
      pass(point) {
        if (point === killed) throw new Error('killed');
      },
    },
  });
}

test('what Duffel refused to one process, a slower one of the same reference does not order', async () => {
  const { request } = await at.anOffer();
  const slow = heldAt(1);
  // Its first look has found nothing.
  const slower = slow.orders.book(request, at.context());
  await slow.held.reached;
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'error', code: 'order_not_created' }, times: 1 });
  const refused = await at.orders.book(request, at.context());
  expect(refused).toMatchObject({ kind: 'refused', reason: 'The airline refused the order (order_not_created).' });
  slow.held.open();
  expect(await slower).toEqual(refused);
  expect(await at.orders.book(request, at.context())).toEqual(refused);
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(refused);
  expect(at.ordersOf(request.reference)).toEqual([]);
});

test('what one process refused before any call, a slower one of the same reference does not order', async () => {
  const { request } = await at.anOffer();
  const slow = heldAt(1);
  const slower = slow.orders.book(request, at.context());
  await slow.held.reached;
  at.stub.control.addFault({ operation: 'offer', fault: GONE, times: 1 });
  const refused = await at.orders.book(request, at.context());
  expect(refused).toMatchObject({ kind: 'refused', proof: expect.stringMatching(/^no order call was made; 422 /) });
  slow.held.open();
  expect(await slower).toEqual(refused);
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(refused);
  expect(at.ordersOf(request.reference)).toEqual([]);
});

test('a refusal voids the intent of a process that has not called yet', async () => {
  const { request } = await at.anOffer();
  await expect(killedAt('order.after_intent').book(request, at.context())).rejects.toThrow('killed');
  const intent = await at.row(request.reference);
  at.stub.control.addFault({ operation: 'offer', fault: GONE, times: 1 });
  const refused = await at.orders.book(request, at.context());
  expect(refused.kind).toBe('refused');
  expect(await at.row(request.reference)).toMatchObject({ intent: (intent?.intent ?? 0) + 1, calls: 0 });
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(refused);
});

test.for<[string, fault: typeof GONE | undefined, changes: Partial<FlightBookRequest>]>([
  ['the offer is gone', GONE, {}],
  ['the price is another', undefined, { total: money(1, 'GBP') }],
])('%s, because another process has ordered it: unknown, and the look-up finds the order', async (cell) => {
  const [, fault, changes] = cell;
  const { request } = await at.anOffer();
  const slow = heldAt(1);
  const slower = slow.orders.book({ ...request, ...changes }, at.context());
  await slow.held.reached;
  const confirmed = await at.orders.book(request, at.context());
  expect(confirmed.kind).toBe('confirmed');
  if (fault !== undefined) at.stub.control.addFault({ operation: 'offer', fault, times: 1 });
  slow.held.open();
  expect(await slower).toEqual({ kind: 'unknown', detail: 'another process was faster' });
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(confirmed);
  expect(at.ordersOf(request.reference)).toHaveLength(1);
});

test('a refusal beside a call that is under way is unknown, whatever that call will be answered', async () => {
  for (const fault of [undefined, { kind: 'error', code: 'order_not_created' } as const]) {
    const { request } = await at.anOffer();
    const [caller, reader] = [heldAt(2), heldAt(1)];
    const read = reader.orders.book(request, at.context());
    await reader.held.reached;
    const call = caller.orders.book(request, at.context());
    await caller.held.reached;
    at.stub.control.addFault({ operation: 'offer', fault: GONE, times: 1 });
    reader.held.open();
    expect(await read).toEqual({ kind: 'unknown', detail: 'another process was faster' });
    if (fault !== undefined) at.stub.control.addFault({ operation: 'order', fault, times: 1 });
    caller.held.open();
    const outcome = await call;
    expect(outcome.kind).toBe(fault === undefined ? 'confirmed' : 'refused');
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual(outcome);
    expect(at.ordersOf(request.reference)).toHaveLength(fault === undefined ? 1 : 0);
  }
});

test('an account that is gone since another process ordered with it: unknown', async () => {
  const { request } = await at.anOffer();
  const held = gate();
  const slower = at
    .another({
      async isSold() {
        await held.pass();
        return false;
      },
    })
    .book(request, at.context());
  await held.reached;
  expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
  held.open();
  expect(await slower).toEqual({ kind: 'unknown', detail: 'another process was faster' });
  expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
});

test('an offer that another booking has ordered is refused for good, and never beside a call of its own', async () => {
  const { request } = await at.anOffer();
  const other = { ...request, reference: `${request.reference}x` };
  const caller = heldAt(2);
  const call = caller.orders.book(request, at.context());
  await caller.held.reached;
  const reason = 'unavailable: another booking has ordered the offer';
  const refused = { kind: 'refused', reason, proof: NO_CALL };
  expect(await at.orders.book(other, at.context())).toEqual(refused);
  caller.held.open();
  expect((await call).kind).toBe('confirmed');
  expect(await at.orders.book(other, at.context())).toEqual(refused);
  expect(await at.orders.lookUp(other.reference, at.context())).toEqual(refused);
  expect(at.ordersOf(other.reference)).toEqual([]);
});

test('a refusal beside an earlier call that came to nothing: that order is still looked for', async () => {
  const { request } = await at.anOffer();
  at.stub.control.set({ visibility_lag_seconds: 8 * 3_600 });
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'reset', effect: true }, times: 1 });
  expect((await at.orders.book(request, at.context())).kind).toBe('unknown');
  await at.advance(7 * 3_600_000);
  expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('none');
  const refused = await at.orders.book(request, at.context());
  expect(refused.kind).toBe('refused');
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(refused);
  await at.advance(2 * 3_600_000);
  const before = await at.alarms('order_after_proof');
  expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
  expect(await at.alarms('order_after_proof')).toBe(before + 1);
  at.stub.control.set({ visibility_lag_seconds: 0 });
});
