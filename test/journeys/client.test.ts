import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { BlyError, createBly, type TripResponse } from '../../src/client/bly.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CONTACT, daysAhead, departureDate, NELLIE } from '../support/faults/trip-journeys.ts';

const run = promisify(execFile);
let service: TestService;
const dir = mkdtempSync(join(tmpdir(), 'bly-client-'));

beforeAll(async () => {
  service = await startService({ config: { role: 'all' } });
});
afterAll(async () => {
  await service.close();
  rmSync(dir, { recursive: true });
});

function client(
  more: {
    readonly fetch?: typeof fetch;
    readonly apiKey?: string;
    readonly baseUrl?: string;
    readonly timeoutMs?: number;
  } = {},
) {
  return createBly({ baseUrl: service.url, apiKey: service.key, ...more });
}

/**
 * The real network, but for the answers planned: a Response in its place, `lost` for one that was given and did not
 * arrive.
 */
function troubled(plan: readonly (Response | 'refused' | 'lost')[]) {
  const sent: { readonly url: string; readonly headers: Headers }[] = [];
  const left = [...plan];
  const troubledFetch: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), headers: new Headers(init?.headers) });
    const next = left.shift();
    if (next === 'refused') throw new TypeError('fetch failed');
    if (next instanceof Response) return next;
    const answer = await fetch(url, init);
    if (next === 'lost') throw new TypeError('terminated');
    return answer;
  };
  return { sent, fetch: troubledFetch };
}

async function fail(promise: Promise<unknown>): Promise<BlyError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BlyError)) throw new Error(`not a BlyError: ${inspect(error)}`);
  return error;
}

const search = () => ({ origin: 'PAR', destination: 'LIS', departure_date: departureDate() });
const serviceAsksToWait = (status: number) =>
  new Response('{"error":{"code":"UPSTREAM_UNAVAILABLE","message":"Wait."}}', {
    status,
    headers: { 'retry-after': '0' },
  });

