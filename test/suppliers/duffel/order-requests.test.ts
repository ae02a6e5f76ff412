import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId, newId } from '../../../src/platform/ids.ts';
import { money } from '../../../src/travel/money.ts';
import type { Json } from '../../support/suppliers/duffel-calls.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders, requestFor } from '../../support/suppliers/duffel-orders.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterAll(() => at.close());

const FAMILY = { passengers: [{ type: 'adult' }, { type: 'adult' }, { age: 7 }, { age: 1 }] };
const NO_CALL = 'no order call was made';

/** The passengers of the order that a reference has. */
function passengersOf(reference: string): Json {
  const [order] = at.stub.control.orders().filter(({ metadata }) => metadata?.['bly_reference'] === reference);
  return order?.passengers;
}

describe('travelers', () => {
  test('each is the passenger of its age; an infant is with the adult it names; tickets are theirs', async () => {
    const { offer, request } = await at.anOffer('LHR-JFK', FAMILY);
    const [first, second, child, infant] = request.travelers;
    if (!first || !second || !child || !infant) throw new Error('four travelers');
    const travelers = [{ ...infant, accompaniedBy: second.travelerId }, child, first, second];
    const outcome = await at.orders.book({ ...request, travelers }, at.context());
    expect(
      outcome.kind === 'confirmed' && outcome.order.tickets.map(({ travelerId }) => travelerId).toSorted(),
    ).toEqual(['pax_0', 'pax_1', 'pax_2', 'pax_3']);
    const [, , childId, infantId] = offer.passengers.map(({ id }: Json) => id);
    const booked = passengersOf(request.reference);
    const named = (name: string) => booked.find(({ given_name }: Json) => given_name === name);
    expect(named('Grace').id).toBe(childId);
    expect(named('Rosa').id).toBe(infantId);
    expect(named('Nellie').infant_passenger_id).toBeNull();
    expect(named('Ada').infant_passenger_id).toBe(infantId);
  });

  test('a child that has a birthday before the last departure is of the age it has then', async () => {
    const { offers } = await at.search(['LHR-JFK', 'JFK-LHR'], { passengers: [{ type: 'adult' }, { age: 8 }] });
    const request = requestFor(offers[0]);
    const [adult, child] = request.travelers;
    if (!adult || !child) throw new Error('two travelers');
    // Seven on the way there (1 March), eight on the way back (8 March).
    const travelers = [adult, { ...child, dateOfBirth: '2019-03-05' }];
    expect((await at.orders.book({ ...request, travelers }, at.context())).kind).toBe('confirmed');
  });

  test('other ages than the offer is for, and what Duffel needs and nobody gave, are refused before any order', async () => {
    const { request } = await at.anOffer('LHR-JFK', { passengers: [{ type: 'adult' }, { age: 7 }] });
    const [adult, child] = request.travelers;
    if (!adult || !child) throw new Error('two travelers');
    // Each under a reference of its own: the refusal of one is final.
    const references: string[] = [];
    const refusedFor = async (changes: object) => {
      const reference = newId('bookingItem');
      references.push(reference);
      return at.orders.book({ ...request, reference, ...changes }, at.context());
    };
    const ages = 'The travelers are not of the ages that the offer is for.';
    expect(await refusedFor({ travelers: [adult, { ...child, dateOfBirth: '2018-01-15' }] })).toEqual({
      kind: 'refused',
      reason: ages,
      proof: NO_CALL,
    });
    expect(await refusedFor({ travelers: [adult] })).toMatchObject({ kind: 'refused', reason: ages });
    expect(await refusedFor({ travelers: [{ ...adult, gender: undefined }, child] })).toMatchObject({
      kind: 'refused',
      reason: 'The gender of a traveler is missing.',
    });
    expect(await refusedFor({ contact: { email: 'a@b.example', phone: '020 8016' } })).toMatchObject({
      kind: 'refused',
      reason: 'The telephone number is not in its international form.',
    });
    for (const reference of references)
      expect(await at.row(reference)).toMatchObject({ status: 'known', calls: 0, proof: NO_CALL, orderId: undefined });
    expect(references.flatMap((reference) => at.ordersOf(reference))).toEqual([]);
  });

  test('titles, accents, passports and frequent flyers arrive as Duffel takes them', async () => {
    at.stub.control.set({ documents_required: true });
    const { offer, request } = await at.anOffer();
    at.stub.control.set({ documents_required: null });
    const [airline] = offer.supported_loyalty_programmes;
    const [adult] = request.travelers;
    if (!adult) throw new Error('a traveler');
    const traveler = {
      ...adult,
      title: 'Mrs.',
      firstName: 'Zoe\u0308',
      lastName: 'O’Hara',
      nationality: 'GB',
      passport: { number: '19KL56147', expiry: '2035-04-25', country: undefined },
      frequentFlyer: { airline: airline ?? 'ZZ', number: '1234567890' },
    };
    expect((await at.orders.book({ ...request, travelers: [traveler] }, at.context())).kind).toBe('confirmed');
    expect(passengersOf(request.reference)).toMatchObject([
      {
        title: 'mrs',
        gender: 'f',
        given_name: 'Zoë',
        family_name: "O'Hara",
        loyalty_programme_accounts: airline === undefined ? [] : [{ airline_iata_code: airline }],
      },
    ]);
  });
});

