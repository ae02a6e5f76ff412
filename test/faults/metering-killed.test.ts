import { afterEach, expect, test } from 'vitest';
import { createApiKey } from '../../src/identity/keys/create-api-key.ts';
import { createOrganization } from '../../src/identity/create-organization.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/service/redis.ts';
import { makeProcessFixture, type ProcessFixture, type Server, until } from '../support/service/server-fixture.ts';

const quotaCalls = 400;
const inFlight = 3;
const pauseMs = 60;
/** The last second, and what a busy machine makes of it. */
const forgivenMs = 2_500;
const patienceMs = 60_000;

const begun: { process?: Server; redis?: RedisServer | undefined } = {};
afterEach(async () => {
  await begun.process?.kill();
  await begun.redis?.remove();
});

/** In memory where this machine has no Redis: the promise is the same. */
test(
  'kill -9 in the middle of a load forgives at most the last second and counts nothing twice',
  async () => {
    begun.redis = hasRedisServer ? await startRedis() : undefined;
    const fixture = await makeProcessFixture(begun.redis ? { REDIS_URL: begun.redis.url } : {});
    const key = await makeKey(fixture);
    begun.process = await fixture.start();
    const url = `http://127.0.0.1:${fixture.env['BLY_PORT']}`;
    const get = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };

    const answeredAtMs: number[] = [];
    let isLoading = true;
    let sent = 0;
    const callers = Array.from({ length: inFlight }, async () => {
      while (isLoading && sent < quotaCalls - 50) {
        sent += 1;
        const answer = await get('/v1/webhooks').catch(() => undefined);
        if (answer?.status === 200) answeredAtMs.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
    const startedAtMs = Date.now();
    await until(async () => answeredAtMs.length > 50 && Date.now() - startedAtMs > 3_500, patienceMs);
    const killedAtMs = Date.now();
    await begun.process.kill();
    isLoading = false;
    await Promise.all(callers);

    begun.process = await fixture.start();
    const usage = (await get('/v1/usage')).body;
    const recorded: number = usage.keys[0].used;
    expect(recorded).toBeGreaterThanOrEqual(answeredAtMs.filter((at) => at < killedAtMs - forgivenMs).length);
    expect(recorded).toBeGreaterThan(0);
    expect(recorded).toBeLessThanOrEqual(sent);
    expect(usage.days.find((day: { operation: string }) => day.operation === 'list_webhooks')).toMatchObject({
      calls: recorded,
      credits: recorded,
    });
    expect((await get('/v1/account')).body.balance).toBe(100_000 - recorded);

    // What the dead process held is given up after some seconds: from then on exactly the rest of the quota is left.
    let more = 0;
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => get('/v1/webhooks')));
      more += answers.filter(({ status }) => status === 200).length;
      return recorded + more >= quotaCalls;
    }, patienceMs);
    expect(recorded + more).toBe(quotaCalls);
    expect((await get('/v1/webhooks')).status).toBe(429);
    expect((await get('/v1/usage')).body.keys).toMatchObject([{ used: quotaCalls, remaining: 0 }]);
    expect((await get('/v1/account')).body.balance).toBe(100_000 - quotaCalls);
  },
  3 * patienceMs,
);

async function makeKey(fixture: ProcessFixture): Promise<string> {
  const db = await fixture.openDatabase();
  const identity = { db, clock: systemClock, config: loadConfig(fixture.env) };
  const { organizationId } = await createOrganization(identity, { name: 'Killed' });
  const { key } = await createApiKey(identity, {
    organizationId,
    name: 'killed',
    quotaCalls,
    rate: { perSecond: 10_000, burst: 10_000 },
  });
  await db.close();
  return key;
}
