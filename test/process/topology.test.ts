import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aVisitor, PASSWORD } from '../support/accounts.ts';
import { connectAgent } from '../support/mcp.ts';
import { runNode } from '../support/process/process.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from '../support/process/small-world.ts';
import { isSignedWith, type Receiver, startReceiver } from '../support/service/receiver.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/service/redis.ts';
import { makeProcessFixture, type ProcessFixture, type Server, until } from '../support/service/server-fixture.ts';
import { type Answer, BOOTSTRAP_KEY } from '../support/service/service.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';

// What deploy/compose.yaml starts, without containers: two API processes and a worker on one PostgreSQL (and one Redis,
// where this machine has it). `npm run test:deep` names the server; beside the embedded database there is one process,
// and the first test says so.
const serverUrl = process.env['BLY_TEST_DATABASE_URL'];
const KINDS = serverUrl === undefined ? [] : [hasRedisServer ? 'PostgreSQL and Redis' : 'PostgreSQL alone'];
/** A killed worker's jobs are back within 15 s; a busy machine is not what is tested. */
const patienceMs = 60_000;
/** Later than the first time a payment whose outcome nobody heard of is asked about. */
const resolveSeconds = 60;
const revokedWithinMs = 1_000;

/** One of the processes, with the fixture it is started in again. */
interface Member {
  readonly fixture: ProcessFixture;
  process: Server;
  readonly url: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}
/** A process that starts; its call goes out with the bootstrap key unless the headers say who asks. */
async function startMember(settings: Readonly<Record<string, string>>): Promise<Member> {
  const fixture = await makeProcessFixture(settings);
  const url = `http://127.0.0.1:${fixture.env['BLY_PORT']}`;
  return {
    fixture,
    url,
    process: await fixture.start(),
    call: (method, path, body, headers = {}) => callAt(`${url}${path}`, { method, body, headers }),
  };
}

