import { expect, test } from 'vitest';
import { openLiteapiCalls } from '../../../../../test/support/suppliers/liteapi-calls.ts';

test('a stay is searched, prebooked, booked, found by its reference and cancelled', async () => {
  const { call, rates, prebook, book, stub } = await openLiteapiCalls();
  const { data, sandbox, hotels } = await rates();
  expect([sandbox, data.length > 30, hotels.length]).toEqual([true, true, data.length]);
  const [room] = data[0].roomTypes;
  const made = await prebook(room.offerId);
  expect(made).toMatchObject({
    offerId: room.offerId,
    hotelId: data[0].hotelId,
    checkin: '2027-03-01',
    price: room.offerRetailRate[0].amount,
    priceDifferencePercent: 0,
    cancellationChanged: false,
    boardChanged: false,
  });
  const { status, body } = await book(made.prebookId, { clientReference: 'bki_1' });
  expect([status, body.data]).toMatchObject([
    200,
    {
      clientReference: 'bki_1',
      status: 'CONFIRMED',
      hotelConfirmationCode: '',
      price: made.price,
      bookedRooms: [{ firstName: 'Nellie', lastName: 'Bly', adults: 2, children: 0 }],
    },
  ]);
  const { bookingId } = body.data;
  const found = await call('GET', '/bookings?clientReference=bki_1');
  expect(found.body.data).toMatchObject([{ bookingId, rooms: [{ firstName: 'Nellie', children: '' }] }]);
  expect((await call('GET', '/bookings?clientReference=bki_2')).body.data).toEqual([]);
  expect((await call('GET', `/bookings/${bookingId}`)).body.data).toMatchObject({ bookingId, price: made.price });
  const cancelled = await call('PUT', `/bookings/${bookingId}`);
  expect(cancelled.body.data).toMatchObject({ bookingId, currency: 'EUR' });
  expect(stub.control.bookings()).toMatchObject([{ id: bookingId, status: cancelled.body.data.status }]);
  const content = await call('GET', `/data/hotel?hotelId=${data[0].hotelId}`);
  expect(content.body.data.id).toBe(data[0].hotelId);
});
