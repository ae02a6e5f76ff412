import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import type { FlightBookRequest, FlightSupplier } from '../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type {
  FlightExchangeService,
  FlightExchangeOffer,
  FlightExchangeQuery,
} from '../../src/suppliers/ports/servicing.ts';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import type { FlightOffer } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../support/products/world.ts';

const log = pino({ level: 'silent' });
const DAY_MINUTES = 1440;
let db: TestDatabase;
let supplier: FlightSupplier;
let exchanges: FlightExchangeService;
let made = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
  if (!supplier.exchanges) throw new Error('the sandbox exchanges flights');
  exchanges = supplier.exchanges;
});
afterAll(() => db.close());

function aContext(now = WORLD_NOW, organization?: string): SupplierContext {
  made += 1;
  return {
    organizationId: asId('organization', organization ?? `org_x${made}`),
    now,
    signal: AbortSignal.timeout(20_000),
    deadlineMs: 10_000,
    purpose: 'booking',
    log,
  };
}
const later = (context: SupplierContext, minutes: number): SupplierContext =>
  aContext(new Date(context.now.getTime() + minutes * 60_000), context.organizationId);

const NELLIE = {
  travelerId: 'pax_1',
  type: 'ADULT',
  firstName: 'Nellie',
  lastName: 'Bly',
  dateOfBirth: '1990-05-05',
  gender: 'FEMALE',
  title: undefined,
} as const;

interface Wanted {
  readonly from?: string;
  readonly to?: string;
  readonly dates?: readonly [string, string?];
  readonly brand?: string;
  readonly adults?: number;
  readonly carrier?: string;
}

async function book(
  context: SupplierContext,
  { from = 'QAA', to = 'QAK', dates = ['2027-01-14'], brand = 'STANDARD', adults = 1, carrier }: Wanted = {},
): Promise<{ readonly request: FlightBookRequest; readonly offer: FlightOffer }> {
  const found = await supplier.search(
    worldQuery(from, to, dates, { passengers: { ...NO_PASSENGERS, adt: adults } }),
    context,
  );
  const offers = 'offers' in found ? found.offers : found;
  const named = offers.find((candidate) => carrier === undefined || candidate.validatingCarrier === carrier);
  const key = named?.offerKey ?? '';
  const priced = await supplier.price({ offerKey: key, fareKey: brand }, context);
  if (priced.kind === 'gone') throw new Error(`${from}-${to} ${brand}: ${priced.reason}`);
  const { offer, fare } = priced.flight;
  const travelers = Array.from({ length: adults }, (_, index) => ({ ...NELLIE, travelerId: `pax_${index + 1}` }));
  made += 1;
  const request: FlightBookRequest = {
    reference: `ref_${made}`,
    offerKey: key,
    fareKey: brand,
    total: fare.total,
    travelers,
    contact: { email: 'n@example.com', phone: '+15550100' },
    ancillaries: [],
  };
  const booked = await supplier.book(request, context);
  if (booked.kind === 'refused') throw new Error(booked.reason);
  return { request, offer };
}

/** The built-in airlines state the difference and the penalty of every exchange. */
type StatedExchange = FlightExchangeOffer & { readonly fareDifference: Money; readonly penalty: Money };

async function offersFor(query: FlightExchangeQuery, context: SupplierContext): Promise<readonly StatedExchange[]> {
  const found = await exchanges.search(query, context);
  if (found.kind !== 'offers') throw new Error(found.reason);
  return found.offers.map((offer) => {
    const { fareDifference, penalty } = offer;
    if (fareDifference === undefined || penalty === undefined) throw new Error('an exchange that is not stated whole');
    expect(offer.changeTotal.value).toBe(fareDifference.value + penalty.value);
    return { ...offer, fareDifference, penalty };
  });
}

async function first(
  query: FlightExchangeQuery,
  context: SupplierContext,
  brand = 'STANDARD',
): Promise<StatedExchange> {
  const offer = (await offersFor(query, context)).find(({ fare }) => fare.brandCode === brand);
  if (!offer) throw new Error(`no ${brand} offered`);
  return offer;
}

