import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarSupplier } from '../../src/suppliers/ports/cars.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type {
  RentalExchangeService,
  RentalExchangeOffer,
  RentalExchangeQuery,
} from '../../src/suppliers/ports/servicing.ts';
import { createSandboxCars } from '../../simulator/rentals/cars.ts';
import { createRentalExchanges } from '../../simulator/rentals/exchanges/rental-exchanges.ts';
import { dueAtCounter, payNowOfRental } from '../../src/travel/rental.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import {
  aContext,
  aReference,
  CONTACT,
  contextAt,
  later,
  NELLIE,
  readSold,
} from '../support/suppliers/booking-conformance.ts';
import { smallRentalQuery, smallRentals } from '../support/products/small-rentals.ts';
import { testWorld } from '../support/products/world.ts';

let db: TestDatabase;
/** Two vehicles of which there are two each, EUR 40 a day on even days of asking, 41 on odd ones. */
let small: CarSupplier;
let world: CarSupplier;

beforeAll(async () => {
  db = await openTestDatabase();
  small = createSandboxCars({ world: { rentals: smallRentals }, db, clock: { now: () => new Date() } });
  world = createSandboxCars({ world: testWorld(), db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

/** An even day: a car costs EUR 120.00 for three days. */
const EVEN_DAY = new Date('2026-11-20T12:00:00Z');
const WEEK_LATER = { pickUpAt: '2027-01-21T10:00:00', dropOffAt: '2027-01-24T10:00:00' };

function exchangesOf(supplier: CarSupplier): RentalExchangeService {
  if (!supplier.exchanges) throw new Error('no exchanges');
  return supplier.exchanges;
}
async function book(supplier: CarSupplier, name: string, context: SupplierContext): Promise<string> {
  const { offers } = await supplier.search({ ...smallRentalQuery(supplier === world ? 'QAA' : 'LIS') }, context);
  const offer = offers.find(({ vehicle }) => vehicle.name === name);
  const reference = aReference();
  const outcome =
    offer &&
    (await supplier.book(
      {
        reference,
        offerKey: offer.offerKey,
        total: payNowOfRental(offer),
        dueLater: dueAtCounter(offer),
        travelers: [NELLIE],
        contact: CONTACT,
        ancillaries: [],
      },
      context,
    ));
  if (outcome?.kind !== 'confirmed' && outcome?.kind !== 'pending')
    throw new Error(`no ${name}: ${JSON.stringify(outcome)}`);
  return reference;
}
const wish = (reference: string, part: Partial<RentalExchangeQuery> = {}): RentalExchangeQuery => ({
  reference,
  pickUpAt: undefined,
  dropOffAt: undefined,
  extras: undefined,
  ...part,
});
async function offersOf(
  supplier: CarSupplier,
  query: RentalExchangeQuery,
  context: SupplierContext,
): Promise<readonly RentalExchangeOffer[]> {
  const found = await exchangesOf(supplier).search(query, context);
  if (found.kind !== 'offers') throw new Error(found.reason);
  return found.offers;
}
const request = (reference: string, { exchangeKey, total }: RentalExchangeOffer) => ({
  reference,
  changeReference: aReference(),
  exchangeKey,
  total,
  penalty: { value: 0, currency: total.currency },
});
const totals = (offers: readonly RentalExchangeOffer[]) =>
  offers.map(({ rental, total }) => [rental.vehicle.name, total.value]);
const pick = (offers: readonly RentalExchangeOffer[], name: string): RentalExchangeOffer => {
  const offer = offers.find(({ rental }) => rental.vehicle.name === name);
  if (!offer) throw new Error(`no ${name}`);
  return offer;
};

describe('what is offered', () => {
  test("every vehicle at today's price, and the present one at the price it was sold at", async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const nextDay = later(context, 24 * 60);
    expect(totals(await offersOf(small, wish(reference), nextDay))).toEqual([
      ['Golf', 12_000],
      ['Golf on request', 12_300],
    ]);
    expect(totals(await offersOf(small, wish(reference, WEEK_LATER), nextDay))).toEqual([
      ['Golf', 12_300],
      ['Golf on request', 12_300],
    ]);
  });

  test('with extras alone the present car alone: those paid now are in the total, those of the counter in what it collects', async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const extras = [
      { ancillaryKey: 'gps', travelerId: undefined, quantity: 1 },
      { ancillaryKey: 'child', travelerId: undefined, quantity: 2 },
    ];
    const offers = await offersOf(small, wish(reference, { extras }), later(context, 24 * 60));
    expect(offers).toMatchObject([
      { total: { value: 13_500 }, dueLater: { value: 8_500 }, extras, isOnRequest: false },
    ]);
  });

  test('an extra it does not have is rejected', async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    await expect(
      exchangesOf(small).search(
        wish(reference, { extras: [{ ancillaryKey: 'jacuzzi', travelerId: undefined, quantity: 1 }] }),
        context,
      ),
    ).rejects.toMatchObject({ kind: 'rejected' });
  });

  test.each([
    ['not_exchangeable', 'The rental company does not exchange this rental.'],
    ['busy', 'An exchange of this rental is already in progress.'],
    ['on_request', 'The rental company has not confirmed the rental yet.'],
  ])('%s is not exchangeable, with a reason', async (name, reason) => {
    const context = aContext();
    expect(await exchangesOf(world).search(wish(await book(world, name, context)), context)).toEqual({
      kind: 'not_exchangeable',
      reason,
    });
  });

  test("of the built-in world: only the company's own branch, on the plan that was bought, and nothing outside opening hours or in the past", async () => {
    const context = aContext();
    const { offers } = await world.search({ ...smallRentalQuery('LIS'), offersMax: 300 }, context);
    const bought = offers.find(
      (offer) =>
        offer.isRefundable && !offer.isOnRequest && offer.pickUp.opens !== '00:00' && offer.offerKey.includes('~F~'),
    );
    if (!bought) throw new Error('no such car');
    const reference = aReference();
    await world.book(
      {
        reference,
        offerKey: bought.offerKey,
        total: payNowOfRental(bought),
        dueLater: dueAtCounter(bought),
        travelers: [NELLIE],
        contact: CONTACT,
        ancillaries: [],
      },
      context,
    );
    const found = await offersOf(world, wish(reference), context);
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(found.map(({ rental }) => rental.pickUp.branchId))).toEqual(new Set([bought.pickUp.branchId]));
    expect(found.every(({ rental }) => rental.offerKey.includes('~F~'))).toBe(true);
    expect(found.find(({ rental }) => rental.offerKey === bought.offerKey)?.total).toEqual(payNowOfRental(bought));
    for (const times of [
      { pickUpAt: '2027-01-14T03:30:00' },
      { pickUpAt: '2020-01-14T10:00:00' },
      { dropOffAt: '2028-01-14T10:00:00' },
    ]) {
      expect(await offersOf(world, wish(reference, times), context), JSON.stringify(times)).toEqual([]);
    }
  });

  test('a prepaid rental is not exchangeable', async () => {
    const context = aContext();
    const { offers } = await world.search({ ...smallRentalQuery('LIS'), offersMax: 300 }, context);
    const prepaid = offers.find((offer) => !offer.isRefundable);
    if (!prepaid) throw new Error('no prepaid car');
    const reference = aReference();
    await world.book(
      {
        reference,
        offerKey: prepaid.offerKey,
        total: payNowOfRental(prepaid),
        dueLater: dueAtCounter(prepaid),
        travelers: [NELLIE],
        contact: CONTACT,
        ancillaries: [],
      },
      context,
    );
    expect(await exchangesOf(world).search(wish(reference), context)).toEqual({
      kind: 'not_exchangeable',
      reason: 'A prepaid rate can be neither changed nor given back.',
    });
  });
});

