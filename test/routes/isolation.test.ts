import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provisionUser } from '../../src/identity/create-user.ts';
import { findInvitation } from '../../src/identity/members/invitations.ts';
import { standingJobs } from '../../src/jobs.ts';
import { isDistributed } from '../../src/platform/db/distribution/is-distributed.ts';
import type { AnyRoute } from '../../src/platform/http/route.ts';
import { installationId } from '../../src/platform/ids.ts';
import type { DuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { routes } from '../../src/routes.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { type Attempt, OWN_CASES, type Own, STRANGER_CASES } from '../support/hostile/isolation-cases.ts';
import { renderMatrix, type TriedLine } from '../support/hostile/isolation-matrix.ts';
import { buildFullTenant, type FullTenant, type Named } from '../support/hostile/isolation-tenant.ts';
import { callFor } from '../support/faults/mixed-journeys.ts';
import { type Receiver, startReceiver } from '../support/service/receiver.ts';
import { recordStatements } from '../support/service/record-statements.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';
import { departureDate } from '../support/faults/trip-journeys.ts';
import { startStubWith, suppliersOf } from '../support/suppliers/duffel-service.ts';
import { makeUser, signInAs, trustingUsers } from '../support/users.ts';

type Headers = Readonly<Record<string, string>>;

let statements: ReadonlySet<string>;
let db: TestDatabase;
let service: TestService;
let receiver: Receiver;
let stub: DuffelStub;
/** Organization A. */
let a: FullTenant;
/** The same shapes, of nobody. */
let nobody: Named;
/** What organization B has of its own. */
let own: Own;
let ownKey: string;
let users = 0;
const lines: TriedLine[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  statements = recordStatements();
  receiver = await startReceiver();
  stub = await startStubWith('duffel_test_ofTheStranger');
  service = await startService({ db, users: trustingUsers, config: { suppliers: suppliersOf(stub) } });
  a = await buildFullTenant(service, receiver);
  nobody = ofNobody(a.named);
  ({ key: ownKey } = await service.makeKey({ rate: { perSecond: 10_000, burst: 10_000 }, quotaCalls: 1_000_000 }));
  own = await buildOwn();
  await service.app.gate.flush();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await stub.close();
});

/** Ids that were never given; sealed texts with one letter changed. */
function ofNobody(named: Named): Named {
  const nextLetter = (letter: string) => (letter === 'A' ? 'B' : 'A');
  const altered = (text: string) => `${text.slice(0, -6)}${nextLetter(text.at(-6) ?? '')}${text.slice(-5)}`;
  return {
    ...named,
    tripId: altered(named.tripId),
    itemId: altered(named.itemId),
    travelerId: altered(named.travelerId),
    sessionId: altered(named.sessionId),
    flightRef: 'BLY-ZZZZ22',
    hotelRef: 'BLY-ZZZZ33',
    carRef: 'BLY-ZZZZ44',
    refundQuoteId: altered(named.refundQuoteId),
    exchangeId: altered(named.exchangeId),
    exchangeOfferId: altered(named.exchangeOfferId),
    carExchangeId: altered(named.carExchangeId),
    carExchangeToken: altered(named.carExchangeToken),
    flightItemToken: altered(named.flightItemToken),
    flightOfferToken: altered(named.flightOfferToken),
    hotelToken: altered(named.hotelToken),
    carToken: altered(named.carToken),
    monitorId: altered(named.monitorId),
    webhookId: '999999',
    deliveryId: altered(named.deliveryId),
    eventsPageToken: altered(named.eventsPageToken),
    keyId: altered(named.keyId),
    userId: altered(named.userId),
    invitationId: altered(named.invitationId),
    supplierAccountId: altered(named.supplierAccountId),
  };
}