describe('price', () => {
  test('another total than was quoted is price_changed before any order', async () => {
    const { request } = await at.anOffer();
    for (const total of [
      money(request.total.value - 1, 'GBP'),
      money(request.total.value + 1, 'GBP'),
      money(request.total.value, 'EUR'),
    ]) {
      const reference = newId('bookingItem');
      const refused = { kind: 'refused', reason: 'price_changed', proof: NO_CALL };
      expect(await at.orders.book({ ...request, reference, total }, at.context())).toEqual(refused);
      expect(await at.row(reference)).toMatchObject({ status: 'known', calls: 0, total, reason: 'price_changed' });
      expect(at.ordersOf(reference)).toEqual([]);
    }
  });

  test('bags and seats of two travelers are bought for each of them, and counted into the total', async () => {
    const { offer } = await at.anOffer('LHR-JFK', { passengers: [{ type: 'adult' }, { type: 'adult' }] });
    const { available_services: services } = (
      await at.call('GET', `/air/offers/${offer.id}?return_available_services=true`)
    ).body.data;
    const maps = (await at.call('GET', `/air/seat_maps?offer_id=${offer.id}`)).body.data;
    const bag = services.find(({ metadata }: Json) => metadata.type === 'checked');
    const free = maps[0].cabins[0].rows
      .flatMap(({ sections }: Json) => sections.flatMap(({ elements }: Json) => elements))
      .filter(({ available_services }: Json) => available_services?.length === 2);
    const price = ({ total_amount }: Json) => Math.round(Number(total_amount) * 100);
    const [one, two] = free;
    const seatPrice = (seat: Json, index: number) =>
      price(seat.available_services.find(({ passenger_id }: Json) => passenger_id === offer.passengers[index].id));
    const base = requestFor(offer);
    const request = {
      ...base,
      total: money(base.total.value + 3 * price(bag) + seatPrice(one, 0) + seatPrice(two, 1), 'GBP'),
      // One key for both, as an offer shows an extra.
      ancillaries: [
        { ancillaryKey: bag.id, travelerId: 'pax_0', quantity: 1 },
        { ancillaryKey: bag.id, travelerId: 'pax_1', quantity: 2 },
      ],
      seats: [
        { segmentId: 's1-1', travelerId: 'pax_0', seatNumber: one.designator },
        { segmentId: 's1-1', travelerId: 'pax_1', seatNumber: two.designator },
      ],
    };
    at.stub.control.forgetCalls();
    expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
    expect(at.stub.control.calls()).toMatchObject({ offer: 1, seat_maps: 1, order: 1 });
    const [order] = at.ordersOf(request.reference);
    const booked = (await at.call('GET', `/air/orders/${order?.id}`)).body.data;
    expect(
      booked.services.map(({ type, quantity, passenger_ids }: Json) => [type, quantity, ...passenger_ids]).toSorted(),
    ).toEqual(
      [
        ['baggage', 1, offer.passengers[0].id],
        ['baggage', 2, offer.passengers[1].id],
        ['seat', 1, offer.passengers[0].id],
        ['seat', 1, offer.passengers[1].id],
      ].toSorted(),
    );
  });

  test('a seat or a bag that is gone is refused before any order', async () => {
    const { request } = await at.anOffer();
    const reason = 'unavailable: an extra or a seat is no longer sold with this offer';
    const seats = [{ segmentId: 's1-1', travelerId: 'pax_0', seatNumber: '99Z' }];
    expect(await at.orders.book({ ...request, seats }, at.context())).toMatchObject({ kind: 'refused', reason });
    const ancillaries = [{ ancillaryKey: 'ase_gone', travelerId: 'pax_0', quantity: 1 }];
    const other = { ...request, reference: newId('bookingItem'), ancillaries };
    expect(await at.orders.book(other, at.context())).toMatchObject({ kind: 'refused', reason });
  });

  test.for([
    ['LGW-LHR', 'unavailable: the airline no longer sells the offer'],
    ['LHR-STN', 'price_changed'],
  ])('%s: %s', async ([route = '', reason]) => {
    const { request } = await at.anOffer(route);
    expect(await at.orders.book(request, at.context())).toMatchObject({ kind: 'refused', reason });
    expect(at.ordersOf(request.reference)).toEqual([]);
  });
});

