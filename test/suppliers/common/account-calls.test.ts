import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { createRedisState } from '../../../src/platform/redis/shared-state-redis.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';
import type { SharedState } from '../../../src/platform/shared-state/shared-state.ts';
import type { SupplierAccount } from '../../../src/suppliers/common/account.ts';
import type {
  AccountCalls,
  AccountLimits,
  AccountUsage,
  CallHealth,
} from '../../../src/suppliers/common/account-calls.ts';
import type { AccountReport } from '../../../src/suppliers/common/account-health.ts';
import { createAccountCalls } from '../../../src/suppliers/common/door/create-account-calls.ts';
import { changeCallState, deleteIdleCallStates } from '../../../src/suppliers/common/door/store.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../../support/service/redis.ts';
import { aSealer } from '../../support/service/sealer.ts';

// On the embedded database: in memory; on a server: in its table; with Redis: there, whatever the database.
const TOKEN = 'duffel_test_secret_0123456789';
const sealer = aSealer();
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** The door of one process. */
interface Process {
  readonly calls: AccountCalls & AccountUsage;
  readonly reports: AccountReport[];
  readonly logged: string[];
  metrics(): Promise<string>;
}

function aProcess(shared: SharedState, limits: Partial<AccountLimits> = {}): Process {
  const metrics = createMetrics();
  const reports: AccountReport[] = [];
  const logged: string[] = [];
  const calls = createAccountCalls({
    db,
    shared,
    sealer,
    metrics,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    health: {
      report: (_account, report) => void reports.push(report),
      read: async () => ({ status: 'unknown', since: undefined, detail: undefined }),
    },
    limits: { perMinute: 60_000, concurrency: 500, ...limits },
  });
  return { calls, reports, logged, metrics: () => metrics.registry.metrics() };
}

/** An account that no other test calls. */
function anAccount(changes: Partial<SupplierAccount> = {}): SupplierAccount {
  return {
    accountId: newId('supplierAccount'),
    supplier: 'duffel',
    organizationId: newId('organization'),
    token: TOKEN,
    webhookSecret: undefined,
    baseUrl: 'http://127.0.0.1:9',
    isLive: false,
    searchesPerDayMax: undefined,
    ...changes,
  };
}

function aContext(changes: Partial<SupplierContext> = {}): SupplierContext {
  return {
    organizationId: newId('organization'),
    now: new Date(),
    signal: new AbortController().signal,
    deadlineMs: 30_000,
    purpose: 'search',
    log: pino({ level: 'silent' }),
    ...changes,
  };
}

/** A call that the supplier answers so. */
const answered = (health: CallHealth = { kind: 'well' }, send: () => Promise<string> = async () => 'answer') => ({
  send,
  health: () => health,
});