describe('exchanging', () => {
  test('takes the new car, frees the old one, and is done once', async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const offer = pick(await offersOf(small, wish(reference, WEEK_LATER), context), 'Golf');
    const asked = request(reference, offer);
    expect(await exchangesOf(small).lookUp(asked, context)).toEqual({ kind: 'none' });
    const outcome = await exchangesOf(small).exchange(asked, context);
    expect(outcome).toMatchObject({ kind: 'exchanged', order: { total: { value: 12_000, currency: 'EUR' } } });
    expect(await exchangesOf(small).exchange(asked, context)).toEqual(outcome);
    expect(await exchangesOf(small).lookUp(asked, later(context, 60))).toEqual(outcome);
    expect(await readSold(db, context)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(await small.lookUp(reference, context)).toEqual({ kind: 'cancelled' });
    expect(await small.lookUp(asked.changeReference, context)).toMatchObject({ kind: 'confirmed' });
    expect(await exchangesOf(small).search(wish(reference), context)).toEqual({
      kind: 'not_exchangeable',
      reason: 'The rental has been cancelled.',
    });
  });

  test('the price of the sale outlives an exchange of extras', async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const nextDay = later(context, 24 * 60);
    const [withGps] = await offersOf(
      small,
      wish(reference, { extras: [{ ancillaryKey: 'gps', travelerId: undefined, quantity: 1 }] }),
      nextDay,
    );
    if (!withGps) throw new Error('no offer');
    const asked = request(reference, withGps);
    await exchangesOf(small).exchange(asked, nextDay);
    expect(await offersOf(small, wish(asked.changeReference, { extras: [] }), later(context, 48 * 60))).toMatchObject([
      { total: { value: 12_000 } },
    ]);
    expect(await readSold(db, context)).toEqual([1, 1, 1]);
  });

  test('a quoted price holds over midnight for half an hour, and another total is refused', async () => {
    const context = contextAt(new Date('2026-11-20T23:55:00Z'));
    const reference = await book(small, 'Golf', context);
    const offer = pick(await offersOf(small, wish(reference, WEEK_LATER), context), 'Golf');
    expect(
      await exchangesOf(small).exchange(
        { ...request(reference, offer), total: { value: 11_999, currency: 'EUR' } },
        context,
      ),
    ).toEqual({ kind: 'refused', reason: 'price_changed' });
    expect(await exchangesOf(small).price({ reference, exchangeKey: offer.exchangeKey }, later(context, 29))).toEqual({
      kind: 'priced',
      offer,
    });
    expect(
      (await exchangesOf(small).price({ reference, exchangeKey: offer.exchangeKey }, later(context, 30))).kind,
    ).toBe('gone');
    expect((await exchangesOf(small).exchange(request(reference, offer), later(context, 29))).kind).toBe('exchanged');
  });

  test('two exchanges of one rental at once: one is made', async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const offer = pick(await offersOf(small, wish(reference, WEEK_LATER), context), 'Golf');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => exchangesOf(small).exchange(request(reference, offer), context)),
    );
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['exchanged', 'refused', 'refused']);
    expect(await readSold(db, context)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test("asked again while the first call takes the last car: the answer is the first one's, not that the car is gone", async () => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const offer = pick(await offersOf(small, wish(reference, WEEK_LATER), context), 'Golf');
    const asked = request(reference, offer);
    const soldOut = new Map(smallRentals.carUses(offer.rental.offerKey)?.map(({ key }) => [key, 2]));
    const made: unknown[] = [];
    const again = createRentalExchanges({
      db,
      rentals: smallRentals,
      orderBook: {
        note: () => undefined,
        // The first call commits after the second has found nothing.
        async ask() {
          made.push(await exchangesOf(small).exchange(asked, context));
          return { now: context.now, sold: soldOut };
        },
      },
    });
    expect(await again.exchange(asked, context)).toMatchObject({ kind: 'exchanged' });
    expect(made).toMatchObject([{ kind: 'exchanged' }]);
  });

  test('three rentals exchanged at once for the last two cars: two are, the third stands as it was', async () => {
    const context = contextAt(EVEN_DAY);
    const references = [await book(small, 'Golf', context), await book(small, 'Golf', context)];
    const third = await book(small, 'Golf on request', context);
    const ready = later(context, 6 * 60);
    const asked = await Promise.all(
      [...references, third].map(async (reference) =>
        request(reference, pick(await offersOf(small, wish(reference, WEEK_LATER), ready), 'Golf')),
      ),
    );
    const outcomes = await Promise.all(asked.map((one) => exchangesOf(small).exchange(one, ready)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['exchanged', 'exchanged', 'refused']);
    const refused = asked[outcomes.findIndex(({ kind }) => kind === 'refused')];
    expect((await small.lookUp(refused?.reference ?? '', ready)).kind).toBe('confirmed');
  });

  test.each([
    '',
    'x1|0|nothing|',
    'x1|1795176000000|LIS~Golf~2027-01-21~2027-01-24|jacuzzi:1',
    'x1|99999999999999|LIS~Golf~2027-01-21~2027-01-24|',
  ])('the key "%s" is refused', async (exchangeKey) => {
    const context = contextAt(EVEN_DAY);
    const reference = await book(small, 'Golf', context);
    const total = { value: 12_000, currency: 'EUR' };
    expect(
      (
        await exchangesOf(small).exchange(
          { reference, changeReference: aReference(), exchangeKey, total, penalty: { value: 0, currency: 'EUR' } },
          context,
        )
      ).kind,
    ).toBe('refused');
    expect((await exchangesOf(small).price({ reference, exchangeKey }, context)).kind).toBe('gone');
  });
});

