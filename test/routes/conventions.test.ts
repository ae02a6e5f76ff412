import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deprecatedRoutes, echoRoute, lyingRoute, readRoute } from '../support/hostile/probe-routes.ts';
import { sendRaw } from '../support/service/raw-http.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [echoRoute(), readRoute('read'), lyingRoute, ...deprecatedRoutes] });
});
afterAll(async () => {
  await service.close();
});
const echo = (body?: unknown, headers?: Record<string, string>) =>
  service.call('POST', '/v1/probe/echo', body, headers);
const codeOf = (answer: { body: { error: { code: string } } }) => answer.body.error.code;

describe('nesting', () => {
  test('beyond reason is the same 422 with an Idempotency-Key and without, and reasonable nesting is none with either', async () => {
    const nested = (depth: number) => `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const keyed = { 'idempotency-key': 'nested' };
    for (const depth of [65, 50_000]) {
      for (const headers of [{}, keyed]) {
        const { status, body } = await echo(nested(depth), { ...headers });
        expect([status, body.fields]).toEqual([422, [{ path: '', problem: 'is nested too deeply' }]]);
      }
    }
    for (const headers of [{}, keyed]) expect((await echo(nested(64), { ...headers })).status).toBe(200);
  });
});

describe('path parameters', () => {
  test('a text no database can hold names nothing', async () => {
    for (const path of [
      '/v1/trip/a%00b',
      '/v1/trip/a%00b/ledger',
      '/v1/trip/a%00b/ancillaries',
      '/v1/bookings/a%00b',
      '/v1/webhooks/1%00',
    ]) {
      expect(await service.call('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
  });

  test.each([
    ['/v1/trip/', 'No trip has this id.'],
    ['/v1/bookings/', 'No booking has this reference.'],
    ['/v1/webhooks/', 'No webhook endpoint has this id.'],
    ['/v1/price_monitoring/', 'No price monitor has this id.'],
    ['/v1/hotel_details/', 'No hotel has this id.'],
  ])('%s: the 404 names what was not found, alike for an id of nobody and one of no form', async (path, message) => {
    for (const id of ['999999', `x${'y'.repeat(300)}`]) {
      const { status, body } = await service.call('GET', `${path}${id}`);
      expect([id, status, body.error.message]).toEqual([id, 404, message]);
    }
  });
});

describe('ids', () => {
  test('a fresh request id is made when none or an unusable one was sent', async () => {
    expect((await echo()).headers.get('x-request-id')).toMatch(/^req_[0-9a-zA-Z]+$/);
    for (const sent of ['é', 'x'.repeat(129), 'a\tb']) {
      expect((await echo({}, { 'x-request-id': sent })).headers.get('x-request-id')).toMatch(/^req_/);
    }
  });
  test('the caller’s printable request and session ids come back, on refusals too', async () => {
    const answer = await service.call('GET', '/v1/nowhere', undefined, {
      'x-request-id': 'my request 1',
      'x-session-id': 's'.repeat(128),
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-request-id')).toBe('my request 1');
    expect(answer.headers.get('x-session-id')).toBe('s'.repeat(128));
  });
  test('they come back where the path cannot be read or an id is longer than any, as JSON or, where people are sent, as a page', async () => {
    const ids = { 'x-request-id': 'my request 2', 'x-session-id': 'my session' };
    for (const [path, type] of [
      ['/v1/trip/%E0%A4%A', 'application/json'],
      [`/v1/trip/${'x'.repeat(600)}`, 'application/json'],
      ['/v1/%zz', 'application/json'],
      ['/checkout/%zz', 'text/html'],
      ['/manage/%zz/x', 'text/html'],
    ] as const) {
      const answer = await service.call('GET', path, undefined, ids);
      expect([
        path,
        answer.status,
        answer.headers.get('x-request-id'),
        answer.headers.get('x-session-id'),
        answer.headers.get('content-type'),
      ]).toEqual([path, 404, 'my request 2', 'my session', `${type}; charset=utf-8`]);
    }
  });
  test('the operational paths echo them too', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const answer = await service.call('GET', path, undefined, { 'x-request-id': 'r1', 'x-session-id': 's1' });
      expect([answer.status, answer.headers.get('x-request-id'), answer.headers.get('x-session-id')]).toEqual([
        200,
        'r1',
        's1',
      ]);
    }
  });
  test('a session id that cannot be echoed is left out', async () => {
    expect((await echo({}, { 'x-session-id': 's'.repeat(129) })).headers.has('x-session-id')).toBe(false);
  });
});

describe('the error envelope', () => {
  test('error has exactly code, message and doc_url; everything else stands beside it', async () => {
    const { status, body } = await echo({ fail: 'conflict' });
    expect(status).toBe(409);
    expect(Object.keys(body.error)).toEqual(['code', 'message', 'doc_url']);
    expect(body.error.doc_url).toBe(`${service.url}/docs/errors#TRIP_STATE_CONFLICT`);
    expect(body.status).toBe('fulfilling');
  });
  test('an unknown error is a plain INTERNAL that says nothing of its cause', async () => {
    const answer = await echo({ fail: 'bug' });
    expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toContain('4242');
  });
  test('a supplier’s failure has its documented status, and Retry-After only where the supplier named one', async () => {
    const answers = await Promise.all(['rejected', 'unavailable', 'timeout'].map((fail) => echo({ fail })));
    expect(answers.map((answer) => [answer.status, codeOf(answer), answer.headers.get('retry-after')])).toEqual([
      [502, 'UPSTREAM_REJECTED', null],
      [503, 'UPSTREAM_UNAVAILABLE', '7'],
      [504, 'UPSTREAM_TIMEOUT', null],
    ]);
  });
  test('an answer that its declared shape does not allow is a 500 in tests and development', async () => {
    expect((await service.call('GET', '/v1/probe/lie')).status).toBe(500);
  });
});

