import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readMigrations } from '../../../src/platform/db/migrate.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, NELLIE, searchFares } from '../../support/faults/trip-journeys.ts';

let service: TestService;
let ref: string;
beforeAll(async () => {
  service = await startService();
  ref = await book(service.key, "O'Brien-Müller");
});
afterAll(() => service.close());

async function book(
  key: string,
  lastName: string,
  headers: Readonly<Record<string, string>> = {},
  destination = 'QAG',
): Promise<string> {
  const as = { 'x-api-key': key, ...headers };
  const { fares } = await searchFares(service, { origin: 'QAA', destination }, as);
  const trip = await service.call(
    'POST',
    '/v1/trip',
    {
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [{ ...NELLIE, last_name: lastName }], contact: CONTACT },
    },
    as,
  );
  const tripId = trip.body.trip_id;
  await service.call('POST', '/v1/checkout', { trip_id: tripId }, as);
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }, as);
  await service.drain();
  return (await service.call('GET', `/v1/trip/${tripId}`, undefined, as)).body.booking_ref;
}
const lookUp = (bookingRef: string, lastName: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/v1/get_booking', { booking_ref: bookingRef, last_name: lastName }, headers);

describe('a guest finds the booking', () => {
  test.each(["O'Brien-Müller", 'obrien muller', 'OBRIENMULLER', 'O’BRIEN MÜLLER', ' o brien‐müller '])(
    'as %s',
    async (name) => {
      const answer = await lookUp(ref, name);
      expect(answer.status).toBe(200);
      expect(answer.body.booking).toMatchObject({
        booking_ref: ref,
        status: 'confirmed',
        type: 'flight',
        last_name: "O'Brien-Müller",
        documents: [
          { type: 'itinerary', media_type: 'text/html' },
          { type: 'receipt', media_type: 'text/html' },
        ],
        due_later: [],
        customer_contact: { email: CONTACT.email, first_name: 'Nellie', phone_number: CONTACT.phone },
        travelers: [{ first_name: 'Nellie', last_name: "O'Brien-Müller", passenger_type: 'ADULT' }],
      });
    },
  );

  test('by a name whose letters are no accented ones, typed plainly; so are bookings stored before that', async () => {
    const sold = await book(service.key, 'Bly-Østergård');
    const spellings = ['bly ostergard', 'BLY-ØSTERGÅRD'];
    const statuses = () => Promise.all(spellings.map(async (name) => (await lookUp(sold, name)).status));
    const found = async () =>
      (await service.call('GET', '/v1/booking_search?query=blyostergard')).body.bookings.map(
        (booking: { booking_ref: string }) => booking.booking_ref,
      );
    expect(await statuses()).toEqual([200, 200]);
    expect(await found()).toContain(sold);
    await sql`update booking set last_name_folded = 'BLYØSTERGARD' where booking_ref = ${sold}`.execute(
      service.app.db.q,
    );
    expect(await statuses()).toEqual([200, 200]);
    expect(await found()).not.toContain(sold);
    const migration = readMigrations().find(({ name }) => name === '0094_plain_last_names');
    await sql.raw(migration?.text ?? '').execute(service.app.db.q);
    expect(await found()).toContain(sold);
  });

  test('with the reference in small letters', async () => {
    expect((await lookUp(ref.toLowerCase(), "O'Brien-Müller")).status).toBe(200);
  });

  test.each([
    ['without BLY-', (typed: string) => typed.slice(4)],
    ['with spaces', (typed: string) => ` ${typed.slice(4, 7)} ${typed.slice(7)} `],
    ['in small letters without a hyphen', (typed: string) => typed.replace('-', '').toLowerCase()],
  ])(
    'with the reference typed %s, on every operation that takes one; answers name it as it was issued',
    async (_how, type) => {
      const body = { booking_ref: type(ref), last_name: "O'Brien-Müller" };
      expect((await service.call('POST', '/v1/get_booking', body)).body.booking.booking_ref).toBe(ref);
      expect((await service.call('POST', '/api/v1/bookings/lookup', body)).body.booking.booking_reference).toBe(ref);
      expect(
        (await service.call('GET', `/v1/bookings/${encodeURIComponent(type(ref))}`)).body.booking.booking_ref,
      ).toBe(ref);
      const check = await service.call('POST', '/v1/refund_check', body);
      expect(check.status).toBe(200);
      expect(check.text).not.toContain(`"${type(ref)}"`);
    },
  );

  test("on the fuller surface in the spec's own words", async () => {
    const answer = await service.call('POST', '/api/v1/bookings/lookup', {
      booking_ref: ref,
      last_name: 'OBrien Muller',
    });
    expect(answer.body.booking).toMatchObject({
      booking_reference: ref,
      status: 'confirmed',
      items: [
        { domain: 'flight', status: 'confirmed', confirmation: { total_paid: { currency: 'USD', decimal_places: 2 } } },
      ],
      travelers: [{ first_name: 'Nellie', last_name: "O'Brien-Müller", passenger_type: 'ADULT' }],
    });
    expect(answer.body.booking.items[0].confirmation.confirmation_number).toMatch(/^[A-Z]{6}$/);
  });

  test('with a timeline of what giving it up returns, the void window first', async () => {
    const {
      items: [item],
      total_paid: paid,
    } = (await lookUp(ref, "O'Brien-Müller")).body.booking;
    expect(item.cancellation_timeline[0]).toMatchObject({ refund: paid, penalty: { amount: 0 } });
    expect(item.refund_support_level).toBe('full');
  });
});

test.each([
  ['QAL', 'full', 0.2],
  ['QAM', 'manual', 0],
])(
  '%s: everything within 24 h of ticketing, then %s until departure, then nothing, as its timeline says',
  async (destination, level, share) => {
    const { key } = await service.makeKey();
    const as = { 'x-api-key': key };
    const mine = await book(key, 'Bly', {}, destination);
    const readItem = async () => {
      const {
        items: [item],
        total_paid: { amount },
      } = (await service.call('GET', `/v1/bookings/${mine}`, undefined, as)).body.booking;
      const [voided, after] = item.cancellation_timeline;
      expect(voided).toMatchObject({ refund: { amount }, penalty: { amount: 0 } });
      expect(after.penalty.amount / amount).toBeCloseTo(share, 2);
      return [item.status, item.refund_support_level];
    };
    const advance = (seconds: number) => service.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds }, as);
    expect(await readItem()).toEqual(['confirmed', 'full']);
    await advance(25 * 3600);
    expect(await readItem()).toEqual(['confirmed', level]);
    await advance(70 * 24 * 3600);
    expect(await readItem()).toEqual(['completed', 'none']);
  },
);

