import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlightBookRequest } from '../../src/suppliers/ports/flights.ts';
import { createSeededRandom, type SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../support/suppliers/duffel-orders.ts';
import { fulfilUnderKills } from '../support/suppliers/order-kills.ts';

const ROUNDS = 200;
const SEED = process.env['BLY_TEST_SEED'] ?? String(Date.now() % 1_000_000);

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0]['fault'];
const FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'reset' },
  { kind: 'cut_json' },
  { kind: 'html' },
  { kind: 'error', code: 'internal_server_error' },
  { kind: 'error', code: 'airline_unknown' },
  { kind: 'error', code: 'order_not_created' },
  { kind: 'error', code: 'service_unavailable' },
  { kind: 'error', code: 'duplicate_booking' },
  { kind: 'rate_limited' },
  { kind: 'accepted', seconds: 60 },
  { kind: 'accepted', seconds: 60, outcome: 'failed' },
  { kind: 'incomplete' },
];
/** Answers that Duffel never gives about an order it has made. */
const PROOFS: readonly string[] = ['order_not_created', 'service_unavailable'];

let at: DuffelOrdersUnderTest;
let random: SeededRandom;
beforeAll(async () => {
  at = await openDuffelOrders();
  random = createSeededRandom(SEED);
  // The worst Duffel there can be: it books an offer as often as it is asked to, and shows orders late.
  at.stub.control.set({ repeat: 'second_order', offer_minutes: 60 });
});
afterAll(() => at.close());

function addRandomFault(): void {
  const fault = random.pick(FAULTS);
  const isProof = 'code' in fault && PROOFS.includes(String(fault.code));
  const effect = !isProof && random.unit() < 0.6;
  at.stub.control.addFault({
    operation: 'order',
    fault: { ...fault, ...('effect' in fault ? {} : { effect }) } as Fault,
    times: 1,
  });
}

const fulfil = (request: FlightBookRequest) =>
  fulfilUnderKills(
    {
      random,
      book: (asked, faults) => at.another({ faults }).book(asked, at.context()),
      lookUp: (asked) => at.orders.lookUp(asked.reference, at.context()),
      addFault: addRandomFault,
      advance: (milliseconds) => at.advance(milliseconds),
    },
    request,
  );

test(`killed at any step, answered in any way: at most one order, and the end says what is (BLY_TEST_SEED=${SEED})`, async () => {
  const ends = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    at.stub.control.set({ visibility_lag_seconds: random.pick([0, 0, 30, 3 * 3_600]) });
    const { request } = await at.anOffer();
    const end = await fulfil(request);
    at.stub.control.clearFaults();
    const orders = at.ordersOf(request.reference);
    expect({ round, orders: orders.length <= 1 }).toEqual({ round, orders: true });
    expect({ round, end: end.kind, orders: orders.length }).toEqual({
      round,
      end: end.kind,
      orders: end.kind === 'confirmed' ? 1 : 0,
    });
    expect(['confirmed', 'refused', 'none']).toContain(end.kind);
    ends.set(end.kind, (ends.get(end.kind) ?? 0) + 1);
  }
  expect(ends.get('confirmed')).toBeGreaterThan(ROUNDS / 4);
  expect(ends.get('refused')).toBeGreaterThan(0);
}, 600_000);
