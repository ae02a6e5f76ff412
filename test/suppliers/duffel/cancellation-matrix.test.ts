import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultPoint, FAULT_POINTS } from '../../../src/platform/fault-points.ts';
import type { CancellationRequest, CancellationService } from '../../../src/suppliers/ports/servicing.ts';
import { zeroMoney } from '../../../src/travel/money.ts';
import { aReference } from '../../support/suppliers/booking-conformance.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

/**
 * Every answer a quote or a confirmation may get, each followed by look-ups and, where nothing was done, by another
 * try: the order is cancelled once or stands, and the end says which.
 */
let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0];
const MINUTE = 60_000;
const HOUR = 3_600_000;
/** Longest that a confirmation may be under way. */
const CALL_END = 5 * MINUTE;

interface Sold {
  readonly request: CancellationRequest;
  readonly total: CancellationRequest['penaltyMax'];
  readonly isCancelled: () => boolean;
  readonly cancel: (deadlineMs?: number) => ReturnType<CancellationService['cancel']>;
  readonly lookUp: () => ReturnType<CancellationService['lookUp']>;
}

/** An order, and what giving it up free of charge needs. */
async function sell(): Promise<Sold> {
  const { request: order } = await at.anOffer();
  expect((await at.orders.book(order, at.context())).kind).toBe('confirmed');
  const request = {
    reference: order.reference,
    changeReference: aReference(),
    penaltyMax: zeroMoney(order.total.currency),
  };
  return {
    request,
    total: order.total,
    isCancelled: () => at.ordersOf(order.reference)[0]?.cancelled_at !== null,
    cancel: (deadlineMs = 10_000) => at.orders.cancellations.cancel(request, at.context(deadlineMs)),
    lookUp: () => at.orders.cancellations.lookUp(request, at.context()),
  };
}

const ANSWERS: readonly (readonly [string, Fault['fault']])[] = [
  ['reset', { kind: 'reset' }],
  ['hang', { kind: 'hang' }],
  ['a page of a proxy', { kind: 'html' }],
  ['cut JSON', { kind: 'cut_json' }],
  ['a cut body', { kind: 'cut_body' }],
  ['40 MB', { kind: 'huge' }],
  ['500', { kind: 'error', code: 'internal_server_error' }],
  ['502', { kind: 'error', code: 'airline_unknown', status: 502 }],
  ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504 }],
  ['503', { kind: 'error', code: 'service_unavailable', status: 503 }],
  ['429', { kind: 'rate_limited', seconds: 1 }],
  ['422 with a word that nobody knows', { kind: 'error', code: 'airline_internal', status: 422 }],
  ['422 without a word', { kind: 'error', status: 422, empty: true }],
];
const FEW = cellsOf(ANSWERS, ['reset', '500', '422 with a word that nobody knows']);
const deadlineOf = ({ kind }: Fault['fault']) => (kind === 'hang' ? 700 : 10_000);

describe('a confirmation that was carried out', () => {
  test.for(FEW)('%s: the next look-up learns what came back, and nothing is sent again', async ([, fault]) => {
    const { total, isCancelled, cancel, lookUp } = await sell();
    at.stub.control.forgetCalls();
    at.stub.control.addFault({
      operation: 'cancellation_confirm',
      fault: { ...fault, effect: true } as Fault['fault'],
      times: 1,
    });
    const outcome = await cancel(deadlineOf(fault));
    expect(['unknown', 'pending']).toContain(outcome.kind);
    const done = { kind: 'cancelled', refund: total };
    expect([await lookUp(), await cancel(), await lookUp()]).toEqual([done, done, done]);
    expect([isCancelled(), at.stub.control.calls().cancellation_confirm]).toEqual([true, 1]);
  });
});

