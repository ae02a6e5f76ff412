import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import type { AddServicesRequest, WantedService } from '../../../src/suppliers/ports/added-services.ts';
import { money, sumMoney } from '../../../src/travel/money.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders, requestFor } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

const HOUR = 3_600_000;
const BOTH = { bags: true, seats: true };

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterAll(() => at.close());
beforeEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ order_services: true, seat_maps_by_order: true, order_services_drift: '0.00', balance: null });
});

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0];
const once = (operation: Fault['operation'], fault: Fault['fault']) =>
  at.stub.control.addFault({ operation, fault, times: 1 });
const orderOf = (id: string) => at.stub.control.orders().find((order) => order.id === id);

interface Sold {
  readonly reference: string;
  readonly orderId: string;
  readonly travelers: AddServicesRequest['travelers'];
}

/** An order of Duffel Airways without bags or seats. */
async function anOrder(): Promise<Sold> {
  const { offers } = await at.search('LHR-JFK');
  const offer = offers.find(({ owner }: { owner: { iata_code: string } }) => owner.iata_code === 'ZZ');
  const request = requestFor(offer);
  const booked = await at.orders.book(request, at.context());
  if (booked.kind !== 'confirmed') throw new Error(booked.kind);
  const travelers = request.travelers.map(({ travelerId, type }) => ({ travelerId, type }));
  return { reference: request.reference, orderId: booked.order.orderId, travelers };
}

async function list({ reference, travelers }: Sold, wants = BOTH) {
  const listed = await at.orders.services.list({ reference, travelers, wants }, at.context());
  if (listed.kind !== 'addable') throw new Error(listed.reason);
  return listed;
}
async function aBag(sold: Sold, quantity = 1): Promise<WantedService> {
  const [bag] = (await list(sold)).bags;
  if (bag === undefined) throw new Error('no bag');
  return { kind: 'bag', serviceKey: bag.serviceKey, travelerId: bag.travelerId, quantity, price: bag.price };
}
async function aSeat(sold: Sold): Promise<WantedService> {
  const [seat] = (await list(sold)).seats;
  const [offered] = seat?.prices ?? [];
  if (seat === undefined || offered === undefined) throw new Error('no seat');
  return { kind: 'seat', segmentId: seat.segmentId, seatNumber: seat.seatNumber, ...offered };
}
function requestOf({ reference, travelers }: Sold, services: readonly WantedService[]): AddServicesRequest {
  const cost = services.map((one) => money(one.price.value * (one.kind === 'bag' ? one.quantity : 1), 'GBP'));
  return { reference, changeReference: newId('change'), services, travelers, total: sumMoney(cost, 'GBP') };
}
const add = (request: AddServicesRequest) => at.orders.services.add(request, at.context());
const lookUp = (request: AddServicesRequest) => at.orders.services.lookUp(request, at.context());
const countOf = ({ orderId }: Sold) => orderOf(orderId)?.services.length;

/** The operations that work was made of, each as often as it was called. */
async function callsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { control } = at.stub;
  const before: Readonly<Record<string, number>> = control.calls();
  await work();
  return Object.entries(control.calls())
    .flatMap(([name, count]) => Array.from({ length: count - (before[name] ?? 0) }, () => name))
    .toSorted();
}

