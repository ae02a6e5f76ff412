import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, makeCheckout } from '../../support/faults/trip-journeys.ts';

let service: TestService;
/**
 * One dated today and one dated the day before yesterday are told apart by `since`; one of them is given up, one is
 * another user's.
 */
let sold: Readonly<Record<'ann' | 'ben' | 'given', string>>;
let today: string;

beforeAll(async () => {
  service = await startService();
  const sell = async (endUser: string, scenario: string): Promise<string> =>
    (await service.call('POST', '/v1/sandbox/bookings', { kind: 'flight', scenario }, { 'X-End-User-Id': endUser }))
      .body.booking_ref;
  sold = { ann: await sell('ann', 'QAG'), ben: await sell('ben', 'QAG'), given: await sell('ann', 'QAL') };
  const { body: quote } = await service.call('POST', '/v1/refund_check', { booking_ref: sold.given, last_name: 'Bly' });
  await service.call('POST', '/v1/refund_commit', {
    booking_ref: sold.given,
    last_name: 'Bly',
    quote_id: quote.quote_id,
  });
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
  today = (await pay(tripId)).booking_ref;
  await service.drain();
});
afterAll(() => service.close());

async function pay(tripId: string): Promise<Answer['body']> {
  return (await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).body;
}
const list = async (query = '', headers: Readonly<Record<string, string>> = {}) =>
  service.call('GET', `/v1/bookings${query}`, undefined, headers);
const refs = async (query = '') =>
  (await list(query)).body.bookings.map((booking: { booking_ref: string }) => booking.booking_ref);

test('all of them, newest first', async () => {
  const found = await refs();
  expect(found).toHaveLength(4);
  expect(found[0]).toBe(today);
});

test("of one end user, who sees nobody else's", async () => {
  expect((await refs('?end_user_id=ann')).sort()).toEqual([sold.ann, sold.given].sort());
  expect(await refs('?end_user_id=ben')).toEqual([sold.ben]);
  expect(await refs('?end_user_id=nobody')).toEqual([]);
});

test('by status: what was refunded as a whole is cancelled, and no longer confirmed', async () => {
  expect(await refs('?status=cancelled')).toEqual([sold.given]);
  expect((await refs('?status=confirmed')).sort()).toEqual([sold.ann, sold.ben, today].sort());
  expect(await refs('?status=failed')).toEqual([]);
  expect(await refs('?status=cancelled&end_user_id=ben')).toEqual([]);
});

test('since an instant or a day, itself included', async () => {
  const {
    body: {
      bookings: [newest],
    },
  } = await list();
  expect(await refs(`?since=${new Date(Date.now() - 86_400_000).toISOString()}`)).toEqual([today]);
  expect(await refs(`?since=${newest.created_at}`)).toEqual([today]);
  expect(await refs(`?since=${new Date(Date.parse(newest.created_at) + 1).toISOString()}`)).toEqual([]);
  expect(await refs(`?since=${new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)}`)).toHaveLength(4);
});

test('page by page, by offset and by token, each booking once', async () => {
  const first = await list('?limit=3');
  const second = await list(`?limit=3&page_token=${first.body.next_page_token}`);
  expect([first.body.bookings.length, second.body.bookings.length]).toEqual([3, 1]);
  expect(second.body.next_page_token).toBeUndefined();
  expect([...first.body.bookings, ...second.body.bookings].map(({ booking_ref: ref }) => ref)).toEqual(await refs());
  expect(await refs('?limit=1&offset=3')).toEqual([second.body.bookings[0].booking_ref]);
  expect(await refs('?offset=4')).toEqual([]);
  expect((await list('?limit=4')).body.next_page_token).toBeUndefined();
});

test('another organization sees none, and cannot use the token', async () => {
  const { key } = await service.makeKey();
  const { body } = await list('?limit=1');
  expect((await list('', { 'x-api-key': key })).body.bookings).toEqual([]);
  expect((await list(`?page_token=${body.next_page_token}`, { 'x-api-key': key })).status).toBe(422);
});

test.each([
  'status=sold',
  'limit=0',
  'limit=101',
  'limit=x',
  'offset=-1',
  'since=yesterday',
  'since=2026-02-30',
  'page_token=abc',
  'end_user_id=',
])('%s is 422', async (query) => {
  expect((await list(`?${query}`)).status).toBe(422);
});