describe('a confirmation that was not', () => {
  test.for(FEW)('%s: nothing is sent again before its call has ended, then it is done', async ([, fault]) => {
    const { total, isCancelled, cancel, lookUp } = await sell();
    at.stub.control.forgetCalls();
    at.stub.control.addFault({ operation: 'cancellation_confirm', fault, times: 1 });
    const outcome = await cancel(deadlineOf(fault));
    expect(['unknown', 'pending']).toContain(outcome.kind);
    expect((await lookUp()).kind).toBe(outcome.kind);
    expect((await cancel()).kind).toBe(outcome.kind);
    expect([isCancelled(), at.stub.control.calls().cancellation_confirm]).toEqual([false, 1]);
    await at.advance(outcome.kind === 'pending' ? 6 * HOUR : CALL_END);
    expect(await lookUp()).toEqual({ kind: 'none' });
    expect(await cancel()).toEqual({ kind: 'cancelled', refund: total });
    expect([isCancelled(), at.stub.control.calls().cancellation_confirm]).toEqual([true, 2]);
  });

  const refused: readonly (readonly [string, string])[] = [
    ['order_not_cancellable', 'The airline does not let it be cancelled here. Ask the airline.'],
    ['validation_required', 'The airline refused the cancellation (validation_required).'],
  ];
  test.for(refused)('422 %s is a refusal for good', async ([code, reason]) => {
    const { isCancelled, cancel, lookUp } = await sell();
    at.stub.control.addFault({ operation: 'cancellation_confirm', fault: { kind: 'error', code }, times: 1 });
    const outcome = { kind: 'refused', reason };
    expect([await cancel(), await lookUp(), await cancel()]).toEqual([outcome, outcome, outcome]);
    expect(isCancelled()).toBe(false);
  });

  test('a key that is not accepted did nothing: it may be asked for again at once', async () => {
    const { isCancelled, cancel, lookUp } = await sell();
    const fault = { kind: 'error', code: 'expired_access_token', status: 401 } as const;
    at.stub.control.addFault({ operation: 'cancellation_confirm', fault, times: 1 });
    expect([(await cancel()).kind, isCancelled(), await lookUp()]).toEqual(['unknown', false, { kind: 'none' }]);
    expect([(await cancel()).kind, isCancelled()]).toEqual(['cancelled', true]);
    expect(await at.alarms('account')).toBe(1);
  });

  test('a server that nobody reaches: nothing was sent', async () => {
    const { request, isCancelled, cancel, lookUp } = await sell();
    // The order and the quote are read, the confirmation finds nobody.
    const other = at.another({ isReachable: (count) => count < 3 });
    expect((await other.cancellations.cancel(request, at.context())).kind).toBe('unknown');
    expect([isCancelled(), await lookUp()]).toEqual([false, { kind: 'none' }]);
    expect((await cancel()).kind).toBe('cancelled');
  });

  test('quotes that are always overtaken: it is refused, and may be asked for anew', async () => {
    const { request, isCancelled, cancel } = await sell();
    at.stub.control.addFault({
      operation: 'cancellation_confirm',
      fault: { kind: 'error', code: 'order_cancellation_stale' },
      times: 3,
    });
    expect(await cancel()).toEqual({ kind: 'refused', reason: expect.stringContaining('overtaking') });
    expect(isCancelled()).toBe(false);
    const again = { ...request, changeReference: aReference() };
    expect((await at.orders.cancellations.cancel(again, at.context())).kind).toBe('cancelled');
  });

  test('a quote that ran out between its answer and its confirmation is asked for afresh', async () => {
    const { isCancelled, cancel } = await sell();
    at.stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', minutes: 0.000_001 }, times: 1 });
    expect([(await cancel()).kind, isCancelled()]).toEqual(['cancelled', true]);
  });
});

