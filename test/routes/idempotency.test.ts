import * as z from 'zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purgeIdempotencyKeysJob } from '../../src/platform/http/jobs.ts';
import { defineRoute } from '../../src/platform/http/route.ts';
import { asId } from '../../src/platform/ids.ts';
import { echoRoute, gatedRoute } from '../support/hostile/probe-routes.ts';
import { startService, type TestService } from '../support/service/service.ts';

const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const echo = echoRoute();
const gates = [gatedRoute(), gatedRoute()] as const;
/** Makes a thing, then "crashes" the first time: the gate of its answer is never opened. */
const made: string[] = [];
const crash = Promise.withResolvers<void>();
const crashed = Promise.withResolvers<void>();
const makeRoute = defineRoute({
  operationId: 'probe_make',
  method: 'POST',
  path: '/v1/probe/make',
  summary: 'Makes a thing.',
  tag: 'Probe',
  access: 'key',
  cost: 1,
  isWrite: true,
  refusals: [],
  body: z.object({ fails_after: z.boolean().optional() }),
  response: z.looseObject({}),
  async handle({ app, body, request }) {
    const earlier = request.idempotency?.earlierResult?.['thing'];
    if (earlier !== undefined) return { thing: earlier, isFound: true };
    const thing = `thing ${made.length + 1}`;
    await app.db.transaction(async (tx) => {
      made.push(thing);
      await request.idempotency?.recordResult(tx, { thing });
    });
    if (body.fails_after) throw new Error('the thing is made, and its answer cannot be read');
    crashed.resolve();
    await crash.promise;
    return { thing, isFound: false };
  },
});

/** The first run waits before it writes; what was committed is listed. */
const committed: string[] = [];
let lateRuns = 0;
const lateEntered = Promise.withResolvers<void>();
const lateGate = Promise.withResolvers<void>();
const lateRoute = defineRoute({
  ...makeRoute,
  operationId: 'probe_late',
  path: '/v1/probe/late',
  body: z.object({}),
  response: z.looseObject({}),
  async handle({ app, request }) {
    lateRuns += 1;
    const thing = `late ${lateRuns}`;
    if (lateRuns === 1) {
      lateEntered.resolve();
      await lateGate.promise;
    }
    await app.db.transaction(async (tx) => {
      await request.idempotency?.recordResult(tx, { thing });
      tx.afterCommit(() => void committed.push(thing));
    });
    return { thing };
  },
});
const long = gatedRoute();

let service: TestService;
let gateIndex = 0;
beforeAll(async () => {
  const [first] = gates;
  service = await startService({
    clock,
    routes: [
      echo,
      makeRoute,
      lateRoute,
      { ...long.route, operationId: 'probe_long', path: '/v1/probe/long' },
      { ...first.route, handle: (context) => (gates[gateIndex++] ?? first).route.handle(context) },
    ],
  });
});
afterAll(async () => {
  await service.close();
});
const post = (key: string, body: unknown = {}, headers: Record<string, string> = {}, path = '/v1/probe/echo') =>
  service.call('POST', path, body, { 'idempotency-key': key, ...headers });

test('the same key and body is answered from the first outcome, word for word', async () => {
  const first = await post('replay', { name: 'ab', travelers: [{ first_name: 'Ada' }] });
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  const runs = echo.runs.length;
  const again = await post('replay', {
    travelers: [{ first_name: 'Ada' }],
    name: 'ab',
    intent: { user_intent: 'the same again' },
  });
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(echo.runs.length).toBe(runs);
});

test('the same key with another body is 422', async () => {
  await post('mismatch', { name: 'ab' });
  const { status, body } = await post('mismatch', { name: 'abc' });
  expect([status, body.error.code]).toEqual([422, 'BAD_REQUEST']);
  expect(body.fields).toEqual([{ path: 'Idempotency-Key', problem: 'was used with another body' }]);
});

test('a key counts per organization and path', async () => {
  const first = await post('scope', { name: 'ab' });
  const { key } = await service.makeKey();
  expect((await post('scope', { name: 'other' }, { 'x-api-key': key })).status).toBe(200);
  expect((await post('scope', { name: 'ab' })).text).toBe(first.text);
});

test('a refusal of the operation is kept; 401, 402, 403, 429, 5xx and what says when to try again are not', async () => {
  const runsOf = async (fail: string) => {
    const before = echo.runs.length;
    const answers = [await post(`kept ${fail}`, { fail }), await post(`kept ${fail}`, { fail })];
    return {
      runs: echo.runs.length - before,
      replayed: answers[1]?.headers.get('idempotent-replayed'),
      status: answers[1]?.status,
    };
  };
  expect(await runsOf('conflict')).toEqual({ runs: 1, replayed: 'true', status: 409 });
  expect(await runsOf('busy')).toEqual({ runs: 2, replayed: null, status: 409 });
  expect(await runsOf('bug')).toEqual({ runs: 2, replayed: null, status: 500 });
  expect(await runsOf('timeout')).toEqual({ runs: 2, replayed: null, status: 504 });
  expect(await runsOf('limited')).toEqual({ runs: 2, replayed: null, status: 429 });
});

