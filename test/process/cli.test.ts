import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliFixture, openCliFixture } from '../support/process/cli.ts';
import { openVisitor } from '../support/oauth.ts';
import { isSignedWith, isStandardSignedWith, startReceiver } from '../support/service/receiver.ts';
import { testSecretKey } from '../support/service/secret-key.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let cli: CliFixture;
let key: string;
beforeAll(async () => {
  service = await startService({ runsJobs: true });
  ({ key } = await service.makeKey({ quotaCalls: 10_000, rate: { perSecond: 1_000, burst: 1_000 } }));
  cli = openCliFixture({ BLY_URL: service.url, BLY_API_KEY: key });
});
afterAll(async () => {
  await cli.remove();
  await service.close();
});
const departure = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
const search = ['flight-search', '--origin', 'PAR', '--destination', 'NYC', '--departure-date', departure];

describe('an operation as a command', () => {
  test('answers a program with the JSON as it came, a person with a table, and takes input from options and standard input alike', async () => {
    const [json, table, piped, tokens] = await Promise.all([
      cli.run([...search, '--limit', '2']),
      cli.run([...search, '--limit', '2', '--table'], { env: { FORCE_COLOR: '1' } }),
      cli.run(['trip', '--json-body', '-', '--upsert-travelers.travelers.0.first-name', 'Ada'], {
        input: JSON.stringify({
          upsert_travelers: {
            travelers: [{ first_name: 'X', last_name: 'Lovelace', passenger_type: 'ADULT' }],
            contact: { email: 'ada@example.com', phone: '+33123456789' },
          },
        }),
      }),
      cli.run(['places', '--query', 'lisbon', '--limit', '1', '--table'], {
        env: { FORCE_COLOR: '1', NO_COLOR: '1' },
      }),
    ]);
    expect([json.code, json.errors]).toEqual([0, '']);
    expect(JSON.parse(json.output).live_offers).toHaveLength(2);
    expect(table.code).toBe(0);
    expect(table.output).toContain('\u001b[1mAirline');
    expect(table.output).toMatch(/\d+\.\d{2} USD\n/);
    expect(JSON.parse(piped.output).travelers).toMatchObject([{ first_name: 'Ada', last_name: 'Lovelace' }]);
    expect(tokens.output).toMatch(/Lisbon\s+city\s+LIS\s+LIS\s+PT\s+city-LIS/);
    expect(tokens.output).not.toContain('\u001b[');
  });

  test('says what was refused on standard error, with a code of its own for each kind', async () => {
    const version: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
    expect(await cli.run(['--version'])).toMatchObject({ code: 0, output: `${version}\n`, errors: '' });
    const [field, absent, usage, unknown, unauthenticated, upstream, unreachable] = await Promise.all([
      cli.run(['flight_search', '--origin', 'PAR', '--destination', 'NYC', '--departure_date', 'tomorrow']),
      cli.run(['get-trip', '--trip-id', 'trip_none']),
      cli.run(['get-trip']),
      cli.run(['account', '--nonsense']),
      cli.run(['--api-key', 'bly_sWrong', 'account']),
      cli.run(['flight-search', '--origin', 'QAA', '--destination', 'QAP', '--departure-date', departure]),
      cli.run(['account'], { env: { BLY_URL: 'http://127.0.0.1:9' } }),
    ]);
    expect([field.code, field.output]).toEqual([1, '']);
    expect(field.errors).toMatch(
      /^BAD_REQUEST: .*\n {2}departure_date: must be a date YYYY-MM-DD\n {2}request id: req_\w+\n$/,
    );
    expect([absent.code, absent.errors.split('\n')[0]]).toEqual([4, 'NOT_FOUND: No trip has this id.']);
    expect([usage.code, usage.errors]).toEqual([2, 'Missing: --trip-id (see bly get-trip --help)\n']);
    expect([unknown.code, unknown.errors.split('\n')[0]]).toEqual([2, "error: unknown option '--nonsense'"]);
    expect([unauthenticated.code, unauthenticated.errors]).toEqual([
      3,
      expect.stringContaining('sign in with `bly login`'),
    ]);
    expect([upstream.code, upstream.errors]).toEqual([5, expect.stringContaining('UPSTREAM_')]);
    expect([unreachable.code, unreachable.errors]).toEqual([
      6,
      expect.stringContaining('Cannot reach http://127.0.0.1:9'),
    ]);
  });

  test('a list of objects takes one, several or an array of them, and says how where it is none', async () => {
    const told = ['--granularity', 'week', '--forecast-periods', '1'];
    const [one, two, list, none, table] = await Promise.all([
      cli.run(['demand-trends', '--series', '{"destination":"LIS"}', ...told]),
      cli.run(['demand-trends', '--series', '{"destination":"LIS"}', '--series', '{}', ...told]),
      cli.run(['demand-trends', '--series', '[{"destination":"LIS"},{}]', ...told]),
      cli.run(['demand-trends', '--series', 'LIS']),
      cli.run(['demand-trends', '--series', '{"destination":"LIS"}', ...told, '--table']),
    ]);
    const labels = [one, two, list].map(
      ({ output }) => JSON.parse(output).series.map(({ label }: { label: string }) => label).length,
    );
    expect(labels).toEqual([1, 2, 2]);
    expect([none.code, none.errors]).toEqual([
      1,
      expect.stringContaining(`\n  series[0]: must be an object, for example --series '{"destination":"LIS",`),
    ]);
    expect(table.output).toMatch(
      /\nSearches for Lisbon\n[\s\S]*\nDate +Value +Index\n[\s\S]*\nForecast\nDate +p10 +p50 +p90\n/,
    );
  });

  test('--wait comes back once, when it was told to, with the same idempotency key; a redirect is not followed', async () => {
    const keys: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      if (request.url === '/v1/account')
        response.writeHead(302, { location: 'https://elsewhere.example.com/v1/account' }).end();
      else if (keys.length === 1)
        response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"code":"RATE_LIMITED","message":"Later."}}');
      else response.end('{"webhooks":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { code, output } = await cli.run(
      ['create-webhook', '--url', 'https://example.com', '--events', 'booking.completed', '--wait'],
      { env: { BLY_URL: url } },
    );
    const moved = await cli.run(['account'], { env: { BLY_URL: url } });
    await new Promise((resolve) => server.close(resolve));
    expect([moved.code, moved.output, moved.errors]).toEqual([
      1,
      '',
      `${url} sends us on to https://elsewhere.example.com: give that as --url if it is the service.\n`,
    ]);
    expect([code, output]).toEqual([0, '{"webhooks":[]}\n']);
    expect(keys.slice(0, 2)).toEqual([expect.stringMatching(/^cli-/), keys[0]]);
  });

  test('completes commands and options in a shell', async () => {
    const { code, output } = await cli.run(['completion', 'bash']);
    expect(code).toBe(0);
    expect(output).toMatch(/flight-search\) words="--offer-token --origin /);
    expect(output).toMatch(/admin\) words="create-key create-user /);
  });
});

