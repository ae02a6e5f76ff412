import { expect, test } from 'vitest';
import {
  codeOf,
  type Json,
  type LiteapiCalls,
  openLiteapiCalls,
} from '../../../../../test/support/suppliers/liteapi-calls.ts';

interface Booked extends LiteapiCalls {
  readonly bookingId: string;
  readonly price: number;
  readonly tiers: Json[];
}

/** A booking of a refundable or a fixed rate, with its reference `bki_1`. */
async function openBooking(isRefundable = true, settings = {}): Promise<Booked> {
  const calls = await openLiteapiCalls();
  calls.stub.control.set({ odd_numbers: false, ...settings });
  const { data } = await calls.rates({ hotelIds: ['lp1a000', 'lp1a004', 'lp1a006', 'lp1a007', 'lp1a008'] });
  const offers: Json[] = data.flatMap(({ roomTypes }: Json) => roomTypes);
  const offer = offers.find(({ rates: [{ cancellationPolicies: of }] }) => {
    const [first] = of.cancelPolicyInfos ?? [];
    return isRefundable ? of.refundableTag === 'RFN' && first?.type === 'amount' : of.refundableTag === 'NRFN';
  });
  const { prebookId, price } = await calls.prebook(offer.offerId);
  const { bookingId } = (await calls.book(prebookId, { clientReference: 'bki_1', customTags: { SOURCE: 'Bly' } })).body
    .data;
  return { ...calls, bookingId, price, tiers: offer.rates[0].cancellationPolicies.cancelPolicyInfos ?? [] };
}

const cancel = ({ call, bookingId }: Booked) => call('PUT', `/bookings/${bookingId}?timeout=10`);
const moveTo = ({ stub }: Booked, cancelTime: string, seconds: number): Promise<void> =>
  stub.clock.moveTo(new Date(Date.parse(`${cancelTime.replace(' ', 'T')}Z`) + seconds * 1_000));

test('cancelling is free before the first deadline, costs its sum after it and all after the last', async () => {
  const free = await openBooking();
  await moveTo(free, free.tiers[0].cancelTime, -1);
  expect((await cancel(free)).body.data).toEqual({
    bookingId: free.bookingId,
    status: 'CANCELLED',
    cancellation_fee: 0,
    refund_amount: free.price,
    currency: 'EUR',
  });
  const partly = await openBooking();
  await moveTo(partly, partly.tiers[0].cancelTime, 1);
  const answer = (await cancel(partly)).body.data;
  expect([answer.status, answer.cancellation_fee]).toEqual(['CANCELLED', partly.tiers[0].amount]);
  expect(answer.cancellation_fee + answer.refund_amount).toBeCloseTo(partly.price, 6);
  const late = await openBooking();
  await moveTo(late, late.tiers[1].cancelTime, 1);
  expect((await cancel(late)).body.data).toMatchObject({ status: 'CANCELLED_WITH_CHARGES', refund_amount: 0 });
});

test('what is not refundable is cancelled and charged; the word of it and its sums can be others', async () => {
  const fixed = await openBooking(false);
  expect((await cancel(fixed)).body.data).toMatchObject({
    status: 'CANCELLED_WITH_CHARGES',
    cancellation_fee: fixed.price,
  });
  const charged = await openBooking();
  charged.stub.control.addFault({
    operation: 'cancel',
    fault: { kind: 'charges', share: 0.5, status: 'CANCELLED_WITH_CHARGES', amounts: false },
    times: 1,
  });
  const { data } = (await cancel(charged)).body;
  expect(data).toEqual({ bookingId: charged.bookingId, status: 'CANCELLED_WITH_CHARGES', currency: 'EUR' });
  expect((await charged.call('GET', `/bookings/${charged.bookingId}`)).body.data.amountRefunded).toBeCloseTo(
    charged.price / 2,
    1,
  );
});

test('an unknown booking is 204; 304 cancels nothing; a call can hang after it has cancelled', async () => {
  const booked = await openBooking();
  const { call, stub, bookingId } = booked;
  expect(await call('PUT', '/bookings/unknown00')).toMatchObject({ status: 204, text: '' });
  stub.control.addFault({ operation: 'cancel', fault: { kind: 'error', code: 304, status: 200 }, times: 1 });
  expect(codeOf(await cancel(booked))).toEqual([200, 304]);
  expect(stub.control.bookings()).toMatchObject([{ status: 'CONFIRMED' }]);
  stub.control.addFault({ operation: 'cancel', fault: { kind: 'hang', effect: true, seconds: 0.2 }, times: 1 });
  const sent = cancel(booked);
  await expect.poll(() => stub.control.bookings()[0]?.status).toBe('CANCELLED');
  expect((await call('GET', `/bookings/${bookingId}`)).body.data.status).toBe('CANCELLED');
  expect((await sent).status).toBe(200);
});

test('cancelling twice answers as before, or 304', async () => {
  const booked = await openBooking();
  const first = (await cancel(booked)).body;
  await booked.stub.clock.advance(80 * 86_400_000);
  expect((await cancel(booked)).body).toEqual(first);
  booked.stub.control.set({ repeated_cancel: '304' });
  // A client that obeys HTTP does not see the body behind a 304.
  expect(await cancel(booked)).toMatchObject({ status: 304, text: '' });
});

