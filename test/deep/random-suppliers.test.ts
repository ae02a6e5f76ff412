import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import type { FlightSupplier } from '../../src/suppliers/ports/flights.ts';
import type { PaymentProcessor } from '../../src/suppliers/ports/payments.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { type ScriptedService, startScripted } from '../support/suppliers/scripted-supplier.ts';
import { CARD_OK, CONTACT, NELLIE, searchFares } from '../support/faults/trip-journeys.ts';

const TRIPS = 120;
const ITEMS_MAX = 3;
/** Longer than any booking call may still be under way. */
const ROUND_SECONDS = 3600;
const ROUNDS_MAX = 40;
const SEED = Number(process.env['BLY_TEST_SEED'] ?? Date.now() % 1_000_000);

let scripted: ScriptedService;
beforeAll(async () => {
  scripted = await startScripted({ isBookIdempotent: false });
});
afterAll(() => scripted.close());

/** Small, fast and the same for the same seed (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sometimes the call never arrives, sometimes its answer is lost. */
async function unreliably<T>(random: () => number, call: () => Promise<T>): Promise<T> {
  const chance = random();
  if (chance < 0.12) throw new SupplierFailure('timeout', 'the call was lost');
  const answer = await call();
  if (chance < 0.24) throw new SupplierFailure('timeout', 'the answer was lost');
  return answer;
}

function misbehave(random: () => number): {
  readonly flights: Partial<FlightSupplier>;
  readonly processor: Partial<PaymentProcessor>;
} {
  const { flights, processor } = scripted;
  return {
    flights: {
      book: async (request, context) =>
        random() < 0.12
          ? { kind: 'refused', reason: 'No.', proof: 'the script says so' }
          : unreliably(random, async () => {
              const outcome = await flights.book(request, context);
              return outcome.kind === 'confirmed' && random() < 0.15
                ? { kind: 'pending', orderId: outcome.order.orderId }
                : outcome;
            }),
      lookUp: (reference, context) => unreliably(random, () => flights.lookUp(reference, context)),
      cancel: async (reference, context) => {
        const isFinal = random() < 0.15 && (await flights.lookUp(reference, context)).kind === 'confirmed';
        return isFinal
          ? { kind: 'refused', reason: 'The ticket is final.' }
          : unreliably(random, () => flights.cancel(reference, context));
      },
    },
    processor: {
      submitCard: (ref, card, context) => unreliably(random, () => processor.submitCard(ref, card, context)),
      get: (ref, context) => unreliably(random, () => processor.get(ref, context)),
      capture: (ref, amount, context) => unreliably(random, () => processor.capture(ref, amount, context)),
      release: (ref, context) => unreliably(random, () => processor.release(ref, context)),
    },
  };
}

async function payRandomTrip(random: () => number): Promise<void> {
  const { service } = scripted;
  const { fares } = await searchFares(service, { origin: 'QAA', destination: 'QAG' });
  let tripId: string | undefined;
  for (let items = 1 + Math.floor(random() * ITEMS_MAX); items > 0; items -= 1) {
    const trip = await service.call('POST', '/v1/trip', {
      ...(tripId === undefined ? {} : { trip_id: tripId }),
      add_item: { trip_item_token: fares[Math.floor(random() * fares.length)]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    tripId = trip.body.trip_id;
  }
  await service.call('POST', '/v1/checkout', {
    trip_id: tripId,
    on_partial: random() < 0.5 ? 'all_or_nothing' : 'keep_confirmed',
  });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
}

async function countHolds(): Promise<number> {
  const { rows } = await sql<{
    held: number;
  }>`select count(*)::int as held from sandbox_payment where status = 'authorised'`.execute(scripted.db.q);
  return rows[0]?.held ?? 0;
}

test(`suppliers and processor that lose calls and answers at random: money = bookings (BLY_TEST_SEED=${SEED})`, async () => {
  const { service, script } = scripted;
  const random = makeRandom(SEED);
  Object.assign(script, misbehave(random));
  for (let trip = 0; trip < TRIPS; trip += 1) await payRandomTrip(random);
  expect((await reconcile(service.app)).problems).toEqual([]);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { body } = await service.call('GET', '/v1/trips?status=fulfilling&limit=1');
    // An attempt whose answer was lost holds money before its trip is under way: it has to be learnt of, too.
    if (body.trips.length === 0 && (await countHolds()) === 0) break;
    script.clockSkewSeconds += ROUND_SECONDS;
    await service.advance(ROUND_SECONDS);
  }
  expect((await service.call('GET', '/v1/trips?status=fulfilling&limit=100')).body.trips).toEqual([]);
  expect((await reconcile(service.app)).problems).toEqual([]);
  const { rows } = await sql<{ orders: number; items: number; held: number; fulfilled: number; failed: number }>`select
    (select count(*) from sandbox_order where status = 'booked')::int as orders, (select count(*) from booking_item where status = 'confirmed')::int as items,
    (select count(*) from sandbox_payment where status = 'authorised')::int as held,
    (select count(*) from trip where status = 'fulfilled')::int as fulfilled, (select count(*) from trip where status = 'failed')::int as failed`.execute(
    scripted.db.q,
  );
  expect(rows[0]).toMatchObject({ orders: rows[0]?.items, held: 0 });
  expect(rows[0]?.fulfilled).toBeGreaterThan(10);
  expect(rows[0]?.failed).toBeGreaterThan(5);
}, 300_000);