test('a key has 1 to 255 characters', async () => {
  expect((await post('x'.repeat(255), {})).status).toBe(200);
  for (const key of ['', 'x'.repeat(256)]) {
    const { status, body } = await post(key);
    expect([status, body.fields[0].path]).toEqual([422, 'Idempotency-Key']);
  }
});

test('while a key is running another request is 409 with Retry-After; the key of a process that died is free after 15 s', async () => {
  const [first, second] = gates;
  const running = post('running', {}, {}, '/v1/probe/gated');
  await first.entered;
  const refused = await post('running', {}, {}, '/v1/probe/gated');
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
  clock.aheadMs += 14_000;
  expect((await post('running', {}, {}, '/v1/probe/gated')).status).toBe(409);
  clock.aheadMs += 2_000;
  const takenOver = post('running', {}, {}, '/v1/probe/gated');
  await second.entered;
  second.release();
  expect((await takenOver).status).toBe(200);
  first.release();
  expect((await running).status).toBe(200);
  expect((await post('running', {}, {}, '/v1/probe/gated')).headers.get('idempotent-replayed')).toBe('true');
});

test('ten requests with one key at once run the operation once', async () => {
  const before = echo.runs.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('at once', { name: 'ab' })));
  expect(echo.runs.length - before).toBe(1);
  for (const { status } of answers) expect([200, 409]).toContain(status);
});

test('a run that crashed after it had written is found again, not repeated', async () => {
  const lost = post('crash', {}, {}, '/v1/probe/make');
  await crashed.promise;
  clock.aheadMs += 16_000;
  expect((await post('crash', {}, {}, '/v1/probe/make')).body).toEqual({ thing: 'thing 1', isFound: true });
  expect(made).toEqual(['thing 1']);
  crash.resolve();
  await lost;
});

test('a run that failed after it had written is found at once, not repeated', async () => {
  const before = made.length;
  const make = () => post('failed', { fails_after: true }, {}, '/v1/probe/make');
  expect((await make()).status).toBe(500);
  const again = await make();
  expect([again.status, again.body]).toEqual([200, { thing: `thing ${before + 1}`, isFound: true }]);
  expect((await make()).headers.get('idempotent-replayed')).toBe('true');
  expect(made.length).toBe(before + 1);
});

test('a run at work holds its key, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const running = post('long', {}, {}, '/v1/probe/long');
    await long.entered;
    for (let turn = 0; turn < 6; turn += 1) {
      clock.aheadMs += 5_000;
      const held = await lockedUntil();
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(async () => expect(await lockedUntil()).toBeGreaterThan(held));
      expect((await post('long', {}, {}, '/v1/probe/long')).status).toBe(409);
    }
    long.release();
    expect((await running).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

/** Until when the one key that is held is held, as a number. */
async function lockedUntil(): Promise<number> {
  const { locked_until: until } = await service.app.db.q
    .withTables<{ idempotency_key: { locked_until: Date; path: string; state: string } }>()
    .selectFrom('idempotency_key')
    .select('locked_until')
    .where('path', '=', '/v1/probe/long')
    .executeTakeFirstOrThrow();
  return until.getTime();
}

test('a run whose key another has taken meanwhile undoes what it would have written', async () => {
  const late = post('late', {}, {}, '/v1/probe/late');
  await lateEntered.promise;
  clock.aheadMs += 16_000;
  expect((await post('late', {}, {}, '/v1/probe/late')).body).toEqual({ thing: 'late 2' });
  lateGate.resolve();
  expect((await late).status).toBe(409);
  expect(committed).toEqual(['late 2']);
  expect((await post('late', {}, {}, '/v1/probe/late')).body).toEqual({ thing: 'late 2' });
});

test('what is kept is sealed, and gone after 24 hours', async () => {
  await post('life', { name: 'Esmeralda' });
  const rows = await service.app.db.q
    .withTables<{ idempotency_key: { answer: string | null } }>()
    .selectFrom('idempotency_key')
    .select('answer')
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('Esmeralda');
  const before = echo.runs.length;
  clock.aheadMs += 24 * 3_600_000;
  expect((await post('life', { name: 'Esmeralda' })).headers.has('idempotent-replayed')).toBe(false);
  expect(echo.runs.length).toBe(before + 1);
  const run = {
    organizationId: asId('organization', 'org_installation'),
    now: clock.now(),
    attempt: 1,
    signal: AbortSignal.timeout(60_000),
  };
  await purgeIdempotencyKeysJob.run({}, service.app, run);
  const left = await service.app.db.q
    .withTables<{ idempotency_key: { answer: string | null } }>()
    .selectFrom('idempotency_key')
    .select('answer')
    .execute();
  expect(left.length).toBe(1);
});

test('a GET takes no notice of the header', async () => {
  expect((await service.call('GET', '/v1/account', undefined, { 'idempotency-key': '' })).status).toBe(200);
});
