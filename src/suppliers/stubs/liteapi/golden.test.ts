import { expect, test } from 'vitest';
import { type Json, openLiteapiCalls, ratesFields } from '../../../../test/support/suppliers/liteapi-calls.ts';
import { collectKinds, findDifferences } from '../../../../test/support/suppliers/golden/golden-kinds.ts';
import {
  amendmentSamples,
  bookedSamples,
  cancellationSamples,
  foundSamples,
  lineSamples,
  readSamples,
} from '../../../../test/support/suppliers/golden/liteapi/booking-samples.ts';
import {
  hotelSamples,
  hotelsSamples,
  listSamples,
  reviewsSamples,
} from '../../../../test/support/suppliers/golden/liteapi/content-samples.ts';
import {
  errorSamples,
  lowestSamples,
  prebookSamples,
  ratesSamples,
  streamSamples,
} from '../../../../test/support/suppliers/golden/liteapi/rate-samples.ts';

/** What of the stub's answers is otherwise than in hand-written samples of LiteAPI's shape. */
function differences(answers: readonly unknown[], samples: readonly object[]): readonly string[] {
  expect(answers.length).toBeGreaterThan(0);
  return findDifferences(collectKinds(withHttps(answers)), collectKinds(samples));
}

/** The stub's photos lie on plain http of this computer, those of LiteAPI on https. */
function withHttps(answers: readonly unknown[]): Json[] {
  return JSON.parse(JSON.stringify(answers).replaceAll('http://', 'https://'));
}

const FAMILIES = [{ adults: 2, children: [8] }, { adults: 1 }];

test('content has the official shape', async () => {
  const { call } = await openLiteapiCalls();
  const lists = await call('GET', '/data/hotels?countryCode=PT&lastUpdatedAt=2026-01-01T00:00:00Z');
  expect(differences([lists.body], hotelsSamples)).toEqual([]);
  const hotels = await Promise.all(
    lists.body.data
      .filter(({ deletedAt }: Json) => deletedAt === undefined)
      .map(({ id }: Json) => call('GET', `/data/hotel?hotelId=${id}`)),
  );
  expect(
    differences(
      hotels.map(({ body }) => body.data),
      hotelSamples,
    ),
  ).toEqual([]);
  expect(differences([(await call('GET', '/data/reviews?hotelId=lp1a000')).body], reviewsSamples)).toEqual([]);
  for (const [path, sample] of Object.entries(listSamples))
    expect(differences([(await call('GET', `/data/${path}`)).body], [sample]), path).toEqual([]);
});

test('rates, streams, lowest rates and prebooks have the official shape', async () => {
  const { call, rates, stub } = await openLiteapiCalls();
  const found = [await rates(), await rates({ occupancies: FAMILIES, roomMapping: true })];
  expect(differences(found, ratesSamples)).toEqual([]);
  const { text } = await call('POST', '/hotels/rates', ratesFields({ stream: true }));
  const blocks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json));
  expect(differences(blocks, streamSamples)).toEqual([]);
  const hotelIds = found[0].data.map(({ hotelId }: Json) => hotelId);
  expect(
    differences([(await call('POST', '/hotels/min-rates', ratesFields({ hotelIds }))).body], lowestSamples),
  ).toEqual([]);
  const offers: Json[] = found[1].data.flatMap(({ roomTypes }: Json) => roomTypes.slice(0, 1));
  const prebooks: Json[] = [];
  for (const { offerId } of offers.slice(0, 25)) {
    const request: Json = {
      offerId,
      usePaymentSdk: prebooks.length % 2 === 0,
      includeCreditBalance: prebooks.length % 3 === 0,
    };
    prebooks.push((await call('POST', '/rates/prebook', request)).body.data);
  }
  expect(differences(prebooks, prebookSamples)).toEqual([]);
  expect(stub.control.prebookCount()).toBe(25);
});

test('bookings and what happens to them have the official shape', async () => {
  const { call, rates, prebook, book } = await openLiteapiCalls();
  const { data } = await rates({ occupancies: FAMILIES });
  const booked: Json[] = [];
  for (const { roomTypes } of data.slice(0, 20)) {
    const { prebookId } = await prebook(roomTypes.at(-1).offerId);
    booked.push((await book(prebookId, { clientReference: `bki_${booked.length}` }, 2)).body.data);
  }
  expect(differences(booked, bookedSamples)).toEqual([]);
  const amended = { holder: { firstName: 'Nell', lastName: 'Bly', email: 'nell@example.com' } };
  const amendment = await call('PUT', `/bookings/${booked[0].bookingId}/amend`, amended);
  expect(differences([amendment.body], amendmentSamples)).toEqual([]);
  const cancelled = [];
  for (const { bookingId } of booked.slice(0, 10)) cancelled.push((await call('PUT', `/bookings/${bookingId}`)).body);
  expect(differences(cancelled, cancellationSamples)).toEqual([]);
  const read = await Promise.all(booked.map(({ bookingId }) => call('GET', `/bookings/${bookingId}`)));
  expect(
    differences(
      read.map(({ body }) => body.data),
      readSamples,
    ),
  ).toEqual([]);
  const found = await Promise.all(booked.map((_, index) => call('GET', `/bookings?clientReference=bki_${index}`)));
  expect(
    differences(
      found.flatMap(({ body }) => body.data),
      foundSamples,
    ),
  ).toEqual([]);
  expect(differences([(await call('GET', '/bookings/?startDate=2027-03-01')).body], lineSamples)).toEqual([]);
});

test('refusals have the official shape', async () => {
  const { call, book } = await openLiteapiCalls();
  const refused = [
    await call('POST', '/hotels/rates', {}),
    await call('GET', '/data/hotels'),
    await call('POST', '/rates/prebook', { offerId: 'none', usePaymentSdk: false }),
    await book('none00000'),
    await call('GET', '/nothing'),
  ];
  expect(
    differences(
      refused.map(({ body }) => body),
      errorSamples,
    ),
  ).toEqual([]);
});
