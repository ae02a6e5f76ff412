import { describe, expect, test } from 'vitest';
import { aRate, aRentalItem, aStay, aStayItem } from '../../../../test/support/products/products.ts';
import { aFare, anItem, aTraveler, aTrip } from '../../../../test/support/products/trips.ts';
import { asId } from '../../../platform/ids.ts';
import { money } from '../../../travel/money.ts';
import { fromItem, toItem } from '../../read/trip-document.ts';
import { replaceSelection } from './ancillaries.ts';
import { itemOriginTotal, itemTotal, tripTotal } from './item-price.ts';
import { agreedFee } from './item-fee.ts';
import { toPricedItem } from './priced-items.ts';
import { beginsAt, dueLaterOf, endsAt, lastDayOf, paxCountOf, priceInCurrency, taxesInCurrency } from './product.ts';
import { acceptPrices, comparePrices, isMoveRefused } from '../quote.ts';
import { findMissingDetails } from '../travelers.ts';
import type { Product, RentalItem, StayItem } from '../trip.ts';

const extras = [
  { ancillaryKey: 'child_seat', travelerId: undefined, quantity: 2 },
  { ancillaryKey: 'gps', travelerId: undefined, quantity: 1 },
];
const stayOf = ({ rateKeys, stay }: StayItem): Product => ({ kind: 'hotel', rateKeys, stay });
const rentalOf = ({ offerKey, rental }: RentalItem): Product => ({ kind: 'car', offerKey, rental });
const lead = (part = {}) => aTraveler({ title: 'MS', ...part });

describe('what is paid now and what later', () => {
  test('a stay paid now leaves the city tax to the property', () => {
    expect(itemTotal(aStayItem())).toEqual(money(60_000, 'EUR'));
    expect(dueLaterOf(aStayItem())).toEqual({ amount: money(2_000, 'EUR'), isKnown: true, where: 'property' });
  });

  test('a stay paid at the property costs nothing now', () => {
    const stay = aStay({ rates: [aRate({ paymentType: 'pay_at_property' })] });
    expect(itemTotal(aStayItem({ stay }))).toEqual(money(0, 'EUR'));
    expect(dueLaterOf(aStayItem({ stay }))).toEqual({ amount: money(62_000, 'EUR'), isKnown: true, where: 'property' });
  });

  test('a car: the counter takes its charges and the extras it sells, we take the others', () => {
    const item = aRentalItem({ ancillaries: extras });
    expect(itemTotal(item)).toEqual(money(28_000, 'EUR'));
    expect(itemOriginTotal(item)).toEqual(money(28_000, 'EUR'));
    expect(dueLaterOf(item)).toEqual({ amount: money(5_500, 'EUR'), isKnown: true, where: 'desk' });
    expect(dueLaterOf(anItem())).toBeUndefined();
  });

  test('in another currency every room and every charge is converted by itself, as search shows it', () => {
    const stay = aStay({ rates: [aRate({ total: money(10_001, 'EUR') }), aRate({ total: money(10_001, 'EUR') })] });
    expect(priceInCurrency({ kind: 'hotel', rateKeys: ['a', 'b'], stay }, 'JPY', 160.5)).toEqual(
      money(2 * 16_052, 'JPY'),
    );
    expect(priceInCurrency(rentalOf(aRentalItem()), 'USD', 1.1684)).toEqual(money(19_863 + 3_505, 'USD'));
  });

  test('a trip of all three pays the sum of what is due now', () => {
    expect(tripTotal({ items: [anItem(), aStayItem(), aRentalItem()], currency: 'EUR' })).toEqual(
      money(130_000, 'EUR'),
    );
  });
});

describe('when and for whom', () => {
  test("a stay begins with check-in and ends with check-out, on the hotel's clock", () => {
    expect([beginsAt(aStayItem()), endsAt(aStayItem())]).toEqual([
      new Date('2026-10-03T14:00:00Z'),
      new Date('2026-10-08T10:00:00Z'),
    ]);
    expect([lastDayOf(aStayItem()), lastDayOf(aRentalItem()), lastDayOf(anItem())]).toEqual([
      '2026-10-08',
      '2026-10-08',
      '2026-10-04',
    ]);
  });

  test('a stay is for its guests, a car for its driver', () => {
    expect([paxCountOf(aStayItem()), paxCountOf(aRentalItem()), paxCountOf(anItem())]).toEqual([2, 1, 1]);
  });
});

