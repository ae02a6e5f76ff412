import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../src/platform/fault-points.ts';
import { newId } from '../../src/platform/ids.ts';
import type {
  AddableBag,
  AddableSeat,
  AddServicesOutcome,
  AddServicesRequest,
  WantedService,
} from '../../src/suppliers/ports/added-services.ts';
import { createSeededRandom, type SeededRandom } from '../../src/suppliers/stubs/seeded-random.ts';
import { sumMoney } from '../../src/travel/money.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders, requestFor } from '../support/suppliers/duffel-orders.ts';

const ROUNDS = 150;
const TRIES_MAX = 12;
const HOUR = 3_600_000;
const SEED = process.env['BLY_TEST_SEED'] ?? String(Date.now() % 1_000_000);
const POINTS = FAULT_POINTS.filter((point) => point.startsWith('services.'));

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0]['fault'];
/** Answers to an order of services that may have been carried out. */
const OPEN: readonly [Fault, ...Fault[]] = [
  { kind: 'reset' },
  { kind: 'cut_json' },
  { kind: 'html' },
  { kind: 'rate_limited' },
  { kind: 'error', code: 'internal_server_error' },
  { kind: 'error', code: 'airline_unknown' },
  { kind: 'error', code: 'service_unavailable' },
];
/** Answers that Duffel never gives about services it has sold. */
const REFUSALS: readonly [Fault, ...Fault[]] = [
  { kind: 'error', code: 'ancillary_service_not_available' },
  { kind: 'error', code: 'insufficient_balance' },
];

let at: DuffelOrdersUnderTest;
let random: SeededRandom;
beforeAll(async () => {
  at = await openDuffelOrders();
  random = createSeededRandom(SEED);
});
afterAll(() => at.close());

type Outcome = AddServicesOutcome | { readonly kind: 'none' | 'killed' };

/** Adds in a process of its own, which may be killed at a step. */
async function add(request: AddServicesRequest, killedAt: FaultPoint | undefined): Promise<Outcome> {
  const faults = {
    pass(point: FaultPoint) {
      if (point === killedAt) throw new Error('killed');
    },
  };
  try {
    return await at.another({ faults }).services.add(request, at.context());
  } catch (failure) {
    if (failure instanceof Error && failure.message === 'killed') return { kind: 'killed' };
    throw failure;
  }
}

function addRandomFault(): void {
  const fault =
    random.unit() < 0.2 ? random.pick(REFUSALS) : ({ ...random.pick(OPEN), effect: random.unit() < 0.6 } as Fault);
  at.stub.control.addFault({ operation: 'services_add', fault, times: 1 });
}

/** A bag and a seat; two bags once the seats of the flight are gone. */
const SERVICES = 2;

/** An order, and a request of services for it. */
async function aRequest(): Promise<{ readonly orderId: string; readonly request: AddServicesRequest }> {
  const { offers } = await at.search('LHR-JFK');
  const sold = requestFor(offers.find(({ owner }: { owner: { iata_code: string } }) => owner.iata_code === 'ZZ'));
  const booked = await at.orders.book(sold, at.context());
  if (booked.kind !== 'confirmed') throw new Error(booked.kind);
  const { reference } = sold;
  const travelers = sold.travelers.map(({ travelerId, type }) => ({ travelerId, type }));
  const query = { reference, travelers, wants: { bags: true, seats: true } };
  const listed = await at.orders.services.list(query, at.context());
  if (listed.kind !== 'addable') throw new Error(listed.reason);
  const wanted = [...listed.bags.map(toWanted), ...listed.seats.slice(0, 1).flatMap(seatOf)].slice(-SERVICES);
  return {
    orderId: booked.order.orderId,
    request: {
      reference,
      changeReference: newId('change'),
      travelers,
      services: wanted,
      total: sumMoney(
        wanted.map(({ price }) => price),
        'GBP',
      ),
    },
  };
}

const toWanted = ({ serviceKey, travelerId, price }: AddableBag): WantedService => ({
  kind: 'bag',
  serviceKey,
  travelerId,
  quantity: 1,
  price,
});
const seatOf = ({ segmentId, seatNumber, prices }: AddableSeat): WantedService[] =>
  prices.map(({ travelerId, price }) => ({ kind: 'seat', segmentId, seatNumber, travelerId, price }));

/** As the engine does: add, look up what is not known, add again what is proven never to have been. */
async function carryOut(request: AddServicesRequest): Promise<Outcome> {
  let last: Outcome = { kind: 'none' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (last.kind === 'none') {
      if (random.unit() < 0.5) addRandomFault();
      const kill = random.unit() < 0.5 ? POINTS[random.whole(0, POINTS.length - 1)] : undefined;
      const calls: Promise<Outcome>[] = [add(request, kill)];
      // Another process that believes the first one dead.
      if (random.unit() < 0.3) calls.push(add(request, undefined));
      if (random.unit() < 0.3) calls.push(at.orders.services.lookUp(request, at.context()));
      [last = { kind: 'killed' }] = await Promise.all(calls);
      if (random.unit() < 0.3) last = { kind: 'killed' };
    } else {
      last = await at.orders.services.lookUp(request, at.context());
    }
    if (last.kind === 'added' || last.kind === 'refused') return last;
    await at.advance(random.whole(30, 600) * 1_000);
  }
  await at.advance(8 * HOUR);
  return at.orders.services.lookUp(request, at.context());
}

test(`killed at any step, answered in any way: services are added once or not, and the end says which (BLY_TEST_SEED=${SEED})`, async () => {
  expect(POINTS).toHaveLength(4);
  const ends = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { request, orderId } = await aRequest();
    const end = await carryOut(request);
    at.stub.control.clearFaults();
    const services = at.stub.control.orders().find(({ id }) => id === orderId)?.services.length;
    expect({ round, end: end.kind, services }).toEqual({
      round,
      end: end.kind,
      services: end.kind === 'added' ? SERVICES : 0,
    });
    expect(['added', 'refused', 'none']).toContain(end.kind);
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
    ends.set(end.kind, (ends.get(end.kind) ?? 0) + 1);
  }
  expect(ends.get('added')).toBeGreaterThan(ROUNDS / 4);
  expect(ends.get('refused')).toBeGreaterThan(0);
}, 600_000);
