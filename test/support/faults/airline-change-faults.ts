import type { DuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { installationId } from '../../../src/platform/ids.ts';
import { watchSchedulesJob } from '../../../src/servicing/schedule-changes/watch-schedules.ts';
import type { Answer } from '../service/service.ts';
import { type DuffelTrips, duffelFare, payFor, readTrip, startDuffelTrips } from '../suppliers/duffel-trips.ts';

type Fault = Parameters<DuffelStub['control']['addFault']>[0]['fault'];

/** An answer to an acceptance, and whether the airline has taken it all the same. */
export interface AcceptanceCell {
  readonly name: string;
  readonly fault: Fault;
  readonly isTaken: boolean;
  /** The status of our own answer. */
  readonly status: number;
}

const error = (code: string, effect: boolean, status?: number): Fault => ({
  kind: 'error',
  code,
  effect,
  ...(status === undefined ? {} : { status }),
});

/** Every answer there is, with and without its effect. */
export const ACCEPTANCE_CELLS: readonly AcceptanceCell[] = [
  { name: 'reset, taken', fault: { kind: 'reset', effect: true }, isTaken: true, status: 200 },
  { name: 'reset, not taken', fault: { kind: 'reset', effect: false }, isTaken: false, status: 200 },
  { name: '500, taken', fault: error('internal_server_error', true), isTaken: true, status: 200 },
  { name: '500, not taken', fault: error('internal_server_error', false), isTaken: false, status: 200 },
  { name: '503', fault: error('internal_server_error', false, 503), isTaken: false, status: 200 },
  { name: '504, taken', fault: error('gateway_timeout_error', true, 504), isTaken: true, status: 200 },
  { name: 'a page of HTML, taken', fault: { kind: 'html', effect: true }, isTaken: true, status: 200 },
  { name: 'a page of HTML, not taken', fault: { kind: 'html', effect: false }, isTaken: false, status: 200 },
  { name: 'JSON cut off, taken', fault: { kind: 'cut_json', effect: true }, isTaken: true, status: 200 },
  { name: 'a body cut off, taken', fault: { kind: 'cut_body', effect: true }, isTaken: true, status: 200 },
  { name: '40 MB, taken', fault: { kind: 'huge', megabytes: 40, effect: true }, isTaken: true, status: 200 },
  { name: '429', fault: { kind: 'rate_limited', effect: false, seconds: 0 }, isTaken: false, status: 200 },
  { name: '429, taken', fault: { kind: 'rate_limited', effect: true, seconds: 0 }, isTaken: true, status: 200 },
  { name: "the airline's trouble, taken", fault: error('airline_internal', true), isTaken: true, status: 200 },
  { name: 'an unknown word', fault: error('quite_new', false, 422), isTaken: false, status: 200 },
  { name: 'nothing to accept', fault: error('unsupported_action', false), isTaken: false, status: 409 },
  {
    name: 'stale, and it is not',
    fault: error('stale_airline_initiated_change_accept', false),
    isTaken: false,
    status: 409,
  },
  {
    name: 'stale, for it is taken',
    fault: error('stale_airline_initiated_change_accept', true),
    isTaken: true,
    status: 200,
  },
  { name: 'a key refused', fault: error('access_token_not_found', false, 401), isTaken: false, status: 503 },
];

/** A service in front of a stub, both of whose real time can be moved. */
export interface AirlineChangeTrips extends DuffelTrips {
  /** A flight that is sold, and its order. */
  buy(route?: string): Promise<SoldFlight>;
  /** Moves real time, which every other clock follows, and runs what is due. */
  pass(seconds: number): Promise<void>;
}
/** One booking of one flight. */
export interface SoldFlight {
  readonly ref: string;
  readonly orderId: string;
  post(path: string, more?: object): Promise<Answer>;
  flight(): Promise<Answer['body']>;
  /** What Duffel has of its changes. */
  changes(): Promise<Answer['body']>;
  /** What Duffel has of the order's flights: carrier and number. */
  flown(): Promise<readonly string[]>;
}

/** Starts one; without a webhook everything is learnt by asking. */
export async function startAirlineChanges(hasWebhook: boolean): Promise<AirlineChangeTrips> {
  let ahead = 0;
  const trips = await startDuffelTrips({ hasWebhook, clock: { now: () => new Date(Date.now() + ahead) } });
  return {
    ...trips,
    buy: (route) => buy(trips, route),
    async pass(seconds) {
      ahead += seconds * 1_000;
      await trips.stub.clock.advance(seconds * 1_000);
      await trips.stub.control.settleDeliveries();
      await trips.service.drain();
    },
  };
}

async function buy(trips: DuffelTrips, route = 'LHR-JFK'): Promise<SoldFlight> {
  const { service, stub } = trips;
  const before = new Set(stub.control.orders().map(({ id }) => id));
  const tripId = await payFor(service, [await duffelFare(trips, route)]);
  await service.drain();
  await trips.hear();
  const ref = (await readTrip(service, tripId)).booking_ref;
  const orderId = stub.control.orders().find(({ id }) => !before.has(id))?.id ?? '';
  const post = (path: string, more: object = {}) =>
    service.call('POST', path, { booking_ref: ref, last_name: 'Bly', ...more });
  const read = async (path: string): Promise<Answer['body']> => {
    const headers = { authorization: `Bearer ${stub.token}`, 'duffel-version': 'v2', accept: 'application/json' };
    return ((await (await fetch(`${stub.url}${path}`, { headers })).json()) as { data: Answer['body'] }).data;
  };
  return {
    ref,
    orderId,
    post,
    flight: async () => (await post('/v1/get_booking')).body.booking.items[0],
    changes: () => read(`/air/airline_initiated_changes?order_id=${orderId}`),
    async flown() {
      const { slices } = await read(`/air/orders/${orderId}`);
      return slices.flatMap(({ segments }: Answer['body']) =>
        segments.map(
          (segment: Answer['body']) =>
            `${segment.marketing_carrier.iata_code}${Number(segment.marketing_carrier_flight_number)}`,
        ),
      );
    },
  };
}

/** The flights of an item as a booking has them: carrier and number. */
export function flownOf(item: Answer['body']): readonly string[] {
  return item.details.slices.flatMap(({ segments }: Answer['body']) =>
    segments.map(({ flight_number }: Answer['body']) => flight_number),
  );
}

/** What is known of a flight after one cell of the matrix, for the test to judge. */
export interface CellOutcome {
  readonly status: number;
  /** Of the change at us, once everything that waits has had its time. */
  readonly settled: string;
  /** Of the change at Duffel then. */
  readonly takenAtDuffel: boolean;
  /** After accepting it (again): at us, at Duffel, and whether both have the same flights. */
  readonly accepted: string;
  readonly isEqual: boolean;
  /** Acceptances that Duffel was sent. */
  readonly calls: number;
}

/** Sells a flight, has it changed, accepts that at a faulty Duffel, waits, and accepts once more. */
export async function runCell(at: AirlineChangeTrips, { fault }: AcceptanceCell): Promise<CellOutcome> {
  const { stub, service } = at;
  const sold = await at.buy();
  stub.control.changeByAirline({ order_id: sold.orderId, kind: 'other_flight' });
  await look(at);
  const isTaken = async () => (await sold.changes()).at(-1).action_taken === 'accepted';
  const before = stub.control.calls().accept ?? 0;
  const set = stub.control.addFault({ operation: 'accept', fault, times: 1 });
  const { status } = await sold.post('/v1/schedule_change_accept');
  stub.control.removeFault(set.id);
  await at.pass(200);
  await at.pass(400);
  const settled = (await sold.flight()).schedule_change.status;
  const takenAtDuffel = await isTaken();
  await sold.post('/v1/schedule_change_accept');
  await service.drain();
  const item = await sold.flight();
  return {
    status,
    settled,
    takenAtDuffel,
    accepted: item.schedule_change.status,
    isEqual: (await isTaken()) && flownOf(item).join() === (await sold.flown()).join(),
    calls: (stub.control.calls().accept ?? 0) - before,
  };
}

/** A day passes, and the standing job looks. */
export async function look(at: AirlineChangeTrips, seconds = 24 * 3_600): Promise<void> {
  await at.pass(seconds);
  const run = { organizationId: installationId, now: at.service.app.clock.now(), attempt: 1 };
  await watchSchedulesJob.run({}, at.service.app, { ...run, signal: AbortSignal.timeout(60_000) });
}
