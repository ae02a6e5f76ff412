import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { type Json, openLiteapiCalls } from '../../../../../test/support/suppliers/liteapi-calls.ts';

/** A receiver of events on a free port, and a stub that sends there. */
async function openReceiver() {
  const received: Json[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      received.push({ body: JSON.parse(text), headers: request.headers });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const calls = await openLiteapiCalls();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  calls.stub.control.set({ webhook_url: `http://127.0.0.1:${address.port}/secret-path` });
  return { ...calls, received, events: () => received.map(({ body }) => body.event_name) };
}

test('prebooks, bookings and cancellations are events of two JSON texts, without signature and id', async () => {
  const { rates, prebook, book, call, stub, received, events } = await openReceiver();
  const { data } = await rates();
  const { prebookId } = await prebook(data[0].roomTypes[0].offerId);
  const { bookingId } = (await book(prebookId, { clientReference: 'bki_1' })).body.data;
  await call('PUT', `/bookings/${bookingId}`);
  await stub.control.settleDeliveries();
  expect(events().sort()).toEqual(['booking.book', 'booking.cancel', 'prebook.success']);
  const { body, headers } = received.find((one) => one.body.event_name === 'booking.book');
  expect(Object.keys(body)).toEqual(['event_name', 'request', 'response']);
  expect(JSON.parse(body.request)).toMatchObject({ clientReference: 'bki_1', prebookId });
  expect(JSON.parse(body.response)).toMatchObject({ data: { bookingId } });
  expect(Object.keys(headers).some((name) => name.includes('signature'))).toBe(false);
  expect(stub.control.deliveries()).toMatchObject([{}, {}, { response_status_code: 204 }]);
});

test('an event can come twice, late, not at all, about an unknown booking, or in another order', async () => {
  const { rates, prebook, stub, received, events } = await openReceiver();
  const { data } = await rates();
  const next = async (fault?: Json) => {
    if (fault !== undefined) stub.control.addFault({ operation: 'webhooks', fault, times: 1 });
    await prebook(data[0].roomTypes[0].offerId);
    await stub.control.settleDeliveries();
    return received.splice(0).map(({ body }) => JSON.parse(body.response).data);
  };
  expect(await next({ kind: 'duplicate', times: 3 })).toHaveLength(3);
  expect(await next({ kind: 'drop' })).toEqual([]);
  expect(await next({ kind: 'unknown_booking' })).toEqual([{ bookingId: 'nobodyKno' }]);
  expect(await next({ kind: 'delay', seconds: 600 })).toEqual([]);
  await stub.clock.advance(600_000);
  await stub.control.settleDeliveries();
  expect(received.splice(0)).toHaveLength(1);
  stub.control.set({ events: 'hold' });
  expect(await next()).toEqual([]);
  expect(stub.control.releaseEvents({ order: 'reversed', times: 2 })).toBe(1);
  stub.control.sendEvent({ event_name: 'made.up', response: { data: {} }, times: 2 });
  await stub.control.settleDeliveries();
  expect(events().sort()).toEqual(['made.up', 'made.up', 'prebook.success', 'prebook.success']);
});