describe('paths and methods', () => {
  test('an unknown path is 404, with or without a key', async () => {
    for (const headers of [{}, { 'x-api-key': '' }]) {
      const answer = await service.call('GET', '/v1/nowhere', undefined, headers);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await service.call('GET', '/v1/%zz')).status).toBe(404);
    expect((await service.call('GET', '/v1/probe/read/')).status).toBe(404);
  });
  test('a known path with another method is 405 and says which ones it has', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await service.call(method, '/v1/probe/echo');
      expect([answer.status, codeOf(answer), answer.headers.get('allow')]).toEqual([405, 'BAD_REQUEST', 'POST']);
    }
    expect((await service.call('POST', '/v1/probe/read', {})).headers.get('allow')).toBe('GET, HEAD');
  });
  test('HEAD answers as GET does, without the body', async () => {
    const answer = await service.call('HEAD', '/v1/probe/read');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(answer.headers.get('ratelimit-limit')).toBe('100');
  });
  test('every answer says what browsers must not do with it', async () => {
    const { headers } = await echo({});
    expect([headers.get('x-content-type-options'), headers.get('cache-control'), headers.get('content-type')]).toEqual([
      'nosniff',
      'no-store',
      'application/json; charset=utf-8',
    ]);
    expect(headers.has('strict-transport-security')).toBe(false);
  });
});

