import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StayBookRequest } from '../../src/suppliers/ports/hotels.ts';
import { createSeededRandom, type SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { type LiteapiUnderTest, openLiteapi } from '../support/suppliers/liteapi-supplier.ts';
import { fulfilUnderKills } from '../support/suppliers/order-kills.ts';

const ROUNDS = 200;
const SEED = process.env['BLY_TEST_SEED'] ?? String(Date.now() % 1_000_000);

type Fault = Parameters<LiteapiUnderTest['stub']['control']['addFault']>[0]['fault'];
const BOOKED = ['at_once', 'later', 'never'] as const;

let at: LiteapiUnderTest;
let random: SeededRandom;
beforeAll(async () => {
  at = await openLiteapi();
  random = createSeededRandom(SEED);
  // The worst LiteAPI there can be: an attempt that failed takes no reference, and nothing expires meanwhile.
  at.stub.control.set({ references_taken: 'by_bookings', prebook_minutes: 10_000 });
});
afterAll(() => at.close());

/** Any answer that LiteAPI may give to a booking call, whether or not it has booked. */
function aFault(): Fault {
  const effect = random.unit() < 0.6;
  const unclear = { kind: 'book_error', booked: random.pick(BOOKED), seconds: random.whole(1, 3_000) } as const;
  return random.pick<Fault>([
    { kind: 'reset', effect },
    { kind: 'cut_json', effect },
    { kind: 'html', effect },
    { kind: 'error', status: 500, text: '', effect },
    { kind: 'rate_limited', code: 4_291, effect },
    { ...unclear, code: 2_014 },
    { ...unclear, code: 2_013 },
    { ...unclear, code: 5_000, description: 'transaction id save failed' },
    { kind: 'incomplete' },
    // What LiteAPI never says of a booking that it has made.
    { kind: 'book_error', code: 2_010 },
    { kind: 'error', code: 4_002 },
    { kind: 'error', code: 4_010 },
    { kind: 'rate_limited' },
  ]);
}

const fulfil = (request: StayBookRequest) =>
  fulfilUnderKills(
    {
      random,
      book: (asked, faults) => at.another(faults).book(asked, at.context({ purpose: 'booking' })),
      lookUp: (asked) => at.hotels.lookUp(asked.reference, at.context({ purpose: 'booking' })),
      addFault: () => void at.stub.control.addFault({ operation: 'book', fault: aFault(), times: 1 }),
      advance: (milliseconds) => at.advance(milliseconds),
    },
    request,
  );

test(`killed at any step, answered in any way: at most one booking, and the end says what is (BLY_TEST_SEED=${SEED})`, async () => {
  const ends = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    at.stub.control.set({ visibility_lag_seconds: random.pick([0, 0, 30, 3 * 3_600]) });
    const { request } = await at.aStay(() => true);
    const end = await fulfil(request);
    at.stub.control.clearFaults();
    const bookings = at.bookingsOf(request.reference).length;
    expect({ round, end: end.kind, bookings }).toEqual({
      round,
      end: end.kind,
      bookings: end.kind === 'confirmed' ? 1 : 0,
    });
    expect(['confirmed', 'refused', 'none']).toContain(end.kind);
    ends.set(end.kind, (ends.get(end.kind) ?? 0) + 1);
  }
  expect(ends.get('confirmed')).toBeGreaterThan(ROUNDS / 4);
  expect(ends.get('refused')).toBeGreaterThan(0);
}, 600_000);
