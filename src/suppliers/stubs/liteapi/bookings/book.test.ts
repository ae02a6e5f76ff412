import { expect, test } from 'vitest';
import {
  codeOf,
  type Json,
  type LiteapiCalls,
  openLiteapiCalls,
} from '../../../../../test/support/suppliers/liteapi-calls.ts';

async function openPrebook(
  more: Readonly<Record<string, unknown>> = {},
): Promise<LiteapiCalls & { readonly prebookId: string; readonly price: number }> {
  const calls = await openLiteapiCalls();
  calls.stub.control.set({ odd_numbers: false });
  const { data } = await calls.rates({ limit: 1, ...more });
  const { prebookId, price } = await calls.prebook(data[0].roomTypes[0].offerId);
  return { ...calls, prebookId, price };
}

const found = async ({ call }: LiteapiCalls, reference = 'bki_1'): Promise<Json[]> =>
  (await call('GET', `/bookings?clientReference=${reference}`)).body.data;

test('a prebook can be booked twice: only the reference guards against a second booking', async () => {
  const { book, stub, prebookId } = await openPrebook();
  expect((await book(prebookId, { clientReference: 'bki_1' })).status).toBe(200);
  expect((await book(prebookId, { clientReference: 'bki_2' })).status).toBe(200);
  expect((await book(prebookId, { clientReference: 'bki_1' })).body.error).toEqual({
    code: 4005,
    message: 'duplicate booking attempt with existing client reference',
  });
  expect((await book(prebookId)).status).toBe(200);
  expect((await book(prebookId)).status).toBe(200);
  expect(stub.control.bookings().map(({ client_reference }) => client_reference)).toEqual(['bki_1', 'bki_2', '', '']);
});

test('four rooms are booked with a guest each, the children with theirs', async () => {
  const occupancies = [{ adults: 2 }, { adults: 1 }, { adults: 2, children: [4, 11] }, { adults: 2, children: [0] }];
  const { book, prebookId } = await openPrebook({ occupancies });
  const { bookedRooms } = (await book(prebookId, {}, 4)).body.data;
  expect(bookedRooms.map((room: Json) => [room.occupancy_number, room.firstName, room.childrenAges])).toEqual([
    [1, 'Nellie', []],
    [2, 'Ada', []],
    [3, 'Grace', [4, 11]],
    [4, 'Rosa', [0]],
  ]);
  expect(codeOf(await book(prebookId, {}, 3))).toEqual([400, 4002]);
  expect(codeOf(await book(prebookId, {}, 1))).toEqual([400, 4002]);
});

