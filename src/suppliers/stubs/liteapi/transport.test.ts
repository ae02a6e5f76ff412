import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  callsOf,
  codeOf,
  type Json,
  openLiteapiCalls,
  ratesFields,
} from '../../../../test/support/suppliers/liteapi-calls.ts';
import type { LiteapiStub } from './start-liteapi-stub.ts';

type Fault = Parameters<LiteapiStub['control']['addFault']>[0]['fault'];

describe('who may call, and how', () => {
  test('a key that is missing or unknown is 401; objects of another key are not found', async () => {
    const first = await openLiteapiCalls();
    const { stub } = first;
    const keyless = await fetch(`${stub.url}/data/countries`);
    expect([keyless.status, await keyless.json()]).toEqual([401, { error: { code: 401, message: 'unauthorized' } }]);
    expect(codeOf(await first.call('GET', '/data/countries', undefined, { 'x-api-key': 'sand_unknown0' }))).toEqual([
      401, 401,
    ]);
    stub.controlOf('live_other0123').set({ rate_limit: { limit: 100, seconds: 1 } });
    const second = callsOf(stub, 'live_other0123');
    const { data, sandbox } = await second.rates();
    expect(sandbox).toBe(false);
    const made = await second.prebook(data[0].roomTypes[0].offerId);
    expect(codeOf(await first.call('GET', `/prebooks/${made.prebookId}`))).toEqual([400, 4002]);
    expect(stub.control.calls()).toEqual({ prebook_read: 1 });
    expect(stub.controlOf('live_other0123').calls()).toEqual({ rates: 1, prebook: 1 });
  });

  test('a sandbox key is 4290 at its sixth call in a second; what the limit is can be set', async () => {
    const { call, stub } = await openLiteapiCalls();
    stub.control.set({ rate_limit: { limit: 5, seconds: 60 } });
    const replies = await Promise.all(Array.from({ length: 7 }, () => call('GET', '/data/countries')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(replies.find(({ status }) => status === 429)?.body).toEqual({
      error: { code: 4290, message: 'rate limit exceeded' },
    });
  });

  test('the price index has ten calls a minute of its own, and errors without a frame', async () => {
    const { call } = await openLiteapiCalls();
    const path = '/prices/city?countryCode=PT&cityName=Lisbon&fromDate=2027-02-01&toDate=2027-02-03';
    const { body } = await call('GET', path);
    expect(body).toMatchObject({ countryCode: 'PT', cityName: 'Lisbon', prices: [{ day: '2027-02-01' }, {}, {}] });
    for (let at = 0; at < 9; at += 1) await call('GET', path);
    expect(await call('GET', path)).toMatchObject({ status: 429, body: { code: 4290 } });
    expect((await call('GET', '/data/countries')).status).toBe(200);
  });

  test('a suspended key is refused until it is taken back', async () => {
    const { call, stub } = await openLiteapiCalls();
    stub.control.set({ suspended: 'suspended' });
    expect(codeOf(await call('GET', '/data/countries'))).toEqual([403, 40302]);
    stub.control.set({ suspended: 'unauthorized' });
    expect(codeOf(await call('GET', '/data/countries'))).toEqual([401, 401]);
    stub.control.set({ suspended: 'no' });
    expect((await call('GET', '/data/countries')).status).toBe(200);
  });

  test('bodies that are empty, no JSON, of another type or with fields that do not exist are refused', async () => {
    const { call } = await openLiteapiCalls();
    const refused = async (body?: unknown, headers?: Record<string, string>) =>
      (await call('POST', '/hotels/rates', body, headers)).body.error;
    expect(await refused()).toMatchObject({ code: 4002, description: 'empty request body' });
    expect(await refused('{"checkin":')).toMatchObject({ code: 4002, description: 'invalid json body' });
    expect(await refused('{}', { 'content-type': 'text/plain' })).toMatchObject({ code: 4000 });
    expect((await refused(ratesFields({ guestNationality: undefined }))).description).toContain('guestNationality');
    expect((await refused(ratesFields({ checkIn: '2027-03-01' }))).description).toContain('checkIn');
    expect((await refused(ratesFields({ checkout: '2027-03-01' }))).description).toBe('checkout: after checkin');
    expect((await refused(ratesFields({ checkin: '2027-02-30' }))).description).toContain('checkin');
    expect((await refused(ratesFields({ currency: 'XQZ' }))).description).toBe('currency: not supported');
    expect((await refused(ratesFields({ occupancies: [{ adults: 0 }] }))).description).toContain('adults');
    expect(codeOf(await call('GET', '/nothing'))).toEqual([404, 404]);
  });
});

describe('faults of answers', () => {
  test('a connection that is torn, before or after the work, ends the call; a repeat is answered', async () => {
    const { rates, book, prebook, stub } = await openLiteapiCalls();
    const { data } = await rates();
    const { prebookId } = await prebook(data[0].roomTypes[0].offerId);
    stub.control.addFault({ operation: 'book', fault: { kind: 'reset' }, times: 1 });
    stub.control.addFault({ operation: 'book', fault: { kind: 'reset', effect: true }, times: 1 });
    await expect(book(prebookId)).rejects.toThrow('fetch failed');
    expect(stub.control.bookings()).toHaveLength(0);
    await expect(book(prebookId)).rejects.toThrow('fetch failed');
    expect(stub.control.bookings()).toHaveLength(1);
    expect((await book(prebookId)).status).toBe(200);
  });

  test('an answer can be HTML, cut, torn, huge, flat, text, without a body, or any code under any status', async () => {
    const { call, stub } = await openLiteapiCalls();
    const next = (fault: Fault) => {
      stub.control.addFault({ operation: 'lists', fault, times: 1 });
      return call('GET', '/data/facilities');
    };
    expect(await next({ kind: 'html' })).toMatchObject({ status: 502, body: undefined });
    expect(await next({ kind: 'cut_json', effect: true })).toMatchObject({ status: 200, body: undefined });
    await expect(next({ kind: 'cut_body', effect: true })).rejects.toThrow('terminated');
    expect((await next({ kind: 'huge', megabytes: 2 })).text.length).toBeGreaterThan(2_000_000);
    expect(await next({ kind: 'error', code: 5000, status: 500, flat: true })).toMatchObject({
      status: 500,
      body: { code: 5000, message: 'unable to process request' },
    });
    expect(await next({ kind: 'error', status: 503, text: 'no healthy upstream' })).toMatchObject({
      status: 503,
      text: 'no healthy upstream',
    });
    expect(await next({ kind: 'error', status: 500, text: '' })).toMatchObject({ status: 500, text: '' });
    expect(codeOf(await next({ kind: 'error', code: 2001, status: 200 }))).toEqual([200, 2001]);
    expect(codeOf(await next({ kind: 'rate_limited', code: 429 }))).toEqual([429, 429]);
    expect(codeOf(await next({ kind: 'rate_limited', code: 4291 }))).toEqual([503, 4291]);
    expect((await call('GET', '/data/facilities')).body.data.length).toBeGreaterThan(10);
  });

  test('204 with a body writes the bytes that HTTP does not allow, and ends the connection', async () => {
    const { stub } = await openLiteapiCalls();
    stub.control.set({ nothing_found: '204_with_body' });
    const raw = await readRaw(stub, 'GET /v3.0/bookings/unknown00');
    expect(raw).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
    expect(raw).toContain('\r\n\r\n{"error":{"code":204,"message":"Booking Id not found"}}');
    stub.control.addFault({ operation: 'cancel', fault: { kind: 'error', code: 304 }, times: 1 });
    expect(await readRaw(stub, 'PUT /v3.0/bookings/unknown00')).toMatch(/^HTTP\/1\.1 304 .*"code":304/s);
  });
});

/** Sends a request and reads until the other side ends the connection. */
function readRaw({ origin, key }: LiteapiStub, line: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  socket.on('end', () => resolve(text)).on('error', reject);
  socket.write(`${line} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\ncontent-length: 0\r\n\r\n`);
  return promise;
}

test('the stub is steered over HTTP with its key, and says what it does not take', async () => {
  const { stub } = await openLiteapiCalls();
  const steer = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${stub.origin}/_stub${path}`, {
      method,
      headers: { 'x-api-key': stub.key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered: Json = await response.json();
    return { status: response.status, body: answered };
  };
  const added = await steer('POST', '/faults', { operation: 'rates', fault: { kind: 'html' }, times: 2, skip: 1 });
  expect(added).toMatchObject({ status: 201, body: { operation: 'rates', remaining: 2, skip: 1 } });
  const { call } = callsOf(stub);
  const statuses = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await call('POST', '/hotels/rates', ratesFields())).status);
  expect(statuses).toEqual([200, 502, 502, 200]);
  expect((await steer('GET', '/faults')).body.faults).toEqual([]);
  expect((await steer('POST', '/faults', { operation: 'nothing', fault: { kind: 'html' } })).status).toBe(422);
  expect((await steer('PATCH', '/settings', { offer_minutes: 5 })).body.offer_minutes).toBe(5);
  expect((await steer('PATCH', '/settings', { unknown: 1 })).status).toBe(422);
  expect((await steer('POST', '/clock', { advance_seconds: 3_600 })).body).toEqual({ now: '2027-01-10T10:00:00.000Z' });
  expect((await steer('GET', '/calls')).body).toMatchObject({ counts: { rates: 4 } });
  expect((await steer('GET', '/bookings')).body).toEqual({ bookings: [] });
  expect((await steer('POST', '/keys', { key: 'sand_second000' })).status).toBe(201);
  expect((await fetch(`${stub.origin}/_stub`)).status).toBe(401);
  await steer('POST', '/reset');
  expect((await steer('GET', '')).body).toMatchObject({ settings: { offer_minutes: 30 }, calls: {}, faults: [] });
});
