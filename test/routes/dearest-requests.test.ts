import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/context.ts';
import type { AnyRoute } from '../../src/platform/http/route.ts';
import { routes } from '../../src/routes.ts';
import { DEAREST, type DearestRequest } from '../support/hostile/dearest-requests.ts';
import { OWN_CASES, STRANGER_CASES } from '../support/hostile/isolation-cases.ts';
import { buildFullTenant, type Named } from '../support/hostile/isolation-tenant.ts';
import { measureSpent, slowness, type Spent } from '../support/service/processor-time.ts';
import { type Receiver, startReceiver } from '../support/service/receiver.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../support/users.ts';

/** What no piece of work may take: others wait that long at most. */
const PIECE_MS = 50;
/**
 * What one request may take in all: of operations whose work grows with what is asked for, of other long ones, of any
 * other.
 */
const BUDGET_MS = { sized: 8_000, long: 1_500, other: 500 } as const;
const TRIES = 3;

let service: TestService;
let receiver: Receiver;
let ids: Named;
let owner: Readonly<Record<string, string>>;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ users: trustingUsers, config: { validateResponses: false } });
  const tenant = await buildFullTenant(service, receiver);
  ids = tenant.named;
  owner = signInAs(await makeUser(service, { email: 'measured@example.com' }));
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

function call(
  { method, path, access }: AnyRoute,
  { id = 'nobody', query, body }: DearestRequest & { readonly id?: string },
): Promise<Answer> {
  const to = `${path.replace(/:\w+/, id)}${query === undefined ? '' : `?${query}`}`;
  return service.call(
    method,
    to,
    method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}),
    access === 'user' ? owner : {},
  );
}

/**
 * The least of a few tries: what the collector or the compiler does in between is no work of the request. Each is asked
 * anew, a minute later.
 */
async function spentOn(
  route: AnyRoute,
  request: Parameters<typeof call>[1],
  limits: Spent,
): Promise<{ readonly spent: Spent; readonly answer: Answer }> {
  for (let attempt = 1; ; attempt += 1) {
    let answer: Answer | undefined;
    const spent = await measureSpent(async () => {
      answer = await call(route, request);
    });
    if (answer === undefined) throw new Error('There was no answer.');
    if (attempt === TRIES || (spent.longestMs <= limits.longestMs && spent.totalMs <= limits.totalMs))
      return { spent, answer };
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 60 });
  }
}

/** The request of an operation that takes one id, token or reference: with one of the tenant's own. */
function ownRequest(operationId: string): DearestRequest & { readonly id?: string } {
  const own = { tripId: ids.tripId, itemId: ids.itemId, flightRef: ids.flightRef, carRef: ids.carRef };
  const [request = OWN_CASES[operationId] ?? {}] = STRANGER_CASES[operationId]?.(ids, own) ?? [];
  return request;
}

const long = routes.filter(({ longWork }) => longWork !== undefined);
const others = routes.filter(({ longWork }) => longWork === undefined);

test('every operation has its dearest request here, or takes no more than one of its ids', () => {
  expect(
    long.map(({ operationId }) => operationId).filter((name) => !(name in DEAREST || name in STRANGER_CASES)),
  ).toEqual([]);
  expect(
    others.map(({ operationId }) => operationId).filter((name) => !(name in STRANGER_CASES || name in OWN_CASES)),
  ).toEqual([]);
});

test('those whose size is bounded are as large as may be', () => {
  const small = long.flatMap(({ operationId, longWork, body }) => {
    const { size: bound } = longWork ?? {};
    if (bound === undefined) return [];
    const { size } = bound.measure(body?.parse(DEAREST[operationId]?.body), {
      app: service.app,
      caller: { now: new Date() } as Caller,
    });
    return size >= bound.max * 0.9 && size <= bound.max ? [] : [operationId];
  });
  // Its two dates are one pair, whatever else.
  expect(small).toEqual(['lowest_fare']);
});

describe('the dearest request of a long operation is answered in pieces, within its budget:', () => {
  test.each(long.map((route) => [route.operationId, route] as const))('%s', async (name, route) => {
    const slow = slowness();
    const limits = {
      longestMs: PIECE_MS * slow,
      totalMs: (route.longWork?.size ? BUDGET_MS.sized : BUDGET_MS.long) * slow,
    };
    const { spent, answer } = await spentOn(route, DEAREST[name] ?? ownRequest(name), limits);
    expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
      answer.status < 300 ? answer.status : 200,
      '',
    ]);
    expect(spent.longestMs).toBeLessThanOrEqual(limits.longestMs);
    expect(spent.totalMs).toBeLessThanOrEqual(limits.totalMs);
  });
});

test('no other operation works long at all', async () => {
  const slow = slowness();
  const limits = { longestMs: PIECE_MS * slow, totalMs: BUDGET_MS.other * slow };
  const found: string[] = [];
  for (const route of others) {
    const { spent, answer } = await spentOn(route, ownRequest(route.operationId), limits);
    if (answer.status >= 500 || spent.longestMs > limits.longestMs || spent.totalMs > limits.totalMs)
      found.push(
        `${route.operationId}: ${answer.status}, ${Math.round(spent.longestMs)} of ${Math.round(spent.totalMs)} ms in one piece`,
      );
  }
  expect(found).toEqual([]);
});