describe('bodies', () => {
  test('an empty body is {} whatever its content type', async () => {
    for (const type of ['application/json', 'text/plain', 'not a type at all;;']) {
      expect((await echo('', { 'content-type': type })).status).toBe(200);
    }
    expect((await echo()).body.body).toEqual({});
  });
  test('malformed JSON, or bytes that are no UTF-8, are 400', async () => {
    for (const body of ['{"name":', '{name: 1}', '   ', 'nul']) {
      const answer = await echo(body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
    }
    const bytes = await fetch(`${service.url}/v1/probe/echo`, {
      method: 'POST',
      headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(bytes.status).toBe(400);
  });
  test('another content type is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
    ]) {
      expect((await echo('{}', { 'content-type': type })).status).toBe(415);
    }
    expect((await echo('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
    for (const type of ['application/json;charset=UTF-8', 'application/vnd.api+json'])
      expect((await echo('{}', { 'content-type': type })).status).toBe(200);
  });
  test('one byte over 1 MiB is 413, and so are 2 MB, before the content type is looked at', async () => {
    const fill = (bytes: number) => `{"other":"${'x'.repeat(bytes - 12)}"}`;
    expect((await echo(fill(1_048_576))).status).toBe(200);
    for (const bytes of [1_048_577, 2_000_000]) {
      const answer = await echo(fill(bytes), { 'content-type': 'text/plain' });
      expect([answer.status, codeOf(answer)]).toEqual([413, 'BAD_REQUEST']);
    }
  });
  test('a body that is no object is 422', async () => {
    for (const body of ['[]', '"text"', '7', 'null']) expect((await echo(body)).status).toBe(422);
  });
  test('unknown fields are ignored; what is wrong is named by its path', async () => {
    expect((await echo({ name: 'ab', nobody: 1, travelers: [{ first_name: 'Ada', hat: 2 }] })).body.body).toEqual({
      name: 'ab',
      travelers: [{ first_name: 'Ada' }],
    });
    const { status, body } = await echo({ name: 'a', cabin: 'deck', travelers: [{ age: -1 }, { first_name: 7 }] });
    expect(status).toBe(422);
    expect(body.fields).toEqual([
      { path: 'name', problem: 'must have at least 2 characters' },
      { path: 'cabin', problem: 'must be one of economy, business' },
      { path: 'travelers[0].first_name', problem: 'is required' },
      { path: 'travelers[0].age', problem: 'must be at least 0' },
      { path: 'travelers[1].first_name', problem: 'must be a string' },
    ]);
    expect(body.error.message).toBe('name: must have at least 2 characters');
  });
  test('unknown fields are named in X-Warnings: where, and what was meant, never what they hold; also beside a refusal', async () => {
    const warningsOf = async (body: unknown) => JSON.parse((await echo(body)).headers.get('x-warnings') ?? 'null');
    expect(await warningsOf({ name: 'ab', travelers: [{ first_name: 'Ada' }] })).toBeNull();
    expect(
      await warningsOf({ Name: 'ab', cabins: 'economy', travelers: [{ first_name: 'Ada', hat: 'secret' }] }),
    ).toEqual([
      { path: 'Name', problem: 'is not a field here and was ignored: did you mean name?' },
      { path: 'cabins', problem: 'is not a field here and was ignored: did you mean cabin?' },
      { path: 'travelers[0].hat', problem: 'is not a field here and was ignored' },
    ]);
    const refused = await echo({ name: 'a', hat: 1 });
    expect([refused.status, refused.headers.get('x-warnings')]).toEqual([
      422,
      '[{"path":"hat","problem":"is not a field here and was ignored"}]',
    ]);
    expect(
      (await service.call('GET', '/v1/probe/read?limit=20&other=1&x%0D%0Aset-cookie=a')).headers.get('x-warnings'),
    ).toBe(
      '[{"path":"other","problem":"is not a field here and was ignored"},{"path":"?","problem":"is not a field here and was ignored"}]',
    );
  });
  test('X-Warnings are bounded, whatever the names are, and hold nothing but printable ASCII', async () => {
    const hostile = [
      'a\r\nset-cookie: b',
      'é',
      '💶',
      '4242424242424242',
      'x'.repeat(5_000),
      '<script>',
      '__proto__',
      'constructor',
      '"',
      '',
      'a b',
    ];
    const many = Object.fromEntries(
      [...hostile, ...Array.from({ length: 5_000 }, (_, at) => `field${at}`)].map((name) => [name, 1]),
    );
    for (const body of [many, { travelers: Array.from({ length: 500 }, () => many) }]) {
      const { status, headers } = await echo(JSON.stringify(body).slice(0, 1_000_000).length > 999_999 ? many : body);
      const text = headers.get('x-warnings') ?? '';
      expect(status).toBeLessThan(500);
      expect(text).toMatch(/^[\x20-\x7e]{2,3000}$/);
      expect(text).not.toMatch(/4242|script|xxxx|cookie/);
      expect(JSON.parse(text)).toHaveLength(10);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
  test('a query is checked the same way', async () => {
    expect((await service.call('GET', '/v1/probe/read?limit=20&other=1')).body.query).toEqual({ limit: 20 });
    const { status, body } = await service.call('GET', '/v1/probe/read?limit=101');
    expect([status, body.fields]).toEqual([422, [{ path: 'limit', problem: 'must be at most 100' }]]);
  });
  test('a text no database can hold is 422, wherever it hides', async () => {
    expect((await echo('{"name":"a\\u0000b"}')).body.fields[0].path).toBe('name');
    expect((await echo('{"other":{"list":["\\ud800"]}}')).status).toBe(422);
    expect((await echo('{"name":"ab\\ud83d\\ude00"}')).status).toBe(200);
    expect((await service.call('GET', '/v1/probe/read?x=%00')).status).toBe(422);
  });
  test('intent is accepted on every POST, checked, and never reaches the operation', async () => {
    for (const user_intent of ['somewhere warm', null])
      expect((await echo({ name: 'ab', intent: { user_intent } })).body.body).toEqual({ name: 'ab' });
    expect((await echo({ name: 'ab', intent: null })).body.body).toEqual({ name: 'ab' });
    for (const intent of ['text', 7, [], {}, { user_intent: 7 }]) {
      const { status, body } = await echo({ intent });
      expect([status, body.fields[0].path.startsWith('intent')]).toEqual([422, true]);
    }
  });
});

describe('X-End-User-Id', () => {
  test('a printable one reaches the operation', async () => {
    expect((await echo({}, { 'x-end-user-id': 'customer 42' })).body.end_user_id).toBe('customer 42');
  });
  test('one of ours, an empty or a long one is 422', async () => {
    for (const id of ['user_1', 'org_1', '', 'x'.repeat(129)])
      expect((await echo({}, { 'x-end-user-id': id })).status).toBe(422);
  });
  test('it is ignored where it is not taken', async () => {
    expect((await service.call('GET', '/v1/probe/read', undefined, { 'x-end-user-id': 'user_1' })).status).toBe(200);
  });
});

describe('deprecated routes', () => {
  test('every answer carries Deprecation, Sunset and Link: a 200, a 401, a 405, a 415, a 422', async () => {
    const path = '/v1/probe/old/0';
    const answers = [
      await service.call('POST', path, { name: 'a' }),
      await service.call('POST', path, {}, { 'x-api-key': '' }),
      await service.call('GET', path),
      await service.call('POST', path, 'a', { 'content-type': 'text/plain' }),
      await service.call('POST', path, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 405, 415, 422]);
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe('true');
      expect(headers.get('sunset')).toBe('Thu, 31 Dec 2099 23:59:59 GMT');
      expect(headers.get('link')).toBe('</v1/probe/echo>; rel="successor-version"');
    }
  });
  test('after its sunset the path is 404, before the credential is asked for', async () => {
    const answer = await service.call('POST', '/v1/probe/old/1', {}, { 'x-api-key': '' });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('what is not HTTP', () => {
  test('control characters in a header are refused, not echoed, and the answer still has a request id', async () => {
    const answer = await sendRaw(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: a\u0001b\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Request-ID: req_/i);
    expect(answer).not.toContain('\u0001');
  });
  test('a header smuggled through a query or a path stays where it is', async () => {
    const answer = await service.call('GET', '/v1/nowhere%0d%0aX-Evil:%201?x=%0d%0aX-Evil:%201');
    expect([answer.status, answer.headers.has('x-evil')]).toEqual([404, false]);
  });
  test('a header that is far too long is refused', async () => {
    expect(
      await sendRaw(service.url, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 /);
  });
  test('a body that breaks off does no harm', async () => {
    await sendRaw(
      service.url,
      `POST /v1/probe/echo HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Length: 100\r\n\r\n{"name"`,
    );
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });
});

describe('operations', () => {
  test('/healthz, /readyz and /metrics are open', async () => {
    const none = { 'x-api-key': '' };
    expect((await service.call('GET', '/healthz', undefined, none)).body).toEqual({ status: 'ok' });
    expect((await service.call('GET', '/readyz', undefined, none)).body).toEqual({ status: 'ready' });
    const metrics = await service.call('GET', '/metrics', undefined, none);
    expect(metrics.text).toContain('bly_http_request_seconds_count{operation="probe_echo",status="200"}');
  });
});