const toExchange = (reference: string, changeReference: string, { exchangeKey, fare, penalty }: StatedExchange) => ({
  reference,
  changeReference,
  exchangeKey,
  total: fare.total,
  penalty,
});
async function soldSeats(context: SupplierContext): Promise<Record<string, number>> {
  const rows = await db.q
    .withTables<{
      sandbox_sold_seats: { organization_id: string; flight_number: string; departure_date: string; sold: number };
    }>()
    .selectFrom('sandbox_sold_seats')
    .select(['flight_number', 'departure_date', 'sold'])
    .where('organization_id', '=', context.organizationId)
    .where('sold', '>', 0)
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.flight_number} ${row.departure_date}`, row.sold]));
}

describe('what is offered', () => {
  test('the same cities, carrier, cabin and party on the new day, in the brand that was bought or a higher one, at the fee of the fare for each traveler', async () => {
    const context = aContext();
    const { request } = await book(context, { adults: 2 });
    const offers = await offersFor(
      { reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] },
      context,
    );
    expect(offers.length).toBeGreaterThan(2);
    expect([...new Set(offers.map(({ fare }) => fare.brandCode))].sort()).toEqual(['FLEX', 'PLUS', 'STANDARD']);
    for (const { offer, fare, penalty, fareDifference } of offers) {
      expect([
        offer.validatingCarrier,
        offer.slices[0]?.origin,
        offer.slices[0]?.destination,
        offer.slices[0]?.departureDate,
        offer.passengers.adt,
      ]).toEqual(['Q1', 'QAA', 'QAK', '2027-02-10', 2]);
      expect(penalty).toEqual({ value: 14_000, currency: 'USD' });
      expect(fareDifference.value).toBe(fare.total.value - request.total.value);
    }
    expect(offers.map(({ fare }) => fare.total.value)).toEqual(
      offers.map(({ fare }) => fare.total.value).toSorted((a, b) => a - b),
    );
  });

  test('the fee rises within a day of departure, and an hour before it changes end', async () => {
    const context = aContext();
    const { request, offer } = await book(context);
    const departure = offer.slices[0]?.segments[0]?.depart.instant.getTime() ?? 0;
    const query = { reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] };
    const at = (minutes: number) => aContext(new Date(departure - minutes * 60_000), context.organizationId);
    expect((await first(query, at(DAY_MINUTES + 1))).penalty.value).toBe(7_000);
    expect((await first(query, at(DAY_MINUTES))).penalty.value).toBe(9_000);
    expect((await first(query, at(61))).penalty.value).toBe(9_000);
    expect(await exchanges.search(query, at(60))).toMatchObject({
      kind: 'not_exchangeable',
      reason: expect.stringContaining('too close'),
    });
    expect(await exchanges.search(query, at(-1))).toMatchObject({
      kind: 'not_exchangeable',
      reason: 'The flights have left.',
    });
  });

  test('a slice that is not named keeps its very flights; a cheaper season leaves something over', async () => {
    const context = aContext();
    const { request, offer } = await book(context, {
      from: 'CDG',
      to: 'JFK',
      dates: ['2027-07-10', '2027-07-20'],
      brand: 'FLEX',
      carrier: 'AF',
    });
    const back = await offersFor({ reference: request.reference, slices: [{ index: 1, date: '2027-07-24' }] }, context);
    expect(back.length).toBeGreaterThan(0);
    for (const found of back) {
      expect(found.offer.slices[0]).toEqual(offer.slices[0]);
      expect(found.offer.slices[1]?.departureDate).toBe('2027-07-24');
      expect(found.offer.validatingCarrier).toBe('AF');
      expect(found.fare.brandCode).toBe('FLEX');
    }
    const both = await offersFor(
      {
        reference: request.reference,
        slices: [
          { index: 0, date: '2027-03-02' },
          { index: 1, date: '2027-03-10' },
        ],
      },
      context,
    );
    expect(both[0]?.fareDifference.value).toBeLessThan(0);
    const search = (date: string) =>
      exchanges.search({ reference: request.reference, slices: [{ index: 0, date }] }, context);
    const afterReturn = await search('2027-07-21');
    expect(afterReturn).toMatchObject({
      kind: 'offers',
      offers: [],
      nothing: {
        reason:
          'Air France has no seats in Economy Flex or a higher fare on 2027-07-21. Ask for one of the nearest dates.',
      },
    });
    const nearest = afterReturn.kind === 'offers' ? afterReturn.nothing?.nearest : undefined;
    expect(nearest?.map(([slice]) => slice?.date)).toEqual(['2027-07-20', '2027-07-19', '2027-07-18']);
    expect(await search('2027-08-21')).toMatchObject({
      kind: 'offers',
      offers: [],
      nothing: { reason: expect.stringContaining('nor within 7 days'), nearest: [] },
    });
  });

  test('a journey partly flown goes by the prices it was sold at, and only what is still to come can be changed', async () => {
    const context = aContext();
    const { request, offer } = await book(context, { dates: ['2027-01-14', '2027-01-20'], brand: 'PLUS' });
    const landed = offer.slices[0]?.segments[0]?.arrive.instant.getTime() ?? 0;
    const flying = aContext(new Date(landed), context.organizationId);
    const query = (index: number) => ({ reference: request.reference, slices: [{ index, date: '2027-01-25' }] });
    expect(await exchanges.search(query(0), flying)).toMatchObject({
      kind: 'not_exchangeable',
      reason: expect.stringContaining('Flight 1'),
    });
    const found = await first(query(1), flying, 'PLUS');
    expect(found.offer.slices[0]).toEqual(offer.slices[0]);
    const done = await exchanges.exchange(toExchange(request.reference, 'chg_flown', found), flying);
    expect(done).toMatchObject({ kind: 'exchanged', order: { total: found.fare.total } });
    const again = await first({ reference: 'chg_flown', slices: [{ index: 1, date: '2027-01-26' }] }, flying, 'PLUS');
    expect(again.offer.slices[0]).toEqual(offer.slices[0]);
  });
});

describe('what is not exchangeable', () => {
  test('a fare without changes, an unknown order, one that was cancelled', async () => {
    const context = aContext();
    const { request } = await book(context, { brand: 'LIGHT' });
    const query = (reference: string) => ({ reference, slices: [{ index: 0, date: '2027-02-10' }] });
    expect(await exchanges.search(query(request.reference), context)).toEqual({
      kind: 'not_exchangeable',
      reason: 'The fare Economy Light does not allow changes.',
    });
    expect((await exchanges.search(query('nobody'), context)).kind).toBe('not_exchangeable');
    const other = await book(context);
    await supplier.cancel(other.request.reference, context);
    expect(await exchanges.search(query(other.request.reference), context)).toEqual({
      kind: 'not_exchangeable',
      reason: 'The ticket was cancelled.',
    });
    expect((await exchanges.search(query(request.reference), aContext())).kind).toBe('not_exchangeable');
  });
});

test('a ticket that people are deciding on a refund of is not exchanged', async () => {
  const context = aContext();
  const { request } = await book(context, { to: 'QAM' });
  const past = later(context, 2 * DAY_MINUTES);
  const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, past);
  const given = await supplier.cancellations?.cancel(
    { reference: request.reference, changeReference: 'chg_paper', penaltyMax: { ...request.total } },
    past,
  );
  expect(given).toMatchObject({ kind: 'pending' });
  expect(await exchanges.exchange(toExchange(request.reference, 'chg_qam', found), past)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('deciding on a refund'),
  });
});

test('flights the airline has moved since: the fee counts from the new time, and they cannot stay in a new ticket', async () => {
  const context = aContext();
  const { request } = await book(context, { to: 'QAK', dates: ['2027-01-14', '2027-01-20'] });
  const dayLater = later(context, DAY_MINUTES);
  const told = await supplier.schedules?.find({ reference: request.reference, slices: [] }, dayLater);
  if (told?.kind !== 'changed') throw new Error('QAK is moved after a day');
  await supplier.schedules?.accept({ reference: request.reference, changeId: told.changeId }, dayLater);
  expect(
    await exchanges.search({ reference: request.reference, slices: [{ index: 1, date: '2027-01-25' }] }, dayLater),
  ).toMatchObject({ kind: 'not_exchangeable', reason: expect.stringContaining('has moved flight 1') });
  expect(
    (await offersFor({ reference: request.reference, slices: [{ index: 0, date: '2027-01-10' }] }, dayLater)).length,
  ).toBeGreaterThan(0);
});

describe('exchanging', () => {
  test('ends the old order, frees its seats, takes the new ones and issues new tickets; a repeat, however many at once, answers the same', async () => {
    const context = aContext();
    const { request, offer } = await book(context);
    const before = await supplier.lookUp(request.reference, context);
    const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, context);
    expect(await exchanges.lookUp({ reference: request.reference, changeReference: 'chg_1' }, context)).toEqual({
      kind: 'none',
    });
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => exchanges.exchange(toExchange(request.reference, 'chg_1', found), context)),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    const [done] = outcomes;
    if (done?.kind !== 'exchanged' || before.kind !== 'confirmed') throw new Error('not exchanged');
    expect(done.order.total).toEqual(found.fare.total);
    expect(done.order.confirmationNumber).not.toBe(before.order.confirmationNumber);
    expect(done.order.tickets[0]?.travelerId).toBe('pax_1');
    expect(done.order.tickets[0]?.number).not.toBe(before.order.tickets[0]?.number);
    expect(await exchanges.lookUp({ reference: request.reference, changeReference: 'chg_1' }, context)).toEqual(done);
    expect(await supplier.lookUp('chg_1', context)).toEqual({ kind: 'confirmed', order: done.order });
    expect(await supplier.lookUp(request.reference, context)).toEqual({ kind: 'cancelled' });
    expect((await supplier.cancel(request.reference, context)).kind).toBe('refused');
    expect(offer.slices[0]?.departureDate).toBe('2027-01-14');
    expect(await soldSeats(context)).toEqual({ [`${found.offer.slices[0]?.segments[0]?.flightNumber} 2027-02-10`]: 1 });
    expect(
      await exchanges.search({ reference: request.reference, slices: [{ index: 0, date: '2027-02-11' }] }, context),
    ).toMatchObject({ kind: 'not_exchangeable', reason: 'The ticket was exchanged for another.' });
  });

  test('of two different exchanges of one order at once, one is made', async () => {
    const context = aContext();
    const { request } = await book(context);
    const query = (date: string) => ({ reference: request.reference, slices: [{ index: 0, date }] });
    const wanted = [await first(query('2027-02-10'), context), await first(query('2027-02-11'), context)];
    const outcomes = await Promise.all(
      wanted.map((offer, index) =>
        exchanges.exchange(toExchange(request.reference, `chg_two${index}`, offer), context),
      ),
    );
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['exchanged', 'refused']);
    expect(Object.values(await soldSeats(context))).toEqual([1]);
  });

  test("another total or another penalty than the airline's is refused, and everything stands as it was", async () => {
    const context = aContext();
    const { request } = await book(context);
    const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, context);
    const asked = toExchange(request.reference, 'chg_wrong', found);
    expect(
      await exchanges.exchange({ ...asked, total: { ...asked.total, value: asked.total.value - 1 } }, context),
    ).toEqual({ kind: 'refused', reason: 'price_changed' });
    expect(await exchanges.exchange({ ...asked, penalty: { ...asked.penalty, value: 0 } }, context)).toEqual({
      kind: 'refused',
      reason: 'price_changed',
    });
    expect((await exchanges.exchange({ ...asked, exchangeKey: 'x|y' }, context)).kind).toBe('refused');
    expect((await supplier.lookUp(request.reference, context)).kind).toBe('confirmed');
    expect(await exchanges.lookUp(asked, context)).toEqual({ kind: 'none' });
  });

  test('what was exchanged can be exchanged again, and given up', async () => {
    const context = aContext();
    const { request } = await book(context);
    const once = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, context);
    await exchanges.exchange(toExchange(request.reference, 'chg_once', once), context);
    const twice = await first({ reference: 'chg_once', slices: [{ index: 0, date: '2027-02-12' }] }, context);
    expect((await exchanges.exchange(toExchange('chg_once', 'chg_twice', twice), context)).kind).toBe('exchanged');
    expect(await supplier.cancel('chg_twice', context)).toEqual({ kind: 'cancelled', refund: twice.fare.total });
    expect(await soldSeats(context)).toEqual({});
  });
});

describe('the scenarios', () => {
  test.each(['QAL', 'QAM'])('%s is exchanged', async (to) => {
    const context = aContext();
    const { request } = await book(context, { to });
    const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, context);
    expect((await exchanges.exchange(toExchange(request.reference, `chg_${to}`, found), context)).kind).toBe(
      'exchanged',
    );
  });

  test('QAO does not answer at first, and is found exchanged ten minutes later', async () => {
    const context = aContext();
    const { request } = await book(context, { to: 'QAO' });
    const confirmed = later(context, 10);
    const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, confirmed);
    const names = { reference: request.reference, changeReference: 'chg_qao' };
    expect((await exchanges.exchange(toExchange(request.reference, 'chg_qao', found), confirmed)).kind).toBe('unknown');
    expect((await exchanges.lookUp(names, later(confirmed, 9))).kind).toBe('unknown');
    expect((await exchanges.lookUp(names, later(confirmed, 10))).kind).toBe('exchanged');
  });

  test('QAI refuses to issue the new tickets', async () => {
    const context = aContext();
    const { request } = await book(context, { to: 'QAL' });
    // Nobody can buy a ticket to QAI, so one is made of another.
    await db.q
      .withTables<{ sandbox_order: { organization_id: string; reference: string; offer_key: string } }>()
      .updateTable('sandbox_order')
      .set({ offer_key: await qaiKey(context) })
      .where('organization_id', '=', context.organizationId)
      .where('reference', '=', request.reference)
      .execute();
    const found = await first({ reference: request.reference, slices: [{ index: 0, date: '2027-02-10' }] }, context);
    expect(await exchanges.exchange(toExchange(request.reference, 'chg_qai', found), context)).toEqual({
      kind: 'refused',
      reason: 'ticketing was refused by the airline',
    });
    expect((await supplier.lookUp(request.reference, context)).kind).toBe('confirmed');
  });
});

async function qaiKey(context: SupplierContext): Promise<string> {
  const found = await supplier.search(worldQuery('QAA', 'QAI', ['2027-01-14']), context);
  return ('offers' in found ? found.offers : found)[0]?.offerKey ?? '';
}
