import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { onTestFinished } from 'vitest';

/** JSON of an answer, whose fields a test reads as it knows them. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the stub are compared with literals, not typed.
export type Json = any;

/** What came back, read as JSON where it is JSON. */
export interface DuffelReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** A stub with calls as a strict client makes them. */
export interface DuffelCalls {
  readonly stub: DuffelStub;
  call(method: string, path: string, data?: unknown, headers?: Readonly<Record<string, string>>): Promise<DuffelReply>;
  /** Searches one direction or more, `LHR-JFK`; answers the offer request. */
  search(routes: string | readonly string[], more?: Readonly<Record<string, unknown>>): Promise<Json>;
}

/** The clock below every stub of these tests stands still here. */
export const STUB_NOW = '2027-01-10T09:00:00.000Z';
export const DEPARTURE = '2027-03-01';

/** Starts a stub for one test. */
export async function openDuffelCalls(options: { readonly seed?: string } = {}): Promise<DuffelCalls> {
  const stub = await startDuffelStub({ clock: { now: () => new Date(STUB_NOW) }, ...options });
  onTestFinished(() => stub.close());
  return callsOf(stub);
}

/** Calls of a stub under its first token, or another. */
export function callsOf(stub: DuffelStub, token: string = stub.token): DuffelCalls {
  const call: DuffelCalls['call'] = async (method, path, data, headers) => {
    const response = await fetch(`${stub.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'duffel-version': 'v2',
        accept: 'application/json',
        ...(data === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(data === undefined ? {} : { body: typeof data === 'string' ? data : JSON.stringify({ data }) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readJson(text) };
  };
  return {
    stub,
    call,
    async search(routes, more = {}) {
      const list = typeof routes === 'string' ? [routes] : routes;
      const { query = '', ...fields } = more;
      const reply = await call('POST', `/air/offer_requests${String(query)}`, {
        slices: list.map((route, index) => {
          const [origin, destination] = route.split('-');
          return { origin, destination, departure_date: index === 0 ? DEPARTURE : '2027-03-08' };
        }),
        passengers: [{ type: 'adult' }],
        cabin_class: 'economy',
        ...fields,
      });
      if (reply.status !== 201) throw new Error(`search: ${reply.status} ${reply.text.slice(0, 500)}`);
      return reply.body.data;
    },
  };
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NAMES = ['Nellie', 'Ada', 'Grace', 'Rosa', 'Mary', 'Jane'];

/** The body of an order for an offer: adults of 1990, children of the age that was searched, the price to the unit. */
export function orderData(offer: Json, changes: Readonly<Record<string, unknown>> = {}): Json {
  const lastDeparture = new Date(`${offer.slices.at(-1).segments[0].departing_at.slice(0, 10)}T00:00:00Z`);
  const bornOn = (age: number | null): string => {
    if (age === null) return '1990-05-05';
    return new Date(Date.UTC(lastDeparture.getUTCFullYear() - age, 0, 15)).toISOString().slice(0, 10);
  };
  const infants = offer.passengers.filter(({ age }: Json) => age !== null && age < 2);
  const adults = offer.passengers.filter(({ age }: Json) => age === null);
  return {
    type: 'instant',
    selected_offers: [offer.id],
    passengers: offer.passengers.map(({ id, age }: Json, index: number) => ({
      id,
      title: 'ms',
      gender: 'f',
      given_name: NAMES[index],
      family_name: 'Bly',
      born_on: bornOn(age),
      email: 'nellie@example.com',
      phone_number: '+442080160509',
      ...(adults.findIndex((adult: Json) => adult.id === id) in infants
        ? { infant_passenger_id: infants[adults.findIndex((adult: Json) => adult.id === id)].id }
        : {}),
    })),
    payments: [{ type: 'balance', amount: offer.total_amount, currency: offer.total_currency }],
    ...changes,
  };
}

/** The codes of an error answer. */
export function codesOf({ body }: DuffelReply): readonly (string | number)[] {
  return body.errors.map(({ code }: { code: string | number }) => code);
}

/** A stub with the first offer of a route, as a client has it after reading it again. */
export async function openWithOffer(route = 'LHR-JFK', more = {}): Promise<DuffelCalls & { readonly offer: Json }> {
  const calls = await openDuffelCalls();
  const { offers } = await calls.search(route, more);
  return { ...calls, offer: offers[0] };
}

/** Orders an offer, with what is to be other than usual. */
export function book({ call }: DuffelCalls, offer: Json, changes = {}): Promise<DuffelReply> {
  return call('POST', '/air/orders', orderData(offer, changes));
}