describe('what can be added to an order', () => {
  test('is a passenger’s own bag with its flights, weight and price, and the free seats at each one’s price', async () => {
    const sold = await anOrder();
    const { bags, seats } = await list(sold);
    const [{ travelerId = '' } = {}] = sold.travelers;
    expect(bags).toEqual([
      {
        serviceKey: `checked_bag/23/s1-1/${travelerId}`,
        travelerId,
        type: 'checked_bag',
        description: 'Extra checked bag, 23 kg',
        segmentIds: ['s1-1'],
        weightKg: 23,
        price: { value: expect.any(Number), currency: 'GBP' },
        quantityMax: 2,
      },
      {
        serviceKey: `carry_on//s1-1/${travelerId}`,
        travelerId,
        type: 'carry_on',
        description: 'Extra cabin bag',
        segmentIds: ['s1-1'],
        weightKg: undefined,
        price: { value: expect.any(Number), currency: 'GBP' },
        quantityMax: 1,
      },
    ]);
    const exits = seats.filter(({ features }) => features.includes('exit_row'));
    expect(exits.length).toBeGreaterThan(0);
    expect(exits[0]?.disclosures).toEqual(['Must be able to assist in an evacuation.']);
    expect(seats.every(({ prices }) => prices.length === 1)).toBe(true);
  });

  test('is nothing where the airline lets neither be sold, where the order is gone, and for nobody', async () => {
    const sold = await anOrder();
    at.stub.control.set({ order_services: false, seat_maps_by_order: false });
    const { reference, travelers } = sold;
    const query = { reference, travelers, wants: BOTH };
    expect(await at.orders.services.list(query, at.context())).toMatchObject({ kind: 'not_sold' });
    at.stub.control.set({ order_services: true });
    expect((await list(sold)).seats).toEqual([]);
    await at.orders.cancel(reference, at.context());
    expect(await at.orders.services.list(query, at.context())).toEqual({
      kind: 'not_sold',
      reason: 'The ticket was cancelled.',
    });
    expect(await at.orders.services.list({ ...query, reference: 'ref_nobody' }, at.context())).toMatchObject({
      kind: 'not_sold',
    });
  });

  test('costs two calls for bags or seats and three for both; buying costs one more, looking up one', async () => {
    const sold = await anOrder();
    expect(await callsOf(() => list(sold))).toEqual(['order_read', 'order_services', 'seat_maps']);
    expect(await callsOf(() => list(sold, { bags: true, seats: false }))).toEqual(['order_read', 'order_services']);
    expect(await callsOf(() => list(sold, { bags: false, seats: true }))).toEqual(['order_read', 'seat_maps']);
    const request = requestOf(sold, [await aBag(sold)]);
    expect(await callsOf(() => add(request))).toEqual(['order_read', 'order_services', 'services_add']);
    expect(await callsOf(() => add(request))).toEqual(['order_read']);
    expect(await callsOf(() => lookUp(request))).toEqual(['order_read']);
  });
});

/** What a read is answered, and the failure it is told as. */
const FAILURES: readonly (readonly [name: string, fault: Fault['fault'], kind: string])[] = [
  ['a torn connection', { kind: 'reset' }, 'unavailable'],
  ['a page of a proxy', { kind: 'html' }, 'error'],
  ['cut JSON', { kind: 'cut_json' }, 'error'],
  ['40 MB', { kind: 'huge' }, 'error'],
  ['500', { kind: 'error', code: 'internal_server_error' }, 'error'],
  ['503', { kind: 'error', code: 'service_unavailable', status: 503 }, 'unavailable'],
  ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504 }, 'timeout'],
  ['429', { kind: 'rate_limited' }, 'rate_limited'],
  ['a suspended key', { kind: 'error', code: 'expired_access_token', status: 401 }, 'unauthorised'],
];

describe('a question that is not answered', () => {
  test.each(cellsOf(FAILURES, ['a torn connection', 'a suspended key']))(
    '%s is a failure of the supplier, changes nothing, and is asked again',
    async (_, fault, kind) => {
      const sold = await anOrder();
      const request = requestOf(sold, [await aBag(sold), await aSeat(sold)]);
      for (const operation of ['order_read', 'order_services', 'seat_maps'] as const) {
        once(operation, fault);
        await expect(list(sold)).rejects.toMatchObject({ name: 'SupplierFailure', kind });
        // Nothing was sent that could have sold anything: the same reference may be bought later.
        once(operation, fault);
        await expect(add(request)).rejects.toMatchObject({ name: 'SupplierFailure', kind });
        expect(await lookUp(request)).toEqual({ kind: 'none' });
      }
      expect(countOf(sold)).toBe(0);
      expect((await add(request)).kind).toBe('added');
    },
  );
});