describe('published', () => {
  let packed:
    | { readonly filename: string; readonly size: number; readonly files: readonly { readonly path: string }[] }
    | undefined;
  beforeAll(async () => {
    const { stdout } = await run('npm', ['pack', './packages/client', '--json', '--pack-destination', dir]);
    [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    writeFileSync(join(dir, 'package.json'), '{"private":true,"type":"module"}');
    const archive = join(dir, packed?.filename ?? '');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: dir });
    const printed = /```ts\n([\s\S]*?)```/.exec(readFileSync('src/client/README.md', 'utf8'))?.[1] ?? '';
    writeFileSync(join(dir, 'journey.mts'), printed);
  });

  test('is a package of its own: of the version of the service, nothing but the client, no dependency, under 300 KB', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const own = read(join(dir, 'node_modules', '@bly', 'client', 'package.json'));
    expect(own.version).toBe(read('package.json').version);
    expect([own.dependencies, own.optionalDependencies, own.peerDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(packed?.size).toBeLessThan(300_000);
    expect(
      packed?.files
        .map(({ path }) => path)
        .filter((path) => !/^dist\/.*\.(?:js|d\.ts)$/.test(path))
        .sort(),
    ).toEqual(['README.md', 'dist/LICENSE', 'package.json']);
    expect(readdirSync(join(dir, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@bly']);
  });

  test('the journey of its README compiles strictly against the compiled package, and what is misspelt does not', async () => {
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
      skipLibCheck: false,
    };
    writeFileSync(
      join(dir, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['journey.mts', 'misspelt.mts'] }),
    );
    writeFileSync(
      join(dir, 'misspelt.mts'),
      readFileSync(join(dir, 'journey.mts'), 'utf8')
        .replace('fares[0]', 'fare[0]')
        .replace('trip_item_token: fare', 'trip_token: fare'),
    );
    const { stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', dir]).then(
      () => ({ stdout: '' }),
      (failed: { readonly stdout: string }) => failed,
    );
    expect(
      [...stdout.matchAll(/(\w+\.mts)\(.*?'(\w+)' does not exist/g)].map(([, file, name]) => [file, name]),
    ).toEqual([
      ['misspelt.mts', 'fare'],
      ['misspelt.mts', 'trip_token'],
    ]);
  });

  test('and ends in a booking, run as printed', async () => {
    const { stdout } = await run(process.execPath, [join(dir, 'journey.mts')], {
      env: { ...process.env, BLY_URL: service.url, BLY_API_KEY: service.key },
    });
    expect(stdout).toMatch(/^The traveler pays at http.*\/checkout\/cs_\w+\nBLY-\w{6} (pending|confirmed)\n$/);
  });
});

describe('calls', () => {
  test('path, query and body from one flat input; answers have the types of the document', async () => {
    const bly = client();
    const trip = await bly.trip({ upsert_travelers: { travelers: [NELLIE], contact: CONTACT } });
    const read = await bly.getTrip({ trip_id: trip.trip_id });
    expectTypeOf(read).toEqualTypeOf<TripResponse>();
    expect(read).toMatchObject({ trip_id: trip.trip_id, travelers: [{ first_name: 'Nellie' }] });
    expect((await bly.places({ query: 'Lisb', limit: 2 })).places[0]).toMatchObject({ code: 'LIS' });
    const hook = await bly.createWebhook({ url: 'https://hooks.example.com/bly', events: ['booking.completed'] });
    expect(await bly.updateWebhook({ id: String(hook.id), events: ['booking.failed'] })).toMatchObject({
      events: ['booking.failed'],
    });
    expect(await bly.deleteWebhook({ id: String(hook.id) })).toMatchObject({ id: hook.id });
    // @ts-expect-error: a misspelt field does not compile.
    expect(await bly.tripStatus({ trip_id: trip.trip_id, tripid: '' })).toMatchObject({ status: 'draft' });
  });

  test('a write whose answer is lost is sent again under the key it had, and happens once', async () => {
    const { sent, fetch } = troubled(['lost']);
    const before = (await client().listTrips({ limit: 100 })).trips.length;
    const trip = await client({ fetch }).trip({ upsert_travelers: { travelers: [NELLIE], contact: CONTACT } });
    expect((await client().listTrips({ limit: 100 })).trips.length).toBe(before + 1);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([sent.length, keys[0] === keys[1], keys[0]?.length, trip.trip_id.startsWith('trip_')]).toEqual([
      2,
      true,
      36,
      true,
    ]);
    await client({ fetch }).trip(
      { trip_id: trip.trip_id },
      { idempotencyKey: 'mine', endUserId: 'u-1', sessionId: 's-1' },
    );
    expect(Object.fromEntries(sent[2]?.headers ?? [])).toMatchObject({
      'idempotency-key': 'mine',
      'x-end-user-id': 'u-1',
      'x-session-id': 's-1',
    });
  });

  test('reads are sent again where the service asks to wait; other writes are not; nothing without end', async () => {
    const read = troubled(['refused', serviceAsksToWait(503), serviceAsksToWait(429)]);
    expect((await client({ fetch: read.fetch }).flightSearch(search())).live_offers.length).toBeGreaterThan(0);
    expect([read.sent.length, read.sent[0]?.headers.has('idempotency-key')]).toEqual([4, false]);
    const write = troubled(['refused']);
    expect(await fail(client({ fetch: write.fetch }).deleteWebhook({ id: '1' }))).toMatchObject({
      code: 'CONNECTION_FAILED',
      status: 0,
    });
    expect(write.sent).toHaveLength(1);
    const endless = troubled([1, 2, 3, 4, 5].map(() => serviceAsksToWait(503)));
    expect(await fail(client({ fetch: endless.fetch }).account())).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: 503,
      retryAfterSeconds: 0,
    });
    expect(endless.sent).toHaveLength(4);
  });

  test('errors say what the service says, by code', async () => {
    const bly = client();
    const bad = await fail(bly.flightSearch({ origin: 'PAR', destination: 'LIS', departure_date: 'soon' }));
    expect(bad).toMatchObject({
      name: 'BlyError',
      code: 'BAD_REQUEST',
      status: 422,
      fields: [{ path: 'departure_date' }],
      items: [],
    });
    expect(bad.requestId).toMatch(/^req_/);
    expect(bad.docUrl).toMatch(/\/docs\/errors#BAD_REQUEST$/);
    expect(bad.problem.code === 'BAD_REQUEST' ? bad.problem.fields.length : 0).toBe(1);
    expect(await fail(bly.getTrip({ trip_id: 'trip_none' }))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(await fail(client({ apiKey: 'bly_sWrong' }).account())).toMatchObject({
      code: 'AUTH_REQUIRED',
      status: 401,
    });
    const { trip_id } = await bly.trip({ upsert_travelers: { travelers: [NELLIE], contact: CONTACT } });
    expect(await fail(bly.checkout({ trip_id }))).toMatchObject({ idempotencyKey: expect.stringMatching(/^.{36}$/) });
  });

  test('what is not the service: newer codes, pages of proxies, redirects', async () => {
    const newer = troubled([new Response('{"error":{"code":"SOLD_TO_THE_MOON","message":"Gone."}}', { status: 409 })]);
    expect(await fail(client({ fetch: newer.fetch }).account())).toMatchObject({
      code: 'UNKNOWN',
      status: 409,
      message: 'Gone.',
      problem: { wireCode: 'SOLD_TO_THE_MOON' },
    });
    expect(
      await fail(client({ fetch: troubled([new Response('<html>', { status: 502 })]).fetch }).account()),
    ).toMatchObject({ code: 'UNKNOWN', status: 502 });
    expect(await fail(client({ fetch: troubled([new Response('<html>')]).fetch }).account())).toMatchObject({
      code: 'UNKNOWN',
      status: 200,
      message: expect.stringContaining('baseUrl'),
    });
    const away = troubled([new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })]);
    expect(await fail(client({ fetch: away.fetch }).account())).toMatchObject({ code: 'UNKNOWN', status: 302 });
    expect(away.sent).toHaveLength(1);
    expect(() => client({ baseUrl: 'localhost:8080' })).toThrow('baseUrl');
  });

  test('time-outs and aborts end a call, in the middle of a wait too', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    expect(await fail(client({ fetch: silent, timeoutMs: 30 }).account())).toMatchObject({
      code: 'TIMED_OUT',
      status: 0,
    });
    const reason = new Error('the traveler has left');
    const controller = new AbortController();
    const waiting = client({
      fetch: troubled([new Response('{}', { status: 429, headers: { 'retry-after': '5' } })]).fetch,
    }).account({}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(waiting).rejects.toBe(reason);
    await expect(client().account({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('neither the client nor its errors show the credential; a token is asked for before each call', async () => {
    const error = await fail(client({ fetch: troubled(['refused']).fetch }).deleteWebhook({ id: '1' }));
    const shown = [client(), error, error.stack]
      .map((one) => `${inspect(one, { depth: 9, showHidden: true })}${JSON.stringify(one)}`)
      .join();
    expect(shown).not.toContain(service.key);
    const tokens = [service.key, 'bly_sRevoked'];
    const bly = createBly({ baseUrl: `${service.url}/`, accessToken: async () => tokens.shift() ?? '' });
    expect(await bly.account()).toMatchObject({ environment: 'sandbox' });
    expect(await fail(bly.account())).toMatchObject({ status: 401 });
    expect(() => createBly({ baseUrl: service.url, apiKey: 'a', accessToken: 'b' })).toThrow('not both');
  });
});

describe('pages and streams', () => {
  test('every item of every page, once, and no page before it is wanted', async () => {
    const { sent, fetch } = troubled([]);
    const bly = client({ fetch });
    const whole = (await bly.flightSearch({ ...search(), limit: 9 })).live_offers.map(({ outbound_flight, fares }) => [
      outbound_flight.departure_datetime,
      fares[0]?.total_price.value,
    ]);
    sent.length = 0;
    const paged: unknown[] = [];
    for await (const { outbound_flight, fares } of bly.paginate('flightSearch', { ...search(), limit: 3 })) {
      paged.push([outbound_flight.departure_datetime, fares[0]?.total_price.value]);
      if (paged.length === 9) break;
    }
    expect(paged).toEqual(whole);
    expect(sent).toHaveLength(3);
    const trips: string[] = [];
    for await (const { trip_id } of bly.paginate('listTrips', { limit: 1 })) trips.push(trip_id);
    expect(new Set(trips)).toEqual(new Set((await bly.listTrips({ limit: 100 })).trips.map(({ trip_id }) => trip_id)));
    expect(trips.length).toBeGreaterThan(1);
  });

  test('the other searches go on over pages as well', async () => {
    const { sent, fetch } = troubled([]);
    const bly = client({ fetch });
    const first = async (list: AsyncGenerator<object>): Promise<number> => {
      const found = new Set<string>();
      for await (const item of list) if (found.add(JSON.stringify(item)).size === 5) break;
      return found.size;
    };
    const [day, later] = [departureDate(), daysAhead(63)];
    expect(
      await Promise.all([
        first(
          bly.paginate('hotelSearch', {
            checkin: day,
            checkout: later,
            city_name: 'Lisbon',
            country_code: 'PT',
            max_results: 3,
          }),
        ),
        first(
          bly.paginate('carSearch', {
            pick_up: { location: 'LIS', date_time: `${day}T10:00:00` },
            drop_off: { location: 'LIS', date_time: `${later}T10:00:00` },
            driver_age: 35,
            residence_country: 'FR',
            limit: 3,
          }),
        ),
        first(
          bly.paginate('flightCalendar', {
            origins: ['PAR'],
            destinations: ['LIS'],
            departure_date_ranges: [{ start: day, end: later }],
            trip_type: 'oneway',
            limit: 3,
          }),
        ),
      ]),
    ).toEqual([5, 5, 4]);
    expect(sent).toHaveLength(6);
  });

  test('a search as it comes about adds up to the plain answer', async () => {
    const offers: string[] = [];
    const told: string[] = [];
    for await (const event of client().flightSearchStream(search())) {
      told.push(event.event);
      if (event.event === 'offers') offers.push(...event.data.live_offers.map(({ offer_id }) => offer_id));
      else expect(offers).toEqual(expect.arrayContaining(event.data.offer_ids));
    }
    expect([told[0], told.at(-1), offers.length > 0]).toEqual(['offers', 'done', true]);
  });

  test('a stream that is refused, fails, breaks, or is left', async () => {
    const bly = client();
    const first = async (given = bly, input: object = search()) => {
      for await (const event of given.flightSearchStream(input)) return event.event;
    };
    expect(await fail(first(bly, { ...search(), departure_date: 'soon' }))).toMatchObject({
      status: 422,
      fields: [{ path: 'departure_date' }],
    });
    expect(await first()).toBe('offers');
    const streamOf = (text: string) =>
      client({ fetch: troubled([new Response(text, { headers: { 'content-type': 'text/event-stream' } })]).fetch });
    expect(
      await fail(
        first(
          streamOf(
            'event: error\ndata: {"error":{"code":"UPSTREAM_UNAVAILABLE","message":"Nobody."},"http_status":503,"retry_after_seconds":9}\n\n',
          ),
        ),
      ),
    ).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 503, retryAfterSeconds: 9 });
    expect(await fail(first(streamOf(': still here\n\nevent: news\ndata: {}\n\nevent: done\ndata: {}')))).toMatchObject(
      { code: 'CONNECTION_FAILED' },
    );
    expect(await first(streamOf('event: done\r\ndata: {"total":\r\ndata: 1}\r\n\r\n'))).toBe('done');
  });
});