async function buildOwn(): Promise<Own> {
  const b: TestService = {
    ...service,
    call: (method, path, body, headers) => service.call(method, path, body, { 'x-api-key': ownKey, ...headers }),
  };
  const {
    live_offers: [offer],
  } = await callFor(b, '/v1/flight_search', { origin: 'PAR', destination: 'LIS', departure_date: departureDate() });
  const trip = await callFor(b, '/v1/trip', { add_item: { trip_item_token: offer.fares[0].trip_item_token } });
  const sell = async (body: object): Promise<string> => (await callFor(b, '/v1/sandbox/bookings', body)).booking_ref;
  return {
    tripId: trip.trip_id,
    itemId: trip.items[0].item_id,
    flightRef: await sell({ kind: 'flight' }),
    carRef: await sell({ kind: 'car' }),
  };
}

/** Organization B, who owns what `own` says; users of it where the operation is for users. */
async function credentialsOfB(route: AnyRoute): Promise<Headers> {
  if (route.access === 'open') return { 'x-api-key': '' };
  if (route.access === 'key') return { 'x-api-key': ownKey };
  users += 1;
  return signInAs(await makeUser(service, { email: `b-${users}@example.com` }));
}

/** Guests' guesses are counted per caller: each operation has a stranger of its own, unless it needs what B owns. */
async function strangersOf(route: AnyRoute): Promise<(attempt: Attempt) => Promise<Headers>> {
  const b = await credentialsOfB(route);
  if (route.access !== 'key') return async () => b;
  const { key } = await service.makeKey();
  return async ({ what }) => (what.includes('own') ? b : { 'x-api-key': key });
}

function call(
  at: TestService,
  { method, path }: AnyRoute,
  { id = 'nobody', query, body }: Pick<Attempt, 'id' | 'query' | 'body'>,
  headers: Headers,
): Promise<Answer> {
  const to = `${path.replace(/:\w+/, id)}${query === undefined ? '' : `?${query}`}`;
  return at.call(method, to, method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}), headers);
}

/**
 * Every row of an organization, as one hash per table. When a key was last used is written whenever the process gets to
 * it.
 */
async function rowsOf(organizationId: string): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {};
  for (const table of await tenantTables()) {
    const {
      rows: [row],
    } = await sql<{ hash: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, ' ' order by (to_jsonb(t) - 'last_used_at')::text), '')) as hash
      from ${sql.table(table)} t where organization_id = ${organizationId}`.execute(db.q);
    hashes[table] = row?.hash ?? '';
  }
  return hashes;
}

async function tenantTables(): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.columns where column_name = 'organization_id' and table_schema = 'public' order by 1`.execute(
    db.q,
  );
  return rows.map(({ name }) => name);
}

const namesOfA = () =>
  Object.entries(a.named)
    .filter(([name]) => !['lastName', 'webhookId'].includes(name))
    .map(([, value]) => value)
    .concat(a.organizationId);

test('every operation has a case here', () => {
  expect([...Object.keys(STRANGER_CASES), ...Object.keys(OWN_CASES)].sort()).toEqual(
    routes.map(({ operationId }) => operationId).sort(),
  );
  expect(Object.entries(a.named).filter(([, value]) => typeof value !== 'string' || value === '')).toEqual([]);
});

