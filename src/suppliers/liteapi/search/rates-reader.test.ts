import { expect, test } from 'vitest';
import { inlineBytesMax } from '../../common/answer-thread.ts';
import { createRatesReader } from './rates-reader.ts';

const task = { currency: 'EUR', roomCount: 1, now: new Date('2027-01-10T09:00:00Z') };

/** An answer of so many hotels, each with one offer; the last one has a price in another currency. */
function body(hotels: number): Buffer {
  const ids = Array.from({ length: hotels }, (_, index) => `lp${index}`);
  const rate = (index: number, currency: string) => ({
    name: 'Double room',
    boardType: 'BB',
    retailRate: { total: [{ amount: 100 + index, currency }] },
    cancellationPolicies: {
      cancelPolicyInfos: [
        { cancelTime: '2027-02-20 10:00:00', amount: 100 + index, currency, type: 'amount', timezone: 'GMT' },
      ],
      refundableTag: 'RFN',
    },
    paymentTypes: ['NUITEE_PAY'],
  });
  return Buffer.from(
    JSON.stringify({
      data: ids.map((hotelId, index) => ({
        hotelId,
        roomTypes: [
          { offerId: `${hotelId}${'o'.repeat(1_000)}`, rates: [rate(index, index === hotels - 1 ? 'CHF' : 'EUR')] },
        ],
      })),
      hotels: ids.map((id) => ({ id, name: `Hotel ${id}`, country_code: 'PT', latitude: 38.71, longitude: -9.14 })),
    }),
  );
}

test('an answer of megabytes is read in a thread as one of kilobytes is at once, unsound offers counted', async () => {
  const reader = createRatesReader();
  const large = body(2_500);
  expect(large.length).toBeGreaterThan(inlineBytesMax);
  const [many, few] = await Promise.all([reader.read(large, task), reader.read(body(3), task)]);
  expect([many?.hotels.length, many?.leftOut, few?.hotels.length, few?.leftOut]).toEqual([
    2_499,
    { currency: 1 },
    2,
    { currency: 1 },
  ]);
  expect(many?.hotels.slice(0, 2)).toEqual(few?.hotels);
  expect(many?.hotels[0]?.offers[0]).toMatchObject({ total: 10_000, terms: expect.any(String) });
});

test('what is no answer is none, however large, and the next one is read again', async () => {
  const reader = createRatesReader();
  for (const bytes of [Buffer.from('x'), Buffer.alloc(inlineBytesMax + 1, 'x'), Buffer.from('{"data":{}}')])
    expect(await reader.read(bytes, task)).toBeUndefined();
  expect((await reader.read(body(300), task))?.hotels).toHaveLength(299);
});