type Ending = 'added' | 'refused' | 'none' | 'unknown' | 'pending';
/** What an order of services is answered, whether Duffel has made it, what we say at once, and what a look-up finds. */
const ANSWERS: readonly (readonly [
  name: string,
  fault: Fault['fault'],
  isMade: boolean,
  atOnce: Ending,
  lookedUp: Ending,
])[] = [
  ['reset before it', { kind: 'reset' }, false, 'unknown', 'unknown'],
  ['reset after it', { kind: 'reset', effect: true }, true, 'unknown', 'added'],
  ['cut JSON', { kind: 'cut_json', effect: true }, true, 'unknown', 'added'],
  ['a cut body', { kind: 'cut_body', effect: true }, true, 'unknown', 'added'],
  ['a page of a proxy', { kind: 'html' }, false, 'unknown', 'unknown'],
  ['a page of a proxy, done', { kind: 'html', effect: true }, true, 'unknown', 'added'],
  ['500', { kind: 'error', code: 'internal_server_error' }, false, 'unknown', 'unknown'],
  ['500, done', { kind: 'error', code: 'internal_server_error', effect: true }, true, 'unknown', 'added'],
  ['502', { kind: 'error', code: 'airline_unknown', status: 502, effect: true }, true, 'unknown', 'added'],
  ['503', { kind: 'error', code: 'service_unavailable', status: 503 }, false, 'unknown', 'unknown'],
  ['504', { kind: 'error', code: 'gateway_timeout_error', status: 504, effect: true }, true, 'unknown', 'added'],
  ['429', { kind: 'rate_limited' }, false, 'unknown', 'unknown'],
  [
    'a word nobody knows',
    { kind: 'error', code: 'something_new', status: 422, effect: true },
    true,
    'unknown',
    'added',
  ],
  ['an airline’s word', { kind: 'error', code: 'airline_internal', status: 422 }, false, 'unknown', 'unknown'],
  ['no code at all', { kind: 'error', empty: true, status: 422 }, false, 'unknown', 'unknown'],
  ['202, added later', { kind: 'accepted', seconds: 30 }, false, 'pending', 'unknown'],
  ['sold to somebody else', { kind: 'error', code: 'ancillary_service_not_available' }, false, 'refused', 'refused'],
  ['price changed', { kind: 'error', code: 'price_changed' }, false, 'refused', 'refused'],
  [
    'another amount',
    { kind: 'error', code: 'payment_amount_does_not_match_order_amount' },
    false,
    'refused',
    'refused',
  ],
  ['cancelled', { kind: 'error', code: 'already_cancelled' }, false, 'refused', 'refused'],
  ['not sold', { kind: 'error', code: 'unsupported_action' }, false, 'refused', 'refused'],
  ['the schedule', { kind: 'error', code: 'schedule_changed' }, false, 'refused', 'refused'],
  ['balance', { kind: 'error', code: 'insufficient_balance' }, false, 'refused', 'refused'],
  ['validation', { kind: 'error', code: 'validation_required' }, false, 'refused', 'refused'],
  ['a suspended key', { kind: 'error', code: 'expired_access_token', status: 401 }, false, 'refused', 'refused'],
];

