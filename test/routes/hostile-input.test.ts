import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages, routes } from '../../src/routes.ts';
import { sendRaw } from '../support/service/raw-http.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';
import { makeTrip, NELLIE } from '../support/faults/trip-journeys.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Far more than any answer takes, also on a machine that does other things; far less than a trap would. */
const answerMsMax = 15_000;
const pathOf = (path: string) => path.replaceAll(/:\w+/g, 'x');
const POSTED = routes.filter(
  ({ method, operationId }) => method !== 'GET' && method !== 'DELETE' && operationId !== 'sandbox_reset',
);

/** A request that has to be answered soon, and not by a bug of ours. */
async function answerOf(
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await service.call(method, path, body, headers);
  const what = `${method} ${path} ${(body ?? '').slice(0, 80)}`;
  expect([
    what,
    answer.status < 500 || answer.body?.error?.code !== 'INTERNAL',
    answer.text.length < 3_000_000,
  ]).toEqual([what, true, true]);
  expect([what, performance.now() - startedAt < answerMsMax]).toEqual([what, true]);
  return answer;
}

/** Every place of an example where something stands. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  return [
    ...(path.length === 0 ? [] : [path]),
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** The JSON of an example with something else at a place. `hostile` is JSON. */
function withAt(example: unknown, place: readonly (string | number)[], hostile: string): string {
  const mark = '@@hostile@@';
  const copy = JSON.parse(JSON.stringify(example));
  const [last = '', ...parents] = [...place].reverse();
  parents.reverse().reduce((inner, key) => inner[key], copy)[last] = mark;
  return JSON.stringify(copy).replace(`"${mark}"`, () => hostile);
}

/** What stands where a value was expected. */
const HOSTILE = [
  '1e308',
  '-9007199254740993',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '["__proto__"]',
  '"__proto__"',
  `"${'\u202e\u200b\ufeff'.repeat(50)}"`,
  `"${'a\u0301'.repeat(20_000)}"`,
  JSON.stringify('{'.repeat(20_000)),
] as const;

describe('bodies', () => {
  test('of every operation: extreme, foreign and poisoned values at every place of its example are answered, and never by a bug', async () => {
    expect(POSTED.length).toBeGreaterThan(40);
    let count = 0;
    for (const { method, path, example } of POSTED) {
      for (const [index, place] of placesOf(example ?? {}).entries()) {
        // One at each place, another at the next: all of them at every few places.
        count += 1;
        await answerOf(method, pathOf(path), withAt(example, place, HOSTILE[(index + count) % HOSTILE.length] ?? ''));
      }
    }
    expect(count).toBeGreaterThan(150);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('of every operation are bounded, and nesting, breadth and poison end in a plain refusal', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const bodies = [
      `{"x":${deep}}`,
      `{"intent":{"user_intent":null,"x":${deep}}}`,
      `{"x":[${'{},'.repeat(300_000)}{}]}`,
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ];
    for (const [index, { method, path, operationId }] of POSTED.entries()) {
      const over = await answerOf(method, pathOf(path), `"${'x'.repeat(1_048_576)}"`);
      expect([operationId, [404, 413, 403].includes(over.status)]).toEqual([operationId, true]);
      const body = bodies[index % bodies.length] ?? '';
      await answerOf(method, pathOf(path), body);
    }
    for (const body of bodies)
      for (const path of ['/v1/webhooks', '/v1/flight_search'])
        expect((await answerOf('POST', path, body)).status).toBe(422);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('that are wide where lists belong name a bounded number of problems', async () => {
    const wide = (element: string) => `[${`${element},`.repeat(Math.floor(900_000 / (element.length + 1)))}${element}]`;
    for (const [path, key] of [
      ['/v1/trip', 'upsert_travelers'],
      ['/v1/webhooks', 'events'],
      ['/v1/hotel_search', 'rooms'],
      ['/v1/select_ancillaries', 'selections'],
      ['/api/v1/shop/sync', 'actions'],
      ['/v1/flight_search', 'departure_date'],
    ] as const) {
      for (const element of ['{}', '"x"', '1']) {
        const list = wide(element);
        const { status, text } = await answerOf(
          'POST',
          path,
          `{"${key}":${key === 'upsert_travelers' ? `{"travelers":${list}}` : list}}`,
        );
        expect([path, status, text.length < 20_000]).toEqual([path, 422, true]);
      }
    }
  });

  test('that an idempotency key comes with may be nested as deep as any and are refused, not a crash', async () => {
    const deep = `{"metadata":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expect((await answerOf('POST', '/v1/trip', deep, { 'idempotency-key': 'deep-1' })).status).toBe(422);
    expect(
      (
        await answerOf('POST', '/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`, {
          accept: 'application/json, text/event-stream',
        })
      ).status,
    ).toBeLessThan(500);
    expect((await answerOf('POST', '/oauth/reg', deep, { 'x-api-key': '' })).status).toBeLessThan(500);
  });
});