/** A call whose answer comes when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isSent = false;
  const send = async () => {
    isSent = true;
    return await promise;
  };
  return { exchange: answered({ kind: 'well' }, send), isSent: () => isSent, answer: () => resolve('answer') };
}

describe.each(hasRedisServer ? ['the database', 'redis'] : ['the database'])('processes that share %s', (kind) => {
  let redis: RedisServer | undefined;
  const states: SharedState[] = [];
  const memory = createMemoryState();
  const openProcess = (limits: Partial<AccountLimits> = {}) => {
    const shared = redis === undefined ? memory : createRedisState(redis.url, 'test', 10_000);
    states.push(shared);
    return aProcess(shared, limits);
  };
  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
  });
  afterAll(async () => {
    for (const state of states) await state.close();
    await redis?.remove();
  });

  test('two processes share one budget of searches to the call; bookings go through beside it', async () => {
    const [a, b] = [openProcess(), openProcess()];
    const account = anAccount({ searchesPerDayMax: 50 });
    let sent = 0;
    const send = async () => {
      sent += 1;
      return 'answer';
    };
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        (at % 2 === 0 ? a : b).calls.call(account, aContext(), answered({ kind: 'well' }, send)),
      ),
    );
    expect(sent).toBe(35);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failures).toHaveLength(25);
    for (const failure of failures)
      expect(failure).toMatchObject({ name: 'SupplierFailure', kind: 'rate_limited', isOwnLimit: true });
    expect(failures[0].retryAfterSeconds).toBeGreaterThan(0);
    for (const purpose of ['booking', 'servicing', 'discovery'] as const)
      expect(await b.calls.call(account, aContext({ purpose }), answered())).toBe('answer');
    expect(await a.metrics()).toContain('outcome="refused_budget"');
  });

  test('once two organizations have asked, neither uses up what the installation may search that day', async () => {
    const [a, b] = [openProcess(), openProcess()];
    const account = anAccount({ organizationId: undefined, searchesPerDayMax: 50 });
    const [greedy, modest, late] = [newId('organization'), newId('organization'), newId('organization')];
    const flood = async (organizationId: typeof greedy) => {
      const calls = Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? a : b).calls.call(account, aContext({ organizationId }), answered()),
      );
      const ends = await Promise.allSettled(calls);
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      for (const failure of failures)
        expect(failure).toMatchObject({ name: 'SupplierFailure', kind: 'rate_limited', isOwnLimit: true });
      return ends.length - failures.length;
    };
    await a.calls.call(account, aContext({ organizationId: modest }), answered());
    // Of 35 searches for travelers: half of the 34 that the other has left, then half of the 17 that both have left.
    expect([await flood(greedy), await flood(late)]).toEqual([17, 9]);
    expect(await b.calls.call(account, aContext({ organizationId: modest }), answered())).toBe('answer');
    expect(await a.metrics()).toContain('outcome="refused_organization_budget"');
  });

  test('what was searched today is known to every process: all of an own account, of a shared one each its own', async () => {
    const [one, other] = [openProcess(), openProcess()];
    const account = anAccount();
    const context = aContext();
    await one.calls.call(account, context, answered());
    await other.calls.call(account, aContext({ purpose: 'monitor' }), answered());
    await one.calls.call(account, aContext({ purpose: 'booking' }), answered());
    expect(await other.calls.searchesToday(account, context.organizationId)).toBe(2);
    const shared = anAccount({ organizationId: undefined, searchesPerDayMax: 1_000 });
    await one.calls.call(shared, context, answered());
    await one.calls.call(shared, aContext(), answered());
    expect(await other.calls.searchesToday(shared, context.organizationId)).toBe(1);
    const failed = { kind: 'failed', detail: '500', status: 500, requestId: 'req-1' } as const;
    await other.calls.call(account, context, answered(failed));
    expect(other.reports.at(-1)).toMatchObject({ failure: { detail: '500', status: 500, requestId: 'req-1' } });
  });

  test('no process calls before the date of reset that one of them was told', async () => {
    const [a, b] = [openProcess(), openProcess()];
    const account = anAccount();
    const until = new Date(Date.now() + 600);
    await a.calls.call(account, aContext(), answered({ kind: 'slow_down', until }));
    let sentAt = 0;
    const send = async () => {
      sentAt = Date.now();
      return 'answer';
    };
    await b.calls.call(account, aContext({ purpose: 'booking' }), answered({ kind: 'well' }, send));
    expect(sentAt).toBeGreaterThanOrEqual(until.getTime());
    await b.calls.call(account, aContext(), answered({ kind: 'slow_down', until: new Date(Date.now() + 30_000) }));
    const refused = await a.calls.call(account, aContext(), answered()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'rate_limited', isOwnLimit: true, retryAfterSeconds: 30 });
  });

  test('processes hold the places of an account together, and one that is left goes to who waits in either', async () => {
    const [a, b] = [openProcess({ concurrency: 2 }), openProcess({ concurrency: 2 })];
    const account = anAccount();
    const calls = [held(), held(), held()];
    const context = aContext({ purpose: 'booking' });
    const ends = [a, b, b].map(({ calls: door }, at) => {
      const call = calls[at];
      if (call === undefined) throw new Error('no call');
      return door.call(account, context, call.exchange);
    });
    await expect.poll(() => calls.filter((call) => call.isSent()).length).toBe(2);
    calls.find((call) => call.isSent())?.answer();
    await expect.poll(() => calls.filter((call) => call.isSent()).length).toBe(3);
    for (const call of calls) call.answer();
    expect(await Promise.all(ends)).toEqual(['answer', 'answer', 'answer']);
  });

  test('an unauthorised key stops selling in every process, is reported and logged without it', async () => {
    const [a, b] = [openProcess(), openProcess()];
    const account = anAccount();
    await a.calls.call(account, aContext(), answered({ kind: 'unauthorised', detail: '401 access_token_not_found' }));
    await expect(b.calls.call(account, aContext({ purpose: 'booking' }), answered())).rejects.toMatchObject({
      kind: 'unauthorised',
    });
    const detail = '401 access_token_not_found';
    expect(a.reports).toEqual([{ status: 'unauthorised', detail, failure: { detail } }]);
    expect(a.logged).toHaveLength(1);
    expect(a.logged.join()).not.toContain(TOKEN);
    expect(await a.metrics()).toMatch(/bly_supplier_accounts\{[^}]*status="unauthorised"\} 1/);
    await b.calls.call(account, aContext({ purpose: 'servicing' }), answered());
    expect(await a.calls.call(account, aContext(), answered())).toBe('answer');
    expect(b.reports.at(-1)).toEqual({ status: 'ok' });
  });
});

describe('a breaker, from the first failure to the first good call', () => {
  test('it opens in all processes, lets bookings through, and closes after one probe', async () => {
    let nowMs = Date.parse('2026-11-24T12:00:00Z');
    const shared = createMemoryState(() => nowMs);
    const embedded = { ...db, kind: 'embedded' } as const;
    const [a, b] = [aProcessOn(embedded, shared), aProcessOn(embedded, shared)];
    const account = anAccount();
    const failed: CallHealth = { kind: 'failed', detail: 'ECONNREFUSED' };
    for (let at = 0; at < 4; at += 1) await a.calls.call(account, aContext(), answered(failed));
    await expect(
      a.calls.call(
        account,
        aContext(),
        answered(failed, () => Promise.reject(new Error('thrown on'))),
      ),
    ).rejects.toThrow('thrown on');
    expect(a.reports.map(({ status }) => status)).toEqual([
      'degraded',
      'degraded',
      'degraded',
      'degraded',
      'unreachable',
    ]);
    const refused = await b.calls.call(account, aContext(), answered()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'unavailable', isOwnLimit: false });
    expect(refused).toHaveProperty(
      'retryAfterSeconds',
      expect.toSatisfy((seconds) => seconds >= 8 && seconds <= 10),
    );
    expect(await a.metrics()).toMatch(/bly_supplier_breakers_open\{[^}]*\} 1/);
    await b.calls.call(account, aContext({ purpose: 'servicing' }), answered(failed));
    nowMs += 10_000;
    const probe = held();
    const probing = b.calls.call(account, aContext(), probe.exchange);
    await expect.poll(() => probe.isSent()).toBe(true);
    await expect(a.calls.call(account, aContext(), answered())).rejects.toMatchObject({ kind: 'unavailable' });
    probe.answer();
    await probing;
    expect(b.reports.at(-1)).toEqual({ status: 'ok' });
    expect(await a.calls.call(account, aContext(), answered())).toBe('answer');
  });
});

/** A door whose state is in `shared`, whatever the tests' database is. */
function aProcessOn(database: TestDatabase, shared: SharedState): Process {
  const before = db;
  db = database;
  const made = aProcess(shared);
  db = before;
  return made;
}