describe('an id, token or reference of another organization', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    // Calls are written behind their answers.
    await service.app.requestLog.settle();
    before = await rowsOf(a.organizationId);
  });
  test('is what an id that was never given is, to every operation', async () => {
    const found: string[] = [];
    for (const route of routes) {
      const attempts = STRANGER_CASES[route.operationId]?.(a.named, own) ?? [];
      const controls = STRANGER_CASES[route.operationId]?.(nobody, own) ?? [];
      const strangerOf = await strangersOf(route);
      for (const [index, attempt] of attempts.entries()) {
        const headers = await strangerOf(attempt);
        const answer = await call(service, route, attempt, headers);
        const control = await call(service, route, controls[index] ?? {}, headers);
        const isSame = answer.text === control.text && answer.status === control.status;
        if (!isSame || answer.status !== (attempt.status ?? 404))
          found.push(
            `${route.operationId}, ${attempt.what}: ${answer.status} ${answer.text} / ${control.status} ${control.text}`,
          );
        lines.push({
          operation: route.operationId,
          call: `${route.method} ${route.path}`,
          what: attempt.what,
          answer: describeAnswer(answer),
        });
      }
    }
    expect(found).toEqual([]);
  });
  test('and operations that take none tell nothing of anybody else', async () => {
    const found: string[] = [];
    for (const route of routes) {
      const attempt = OWN_CASES[route.operationId];
      if (attempt === undefined) continue;
      const answer = await call(service, route, attempt, await credentialsOfB(route));
      const told = namesOfA().filter((name) => answer.text.includes(name));
      if (answer.status > 299 || told.length > 0)
        found.push(`${route.operationId}: ${answer.status} ${told.join(' ')} ${answer.text.slice(0, 300)}`);
      lines.push({
        operation: route.operationId,
        call: `${route.method} ${route.path}`,
        what: 'nothing',
        answer: `${answer.status}, nothing of the other organization`,
      });
    }
    expect(found).toEqual([]);
  });
  test('none of which changes a row of that organization', async () => {
    expect(await rowsOf(a.organizationId)).toEqual(before);
  });
  test('which is what docs/isolation.md says', async () => {
    await expect(
      renderMatrix(lines.toSorted((x, y) => x.operation.localeCompare(y.operation, 'en'))),
    ).toMatchFileSnapshot('../../docs/isolation.md');
  });
});