describe('202: taken, and done later', () => {
  test('it is pending until Duffel lists it as confirmed', async () => {
    const { total, isCancelled, cancel, lookUp } = await sell();
    at.stub.control.addFault({
      operation: 'cancellation_confirm',
      fault: { kind: 'accepted', seconds: 1_800 },
      times: 1,
    });
    expect([await cancel(), await lookUp()]).toEqual([
      { kind: 'pending', isManual: false },
      { kind: 'pending', isManual: false },
    ]);
    await at.advance(HOUR);
    expect([isCancelled(), await lookUp()]).toEqual([true, { kind: 'cancelled', refund: total }]);
  });

  test('it is given up on after six hours, and asked for anew', async () => {
    const { isCancelled, cancel, lookUp } = await sell();
    at.stub.control.addFault({
      operation: 'cancellation_confirm',
      fault: { kind: 'accepted', outcome: 'failed' },
      times: 1,
    });
    expect((await cancel()).kind).toBe('pending');
    await at.advance(6 * HOUR - MINUTE);
    expect((await lookUp()).kind).toBe('pending');
    await at.advance(MINUTE);
    expect([await lookUp(), isCancelled()]).toEqual([{ kind: 'none' }, false]);
    expect((await cancel()).kind).toBe('cancelled');
  });
});

describe('a quote', () => {
  test.for(FEW)('%s: nothing was done, and the next try does it', async ([, fault]) => {
    const { isCancelled, cancel, lookUp } = await sell();
    at.stub.control.addFault({ operation: 'cancellation', fault, times: 1 });
    const outcome = await cancel(deadlineOf(fault));
    // A refusal that was not proven to be about something else is one.
    if (outcome.kind === 'refused') expect(isCancelled()).toBe(false);
    else
      expect([outcome.kind, await lookUp(), (await cancel()).kind]).toEqual(['unknown', { kind: 'none' }, 'cancelled']);
  });

  test('for one who only asks: a supplier that does not answer is a failure, no refusal', async () => {
    const { request } = await sell();
    const quote = () => at.orders.cancellations.quote(request.reference, at.context(700));
    for (const [, fault] of ANSWERS.filter(([name]) => !name.startsWith('422'))) {
      at.stub.control.addFault({ operation: 'cancellation', fault, times: 1 });
      await expect(quote()).rejects.toMatchObject({ name: 'SupplierFailure' });
    }
    expect((await quote()).kind).toBe('quoted');
  });
});

describe('a process that dies', () => {
  const POINTS = FAULT_POINTS.filter((point) => point.startsWith('cancellation.'));
  const cases = POINTS.flatMap((point) => [point]);
  test.for(cases)('at %s: another one finds out and ends it, cancelled once', async (point: FaultPoint) => {
    const { request, total, isCancelled, cancel, lookUp } = await sell();
    at.stub.control.forgetCalls();
    const dying = at.another({
      faults: {
        pass(passed) {
          if (passed === point) throw new Error('killed');
        },
      },
    });
    await expect(dying.cancellations.cancel(request, at.context())).rejects.toThrow('killed');
    await at.advance(CALL_END);
    const found = await lookUp();
    const done = { kind: 'cancelled', refund: total };
    expect(found).toEqual(isCancelled() ? done : { kind: 'none' });
    expect([await cancel(), isCancelled()]).toEqual([done, true]);
    expect(at.stub.control.calls().cancellation_confirm).toBe(1);
  });

  test('one that was only slow: a look-up has made its attempt void, and it sends nothing', async () => {
    const { request, cancel, lookUp } = await sell();
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const slow = at.another({
      calls: {
        async call(_account, _context, { send }) {
          const answer = await send();
          calls += 1;
          // Its second answer is the quote: it gets that only once another process has looked.
          if (calls === 2) {
            asked.resolve();
            await gate.promise;
          }
          return answer;
        },
      },
    });
    const late = slow.cancellations.cancel(request, at.context());
    await asked.promise;
    expect(await lookUp()).toEqual({ kind: 'none' });
    gate.resolve();
    expect([(await late).kind, (await cancel()).kind]).toEqual(['unknown', 'cancelled']);
  });
});