describe('waiting', () => {
  test('who leaves while it waits is gone, holds no place and was not sent', async () => {
    const door = aProcess(createMemoryState(), { concurrency: 1 });
    const account = anAccount();
    const first = held();
    const leaver = new AbortController();
    const running = door.calls.call(account, aContext({ purpose: 'booking' }), first.exchange);
    await expect.poll(() => first.isSent()).toBe(true);
    const second = held();
    const waiting = door.calls.call(account, aContext({ purpose: 'booking', signal: leaver.signal }), second.exchange);
    leaver.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'timeout' });
    first.answer();
    await running;
    expect(second.isSent()).toBe(false);
    expect(await door.calls.call(account, aContext(), answered())).toBe('answer');
    await expect(door.calls.call(account, aContext({ signal: AbortSignal.abort() }), answered())).rejects.toMatchObject(
      { kind: 'timeout' },
    );
  });

  test('nobody waits longer than its deadline, nor than two seconds, and the refusal says when to come back', async () => {
    const door = aProcess(createMemoryState(), { concurrency: 1 });
    const account = anAccount();
    const first = held();
    const running = door.calls.call(account, aContext({ purpose: 'booking' }), first.exchange);
    await expect.poll(() => first.isSent()).toBe(true);
    for (const deadlineMs of [100, 60_000]) {
      const refused = await door.calls
        .call(account, aContext({ deadlineMs }), answered())
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: 'rate_limited', isOwnLimit: true, retryAfterSeconds: 1 });
    }
    first.answer();
    await running;
    expect(await door.metrics()).toMatch(/bly_supplier_call_wait_seconds_count\{[^}]*purpose="search"[^}]*\} 2/);
  });

  test('the queue has an end, and one organization fills no more than its share of it on a shared account', async () => {
    const door = aProcess(createMemoryState(), { concurrency: 1 });
    const account = anAccount({ organizationId: undefined });
    const first = held();
    const running = door.calls.call(account, aContext({ purpose: 'booking' }), first.exchange);
    await expect.poll(() => first.isSent()).toBe(true);
    const organizationId = newId('organization');
    const ask = (of = organizationId) => door.calls.call(account, aContext({ organizationId: of }), answered());
    const waiting = Array.from({ length: 50 }, () => ask());
    await expect(ask()).rejects.toMatchObject({ kind: 'rate_limited' });
    const others = ask(newId('organization'));
    first.answer();
    await running;
    expect(await Promise.all([...waiting, others])).toHaveLength(51);
  });

  test('an organization that floods a shared account does not keep another from its slot', async () => {
    const door = aProcess(createMemoryState(), { perMinute: 200 });
    const account = anAccount({ organizationId: undefined });
    const [greedy, modest] = [newId('organization'), newId('organization')];
    const order: string[] = [];
    const ask = (organizationId: typeof greedy, name: string) =>
      door.calls
        .call(
          account,
          aContext({ organizationId }),
          answered({ kind: 'well' }, async () => {
            order.push(name);
            return name;
          }),
        )
        .catch(() => undefined);
    const flood = Array.from({ length: 50 }, () => ask(greedy, 'greedy'));
    await expect.poll(() => order.length).toBeGreaterThanOrEqual(45);
    const before = order.length;
    await ask(modest, 'modest');
    expect(order.indexOf('modest') - before).toBeLessThanOrEqual(1);
    await Promise.all(flood);
  });
});