test.each([
  [{ prebookId: 'none00000' }, 4002, 'invalid prebookId, rate not found'],
  [{ holder: { firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com' } }, 4002, 'holder.phone'],
  [
    { guests: [{ occupancyNumber: 1, firstName: 'Nellie', lastName: '', email: 'a@example.com' }] },
    4002,
    'guests.0.lastName',
  ],
  [{ guests: [{ occupancyNumber: 2, firstName: 'Nellie', lastName: 'Bly', email: 'a@example.com' }] }, 4002, 'guests'],
  [{ customTags: { lower: 'x' } }, 4002, 'customTags'],
  [{ client_reference: 'bki_1' }, 4002, 'client_reference'],
  [{ payment: undefined }, 4000, 'missing or not supported payment method'],
  [{ payment: { method: 'CASH' } }, 4000, 'missing or not supported payment method'],
  [{ payment: { method: 'CREDIT' } }, 4000, 'missing or not supported payment method'],
])('%j is refused and books nothing', async (change, code, description) => {
  const { book, stub, prebookId } = await openPrebook();
  const { status, body } = await book(prebookId, change);
  expect([status, body.error.code]).toEqual([400, code]);
  expect(body.error.description).toContain(description);
  expect(stub.control.bookings()).toEqual([]);
});

test.each([
  [2010, undefined, 'booking not confirmed'],
  [2013, 'booking not confirmed', 'booking not confirmed'],
  [2013, undefined, 'booking failed, provider booking response is invalid'],
  [2014, 'payment status save failed', 'payment status save failed'],
  [4010, 'prebookId data validation failed, please check your request fields', 'prebookId data validation'],
  [5000, undefined, 'payment failed please check your provided payment information'],
] as const)('%i (%s) books nothing unless it is said', async (code, description, answered) => {
  const calls = await openPrebook();
  const fault = { kind: 'book_error', code, ...(description === undefined ? {} : { description }) } as const;
  calls.stub.control.addFault({ operation: 'book', fault, times: 1 });
  const { status, body } = await calls.book(calls.prebookId, { clientReference: 'bki_1' });
  expect([status, body.error.code]).toEqual([400, code]);
  expect(body.error.description).toContain(answered);
  await calls.stub.clock.advance(86_400_000);
  expect(await found(calls)).toEqual([]);
});

test('behind 2014 a booking can be there at once, later, or never; its reference is taken in all cases', async () => {
  const calls = await openPrebook();
  const { stub, book, prebookId } = calls;
  const attempt = async (
    booked: 'at_once' | 'later' | 'never',
    clientReference: string,
  ): Promise<readonly number[]> => {
    stub.control.addFault({ operation: 'book', fault: { kind: 'book_error', booked, seconds: 60 }, times: 1 });
    return codeOf(await book(prebookId, { clientReference }));
  };
  expect(await attempt('at_once', 'bki_1')).toEqual([400, 2014]);
  expect(await found(calls, 'bki_1')).toMatchObject([{ status: 'CONFIRMED', clientReference: 'bki_1' }]);
  expect(await attempt('later', 'bki_2')).toEqual([400, 2014]);
  expect(await found(calls, 'bki_2')).toEqual([]);
  expect(codeOf(await book(prebookId, { clientReference: 'bki_2' }))).toEqual([400, 4005]);
  await stub.clock.advance(60_000);
  expect(await found(calls, 'bki_2')).toHaveLength(1);
  expect(await attempt('never', 'bki_3')).toEqual([400, 2014]);
  await stub.clock.advance(86_400_000);
  expect(await found(calls, 'bki_3')).toEqual([]);
  expect(codeOf(await book(prebookId, { clientReference: 'bki_3' }))).toEqual([400, 4002]);
});

test('where only bookings take references, a failed attempt may be repeated', async () => {
  const { stub, book, prebookId } = await openPrebook();
  stub.control.set({ references_taken: 'by_bookings' });
  stub.control.addFault({ operation: 'book', fault: { kind: 'book_error' }, times: 1 });
  expect((await book(prebookId, { clientReference: 'bki_1' })).status).toBe(400);
  expect((await book(prebookId, { clientReference: 'bki_1' })).status).toBe(200);
});

test('a call can hang after it has booked', async () => {
  const calls = await openPrebook();
  const { stub, prebookId } = calls;
  stub.control.addFault({ operation: 'book', fault: { kind: 'hang', effect: true, seconds: 0.2 }, times: 1 });
  const sent = calls.book(prebookId, { clientReference: 'bki_1' });
  await expect.poll(() => stub.control.bookings().length).toBe(1);
  expect(await found(calls)).toHaveLength(1);
  expect((await sent).status).toBe(200);
});

test('a booking can cost another sum than its prebook, and an answer can lack what a booking has', async () => {
  const { stub, book, prebookId, price } = await openPrebook();
  stub.control.addFault({ operation: 'book', fault: { kind: 'other_total', by: 12.5 }, times: 1 });
  expect((await book(prebookId)).body.data.price).toBeCloseTo(price + 12.5, 6);
  stub.control.addFault({ operation: 'book', fault: { kind: 'incomplete' }, times: 1 });
  expect(Object.keys((await book(prebookId)).body.data)).toEqual(['bookingId']);
  expect(stub.control.bookings()).toHaveLength(2);
});