describe('what a checkout asks of a mixed trip', () => {
  const complete = { currency: 'EUR', travelers: [lead()] };

  test('as many travelers as each item was searched for', () => {
    const problems = findMissingDetails(aTrip({ ...complete, items: [anItem(), aStayItem()] }));
    expect(problems).toEqual([
      { path: 'travelers', problem: "The hotel was searched for 2 adults; the trip's travelers are others." },
    ]);
  });

  test('children of the ages searched for, on the day of arrival', () => {
    const stay = aStay({ rates: [aRate({ party: { adults: 1, childrenAges: [11, 2] } })] });
    const child = (id: string, part: object) =>
      lead({ travelerId: asId('traveler', id), passengerType: 'CHILD', ...part });
    const missing = (...children: ReturnType<typeof lead>[]) =>
      findMissingDetails(aTrip({ ...complete, travelers: [lead(), ...children], items: [aStayItem({ stay })] })).map(
        ({ problem }) => problem,
      );
    // Twelve before check-out, eleven on arrival: a child to the hotel, an adult in the trip.
    expect(
      missing(
        child('pax_2', { passengerType: 'ADULT', dateOfBirth: '2014-10-05' }),
        child('pax_3', { dateOfBirth: '2024-01-01' }),
      ),
    ).toEqual([]);
    expect(missing(child('pax_2', { dateOfBirth: undefined }), child('pax_3', { dateOfBirth: undefined }))).toEqual([]);
    expect(
      missing(child('pax_2', { dateOfBirth: '2015-10-05' }), child('pax_3', { dateOfBirth: '2024-01-01' })),
    ).toEqual([
      "The hotel was searched for 1 adult and children of 2, 11; the trip's travelers are others.",
      'The hotel was searched for a child of 11; no traveler is 11 on 2026-10-03, the day of arrival.',
    ]);
  });

  test('a teenager travels as an adult and sleeps as a child', () => {
    const stay = aStay({ rates: [aRate({ party: { adults: 1, childrenAges: [14] } })] });
    const teenager = lead({ travelerId: asId('traveler', 'pax_2'), dateOfBirth: '2012-01-01' });
    expect(
      findMissingDetails(aTrip({ ...complete, travelers: [lead(), teenager], items: [aStayItem({ stay })] })),
    ).toEqual([]);
  });

  test('birth dates and genders only for flights', () => {
    const travelers = ['pax_1', 'pax_2'].map((id) =>
      lead({ travelerId: asId('traveler', id), dateOfBirth: undefined, gender: undefined }),
    );
    expect(findMissingDetails(aTrip({ ...complete, travelers, items: [aStayItem()] }))).toEqual([]);
  });

  test("the driver's title, and an age the price holds for", () => {
    const missing = (part: object) =>
      findMissingDetails(aTrip({ ...complete, travelers: [lead(part)], items: [aRentalItem()] }));
    expect(missing({})).toEqual([]);
    expect(missing({ title: undefined })).toEqual([{ path: 'travelers[0].title', problem: 'is needed for a car' }]);
    expect(missing({ dateOfBirth: '2003-01-01' })).toEqual([
      {
        path: 'travelers[0].date_of_birth',
        problem: 'makes the driver 23 at pick-up; the car was searched for a driver of 35',
      },
    ]);
    expect(missing({ dateOfBirth: '1999-01-01' })).toEqual([]);
    expect(missing({ dateOfBirth: '1950-01-01' })).toHaveLength(1);
    expect(missing({ passengerType: 'CHILD', dateOfBirth: undefined })).toEqual([
      { path: 'travelers[0].passenger_type', problem: 'The first traveler drives the car and must be an ADULT.' },
    ]);
  });
});

