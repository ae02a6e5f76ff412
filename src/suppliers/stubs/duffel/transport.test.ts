import { describe, expect, test } from 'vitest';
import { callsOf, codesOf, openDuffelCalls } from '../../../../test/support/suppliers/duffel-calls.ts';

const SEARCH = {
  slices: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-03-01' }],
  passengers: [{ type: 'adult' }],
};

describe('who may call, and how', () => {
  test('a token that is missing, of another kind, or unknown is 401; a version that is missing or old is 400', async () => {
    const { call } = await openDuffelCalls();
    const codes = async (headers: Record<string, string>): Promise<unknown> => {
      const reply = await call('GET', '/air/airlines', undefined, headers);
      return [reply.status, ...codesOf(reply)];
    };
    expect(await codes({ authorization: 'Bearer sk_test_0123456789' })).toEqual([401, 'access_token_not_found']);
    expect(await codes({ authorization: 'Bearer duffel_test_unknown0' })).toEqual([401, 'access_token_not_found']);
    expect(await codes({ authorization: 'Basic abc' })).toEqual([401, 'invalid_authorization_header']);
    expect(await codes({ 'duffel-version': 'v1' })).toEqual([400, 'unsupported_version']);
    expect(await codes({ 'duffel-version': 'v9' })).toEqual([400, 'invalid_version_header']);
    expect(await codes({ accept: 'text/html' })).toEqual([406, 'unsupported_format']);
  });

  test('headers that are missing altogether are named, with the id of the request', async () => {
    const { stub } = await openDuffelCalls();
    const withoutToken = await fetch(`${stub.url}/air/airlines`);
    expect([withoutToken.status, codesOf({ body: await withoutToken.json() } as never)]).toEqual([
      401,
      ['missing_authorization_header'],
    ]);
    const response = await fetch(`${stub.url}/air/airlines`, { headers: { authorization: `Bearer ${stub.token}` } });
    const body = await response.json();
    expect(body).toMatchObject({
      meta: { status: 400, request_id: response.headers.get('x-request-id') },
      errors: [{ type: 'invalid_request_error', code: 'missing_version_header', title: 'Missing version header' }],
    });
  });

  test('a body without data, of another type or no JSON is 400', async () => {
    const { call } = await openDuffelCalls();
    const refused = async (body: string | undefined, headers?: Record<string, string>): Promise<unknown> =>
      codesOf(await call('POST', '/air/offer_requests', body, headers));
    expect(await refused('{"slices":[]}')).toEqual(['missing_data_param']);
    expect(await refused('{"data":[]}')).toEqual(['malformed_data_param']);
    expect(await refused('{"data":')).toEqual(['bad_request']);
    expect(await refused(undefined)).toEqual(['missing_data_param']);
    expect(await refused('{}', { 'content-type': 'text/plain' })).toEqual(['invalid_content_type_header']);
  });

  test('objects of another token are not found, and its calls are counted apart', async () => {
    const first = await openDuffelCalls();
    first.stub.controlOf('duffel_live_other0');
    const second = callsOf(first.stub, 'duffel_live_other0');
    const { offers } = await first.search('LHR-JFK');
    const path = `/air/offers/${offers[0].id}`;
    expect(codesOf(await second.call('GET', path))).toEqual(['not_found']);
    expect((await first.call('GET', path)).body.data).toMatchObject({ id: offers[0].id, live_mode: false });
    expect((await second.search('LHR-JFK')).live_mode).toBe(true);
    expect(first.stub.control.calls()).toEqual({ search: 1, offer: 1 });
    expect(first.stub.controlOf('duffel_live_other0').calls()).toEqual({ offer: 1, search: 1 });
  });

  test('stays and cars answer 403 in plain text; a path that does not exist answers 404 in JSON', async () => {
    const { call } = await openDuffelCalls();
    for (const path of ['/stays/search', '/cars/search']) {
      const reply = await call('POST', path, {});
      expect(reply.status).toBe(403);
      expect(reply.headers.get('content-type')).toContain('text/plain');
      expect(reply.body).toBeUndefined();
    }
    expect(codesOf(await call('GET', '/air/nothing'))).toEqual(['not_found']);
  });

  test('a suspended key is refused until it is taken back', async () => {
    const { call, stub } = await openDuffelCalls();
    stub.control.set({ suspended: 'expired' });
    expect(codesOf(await call('GET', '/air/airlines'))).toEqual(['expired_access_token']);
    stub.control.set({ suspended: 'forbidden' });
    expect((await call('GET', '/air/airlines')).status).toBe(403);
    stub.control.set({ suspended: 'no' });
    expect((await call('GET', '/air/airlines')).status).toBe(200);
  });

  test('calls over the limit are 429, and the headers name the date of the reset', async () => {
    const { call, stub } = await openDuffelCalls();
    stub.control.set({ rate_limit: { limit: 2, seconds: 60 } });
    const replies = [1, 2, 3].map(() => call('GET', '/air/airlines'));
    const statuses = (await Promise.all(replies)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 429]);
    const { headers } = await call('GET', '/air/airlines');
    expect(headers.get('ratelimit-remaining')).toBe('0');
    const reset = headers.get('ratelimit-reset') ?? '';
    expect(new Date(reset).toUTCString()).toBe(reset);
    expect(Date.parse(reset) - Date.now()).toBeGreaterThan(50_000);
  });
});