describe('queries, paths and forms', () => {
  const QUERIES = [
    '__proto__=1&constructor=1&__proto__[polluted]=1&constructor[prototype][polluted]=1',
    'limit=9e99&offset=99999999999999999999',
    'limit=-1&offset=-1',
    'limit=0x10&offset=1.5',
    'page_token=%F0%9F%92%A9&cursor=x',
    'limit=1&limit=2&page_token=a&page_token=b',
    `q=${'%CC%81'.repeat(4_000)}`,
    `q=${'a%20'.repeat(6_000)}`,
    'q=%E2%80%AE%E2%80%8B&status=toString&type=hasOwnProperty',
  ];
  test('of every operation that is read: names of the prototype, numbers past every bound and doubled names are answered', async () => {
    for (const { method, path, access } of routes) {
      if (method !== 'GET') continue;
      for (const query of QUERIES) await answerOf(method, `${pathOf(path)}?${query}`);
      for (const id of [
        '__proto__',
        'constructor',
        '..%2f..%2fetc%2fpasswd',
        '%E2%80%AE',
        encodeURIComponent('ＢＬＹ－１２３４５６'),
      ])
        if (path.includes(':'))
          expect((await answerOf(method, path.replaceAll(/:\w+/g, id))).status).toBe(access === 'user' ? 403 : 404);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('of every page: poisoned, endless and enormous forms are answered, and never by a bug', async () => {
    const forms = [
      '__proto__=x&constructor=x&csrf=__proto__&hasOwnProperty=1&email=__proto__',
      `csrf=x&${'a=1&'.repeat(10_000)}`,
      `csrf=${'%F0%9F%92%A9'.repeat(2_000)}&email=%00%EF%BB%BF&password=%ED%A0%80`,
      `email=${'a'.repeat(30_000)}@&password=${'-'.repeat(30_000)}&new_password=${'1'.repeat(2_000)}`,
    ];
    for (const { method, path } of pages) {
      const known = { 'x-api-key': '', cookie: '__proto__=x; bly_session=__proto__; bly_form=constructor' };
      if (method === 'GET') {
        for (const query of QUERIES.slice(0, 2))
          expect([
            path,
            (await answerOf('GET', `${pathOf(path)}?${query}&locale=__proto__&return_to=__proto__`, undefined, known))
              .status < 500,
          ]).toEqual([path, true]);
        continue;
      }
      for (const body of forms)
        expect([path, (await answerOf('POST', pathOf(path), body, { ...known, ...FORM })).status < 500]).toEqual([
          path,
          true,
        ]);
      expect([
        path,
        (await answerOf('POST', pathOf(path), `a=${'x'.repeat(65_536)}`, { ...known, ...FORM })).status,
      ]).toEqual([path, 413]);
    }
  });
});

describe('texts', () => {
  test('that could keep an expression busy are read in no time', async () => {
    const long = (piece: string, length = 200_000) => piece.repeat(Math.floor(length / piece.length));
    for (const query of [
      long('under '),
      long('4 or '),
      long('$ 1,'),
      long('1.'),
      long(' -'),
      long('a-'),
      long('€ 9 9 '),
    ])
      await answerOf(
        'POST',
        '/v1/hotel_search',
        JSON.stringify({ query, check_in: '2027-01-01', check_out: '2027-01-03' }),
      );
    for (const last_name of [long('-'), long('a\u0301'), long("' "), long('İ')])
      await answerOf('POST', '/v1/get_booking', JSON.stringify({ booking_ref: 'BLY-NBDY01', last_name }));
    for (const booking_ref of [long('BLY-'), long('-'), 'ＢＬＹ－ＮＢＤＹ０１', 'BLY-NBDY0\u0661', '\u202eBLY-NBDY01'])
      expect(
        (await answerOf('POST', '/v1/get_booking', JSON.stringify({ booking_ref, last_name: 'Bly' }))).status,
      ).toBeGreaterThanOrEqual(404);
    for (const url of [
      `https://${long('a.')}`,
      `https://example.com/${long('%2e%2e/')}`,
      `https://${long('@')}`,
      long('https:'),
    ])
      expect(
        (await answerOf('POST', '/v1/webhooks', JSON.stringify({ url, events: ['booking.completed'] }))).body.fields[0]
          .path,
      ).toBe('url');
    for (const email of [long('a@'), long('a.', 100_000), `${long('a')}@b`, long(' ')])
      await answerOf(
        'POST',
        '/v1/trip',
        JSON.stringify({ upsert_travelers: { travelers: [NELLIE], contact: { email, phone: long('+3') } } }),
      );
    for (const origin of [long('A '), long('ß')])
      await answerOf(
        'POST',
        '/v1/flight_search',
        JSON.stringify({ origin, destination: 'LON', departure_date: '2027-01-01' }),
      );
  });

  test('in headers are read in no time, echoed only when printable, and begin no header', async () => {
    const headers = {
      accept: `${'text/event-stream;q=0.1,'.repeat(400)}`,
      'accept-language': 'x-;q=,'.repeat(2_000),
      cookie: `${'a=b; '.repeat(3_000)}bly_session=x`,
      authorization: `Bearer${' '.repeat(8_000)}`,
    };
    for (const [name, value] of Object.entries(headers)) {
      await answerOf('GET', '/v1/trips', undefined, { [name]: value });
      await answerOf('GET', '/sign-in', undefined, { 'x-api-key': '', [name]: value });
    }
    for (const bytes of ['a\rX-Evil: 1', 'a\nX-Evil: 1', 'a\r\n X-Evil: 1', 'a\u0000', '\u00e9\u2028', 'a\u007fb']) {
      for (const name of ['X-Session-ID', 'X-Request-ID', 'X-End-User-Id', 'Idempotency-Key']) {
        const answer = await sendRaw(
          service.url,
          `GET /v1/nowhere HTTP/1.1\r\nHost: x\r\n${name}: ${bytes}\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
        expect(answer).not.toMatch(/\r?\nX-Evil:/i);
      }
    }
  });

  test('of one request cannot hide another: two lengths, a length and chunks, and chunks that are none are refused', async () => {
    const evil = 'GET /v1/account HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const framing of [
      `Content-Length: 4\r\nContent-Length: ${evil.length}`,
      `Content-Length: ${evil.length}\r\nTransfer-Encoding: chunked`,
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: xchunked',
      'Content-Length: +4',
      'Content-Length: 0x4',
    ]) {
      const answer = await sendRaw(
        service.url,
        `POST /v1/trip HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n${framing}\r\n\r\n${evil}`,
      );
      expect([framing, answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([framing, ['HTTP/1.1 400']]);
    }
  });

  test('with two Host headers, or none, are refused: a proxy in front may have believed the other one', async () => {
    for (const [hosts, status] of [
      ['Host: a\r\nHost: b', 400],
      ['HOST: a\r\nX: y\r\nhost: a', 400],
      ['X: y', 400],
      ['Host: a', 200],
    ] as const) {
      const answer = await sendRaw(service.url, `GET /healthz HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      expect([hosts, answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([hosts, [`HTTP/1.1 ${status}`]]);
    }
    expect(await sendRaw(service.url, 'GET /v1/account HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')).toMatch(
      /"code":"BAD_REQUEST","message":"The request has more than one Host header\./,
    );
    const none = await sendRaw(service.url, 'GET /v1/account HTTP/1.1\r\nX-Request-ID: rq1\r\n\r\n');
    expect(none).toMatch(/"code":"BAD_REQUEST","message":"The request has no Host header\./);
    expect(none).toMatch(/^x-request-id: rq1\r$/im);
  });

  test('that expect what nobody knows are answered as if they expected nothing', async () => {
    const answer = await sendRaw(
      service.url,
      'GET /v1/account HTTP/1.1\r\nHost: x\r\nX-Request-ID: rq1\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/^x-request-id: rq1\r$/im);
    expect(answer).toContain('"code":"AUTH_REQUIRED"');
  });

  test('of names are kept as they were sent, or refused; what would turn the text around is not printed', async () => {
    const trip = await makeTrip(service, { origin: 'PAR', destination: 'LON' });
    const write = (first_name: string) =>
      answerOf(
        'POST',
        '/v1/trip',
        JSON.stringify({ trip_id: trip.body.trip_id, upsert_travelers: { travelers: [{ ...NELLIE, first_name }] } }),
      );
    for (const name of [
      '\u202eyllieN',
      'Nel\u2066lie',
      'Nel\u0000lie',
      'Nel\u0007lie',
      'Nel\nlie',
      'Nel\u200blie',
      'Nel\u2028lie',
      '\ufeffNel\ufefflie',
      'Nel\u{e0041}lie',
      '\ud800',
      ' ',
      'x'.repeat(10_000),
    ])
      expect([JSON.stringify(name), (await write(name)).status]).toEqual([JSON.stringify(name), 422]);
    for (const name of [
      'Zoë',
      'Zoe\u0308',
      'نی\u200cما',
      "N'Golo",
      'Ngũgĩ',
      '美咲',
      '__proto__',
      'constructor',
      '<b>Nellie</b>',
      '{{name}}',
      "Robert'); drop table trip;--",
    ]) {
      const { status, text } = await write(name);
      expect([name, status, text.includes(JSON.stringify(name))]).toEqual([name, 200, true]);
    }
    // A pattern that tries a text in more than one way takes an hour for this one.
    const startedAt = process.cpuUsage();
    expect((await write(`${'x'.repeat(1_000_000)}\u0000x`)).status).toBe(422);
    expect(process.cpuUsage(startedAt).user).toBeLessThan(20_000_000);
    const client = await service.call(
      'POST',
      '/oauth/reg',
      { client_name: 'elbatsurt \u202e', redirect_uris: ['https://app.example.com/back'] },
      { 'x-api-key': '' },
    );
    expect([client.status, client.body.error]).toEqual([400, 'invalid_client_metadata']);
    const unseen = await service.call(
      'POST',
      '/oauth/reg',
      { client_name: 'Claude\u200b', redirect_uris: ['https://app.example.com/back'] },
      { 'x-api-key': '' },
    );
    expect([unseen.status, unseen.body.error]).toEqual([400, 'invalid_client_metadata']);
  });
});

describe('connections', () => {
  test('that are answered 400 or 431 are let go also where the client leaves its side open', async () => {
    const { server } = service.service.server.fastify;
    const { port } = new URL(service.url);
    const clients: Socket[] = [];
    try {
      for (const request of [
        'NONSENSE\r\n\r\n',
        `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      ]) {
        const accepted = once(server, 'connection');
        const client = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true }).on(
          'error',
          () => undefined,
        );
        clients.push(client);
        const answer = once(client, 'data');
        client.write(request);
        const [served]: Socket[] = await accepted;
        if (served !== undefined && !served.destroyed) await once(served, 'close');
        expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 4(00|31) /);
      }
    } finally {
      for (const client of clients) client.destroy();
    }
  });

  test('are bounded in number, and of one address, so that no client takes all descriptors', async () => {
    expect(service.service.server.fastify.server.maxConnections).toBe(10_000);
    const small = await startService({ config: { connectionsMax: 1 } });
    const first = connect(Number(new URL(small.url).port), '127.0.0.1');
    await once(first, 'connect');
    const second = connect(Number(new URL(small.url).port), '127.0.0.1');
    await once(
      second.on('error', () => undefined),
      'close',
    );
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    first.destroy();
    await small.close();
  });

  test('that are opened and left, or fed byte by byte, are closed before long, and keep nobody waiting', {
    timeout: 30_000,
  }, async () => {
    const { server } = service.service.server.fastify;
    const served: Socket[] = [];
    const onConnection = (socket: Socket) => served.push(socket);
    server.on('connection', onConnection);
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 15_000]);
    server.headersTimeout = 500;
    const { port } = new URL(service.url);
    const sockets: Socket[] = [];
    try {
      const closed = await Promise.all(
        Array.from({ length: 300 }, (_none, index) => {
          // Every third client leaves its own side open.
          const allowHalfOpen = index % 3 === 0;
          const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen });
          sockets.push(socket);
          const told: Buffer[] = [];
          const { promise, resolve } = Promise.withResolvers<string>();
          socket
            .on('error', () => undefined)
            .on('data', (chunk) => told.push(chunk))
            .on(allowHalfOpen ? 'end' : 'close', () => resolve(Buffer.concat(told).toString('latin1').slice(0, 12)));
          if (index % 2 === 0) socket.write('POST /v1/trip HTTP/1.1\r\nHost: x\r\nX-Slow: ');
          return index === 299 ? service.call('GET', '/v1/account').then(({ status }) => String(status)) : promise;
        }),
      );
      expect(closed.at(-1)).toBe('200');
      expect(new Set(closed.slice(0, -1))).toEqual(new Set(['HTTP/1.1 408']));
      const clientPorts = new Set(sockets.slice(0, -1).map(({ localPort }) => localPort));
      const held = served.filter(({ remotePort, destroyed }) => !destroyed && clientPorts.has(remotePort));
      await Promise.all(held.map((socket) => once(socket, 'close')));
    } finally {
      server.off('connection', onConnection);
      for (const socket of sockets) socket.destroy();
      server.headersTimeout = 15_000;
    }
  });
});