describe('a price that moves', () => {
  const trip = aTrip({ status: 'quoting', items: [aStayItem()] });
  const sold = (part: Partial<StayItem['stay']>) => {
    const answer = toPricedItem(
      aStayItem(),
      { product: stayOf(aStayItem({ stay: aStay(part) })) },
      { rate: 1 },
      agreedFee,
    );
    if (!('product' in answer)) throw new Error('gone');
    return comparePrices(trip, { items: [answer], gone: [] });
  };
  const bound = (percent: number) => ({ failOnPriceChange: false, increaseMax: { kind: 'percent', percent } }) as const;

  test('at the property has moved, too, and counts as an increase', () => {
    const [room] = aStay().rates;
    const comparison = sold({
      rates: [{ ...room, taxes: [{ description: 'City tax', amount: money(8_200, 'EUR'), isIncluded: false }] }],
    });
    expect(comparison).toMatchObject({
      isMoved: true,
      total: money(60_000, 'EUR'),
      increase: money(6_200, 'EUR'),
      items: [{ previousDueLater: money(2_000, 'EUR') }],
    });
    expect([isMoveRefused(comparison, bound(10)), isMoveRefused(comparison, bound(9.99))]).toEqual([false, true]);
  });

  test('that did not move is no change', () => {
    expect(sold({})).toMatchObject({ isMoved: false, increase: money(0, 'EUR') });
  });

  test('is what the trip shows once accepted', () => {
    const [room] = aStay().rates;
    const answer = toPricedItem(
      aStayItem(),
      { product: stayOf(aStayItem({ stay: aStay({ rates: [{ ...room, total: money(64_200, 'EUR') }] }) })) },
      { rate: 1 },
      agreedFee,
    );
    if (!('product' in answer)) throw new Error('gone');
    const priced = { items: [answer], gone: [] };
    const quoted = acceptPrices(trip, priced, comparePrices(trip, priced), {
      quoteId: asId('quote', 'quo_1'),
      sessionId: asId('session', 'cs_1'),
      paymentId: undefined,
      onPartial: undefined,
      now: new Date('2026-03-01T09:00:00Z'),
      linkExpiresAt: new Date('2026-03-01T13:00:00Z'),
    });
    expect(quoted.items[0]).toMatchObject({
      kind: 'hotel',
      price: money(64_200, 'EUR'),
      originPrice: money(64_200, 'EUR'),
    });
  });
});

describe('extras of a car', () => {
  test('belong to the car and not to a traveler', () => {
    const item = replaceSelection(
      aRentalItem(),
      [lead(), lead()],
      [{ ancillaryKey: 'child_seat', travelerId: undefined, segmentIds: [], quantity: 2 }],
    );
    expect(item.ancillaries).toEqual([{ ancillaryKey: 'child_seat', travelerId: undefined, quantity: 2 }]);
  });

  test('are bounded, and no segments', () => {
    const choose = (quantity: number, segmentIds: string[]) =>
      replaceSelection(
        aRentalItem(),
        [],
        [{ ancillaryKey: 'child_seat', travelerId: undefined, segmentIds, quantity }],
      );
    expect(() => choose(3, [])).toThrow('selections[0].quantity: must be at most 2');
    expect(() => choose(1, ['s1-1'])).toThrow('This extra is for the whole item.');
  });

  test('hotels sell none', () => {
    expect(() =>
      replaceSelection(aStayItem(), [], [{ ancillaryKey: 'gps', travelerId: undefined, segmentIds: [], quantity: 1 }]),
    ).toThrow('does not offer');
  });
});

test('an item survives its way through the database', () => {
  for (const item of [anItem(), aStayItem(), aRentalItem({ ancillaries: extras })]) {
    expect(toItem(JSON.parse(JSON.stringify(fromItem(item))))).toEqual(item);
  }
});

test('taxes inside a price in another currency are those of each person, as search shows them, not of their sum', () => {
  const dollars = (value: number) => ({ value, currency: 'USD' });
  const fare = aFare({
    passengerPrices: [{ kind: 'adt', quantity: 3, baseFare: dollars(1_000), taxes: dollars(333), taxLines: [] }],
  });
  const item = anItem({ fare });
  // 3.33 at 0.5 is 1.67 each; 9.99 at 0.5 would be 5.00.
  expect(taxesInCurrency(item, 'EUR', 0.5)).toEqual({ value: 501, currency: 'EUR' });
});
