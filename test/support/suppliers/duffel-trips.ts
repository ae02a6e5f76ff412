import type { Logger } from 'pino';
import type { Clock } from '../../../src/platform/clock.ts';
import type { UserCredentials } from '../../../src/platform/http/gate.ts';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../service/service.ts';

/** What the stub signs its events with. */
export const WEBHOOK_SECRET = 'duffel-webhook-secret';

/** More calls than any of these journeys makes. */
const MANY_CALLS = { perMinute: 10_000, concurrency: 100 };

/** A service that sells flights of Duffel's (the stub) and nothing else, whom the stub's events reach. */
export interface DuffelTrips {
  readonly service: TestService;
  readonly stub: DuffelStub;
  /**
   * Moves the clocks of the stub and of the organization, and runs what is due. Real time, by which signatures are
   * judged, stays.
   */
  advance(seconds: number): Promise<void>;
  /** Resolves when every event that was sent has been answered, and what it woke has run. */
  hear(): Promise<void>;
  /** A day of departure that was not named before. */
  nextDay(): string;
  close(): Promise<void>;
}

/**
 * Starts one. `hasWebhook: false`: outcomes are learnt by asking alone. `clock`: real time, as the service has it;
 * `users`: who vouches for people.
 */
export async function startDuffelTrips(
  options: {
    readonly hasWebhook?: boolean;
    readonly log?: Logger;
    readonly clock?: Clock;
    readonly users?: UserCredentials;
  } = {},
): Promise<DuffelTrips> {
  let days = 0;
  const stub = await startDuffelStub();
  stub.control.set({ documents_required: false, sparse: false });
  const service = await startService({
    ...(options.log && { log: options.log }),
    ...(options.clock && { clock: options.clock }),
    ...(options.users && { users: options.users }),
    config: {
      supplierCalls: MANY_CALLS,
      suppliers: {
        enabled: ['duffel'],
        duffel: { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: WEBHOOK_SECRET },
      },
    },
  });
  if (options.hasWebhook !== false)
    stub.control.registerWebhook({ url: `${service.url}/v1/suppliers/duffel/webhook`, secret: WEBHOOK_SECRET });
  return {
    service,
    stub,
    async advance(seconds) {
      await stub.clock.advance(seconds * 1_000);
      await stub.control.settleDeliveries();
      await service.advance(seconds);
    },
    async hear() {
      await stub.clock.runDue();
      await stub.control.settleDeliveries();
      await service.drain();
    },
    nextDay() {
      days += 1;
      return daysAhead(60 + days);
    },
    async close() {
      await service.close();
      await stub.close();
    },
  };
}

/** A fare of Duffel's on a route, by its token. Each call asks for another day: no answer of before is shown. */
export async function duffelFare(at: Pick<DuffelTrips, 'service' | 'nextDay'>, route = 'LHR-JFK'): Promise<string> {
  const [origin, destination] = route.split('-');
  const search = { origin, destination, departure_date: at.nextDay() };
  const answer = await at.service.call('POST', '/v1/flight_search', search);
  const offer = answer.body.live_offers?.[0];
  if (offer === undefined) throw new Error(`no offer of Duffel: ${answer.status} ${answer.text.slice(0, 300)}`);
  return offer.fares[0].trip_item_token;
}

/**
 * A trip of these tokens, checked out and paid; jobs have not run. `more`: of the first write, and how to go on where a
 * part fails; `person`: more of the traveler.
 */
export async function payFor(
  service: TestService,
  tokens: readonly string[],
  { on_partial, ...more }: Readonly<Record<string, unknown>> = {},
  person: object = {},
): Promise<string> {
  const [first, ...others] = tokens;
  const travelers = [{ ...NELLIE, title: 'Ms', ...person }];
  const trip = await service.call('POST', '/v1/trip', {
    ...more,
    add_item: { trip_item_token: first },
    upsert_travelers: { travelers, contact: CONTACT },
  });
  if (trip.status !== 200) throw new Error(`no trip: ${trip.text}`);
  const { trip_id } = trip.body;
  for (const trip_item_token of others) {
    const added = await service.call('POST', '/v1/trip', { trip_id, add_item: { trip_item_token } });
    if (added.status !== 200) throw new Error(`not added: ${added.text}`);
  }
  const checkout = await service.call('POST', '/v1/checkout', {
    trip_id,
    ...(on_partial === undefined ? {} : { on_partial }),
  });
  if (checkout.status !== 200) throw new Error(`no checkout: ${checkout.text}`);
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK });
  if (paid.status !== 200) throw new Error(`not paid: ${paid.text}`);
  return trip_id;
}

/** A trip as it is read. */
export async function readTrip(service: TestService, tripId: string): Promise<Answer['body']> {
  return (await service.call('GET', `/v1/trip/${tripId}`)).body;
}

/** What stands against the books of a service. */
export async function problemsOf({ app }: TestService): Promise<readonly unknown[]> {
  return (await reconcile(app)).problems;
}

/** Trips whose time is the test's own. */
export interface TimedDuffelTrips extends DuffelTrips {
  /** Real time goes on for the service and for the supplier, and what is due then is done. */
  pass(seconds: number): Promise<void>;
}

/** Starts one; outcomes are learnt by asking alone. */
export async function startTimedDuffelTrips(): Promise<TimedDuffelTrips> {
  let aheadMs = 0;
  const trips = await startDuffelTrips({ hasWebhook: false, clock: { now: () => new Date(Date.now() + aheadMs) } });
  return {
    ...trips,
    async pass(seconds) {
      aheadMs += seconds * 1_000;
      await trips.stub.clock.advance(seconds * 1_000);
      await trips.service.drain();
    },
  };
}

/** Somebody cancels an order in Duffel's own pages: a quote that is confirmed there. */
export async function cancelAtDuffel({ stub }: Pick<DuffelTrips, 'stub'>, orderId: string | undefined): Promise<void> {
  const headers = {
    authorization: `Bearer ${stub.token}`,
    'duffel-version': 'v2',
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const send = async (path: string, data: object) =>
    (await fetch(`${stub.url}${path}`, { method: 'POST', headers, body: JSON.stringify({ data }) })).json();
  const { data } = (await send('/air/order_cancellations', { order_id: orderId })) as { data: { id: string } };
  await send(`/air/order_cancellations/${data.id}/actions/confirm`, {});
}