describe('signing in', () => {
  const alone = { BLY_API_KEY: '', BLY_URL: '' };
  const stored = () => join(cli.home, 'config/bly/config.json');
  const tokensOf = (text: string) => JSON.parse(text).profiles.mine.tokens;

  test('by browser: a code that its user confirms, tokens that renew themselves under a lock, and an end', async () => {
    const ada = await openVisitor(service, 'cli@example.com');
    const login = cli.start(['login', '--no-browser', '--profile', 'mine', '--url', service.url], { env: alone });
    const said = await login.saying(/confirm this code: {2}[A-Z]{4}-[A-Z]{4}/);
    const page = await ada.get(/Open (\S+)/.exec(said)?.[1] ?? '');
    const confirm = await ada.submit(page, { user_code: /code: {2}(\S+)/.exec(said)?.[1] ?? '' });
    await ada.submit(confirm, { decision: 'allow' });
    expect((await login.ended).code).toBe(0);
    expect(statSync(stored()).mode & 0o777).toBe(0o600);

    const before = readFileSync(stored(), 'utf8');
    writeFileSync(stored(), before.replace(/"expires_at": "[^"]+"/, '"expires_at": "2026-01-01T00:00:00.000Z"'));
    const both = await Promise.all([
      cli.run(['whoami', '--json'], { env: alone }),
      cli.run(['list-members', '--json'], { env: alone }),
    ]);
    expect(both.map(({ code, errors }) => [code, errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(JSON.parse(both[0].output)).toMatchObject({
      profile: 'mine',
      url: service.url,
      environment: 'sandbox',
      credential: 'signed in by browser',
      quota: { limit: 1_000 },
    });
    expect(tokensOf(readFileSync(stored(), 'utf8')).refresh_token).not.toBe(tokensOf(before).refresh_token);

    const elsewhere = await cli.run(['account', '--url', 'http://127.0.0.1:9'], { env: alone });
    expect(elsewhere.code).toBe(6);
    const refreshToken = tokensOf(readFileSync(stored(), 'utf8')).refresh_token;
    expect((await cli.run(['logout'], { env: alone })).output).toBe('Signed out of profile mine.\n');
    expect((await cli.run(['whoami'], { env: alone })).code).toBe(3);
    const again = await fetch(`${service.url}/oauth/cli/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'bly-cli' }),
    });
    expect(again.status).toBe(400);
  });

  test('with a key from standard input, which is tried before it is kept', async () => {
    const good = await cli.run(['login', '--api-key', '-', '--profile', 'keyed', '--url', service.url], {
      env: alone,
      input: `${key}\n`,
    });
    expect([good.code, good.errors]).toEqual([0, '']);
    const who = await cli.run(['whoami', '--json'], { env: alone });
    expect(JSON.parse(who.output)).toMatchObject({
      profile: 'keyed',
      credential: `API key ${key.slice(0, 9)}…`,
      quota: { limit: 10_000 },
    });
    expect(JSON.parse((await cli.run(['whoami', '--api-key', service.key], { env: alone })).output)).toMatchObject({
      quota: null,
    });
    const bad = await cli.run(['login', '--api-key', '-', '--profile', 'other', '--url', service.url], {
      env: alone,
      input: 'bly_sWrong',
    });
    expect(bad.code).toBe(3);
    expect(readFileSync(stored(), 'utf8')).not.toContain('bly_sWrong');
  });
});

describe('events', () => {
  test('listen forwards what trigger makes happen, signed both ways, and tries again what was refused', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500 });
    const listening = cli.start(['listen', '--forward-to', receiver.url, '--events', 'booking.refunded', '--json']);
    const secret = /Signing secret: (\S+)/.exec(await listening.saying(/Signing secret: whsec_\S+\n/))?.[1] ?? '';
    const triggered = await cli.run(['trigger', 'booking.refunded']);
    expect([triggered.code, triggered.output]).toEqual([
      0,
      expect.stringMatching(/^booking\.refunded: BLY-\w+ \(sells a refundable flight and refunds it/),
    ]);
    await listening.saying(/500, again in 1 s/);
    receiver.answerWith({ status: 204 });
    await listening.saying(/POST \S+ {2}204/);
    listening.interrupt();
    const { output } = await listening.ended;
    await receiver.close();
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['booking.refunded']);
    expect(receiver.received.map(({ event }) => event.event)).toEqual(['booking.refunded', 'booking.refunded']);
    expect(receiver.received.map((post) => [isSignedWith(post, secret), isStandardSignedWith(post, secret)])).toEqual([
      [true, true],
      [true, true],
    ]);
    const late = cli.start(['listen', '--since', '2026-01-01T00:00:00Z', '--json']);
    const told = await late.saying(/booking\.cancelled.*\n/);
    late.interrupt();
    expect([...told.matchAll(/"event":"([^"]+)"/g)].map(([, event]) => event)).toEqual([
      'booking.completed',
      'booking.item_cancelled',
      'booking.refunded',
      'booking.cancelled',
    ]);
    expect((await cli.run(['listen', '--print-secret'])).output).toBe(`${secret}\n`);
    expect((await cli.run(['listen', '--events', 'booking.nope'])).code).toBe(2);
  });

  test('trigger does what it says, also for an organization whose clock runs ahead', async () => {
    const { key: ahead } = await service.makeKey({ quotaCalls: 10_000, rate: { perSecond: 1_000, burst: 1_000 } });
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body, { 'x-api-key': ahead });
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 45 * 86_400 });
    const types = [
      'booking.completed',
      'booking.failed',
      'booking.refunded',
      'booking.exchanged',
      'booking.schedule_changed',
    ];
    const runs = await Promise.all(types.map((type) => cli.run(['trigger', type], { env: { BLY_API_KEY: ahead } })));
    expect(runs.map(({ code, errors }) => [code, errors])).toEqual(types.map(() => [0, '']));
    const happened = async () =>
      (await call('GET', '/v1/events?limit=100')).body.events.map(({ event }: { event: string }) => event);
    await expect.poll(happened, { timeout: 20_000 }).toEqual(expect.arrayContaining(types));
    const { events } = (await call('GET', '/v1/events?type=booking.exchanged')).body;
    const { body: exchanged } = await call('POST', '/v1/car_exchange_status', {
      booking_ref: events[0].booking_ref,
      last_name: 'Bly',
    });
    expect([exchanged.status, exchanged.delta, exchanged.refund]).toEqual([
      'confirmed',
      { direction: 'even' },
      undefined,
    ]);
  });
});

describe('doctor', () => {
  test('finds nothing wrong where all is well, and says how to put right what is not', async () => {
    const [good, bad] = await Promise.all([
      cli.run(['doctor', '--json'], { env: { BLY_PORT: '0' } }),
      cli.run(['doctor'], {
        env: {
          BLY_URL: 'http://127.0.0.1:9',
          BLY_PROT: '1',
          DATABASE_URL: 'postgres://bly@127.0.0.1:9/bly',
          BLY_SECRET_KEYS: testSecretKey(7),
          REDIS_URL: 'redis://127.0.0.1:9',
          BLY_PORT: '0',
        },
      }),
    ]);
    expect([good.code, good.errors]).toEqual([0, '']);
    const checks: readonly { readonly name: string; readonly status: string; readonly message: string }[] = JSON.parse(
      good.output,
    ).checks;
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Node',
        'service',
        'readiness',
        'version',
        'clock',
        'credential',
        'variables',
        'port',
        'data directory',
        'database',
        'webhooks',
        'mail',
      ]),
    );
    expect(bad.code).toBe(1);
    expect(bad.output).toMatch(/fail {2}service .*Cannot reach http:\/\/127\.0\.0\.1:9.*\n\s+→ start it: npm start/);
    expect(bad.output).toMatch(/warn {2}variables\s+nobody reads BLY_PROT\n/);
    expect(bad.output).toMatch(/fail {2}database .*ECONNREFUSED/);
    expect(bad.output).toMatch(/fail {2}Redis /);
    const elsewhere = await cli.run(['doctor'], {
      env: { BLY_URL: 'http://127.0.0.1:9', BLY_PORT: new URL(service.url).port },
    });
    expect(elsewhere.output).toContain(`BLY_URL=http://127.0.0.1:${new URL(service.url).port}`);
    const wrong = await cli.run(['doctor'], { env: { BLY_PORT: 'none' } });
    expect([wrong.code, wrong.output]).toEqual([
      1,
      expect.stringContaining('fail  variables         BLY_PORT must be a whole number'),
    ]);
  });
});
