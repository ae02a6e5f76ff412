import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../support/faults/trip-journeys.ts';
import { type Installation, makeInstallation, runNode, type Running } from '../support/process/process.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from '../support/process/small-world.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/service/redis.ts';
import { until } from '../support/service/server-fixture.ts';
import { BOOTSTRAP_KEY } from '../support/service/service.ts';

// BLY_PROCESSES=2: a parent, two API processes on one port, a worker. `npm run test:deep` names the PostgreSQL server.
const KINDS = process.env['BLY_TEST_DATABASE_URL'] === undefined || !hasRedisServer ? [] : ['PostgreSQL and Redis'];
const patienceMs = 60_000;

/** What is read of answers here. */
interface Body {
  readonly status: string;
  readonly trip_id: string;
  readonly live_offers: readonly { readonly fares: readonly { readonly trip_item_token: string }[] }[];
}
/** A line that the parent writes about a child. */
interface ChildLine {
  readonly msg: string;
  readonly child: number;
  readonly role: string;
}

test('the embedded database serves one process: several stop the start and name the variable', async () => {
  const { code, errors } = await runNode([...QUICK_NODE_ARGS, 'src/main.ts'], {
    ...QUICK_NODE_ENV,
    PATH: process.env['PATH'] ?? '',
    BLY_PROCESSES: '2',
  }).finished;
  expect([code, errors]).toEqual([1, expect.stringMatching(/^BLY_PROCESSES needs DATABASE_URL/)]);
});

describe.each(KINDS)('one start with several processes on %s', () => {
  let redis: RedisServer;
  let installation: Installation;
  let running: Running;
  let output = '';

  beforeAll(async () => {
    redis = await startRedis();
    installation = await makeInstallation();
    running = installation.run(['src/main.ts'], {
      REDIS_URL: redis.url,
      BLY_PROCESSES: '2',
      BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
      BLY_DATABASE_POOL_MAX: '5',
    });
    running.child.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    await until(async () => alive().length === 3, patienceMs);
  });
  afterAll(async () => {
    running.child.kill('SIGKILL');
    await running.finished;
    await installation.remove();
    await redis.remove();
  });

  /** What the parent has said about its children with these words. */
  const said = (words: string): readonly ChildLine[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): ChildLine => JSON.parse(line))
      .filter(({ msg }) => msg === words);
  const alive = (role?: string): readonly ChildLine[] => {
    const died = new Set(said('a process died and is started again').map(({ child }) => child));
    return said('a process takes work').filter(
      (line) => !died.has(line.child) && (role === undefined || line.role === role),
    );
  };
  /** Each call by a connection of its own: connections are what is shared out. */
  async function call(path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Body }> {
    const answer = await fetch(installation.url + path, {
      signal: AbortSignal.timeout(patienceMs),
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-api-key': BOOTSTRAP_KEY,
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read: Body = JSON.parse(await answer.text());
    return { status: answer.status, body: read };
  }
  async function payTrip(): Promise<string> {
    const search = await call('/v1/flight_search', {
      origin: 'QAA',
      destination: 'QAG',
      departure_date: daysAhead(60),
    });
    const trip = await call('/v1/trip', {
      add_item: { trip_item_token: search.body.live_offers[0]?.fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    const tripId = trip.body.trip_id;
    expect((await call('/v1/checkout', { trip_id: tripId })).status).toBe(200);
    expect((await call('/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK })).body.status).toBe('authorised');
    return tripId;
  }
  const isFulfilled = async (tripId: string) => (await call(`/v1/trip/${tripId}`)).body.status === 'fulfilled';

  test('who started it is greeted once, and two processes take requests beside a worker', () => {
    expect(output.match(/Contract {4}http/g)).toHaveLength(1);
    expect(
      alive()
        .map(({ role }) => role)
        .toSorted(),
    ).toEqual(['api', 'api', 'worker']);
    expect(new Set(alive().map(({ child }) => child)).size).toBe(3);
  });

  test('the metrics are those of all processes, whichever is asked', async () => {
    const count = async () => {
      const text = await (await fetch(`${installation.url}/metrics`, { headers: { connection: 'close' } })).text();
      const lines = text.split('\n').filter((line) => /^bly_http_request_seconds_count\{.*"account"/.test(line));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/v1/account')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    for (let look = 0; look < 4; look += 1) expect(await count()).toBe(before + 20);
  });

  test(
    'a killed API process and a killed worker are replaced, and what was paid meanwhile is booked',
    async () => {
      for (const role of ['api', 'worker']) {
        const [victim] = alive(role);
        process.kill(victim?.child ?? 0, 'SIGKILL');
        await until(async () => alive(role).every(({ child }) => child !== victim?.child), patienceMs);
        const tripId = await payTrip();
        await until(async () => alive().length === 3, patienceMs);
        await until(() => isFulfilled(tripId), patienceMs);
      }
      const deaths = said('a process died and is started again');
      expect(deaths.map(({ role }) => role)).toEqual(['api', 'worker']);
    },
    4 * patienceMs,
  );

  test(
    'connections that clients hold are spread over a process that joins',
    async () => {
      const [victim, survivor] = alive('api');
      const agent = new Agent({ connections: 24 });
      /** How many connections are asked to close, of as many held as there are calls at once. */
      const countClosing = async () => {
        const answers = await Promise.all(
          Array.from({ length: 24 }, async () => {
            const { headers, body } = await agent.request({
              origin: installation.url,
              path: '/healthz',
              method: 'GET',
            });
            await body.dump();
            return headers['connection'];
          }),
        );
        return answers.filter((connection) => connection === 'close').length;
      };
      await countClosing();
      expect(await countClosing()).toBe(0);
      process.kill(victim?.child ?? 0, 'SIGKILL');
      await until(
        () =>
          countClosing().then(
            () => true,
            () => false,
          ),
        patienceMs,
      );
      await until(
        async () =>
          alive('api').filter(({ child }) => child !== survivor?.child && child !== victim?.child).length === 1,
        patienceMs,
      );
      expect(await countClosing()).toBeGreaterThan(0);
      await agent.close();
    },
    4 * patienceMs,
  );

  test('a second start on the same port is refused', async () => {
    const { code, errors } = await installation.run(['src/main.ts'], { REDIS_URL: redis.url, BLY_PROCESSES: '2' })
      .finished;
    expect([code, errors]).toEqual([1, expect.stringMatching(/^BLY_PORT: port \d+ on 127\.0\.0\.1 is taken\./)]);
  });

  test('SIGTERM ends all of them, and the start with 0', async () => {
    const children = alive().map(({ child }) => child);
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    expect(children).toHaveLength(3);
    for (const child of children) expect(() => process.kill(child, 0)).toThrow('ESRCH');
  });

  test('what is wrong with the start is said once, and it ends with 1', async () => {
    const { code, errors } = await installation.run(['src/main.ts'], {
      REDIS_URL: redis.url,
      BLY_PROCESSES: '3',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    }).finished;
    expect([code, errors.match(/DATABASE_URL: the database cannot be reached/g)]).toEqual([1, [expect.any(String)]]);
  });
});