describe('an order of services that is answered', () => {
  test.each(
    cellsOf(ANSWERS, ['reset before it', 'reset after it', '202, added later', 'a word nobody knows', 'price changed']),
  )('%s', async (_, fault, isMade, atOnce, lookedUp) => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold), await aSeat(sold)]);
    once('services_add', fault);
    expect((await add(request)).kind).toBe(atOnce);
    expect((await lookUp(request)).kind).toBe(lookedUp);
    // Whoever asks for it once more under the same reference orders nothing.
    expect((await add(request)).kind).toBe(lookedUp);
    expect(countOf(sold)).toBe(isMade ? 2 : 0);
    expect((await lookUp(request)).kind).toBe(lookedUp);
  });

  test('by 202 is added by then, and found; or never, and proven so', async () => {
    const sold = await anOrder();
    const later = requestOf(sold, [await aBag(sold)]);
    once('services_add', { kind: 'accepted', seconds: 60 });
    expect((await add(later)).kind).toBe('pending');
    await at.advance(61_000);
    await at.stub.clock.runDue();
    expect((await lookUp(later)).kind).toBe('added');
    const never = requestOf(sold, [await aSeat(sold)]);
    once('services_add', { kind: 'accepted', outcome: 'failed' });
    expect((await add(never)).kind).toBe('pending');
    await at.advance(7 * HOUR);
    expect(await lookUp(never)).toEqual({ kind: 'none' });
    expect(countOf(sold)).toBe(1);
  });

  test('by silence until our deadline is unknown, and found', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold, 2)]);
    once('services_add', { kind: 'hang', effect: true });
    expect((await at.orders.services.add(request, at.context(400))).kind).toBe('unknown');
    expect((await lookUp(request)).kind).toBe('added');
  });

  test('by nobody was not sent, and may be sent again', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    // Order and bags are read, the third request finds nobody.
    const away = at.another({ isReachable: (count) => count !== 3 });
    expect((await away.services.add(request, at.context())).kind).toBe('unknown');
    expect(await lookUp(request)).toEqual({ kind: 'none' });
    expect((await add(request)).kind).toBe('added');
    expect(countOf(sold)).toBe(1);
  });

  test('by nothing that was ever found is proven not to be six hours after the call, and may be bought then', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    once('services_add', { kind: 'reset' });
    await add(request);
    await at.advance(5 * HOUR);
    expect((await lookUp(request)).kind).toBe('unknown');
    await at.advance(2 * HOUR);
    expect(await lookUp(request)).toEqual({ kind: 'none' });
    expect((await add(request)).kind).toBe('added');
    expect(countOf(sold)).toBe(1);
  });

  test('by nothing, of an order that has become another since, stays unknown and is an alarm', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    once('services_add', { kind: 'reset' });
    await add(request);
    // Somebody else buys a seat: what this order was before is not there to compare with any more.
    await add(requestOf(sold, [await aSeat(sold)]));
    const before = await at.alarms('other_services');
    await at.advance(24 * HOUR);
    expect((await lookUp(request)).kind).toBe('unknown');
    expect(await at.alarms('other_services')).toBe(before + 1);
  });
});

describe('what is bought', () => {
  test('is dearer than it was: nothing is ordered', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    at.stub.control.set({ order_services_drift: '3.00' });
    expect(await callsOf(() => add(request))).toEqual(['order_read', 'order_services']);
    expect(await lookUp(request)).toEqual({ kind: 'refused', reason: 'price_changed' });
    expect(countOf(sold)).toBe(0);
  });

  test('by an account without money is refused, and is an alarm', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    const before = await at.alarms('account');
    at.stub.control.set({ balance: '1.00' });
    expect(await add(request)).toEqual({ kind: 'refused', reason: 'The account of the seller could not pay for it.' });
    expect(await at.alarms('account')).toBe(before + 1);
  });

  test('under one reference by many at once is ordered once', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    const outcomes = await Promise.all([
      add(request),
      add(request),
      at.another().services.add(request, at.context()),
      lookUp(request),
    ]);
    expect(outcomes.some(({ kind }) => kind === 'refused')).toBe(false);
    expect(countOf(sold)).toBe(1);
    expect((await lookUp(request)).kind).toBe('added');
  });

  test('twice under two references are two bags, each found as its own', async () => {
    const sold = await anOrder();
    const [first, second] = [requestOf(sold, [await aBag(sold)]), requestOf(sold, [await aBag(sold)])];
    expect([(await add(first)).kind, (await add(second)).kind]).toEqual(['added', 'added']);
    expect(countOf(sold)).toBe(2);
    expect([(await lookUp(first)).kind, (await lookUp(second)).kind]).toEqual(['added', 'added']);
  });

  test('leaves the order found by its own reference, with what it costs now, and its callbacks lead to that alone', async () => {
    const sold = await anOrder();
    const request = requestOf(sold, [await aBag(sold)]);
    const added = await add(request);
    const found = await at.orders.lookUp(sold.reference, at.context());
    expect(found.kind === 'confirmed' && found.order).toEqual(added.kind === 'added' && added.order);
    const quote = await at.orders.cancellations.quote(sold.reference, at.context());
    expect(quote).toMatchObject({
      kind: 'quoted',
      terms: { refund: found.kind === 'confirmed' ? found.order.total : {} },
    });
    expect(await at.alarms('other_total')).toBe(0);
    expect((await at.row(request.changeReference))?.orderId).toBe(`services:${sold.orderId}`);
  });
});