describe('faults of answers', () => {
  test('a connection that is torn, before or after the work, ends the call; a repeat is answered', async () => {
    const { call, stub } = await openDuffelCalls();
    stub.control.addFault({ operation: 'search', fault: { kind: 'reset' }, times: 1 });
    stub.control.addFault({ operation: 'search', fault: { kind: 'reset', effect: true }, times: 1 });
    await expect(call('POST', '/air/offer_requests', SEARCH)).rejects.toThrow('fetch failed');
    expect(stub.control.searches()).toHaveLength(0);
    await expect(call('POST', '/air/offer_requests', SEARCH)).rejects.toThrow('fetch failed');
    expect(stub.control.searches()).toHaveLength(1);
    expect((await call('POST', '/air/offer_requests', SEARCH)).status).toBe(201);
  });

  test('an answer can be HTML, cut in the middle, torn in the middle, or of any size', async () => {
    const { call, stub } = await openDuffelCalls();
    const next = (fault: Parameters<typeof stub.control.addFault>[0]['fault']) => {
      stub.control.addFault({ operation: 'places', fault, times: 1 });
      return call('GET', '/air/airlines');
    };
    expect(await next({ kind: 'html' })).toMatchObject({ status: 502, body: undefined });
    const cut = await next({ kind: 'cut_json', effect: true });
    expect([cut.status, cut.body, cut.text.startsWith('{"meta"')]).toEqual([200, undefined, true]);
    await expect(next({ kind: 'cut_body', effect: true })).rejects.toThrow('terminated');
    expect((await next({ kind: 'huge', megabytes: 3 })).text.length).toBeGreaterThan(3_000_000);
    expect((await call('GET', '/air/airlines')).status).toBe(200);
  });

  test('an answer that hangs leaves the caller to its own time-out, though the work was done', async () => {
    const { stub } = await openDuffelCalls();
    stub.control.addFault({ operation: 'search', fault: { kind: 'hang', effect: true }, times: 1 });
    const sent = fetch(`${stub.url}/air/offer_requests`, {
      method: 'POST',
      signal: AbortSignal.timeout(300),
      headers: {
        authorization: `Bearer ${stub.token}`,
        'duffel-version': 'v2',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: SEARCH }),
    });
    await expect(sent).rejects.toThrow('timeout');
    expect(stub.control.searches()).toHaveLength(1);
  });

  test('an answer can come late and in pieces', async () => {
    const { call, stub } = await openDuffelCalls();
    stub.control.addFault({ operation: 'places', fault: { kind: 'drip', chunks: 4, milliseconds: 20 }, times: 1 });
    const begun = performance.now();
    expect((await call('GET', '/air/airlines')).body.data.length).toBeGreaterThan(5);
    expect(performance.now() - begun).toBeGreaterThan(60);
  });

  test('errors have any status and code, a number for a code, a text for a source, or nothing in their list', async () => {
    const { call, stub } = await openDuffelCalls();
    const next = async (fault: Parameters<typeof stub.control.addFault>[0]['fault']) => {
      stub.control.addFault({ operation: 'places', fault, times: 1 });
      const { status, body, text } = await call('GET', '/air/airlines');
      return { status, error: body?.errors[0], text };
    };
    expect(await next({ kind: 'error', code: 'airline_unknown', source: 'iberia' })).toMatchObject({
      status: 502,
      error: { type: 'airline_error', code: 'airline_unknown', source: 'iberia' },
    });
    expect(await next({ kind: 'error', status: 400, code: 400 })).toMatchObject({ status: 400, error: { code: 400 } });
    expect(await next({ kind: 'error', status: 500, empty: true })).toMatchObject({ status: 500, error: undefined });
    expect(await next({ kind: 'error', status: 403, text: 'Forbidden' })).toMatchObject({ text: 'Forbidden' });
  });

  test('429 of a switch names when calls are taken again', async () => {
    const { call, stub } = await openDuffelCalls();
    stub.control.addFault({ operation: '*', fault: { kind: 'rate_limited', seconds: 30 }, times: 1 });
    const { status, headers } = await call('GET', '/air/airlines');
    expect(status).toBe(429);
    const seconds = (Date.parse(headers.get('ratelimit-reset') ?? '') - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(28);
    expect(seconds).toBeLessThan(32);
  });
});

describe('the stub itself', () => {
  test('is steered over HTTP with the same token, and says what it does not take', async () => {
    const { call, stub } = await openDuffelCalls();
    const plain = async (method: string, path: string, body?: object) =>
      call(method, path, body === undefined ? undefined : JSON.stringify(body));
    const added = await plain('POST', '/_stub/faults', { operation: 'offers', fault: { kind: 'html' }, times: 2 });
    expect(added).toMatchObject({ status: 201, body: { operation: 'offers', remaining: 2 } });
    expect((await plain('GET', '/_stub/faults')).body.faults).toHaveLength(1);
    expect((await plain('DELETE', `/_stub/faults/${added.body.id}`)).body).toEqual({ faults: [] });
    expect((await plain('POST', '/_stub/faults', { operation: 'nothing', fault: { kind: 'html' } })).status).toBe(422);
    expect((await plain('PATCH', '/_stub/settings', { balance: '12.50' })).body.balance).toBe('12.50');
    expect((await plain('PATCH', '/_stub/settings', { unknown: 1 })).status).toBe(422);
    expect((await plain('POST', '/_stub/clock', { advance_seconds: 3_600 })).body).toEqual({
      now: '2027-01-10T10:00:00.000Z',
    });
    await call('GET', '/air/airlines');
    expect((await plain('GET', '/_stub/calls')).body).toMatchObject({
      counts: { places: 1 },
      recent: [{ operation: 'places', path: '/air/airlines', status: 200 }],
    });
    expect((await fetch(`${stub.url}/_stub`)).status).toBe(401);
    await plain('POST', '/_stub/reset');
    expect((await plain('GET', '/_stub')).body).toMatchObject({ settings: { balance: null }, calls: {}, faults: [] });
  });
});