test('look-ups lag behind bookings for as long as it is set, or for so many calls', async () => {
  const { call, stub, bookingId } = await openBooking(true, { visibility_lag_seconds: 10_800 });
  const list = async (): Promise<Json[]> => (await call('GET', '/bookings?clientReference=bki_1')).body.data;
  expect([await list(), (await call('GET', `/bookings/${bookingId}`)).status]).toEqual([[], 204]);
  expect((await call('GET', '/bookings/?bookingStartDate=2027-01-01')).body).toEqual({ count: 0, data: [] });
  await stub.clock.advance(10_800_000);
  expect(await list()).toMatchObject([{ bookingId }]);
  stub.control.addFault({ operation: 'bookings', fault: { kind: 'not_yet' }, times: 2 });
  const counts = [];
  for (let at = 0; at < 3; at += 1) counts.push((await list()).length);
  expect(counts).toEqual([0, 0, 1]);
});

test('the hotel’s own number comes later', async () => {
  const { call, stub, bookingId } = await openBooking(true, { confirmation_seconds: 7_200 });
  const code = async (): Promise<string> =>
    (await call('GET', `/bookings/${bookingId}`)).body.data.hotelConfirmationCode;
  expect(await code()).toBe('');
  await stub.clock.advance(7_199_000);
  expect(await code()).toBe('');
  await stub.clock.advance(1_000);
  expect(await code()).toMatch(/^HC\d+$/);
});

test('bookings are found by tags, and listed by days in a shape of its own', async () => {
  const booked = await openBooking();
  const { call, bookingId, stub } = booked;
  expect((await call('GET', '/bookings?customTags=SOURCE:bly')).body.data).toMatchObject([{ bookingId }]);
  expect((await call('GET', '/bookings?customTags=SOURCE:other')).body.data).toEqual([]);
  expect(codeOf(await call('GET', '/bookings'))).toEqual([400, 4002]);
  const list = async (query: string): Promise<Json> => (await call('GET', `/bookings/?${query}`)).body;
  const listed = await list('bookingStartDate=2027-01-10&bookingEndDate=2027-01-10');
  expect(listed).toMatchObject({ count: 1, data: [{ booking_Id: bookingId, client_reference: 'bki_1', sandbox: 1 }] });
  expect(JSON.parse(listed.data[0].cancelPolicies)).toMatchObject({ refundableTag: 'RFN' });
  expect((await list('startDate=2027-03-02&endDate=2027-03-05')).count).toBe(0);
  expect((await list('status=cancelled')).count).toBe(0);
  expect(await list('startDate=1.3.2027')).toEqual({ error: { code: 400, message: 'Invalid startDate or endDate' } });
  await cancel(booked);
  expect((await list('status=cancelled')).data).toMatchObject([{ status: 'CANCELLED', refund_type: 'full' }]);
  stub.control.set({ cancelled_word: 'CANCELED' });
  expect((await call('GET', '/bookings?clientReference=bki_1')).body.data[0].status).toBe('CANCELED');
});

test('a name is changed by people, later', async () => {
  const { call, stub, bookingId } = await openBooking();
  const path = `/bookings/${bookingId}/amend`;
  expect((await call('PUT', path, { firstName: 'Nell' })).body.error).toEqual({
    code: 400,
    message: 'Missing holder object in request body.',
  });
  const holder = { firstName: 'Elizabeth', lastName: 'Cochran', email: 'e@example.com' };
  expect((await call('PUT', path, { holder })).body).toMatchObject({ bookingId, status: 'PENDING' });
  const lastName = async (): Promise<string> => (await call('GET', `/bookings/${bookingId}`)).body.data.holder.lastName;
  expect(await lastName()).toBe('Bly');
  await stub.clock.advance(3_600_000);
  expect(await lastName()).toBe('Cochran');
});

test('other dates are prebooked for a booking, and take its place once', async () => {
  const { call, stub, bookingId } = await openBooking();
  const wanted = { occupancies: [{ adults: 2 }], checkin: '2027-03-08', checkout: '2027-03-10', maxPrebooks: 2 };
  const { data } = (await call('POST', `/bookings/${bookingId}/alternative-prebooks`, wanted)).body;
  expect(data).toMatchObject([{ checkin: '2027-03-08' }, { checkout: '2027-03-10' }]);
  const holder = { firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com', phone: '1' };
  const guests = [{ occupancyNumber: 1, firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com' }];
  const request = { prebookId: data[0].prebookId, holder, guests, payment: { method: 'NONE' } };
  const rebook = (more: object) => call('POST', '/rates/rebook', { ...request, ...more });
  expect((await rebook({})).body.error.description).toBe('existingBookingId field missing or empty');
  const { status, body } = await rebook({ existingBookingId: bookingId, clientReference: 'bki_2' });
  expect([status, body.data.rebookFrom, body.data.checkin]).toEqual([200, bookingId, '2027-03-08']);
  expect(stub.control.bookings().map((booking) => booking.status)).toEqual(['CANCELLED', 'CONFIRMED']);
  expect(codeOf(await rebook({ existingBookingId: bookingId }))).toEqual([409, 4009]);
  expect(codeOf(await call('POST', '/bookings/none/alternative-prebooks', wanted))).toEqual([404, 1000]);
});

test('what is not refundable is left to people when it is booked anew', async () => {
  const { call, stub, bookingId } = await openBooking(false);
  const wanted = { occupancies: [{ adults: 2 }], checkin: '2027-03-08', checkout: '2027-03-10' };
  const { data } = (await call('POST', `/bookings/${bookingId}/alternative-prebooks`, wanted)).body;
  const holder = { firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com', phone: '1' };
  const guests = [{ occupancyNumber: 1, firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com' }];
  const request = {
    prebookId: data[0].prebookId,
    existingBookingId: bookingId,
    holder,
    guests,
    payment: { method: 'NONE' },
  };
  const { status, body } = await call('POST', '/rates/rebook', request);
  expect([status, body.data.status, body.data.audit_trail.oldBookingId]).toEqual([202, 'PENDING', bookingId]);
  expect(stub.control.bookings()).toHaveLength(1);
});
