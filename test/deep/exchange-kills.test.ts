import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../src/platform/fault-points.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ExchangeOutcome, ExchangeRequest } from '../../src/suppliers/ports/servicing.ts';
import { createSeededRandom, type SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders, requestFor } from '../support/suppliers/duffel-orders.ts';

const ROUNDS = 150;
const TRIES_MAX = 12;
const HOUR = 3_600_000;
const SEED = process.env['BLY_TEST_SEED'] ?? String(Date.now() % 1_000_000);
const POINTS = FAULT_POINTS.filter((point) => point.startsWith('exchange.'));

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0]['fault'];
/** Answers to a confirmation that may have been made. */
const OPEN: readonly [Fault, ...Fault[]] = [
  { kind: 'reset' },
  { kind: 'cut_json' },
  { kind: 'html' },
  { kind: 'rate_limited' },
  { kind: 'error', code: 'internal_server_error' },
  { kind: 'error', code: 'airline_unknown' },
  { kind: 'error', code: 'service_unavailable' },
  { kind: 'error', code: 'order_change_already_actioned' },
];
/** Answers that Duffel never gives about a change it has made. */
const REFUSALS: readonly [Fault, ...Fault[]] = [
  { kind: 'error', code: 'order_not_changeable' },
  { kind: 'error', code: 'insufficient_balance' },
];

let at: DuffelOrdersUnderTest;
let random: SeededRandom;
beforeAll(async () => {
  at = await openDuffelOrders();
  random = createSeededRandom(SEED);
  at.stub.control.set({ change_minutes: 60 });
});
afterAll(() => at.close());

type Outcome = ExchangeOutcome | { readonly kind: 'none' | 'killed' };

/** Exchanges in a process of its own, which may be killed at a step. */
async function exchange(request: ExchangeRequest, killedAt: FaultPoint | undefined): Promise<Outcome> {
  const faults = {
    pass(point: FaultPoint) {
      if (point === killedAt) throw new Error('killed');
    },
  };
  try {
    return await at.another({ faults }).exchanges.exchange(request, at.context());
  } catch (failure) {
    if (failure instanceof Error && failure.message === 'killed') return { kind: 'killed' };
    throw failure;
  }
}

function addRandomFault(): void {
  const fault =
    random.unit() < 0.2 ? random.pick(REFUSALS) : ({ ...random.pick(OPEN), effect: random.unit() < 0.6 } as Fault);
  at.stub.control.addFault({ operation: 'change_confirm', fault, times: 1 });
}

/** An order that may be changed, and the request of its cheapest change. */
async function aRequest(): Promise<{ readonly orderId: string; readonly request: ExchangeRequest }> {
  const { offers } = await at.search('LHR-JFK');
  const offer = offers.find(
    ({ conditions }: { conditions: { change_before_departure: { allowed: boolean } | null } }) =>
      conditions.change_before_departure?.allowed === true,
  );
  const sold = requestFor(offer);
  const booked = await at.orders.book(sold, at.context());
  if (booked.kind !== 'confirmed') throw new Error(booked.kind);
  const { reference } = sold;
  const slices = [{ index: 0, date: '2027-04-01' }];
  const found = await at.orders.exchanges.search({ reference, slices }, at.context());
  const exchangeKey = found.kind === 'offers' ? (found.offers[0]?.exchangeKey ?? '') : '';
  const priced = await at.orders.exchanges.price({ reference, exchangeKey }, at.context());
  if (priced.kind !== 'priced') throw new Error(priced.reason);
  const { fare, penalty, changeTotal, exchangeKey: key } = priced.offer;
  const changeReference = newId('change');
  return {
    orderId: booked.order.orderId,
    request: { reference, changeReference, exchangeKey: key, total: fare.total, penalty, changeTotal },
  };
}

/** As the engine does: exchange, look up what is not known, exchange again what is proven never to have been. */
async function carryOut(request: ExchangeRequest): Promise<Outcome> {
  let last: Outcome = { kind: 'none' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (last.kind === 'none') {
      if (random.unit() < 0.5) addRandomFault();
      const kill = random.unit() < 0.5 ? POINTS[random.whole(0, POINTS.length - 1)] : undefined;
      const calls: Promise<Outcome>[] = [exchange(request, kill)];
      // Another process that believes the first one dead.
      if (random.unit() < 0.3) calls.push(exchange(request, undefined));
      if (random.unit() < 0.3) calls.push(at.orders.exchanges.lookUp(request, at.context()));
      [last = { kind: 'killed' }] = await Promise.all(calls);
      if (random.unit() < 0.3) last = { kind: 'killed' };
    } else {
      last = await at.orders.exchanges.lookUp(request, at.context());
    }
    if (last.kind === 'exchanged' || last.kind === 'refused') return last;
    await at.advance(random.whole(30, 600) * 1_000);
  }
  await at.advance(8 * HOUR);
  return at.orders.exchanges.lookUp(request, at.context());
}

test(`killed at any step, answered in any way: at most one change, and the end says what is (BLY_TEST_SEED=${SEED})`, async () => {
  const ends = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { request, orderId } = await aRequest();
    const end = await carryOut(request);
    at.stub.control.clearFaults();
    const changes = at.stub.control.orders().find(({ id }) => id === orderId)?.changes.length;
    expect({ round, end: end.kind, changes }).toEqual({
      round,
      end: end.kind,
      changes: end.kind === 'exchanged' ? 1 : 0,
    });
    expect(['exchanged', 'refused', 'none']).toContain(end.kind);
    // Only one of both references stands.
    const stands = [request.reference, request.changeReference].map((name) => at.orders.lookUp(name, at.context()));
    const kinds = (await Promise.all(stands)).map(({ kind }) => kind);
    expect(kinds[0]).toBe(end.kind === 'exchanged' ? 'cancelled' : 'confirmed');
    ends.set(end.kind, (ends.get(end.kind) ?? 0) + 1);
  }
  expect(ends.get('exchanged')).toBeGreaterThan(ROUNDS / 4);
  expect(ends.get('refused')).toBeGreaterThan(0);
}, 600_000);