async function callAt(
  url: string,
  {
    method,
    body,
    headers,
  }: { readonly method: string; readonly body: unknown; readonly headers: Readonly<Record<string, string>> },
): Promise<Answer> {
  const sent = new Headers({
    'x-api-key': BOOTSTRAP_KEY,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  });
  if (sent.get('x-api-key') === '') sent.delete('x-api-key');
  const answer = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

async function onServer(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

test('the embedded database serves one process: a role of its own stops the start and names the variable', async () => {
  const { code, errors } = await runNode([...QUICK_NODE_ARGS, 'src/main.ts'], {
    ...QUICK_NODE_ENV,
    PATH: process.env['PATH'] ?? '',
    BLY_ROLE: 'worker',
  }).finished;
  expect([code, errors]).toEqual([1, expect.stringMatching(/^BLY_ROLE other than all needs DATABASE_URL/)]);
});

describe.each(KINDS)('two API processes and a worker on %s', () => {
  const database = `bly_t_${Date.now()}_${randomBytes(4).toString('hex')}`;
  let redis: RedisServer | undefined;
  let receiver: Receiver;
  let a: Member;
  let b: Member;
  let worker: Member;
  let settings: Readonly<Record<string, string>>;
  let secret = '';

  beforeAll(async () => {
    await onServer(`create database ${database}`);
    const databaseUrl = new URL(serverUrl ?? '');
    databaseUrl.pathname = `/${database}`;
    redis = hasRedisServer ? await startRedis() : undefined;
    receiver = await startReceiver();
    settings = {
      DATABASE_URL: databaseUrl.toString(),
      BLY_DATABASE_POOL_MAX: '5',
      BLY_PUBLIC_URL: 'http://bly.example.com',
      BLY_WEBHOOK_ALLOW_LOCAL: '1',
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    };
    // At once, on an empty database: each of them migrates.
    [a, b, worker] = await Promise.all([
      startMember({ ...settings, BLY_ROLE: 'api' }),
      startMember({ ...settings, BLY_ROLE: 'api' }),
      startMember({ ...settings, BLY_ROLE: 'worker' }),
    ]);
    const { body } = await a.call('POST', '/v1/webhooks', { url: receiver.url, events: ['booking.completed'] });
    secret = body.secret;
  });
  afterAll(async () => {
    await Promise.all([a, b, worker].map((member) => member.process.kill()));
    await receiver.close();
    await redis?.remove();
    await onServer(`drop database if exists ${database} with (force)`);
  });

  /** Searched at A, made a trip of at B, checked out at A. */
  async function checkOut(
    destination: string,
  ): Promise<{ readonly tripId: string; readonly total: number; readonly pagePath: string }> {
    const search = await a.call('POST', '/v1/flight_search', {
      origin: 'QAA',
      destination,
      departure_date: daysAhead(60),
    });
    const trip = await b.call('POST', '/v1/trip', {
      add_item: { trip_item_token: search.body.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    expect(trip.status, trip.text).toBe(200);
    const checkout = await a.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id });
    expect(checkout.status, checkout.text).toBe(200);
    return {
      tripId: trip.body.trip_id,
      total: checkout.body.total_amount.amount,
      pagePath: new URL(checkout.body.checkout_url).pathname,
    };
  }
  const tripAt = async (member: Member, tripId: string) => (await member.call('GET', `/v1/trip/${tripId}`)).body;
  const completions = () => receiver.received.filter(({ event }) => event.event === 'booking.completed');

  test(
    'a journey that changes processes at every step ends in one booking, told once',
    async () => {
      const { tripId, total, pagePath } = await checkOut('QAG');
      expect((await b.call('GET', pagePath, undefined, { 'x-api-key': '' })).status).toBe(200);
      expect((await b.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).body.status).toBe(
        'authorised',
      );
      await until(async () => (await tripAt(a, tripId)).status === 'fulfilled', patienceMs);
      const { booking_ref: reference } = await tripAt(b, tripId);
      const found = await a.call('POST', '/v1/get_booking', { booking_ref: reference, last_name: 'bly' });
      expect(found.body.booking).toMatchObject({ status: 'confirmed', total_paid: { amount: total } });
      await until(async () => completions().length > 0, patienceMs);
      expect(completions()).toHaveLength(1);
      expect(receiver.received.every((post) => isSignedWith(post, secret))).toBe(true);
    },
    2 * patienceMs,
  );

  test(
    'an API process and then the worker are killed with -9: the next ones end the trip with one booking and one capture',
    async () => {
      const told = completions().length;
      const { tripId, total } = await checkOut('QAG');
      a.fixture.arm('pay.after_submit_call');
      await expect(a.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).rejects.toThrow(
        'fetch failed',
      );
      expect(await a.process.ended).toBe('SIGKILL');
      worker.fixture.arm('fulfil.after_book_call');
      // The processor has the money's hold and nobody has heard so: the worker asks.
      expect((await tripAt(b, tripId)).status).toBe('quoted');
      await b.call('POST', '/v1/sandbox/clock', { advance_seconds: resolveSeconds });
      expect(await worker.process.ended).toBe('SIGKILL');
      expect((await tripAt(b, tripId)).status).toBe('fulfilling');
      for (const member of [a, worker]) member.fixture.arm(undefined);
      [a.process, worker.process] = await Promise.all([a.fixture.start(), worker.fixture.start()]);
      await until(async () => (await tripAt(a, tripId)).status === 'fulfilled', patienceMs);
      const { booking_ref: reference } = await tripAt(a, tripId);
      const found = await a.call('POST', '/v1/get_booking', { booking_ref: reference, last_name: 'bly' });
      expect(found.body.booking).toMatchObject({ status: 'confirmed', total_paid: { amount: total } });
      await until(async () => completions().length > told, patienceMs);
      expect(new Set(completions().map(({ event }) => event.event_id)).size).toBe(told + 1);
    },
    4 * patienceMs,
  );

  test('an agent begins at A and goes on at B, in the same session', async () => {
    const agent = await connectAgent(a.url);
    const answer = await b.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'account', arguments: {} } },
      { accept: 'application/json, text/event-stream', 'mcp-session-id': agent.sessionId },
    );
    await agent.close();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('organization_id');
  });

  test(
    'a user signs in at A and works at B; their key counts at both together and is over at both within a second',
    async () => {
      const made = await runNode(['bin/bly.js', 'admin', 'create-user', '--email', 'ops@example.com'], a.fixture.env)
        .finished;
      const link = /http:\/\/bly\.example\.com(\/\S+)/.exec(made.output)?.[1] ?? '';
      const visitor = aVisitor(a);
      await visitor.get(link);
      await visitor.post(link, { new_password: PASSWORD });
      await visitor.get('/sign-in');
      expect((await visitor.post('/sign-in', { email: 'ops@example.com', password: PASSWORD })).status).toBe(303);
      const atB = aVisitor(b, visitor.jar);
      const csrf = /name="csrf" value="([^"]+)"/.exec((await atB.get('/account')).text)?.[1] ?? '';
      const asUser = {
        'x-api-key': '',
        cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': csrf,
      };
      const { body: key } = await b.call('POST', '/v1/api_keys', { name: 'shop' }, asUser);
      const withKey = { 'x-api-key': key.key };

      const answers = await Promise.all(
        Array.from({ length: 2 * key.rate.burst }, (_entry, turn) =>
          (turn % 2 === 0 ? a : b).call('GET', '/v1/trips?limit=1', undefined, withKey),
        ),
      );
      expect(answers.filter(({ status }) => ![200, 429].includes(status)).map(({ text }) => text)).toEqual([]);
      const passed = answers.filter(({ status }) => status === 200).length;
      const reasons = [...new Set(answers.filter(({ status }) => status === 429).map(({ text }) => text))];
      expect(passed, reasons.join('\n')).toBeGreaterThanOrEqual(key.rate.burst);
      // Each for itself would have let all of them through.
      if (redis !== undefined) expect(passed).toBeLessThan(2 * key.rate.burst);
      const usedAt = async (member: Member) =>
        (await member.call('GET', '/v1/usage', undefined, withKey)).body.keys?.[0]?.used;
      for (const member of [a, b])
        await expect.poll(() => usedAt(member), { timeout: patienceMs }).toBeGreaterThanOrEqual(passed);

      expect((await a.call('DELETE', `/v1/api_keys/${key.key_id}`, undefined, asUser)).status).toBe(200);
      const revokedAt = performance.now();
      let lastTakenAt = revokedAt;
      await until(async () => {
        const begunAt = performance.now();
        const { status } = await b.call('GET', '/v1/account', undefined, withKey);
        if (status === 200) lastTakenAt = begunAt;
        return status === 401;
      }, patienceMs);
      expect(lastTakenAt - revokedAt).toBeLessThan(revokedWithinMs);
    },
    2 * patienceMs,
  );

  test('at the end money and bookings agree, and the sellers hold what was sold', async () => {
    const { code, output } = await b.fixture.run('scripts/reconcile.ts');
    expect(output).toContain('nothing stands against it');
    expect(code).toBe(0);
    const client = new pg.Client({ connectionString: settings['DATABASE_URL'] });
    await client.connect();
    const { rows } =
      await client.query(`select (select count(*) from booking)::int as bookings, (select count(*) from sandbox_order where status = 'booked')::int as orders,
      (select count(*) from sandbox_payment where captured > 0)::int as captures, (select sum(captured) from sandbox_payment) = (select sum(total_paid) from booking) as is_exact`);
    await client.end();
    expect(rows).toEqual([{ bookings: 2, orders: 2, captures: 2, is_exact: true }]);
  });
});