describe('on request', () => {
  test("the scenario's is confirmed after two hours; until then the old rental stands and no other exchange begins", async () => {
    const context = aContext();
    const reference = await book(world, 'even', context);
    const offer = pick(await offersOf(world, wish(reference), context), 'on_request');
    expect(offer.isOnRequest).toBe(true);
    const asked = request(reference, offer);
    expect((await exchangesOf(world).exchange(asked, context)).kind).toBe('pending');
    expect((await exchangesOf(world).lookUp(asked, later(context, 119))).kind).toBe('pending');
    expect((await world.lookUp(reference, later(context, 119))).kind).toBe('confirmed');
    expect(await exchangesOf(world).search(wish(reference), later(context, 119))).toEqual({
      kind: 'not_exchangeable',
      reason: 'An exchange of this rental is already in progress.',
    });
    expect((await exchangesOf(world).exchange(request(reference, pick([offer], 'on_request')), context)).kind).toBe(
      'refused',
    );
    expect((await exchangesOf(world).lookUp(asked, later(context, 120))).kind).toBe('exchanged');
    expect(await world.lookUp(reference, later(context, 120))).toEqual({ kind: 'cancelled' });
  });

  test('not confirmed by the hour of the pick-up it is declined, the old rental stands and the new car is free again', async () => {
    const context = aContext();
    const reference = await book(world, 'even', context);
    const pickUpAt = new Date(context.now.getTime() + 60 * 60_000).toISOString().slice(0, 19);
    const asked = request(reference, pick(await offersOf(world, wish(reference, { pickUpAt }), context), 'on_request'));
    expect((await exchangesOf(world).exchange(asked, context)).kind).toBe('pending');
    expect(await exchangesOf(world).lookUp(asked, later(context, 60))).toEqual({
      kind: 'refused',
      reason: 'The rental company found no car before the rental was to begin.',
    });
    expect((await world.lookUp(reference, later(context, 60))).kind).toBe('confirmed');
    expect(new Set(await readSold(db, context))).toEqual(new Set([0, 1]));
    expect((await exchangesOf(world).search(wish(reference), later(context, 60))).kind).toBe('offers');
  });
});