describe('one order', () => {
  test('an offer that another booking has ordered is not ordered again', async () => {
    const { offer, request } = await at.anOffer();
    await at.orders.book(request, at.context());
    at.stub.control.set({ repeat: 'second_order' });
    const other = requestFor(offer);
    expect(await at.orders.book(other, at.context())).toEqual({
      kind: 'refused',
      reason: 'unavailable: another booking has ordered the offer',
      proof: NO_CALL,
    });
    expect(at.stub.control.orders().filter(({ offer_id }) => offer_id === offer.id)).toHaveLength(1);
    at.stub.control.set({ repeat: 'order_creation_already_attempted' });
  });

  test('eight processes that book one reference at once make one order', async () => {
    at.stub.control.set({ repeat: 'second_order' });
    const { request } = await at.anOffer();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => at.another().book(request, at.context()).catch(String)),
    );
    at.stub.control.set({ repeat: 'order_creation_already_attempted' });
    expect(at.ordersOf(request.reference)).toHaveLength(1);
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.kind === 'confirmed')).toHaveLength(1);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
  });

  test('a call that was looked up before it was made is never made', async () => {
    const { request } = await at.anOffer();
    const waiting = at.another({
      faults: {
        pass(point) {
          if (point === 'order.after_intent') throw new Error('paused for good');
        },
      },
    });
    await expect(waiting.book(request, at.context())).rejects.toThrow('paused for good');
    const proof = 'the order call was never made';
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual({ kind: 'none', proof });
    expect(at.ordersOf(request.reference)).toEqual([]);
    expect((await at.orders.book(request, at.context())).kind).toBe('confirmed');
  });

  test('a reference of another organization, and one that nobody used, do not exist', async () => {
    const { request } = await at.anOffer();
    await at.orders.book(request, at.context());
    const stranger = { ...at.context(), organizationId: asId('organization', 'org_stranger') };
    const none = { kind: 'none', proof: 'no order call was intended' };
    expect(await at.orders.lookUp(request.reference, stranger)).toEqual(none);
    expect(await at.orders.lookUp('bki_nobody', at.context())).toEqual(none);
    const refused = { kind: 'refused', reason: 'There is no order with this reference.' };
    expect(await at.orders.cancel(request.reference, stranger)).toEqual(refused);
    expect(await at.orders.cancel('bki_nobody', at.context())).toEqual(refused);
  });

  test('who has no account any more is refused', async () => {
    const { request } = await at.anOffer();
    const refused = { kind: 'refused', reason: 'The seller has no account at Duffel any more.', proof: NO_CALL };
    expect(await at.another({ isSold: () => false }).book(request, at.context())).toEqual(refused);
    expect(await at.row(request.reference)).toMatchObject({ accountId: undefined, calls: 0 });
    // An account that comes back changes nothing: the caller was answered.
    expect(await at.orders.book(request, at.context())).toEqual(refused);
    expect(await at.orders.lookUp(request.reference, at.context())).toEqual(refused);
    expect(at.ordersOf(request.reference)).toEqual([]);
  });
});