test('calls are counted by this process alone while the store does not answer; none fails for it', async () => {
  const broken = { ...db, kind: 'server', transaction: () => Promise.reject(new Error('away')) } as const;
  const door = aProcessOn(broken, createMemoryState());
  const account = anAccount({ searchesPerDayMax: 2 });
  expect(await door.calls.call(account, aContext(), answered())).toBe('answer');
  expect(await door.calls.call(account, aContext(), answered())).toBe('answer');
  await expect(door.calls.call(account, aContext(), answered())).rejects.toMatchObject({ kind: 'rate_limited' });
});

test('in the table changes of one account follow one another, and what nobody calls is deleted', async () => {
  const name = newId('supplierAccount');
  const add = () =>
    changeCallState(db, name, (text, nowMs) => ({
      text: String(Number(text ?? '0') + 1),
      answer: Math.abs(nowMs - Date.now()) < 60_000,
    }));
  const answers = await Promise.all(Array.from({ length: 12 }, add));
  expect(answers.every((isNow) => isNow)).toBe(true);
  const read = () => changeCallState(db, name, (text) => ({ text: text ?? '', answer: text }));
  expect(await read()).toBe('12');
  await deleteIdleCallStates(db, new Date(Date.now() - 60_000));
  expect(await read()).toBe('12');
  await deleteIdleCallStates(db, new Date(Date.now() + 60_000));
  expect(await read()).toBeUndefined();
});
