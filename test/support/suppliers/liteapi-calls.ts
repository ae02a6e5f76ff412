import { onTestFinished } from 'vitest';
import {
  type LiteapiStub,
  type LiteapiStubOptions,
  startLiteapiStub,
} from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';

/** JSON of an answer, whose fields a test reads as it knows them. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the stub are compared with literals, not typed.
export type Json = any;

/** What came back, read as JSON where it is JSON. */
export interface LiteapiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** A stub with calls as a strict client makes them. */
export interface LiteapiCalls {
  readonly stub: LiteapiStub;
  /** Paths are those of LiteAPI's documents, without the version. */
  call(
    method: string,
    path: string,
    fields?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LiteapiReply>;
  /** Rates of a couple in Lisbon for three nights, or of another request; the whole body of the answer. */
  rates(more?: Readonly<Record<string, unknown>>): Promise<Json>;
  /** Prebooks an offer; `data` of the answer. */
  prebook(offerId: string): Promise<Json>;
  /** Books a prebook of `rooms` rooms. */
  book(prebookId: string, more?: Readonly<Record<string, unknown>>, rooms?: number): Promise<LiteapiReply>;
}

/** The clock below every stub of these tests stands still here. */
export const STUB_NOW = '2027-01-10T09:00:00.000Z';
export const CHECKIN = '2027-03-01';
export const CHECKOUT = '2027-03-04';

/** Starts a stub for one test, whose limits no test reaches by chance. */
export async function openLiteapiCalls(options: Partial<LiteapiStubOptions> = {}): Promise<LiteapiCalls> {
  const stub = await startLiteapiStub({ clock: { now: () => new Date(STUB_NOW) }, ...options });
  onTestFinished(() => stub.close());
  stub.control.set({ rate_limit: { limit: 100_000, seconds: 60 } });
  return callsOf(stub);
}

/** Calls of a stub under its first key, or another. */
export function callsOf(stub: LiteapiStub, key: string = stub.key): LiteapiCalls {
  const call: LiteapiCalls['call'] = async (method, path, fields, headers) => {
    const response = await fetch(`${stub.url}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        accept: 'application/json',
        ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(fields === undefined ? {} : { body: typeof fields === 'string' ? fields : JSON.stringify(fields) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readJson(text) };
  };
  const sure = async (method: string, path: string, fields: unknown): Promise<Json> => {
    const reply = await call(method, path, fields);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 500)}`);
    return reply.body;
  };
  return {
    stub,
    call,
    rates: (more = {}) => sure('POST', '/hotels/rates', ratesFields(more)),
    prebook: async (offerId) => (await sure('POST', '/rates/prebook', { offerId, usePaymentSdk: false })).data,
    book: (prebookId, more = {}, rooms = 1) => call('POST', '/rates/book', bookFields(prebookId, more, rooms)),
  };
}

/** The body of a search: a couple in Lisbon, unless it says another place. */
export function ratesFields(more: Readonly<Record<string, unknown>> = {}): Json {
  const isPlaced = ['hotelIds', 'latitude', 'placeId', 'iataCode', 'aiSearch', 'countryCode'].some(
    (name) => name in more,
  );
  return {
    checkin: CHECKIN,
    checkout: CHECKOUT,
    currency: 'EUR',
    guestNationality: 'PT',
    occupancies: [{ adults: 2 }],
    ...(isPlaced ? {} : { countryCode: 'PT', cityName: 'Lisbon' }),
    ...more,
  };
}

/** The body of a booking: one guest for each room, paid by the account's card. */
export function bookFields(prebookId: string, more: Readonly<Record<string, unknown>> = {}, rooms = 1): Json {
  const names = ['Nellie', 'Ada', 'Grace', 'Rosa'];
  return {
    prebookId,
    holder: { firstName: 'Nellie', lastName: 'Bly', email: 'nellie@example.com', phone: '+442080160509' },
    guests: Array.from({ length: rooms }, (_, index) => ({
      occupancyNumber: index + 1,
      firstName: names[index % names.length],
      lastName: 'Bly',
      email: 'nellie@example.com',
    })),
    payment: { method: 'ACC_CREDIT_CARD' },
    ...more,
  };
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The status and the code of an error answer. */
export function codeOf(reply: LiteapiReply): readonly [number, number] {
  return [reply.status, reply.body.error.code];
}