describe('every failure is the same answer', () => {
  test("wrong name, unknown reference, impossible reference, another organization's booking", async () => {
    const { key } = await service.makeKey();
    const theirs = await book(key, 'Stranger');
    const answers = await Promise.all([
      lookUp(ref, 'Smith'),
      lookUp('BLY-ZZZZZZ', "O'Brien-Müller"),
      lookUp('x', 'y'),
      lookUp('\u202e\n', 'y'),
      lookUp('Ω'.repeat(5000), 'y'),
      lookUp(theirs, 'Stranger'),
      lookUp('BLY-TESTAA', 'Bly'),
      lookUp(ref, '-'),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(answers[0]?.body.error.code).toBe('NOT_FOUND');
    expect((await lookUp(theirs, 'Stranger', { 'x-api-key': key })).status).toBe(200);
  });

  test('what is missing is 422, whatever else is sent', async () => {
    expect((await service.call('POST', '/v1/get_booking', { booking_ref: ref })).status).toBe(422);
    expect((await service.call('POST', '/v1/get_booking', { booking_ref: '', last_name: 'Bly' })).status).toBe(422);
  });
});

describe('guessing is bounded', () => {
  // Failures are counted in windows of 15 minutes of the clock: fifty of them must not be cut in two. It stands still.
  const WINDOW_MS = 15 * 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % WINDOW_MS) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('ten failures on one reference, then 429 with Retry-After, for the right name too; other references go on', async () => {
    const { key } = await service.makeKey({ quotaCalls: 100_000 });
    const as = { 'x-api-key': key };
    const mine = await book(key, 'Bly');
    for (let guess = 0; guess < 10; guess += 1) expect((await lookUp(mine, `Guess${guess}`, as)).status).toBe(404);
    const refused = await lookUp(mine, 'Bly', as);
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await lookUp('BLY-ZZZZZZ', 'Bly', as)).status).toBe(404);
  });

  test('spellings of one reference are counted together', async () => {
    const { key } = await service.makeKey();
    const spell = [
      (typed: string) => typed,
      (typed: string) => typed.slice(4),
      (typed: string) => typed.toLowerCase().replace('-', ' '),
    ];
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(
        (await lookUp(spell[guess % spell.length]?.('BLY-QQQQQQ') ?? '', 'Bly', { 'x-api-key': key })).status,
      );
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });

  test('a reference that does not exist is counted like one that does, and guesses in parallel too', async () => {
    const { key } = await service.makeKey({ quotaCalls: 100_000 });
    const statuses = (
      await Promise.all(
        Array.from({ length: 30 }, (_, guess) => lookUp('BLY-YYYYYY', `G${guess}`, { 'x-api-key': key })),
      )
    ).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('fifty failures of one end user, whatever the references', async () => {
    const { key } = await service.makeKey({ quotaCalls: 100_000 });
    const as = { 'x-api-key': key, 'x-end-user-id': 'guesser' };
    for (let guess = 0; guess < 50; guess += 1) await lookUp(`BLY-${String(guess).padStart(6, '2')}`, 'x', as);
    expect((await lookUp('BLY-XXXXXX', 'x', as)).status).toBe(429);
    expect((await lookUp('BLY-XXXXXX', 'x', { 'x-api-key': key, 'x-end-user-id': 'another' })).status).toBe(404);
  });
});

describe('an owner lists and reads', () => {
  test("newest first, in pages, by end user, and nobody else's", async () => {
    const { key } = await service.makeKey();
    const as = { 'x-api-key': key };
    const refs = [await book(key, 'A'), await book(key, 'B', { 'x-end-user-id': 'u1' }), await book(key, 'C')];
    const list = (query: string) => service.call('GET', `/v1/bookings${query}`, undefined, as);
    const refsOf = (answer: Awaited<ReturnType<typeof list>>) =>
      answer.body.bookings.map((booking: { booking_ref: string }) => booking.booking_ref);
    expect(refsOf(await list(''))).toEqual([...refs].reverse());
    const first = await list('?limit=2');
    expect(refsOf(first)).toEqual([refs[2], refs[1]]);
    const second = await list(`?limit=2&page_token=${first.body.next_page_token}`);
    expect(refsOf(second)).toEqual([refs[0]]);
    expect(second.body.next_page_token).toBeUndefined();
    expect((await list('?end_user_id=u1')).body.bookings).toMatchObject([{ booking_ref: refs[1], end_user_id: 'u1' }]);
    expect(refsOf(await list('?status=failed'))).toEqual([]);
    expect(refsOf(await list('?since=2999-01-01T00:00:00Z'))).toEqual([]);
    const dayMade = String((await list('')).body.bookings[2].created_at).slice(0, 10);
    expect(refsOf(await list(`?since=${dayMade}`))).toEqual([...refs].reverse());
    expect(refsOf(await list('?since=2999-01-01'))).toEqual([]);
    expect((await list('?since=2026-02-30')).status).toBe(422);
    expect((await list('?status=lost')).status).toBe(422);
    expect((await list('?page_token=x')).status).toBe(422);
    expect((await service.call('GET', `/v1/bookings/${refs[0]}`, undefined, as)).body.booking.booking_ref).toBe(
      refs[0],
    );
    expect(
      (await service.call('GET', `/v1/bookings/${String(refs[0]).toLowerCase()}`, undefined, as)).body.booking
        .booking_ref,
    ).toBe(refs[0]);
    expect((await service.call('GET', `/v1/bookings/${ref}`, undefined, as)).status).toBe(404);
    expect((await service.call('GET', '/v1/bookings/nonsense', undefined, as)).status).toBe(404);
  });
});
