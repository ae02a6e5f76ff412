import { expect, test } from 'vitest';
import {
  codeOf,
  type Json,
  type LiteapiCalls,
  openLiteapiCalls,
} from '../../../../../test/support/suppliers/liteapi-calls.ts';

async function openOffer(
  more: Readonly<Record<string, unknown>> = {},
): Promise<LiteapiCalls & { readonly offer: Json }> {
  const calls = await openLiteapiCalls();
  calls.stub.control.set({ odd_numbers: false });
  const { data } = await calls.rates({ hotelIds: ['lp1a000', 'lp1a004', 'lp1a006'], boardType: 'RO', ...more });
  return { ...calls, offer: data[0].roomTypes[0] };
}

const prebookOf = ({ call }: LiteapiCalls, offerId: string, more: object = {}) =>
  call('POST', '/rates/prebook?timeout=30', { offerId, usePaymentSdk: false, ...more });

test('an offer that was cut, changed or made up is 4002, and so is a request without usePaymentSdk', async () => {
  const { offer, ...calls } = await openOffer();
  for (const offerId of [offer.offerId.slice(0, 1_000), offer.offerId.slice(0, 500), `A${offer.offerId}`, 'none', '{}'])
    expect((await prebookOf(calls, offerId)).body.error).toEqual({
      code: 4002,
      description: 'invalid offerId',
      message: 'required request field is missing or wrong input',
    });
  expect(codeOf(await calls.call('POST', '/rates/prebook', { offerId: offer.offerId }))).toEqual([400, 4002]);
  expect(
    codeOf(await calls.call('POST', '/rates/prebook', { offerId: offer.offerId, usePaymentSdk: false, paymentSdk: 1 })),
  ).toEqual([400, 4002]);
});

test('an offer is 4040 once its minutes are over, and when its hotel is sold out', async () => {
  const { offer, stub, ...calls } = await openOffer();
  stub.control.set({ offer_minutes: 10 });
  await stub.clock.advance(600_000);
  expect((await prebookOf({ ...calls, stub }, offer.offerId)).status).toBe(200);
  await stub.clock.advance(1_000);
  expect(codeOf(await prebookOf({ ...calls, stub }, offer.offerId))).toEqual([408, 4040]);
  const { data } = await calls.rates();
  const { hotelId, roomTypes } = data[0];
  stub.control.set({ sold_out: [hotelId] });
  expect(codeOf(await prebookOf({ ...calls, stub }, roomTypes[0].offerId))).toEqual([408, 4040]);
  expect((await calls.rates()).data.map((one: Json) => one.hotelId)).not.toContain(hotelId);
});

test('a prebook can time out with 4016', async () => {
  const { offer, stub, ...calls } = await openOffer();
  stub.control.addFault({ operation: 'prebook', fault: { kind: 'error', code: 4016 }, times: 1 });
  expect(codeOf(await prebookOf({ ...calls, stub }, offer.offerId))).toEqual([408, 4016]);
});

test.each([0, 3, -2])('the price can have moved by %i percent, and the prebook says so', async (percent) => {
  const { offer, prebook, stub } = await openOffer();
  stub.control.addFault({ operation: 'prebook', fault: { kind: 'substitute', price_percent: percent }, times: 1 });
  const made = await prebook(offer.offerId);
  expect(made.priceDifferencePercent).toBe(percent);
  expect(made.price / offer.offerRetailRate[0].amount).toBeCloseTo(1 + percent / 100, 3);
  expect(made.roomTypes[0].rates[0].retailRate.total[0].amount).toBe(made.price);
});

test('board and terms can have changed, and the prebook says so', async () => {
  const { offer, prebook, stub } = await openOffer({ refundableRatesOnly: true });
  stub.control.addFault({
    operation: 'prebook',
    fault: { kind: 'substitute', board: true, cancellation: true },
    times: 1,
  });
  expect(await prebook(offer.offerId)).toMatchObject({
    boardChanged: true,
    cancellationChanged: true,
    priceDifferencePercent: 0,
    roomTypes: [{ rates: [{ boardType: 'BB', cancellationPolicies: { refundableTag: 'NRFN' } }] }],
  });
});

test('price, board, terms and room can change without a word', async () => {
  const { offer, prebook, stub } = await openOffer({ refundableRatesOnly: true });
  const silent = { price_said: false, board_said: false, cancellation_said: false };
  stub.control.addFault({
    operation: 'prebook',
    fault: { kind: 'substitute', price_percent: 5, board: true, cancellation: true, room: true, ...silent },
    times: 1,
  });
  const made = await prebook(offer.offerId);
  const [rate] = made.roomTypes[0].rates;
  expect(made).toMatchObject({ priceDifferencePercent: 0, boardChanged: false, cancellationChanged: false });
  expect([rate.boardType, rate.cancellationPolicies.refundableTag]).toEqual(['BB', 'NRFN']);
  expect(rate.name).not.toBe(offer.rates[0].name);
  expect(made.price / offer.offerRetailRate[0].amount).toBeCloseTo(1.05, 3);
});

test('a prebook can be read again until its minutes are over', async () => {
  const { offer, prebook, call, stub, book } = await openOffer();
  stub.control.set({ prebook_minutes: 20 });
  const made = await prebook(offer.offerId);
  expect((await call('GET', `/prebooks/${made.prebookId}`)).body.data).toEqual(made);
  await stub.clock.advance(21 * 60_000);
  expect(codeOf(await call('GET', `/prebooks/${made.prebookId}`))).toEqual([400, 4002]);
  expect((await book(made.prebookId)).body.error).toMatchObject({
    code: 4002,
    description: 'invalid prebookId, rate not found',
  });
});

test('a payment of the guest by the form of LiteAPI has a transaction; a credit line shows what is left', async () => {
  const { offer, stub, ...calls } = await openOffer();
  stub.control.set({ credit: 12.5 });
  const { body } = await prebookOf({ ...calls, stub }, offer.offerId, {
    usePaymentSdk: true,
    includeCreditBalance: true,
  });
  const { transactionId, prebookId, creditLine } = body.data;
  expect(creditLine).toEqual({ remainingCredit: 12.5, currency: 'EUR' });
  const pay = (payment: object) => calls.book(prebookId, { payment });
  expect((await pay({ method: 'TRANSACTION_ID' })).body.error.description).toBe('missing or empty transaction id');
  expect(codeOf(await pay({ method: 'TRANSACTION_ID', transactionId: 'tr_of_another' }))).toEqual([400, 2014]);
  expect(codeOf(await pay({ method: 'WALLET' }))).toEqual([400, 5000]);
  expect((await pay({ method: 'TRANSACTION_ID', transactionId })).status).toBe(200);
});