test('an Idempotency-Key of one organization is unknown to the other', async () => {
  const body = { metadata: { note: 'the same' } };
  const mine = await service.call('POST', '/v1/trip', body, { 'idempotency-key': 'shared' });
  const theirs = await service.call('POST', '/v1/trip', body, { 'x-api-key': ownKey, 'idempotency-key': 'shared' });
  expect([mine.status, theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([200, 200, null]);
  expect(theirs.body.trip_id).not.toBe(mine.body.trip_id);
});

test('a credential of one environment is nobody in the other, even on the same database', async () => {
  const live = await startService({
    db: { ...db, close: async () => undefined },
    users: trustingUsers,
    flightSuppliers: [],
    config: { environment: 'production', bootstrapApiKey: undefined, webhookAllowLocal: false },
  });
  const { key } = await live.makeKey();
  const liveUser = await makeUser(live, { email: 'live@example.com' });
  for (const route of routes.filter(({ access }) => access !== 'open')) {
    for (const headers of [{ 'x-api-key': key }, signInAs(liveUser)])
      expect([route.operationId, (await call(service, route, {}, headers)).status]).toEqual([route.operationId, 401]);
    for (const headers of [{ 'x-api-key': service.key }, signInAs(a.owner)]) {
      expect([route.operationId, (await call(live, route, {}, headers)).status]).toEqual([
        route.operationId,
        route.isSandboxOnly ? 404 : 401,
      ]);
    }
  }
  await live.close();
});

/** The statements that may look past one organization, each with its reason. Every one of them is met here. */
const UNSCOPED: readonly (readonly [reason: string, statement: RegExp])[] = [
  ['a key is known by its hash before its organization is', /from "api_key" .*where "api_key"\."key_hash" = \$1/],
  [
    'a user is known by issuer and subject before their organization is',
    /from "user_account" where .*"issuer" = \$1 and "subject" = \$2/,
  ],
  [
    'invitations are counted over all organizations that their sender belongs to',
    /^select \* from "user_account" where "removed_at" is null and "user_id" = \$1/,
  ],
  ['an invitation is known by the hash of its link', /from "member_invitation" .*where "token_hash" = \$1/],
  ["a guest's page knows a reference or a session alone", /from guest_directory where kind = \$1 and ref = \$2/],
  ['a booking names the supplier account it was made with', /from "supplier_account" where "account_id" = \$1/],
  ['housekeeping looks for accounts deleted long ago', /from "supplier_account" where "deleted_at" < \$1/],
  [
    'workers take the jobs of all',
    /^ ?(with (lost|near) as materialized|update job set due_at|update "job" set "leased_until")/,
  ],
  [
    "housekeeping deletes what is over, whoever's it was",
    /^ ?(with old as \( )?delete from "?\w+"? (where \(?"expires_at" <=? \$1|where ctid = any\(array\(select )/,
  ],
  [
    'housekeeping goes from one organization with trips or bookings to the next',
    /^ select organization_id from (trip|booking) where organization_id > \$1/,
  ],
  ['flights of all are looked at when their time has come', /^ with reached as materialized/],
  [
    'the nightly proof looks for trips whose money was moved',
    /^ select organization_id, trip_id from \( select .* from ledger_transfer where at >= \$1/,
  ],
];
/** Beside or instead of them, on a distributed database alone. */
const UNSCOPED_ON_NODES: typeof UNSCOPED = [
  ['workers look which organizations have jobs that are due', /^ select organization_id, name from \( select job\./],
  ['housekeeping looks where what is over ends', /^ select max\(instant\)::text as instant from \(/],
  [
    'housekeeping names whose events are over',
    /^ select organization_id, event_id from webhook_event where occurred_at/,
  ],
  ['whose flights are to be looked at', /^ select organization_id from booking_item where kind = 'flight'/],
  ['housekeeping deletes what is over', /^ ?delete from "?\w+"? where "?\w+"? <= \$1$/],
];
/** What a server alone is asked in one statement of its own. */
const ON_ONE_SERVER: readonly string[] = [
  'flights of all are looked at when their time has come',
  'workers take the jobs of all',
];
/** Of one organization: named by a parameter, or row by row in a batch that names the organization of each. */
const SCOPED = [
  /where .*organization_id"?(, "?\w+"?)*\)? (= \$\d|= any|in \(\$)/,
  /insert into "?\w+"? \([^)]*organization_id/,
  /unnest\([^)]*\) as \w+\(organization_id, .*\b(\w+)\.organization_id = \w+\.organization_id/,
];

test('no statement touches a table of organizations without asking for one organization', async () => {
  await callOtherInterfaces();
  const touching = new RegExp(`\\b(from|join|into|update) "?(${(await tenantTables()).join('|')})"?(?=[^\\w"]|$)`);
  const touched = [...statements]
    .map((text) => text.toLowerCase().replace(/\s+/g, ' '))
    .filter((text) => touching.test(text));
  expect(touched.length).toBeGreaterThan(150);
  const unscoped = touched.filter((text) => !SCOPED.some((pattern) => pattern.test(text)));
  const expected = (await isDistributed(db))
    ? [...UNSCOPED.filter(([reason]) => !ON_ONE_SERVER.includes(reason)), ...UNSCOPED_ON_NODES]
    : UNSCOPED;
  expect(unscoped.filter((text) => !expected.some(([, allowed]) => allowed.test(text)))).toEqual([]);
  expect(
    expected.filter(([, allowed]) => !unscoped.some((text) => allowed.test(text))).map(([reason]) => reason),
  ).toEqual([]);
});

/**
 * What looks for something before it knows whose it is: pages, links, issuers' subjects, and the housekeeping of the
 * installation.
 */
async function callOtherInterfaces(): Promise<void> {
  await service.app.supplierAccounts.get('duffel', a.named.supplierAccountId);
  await findInvitation(service.app, '0'.repeat(40));
  await provisionUser(
    service.app,
    { issuer: 'https://issuer.example.com', subject: '1' },
    { email: undefined, isEmailVerified: false },
  );
  await service.call('GET', `/checkout/${a.named.sessionId}`);
  await db.transaction(async (tx) => {
    for (const job of standingJobs)
      await service.app.jobs.enqueue(tx, job, { organizationId: installationId, payload: {}, key: 'standing' });
  });
  await service.drain();
}

function describeAnswer({ status, body }: Answer): string {
  return status < 300 ? `${status}, empty` : `${status} ${body.error.code}`;
}
