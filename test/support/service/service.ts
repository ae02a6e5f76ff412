import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createApp } from '../../../src/app.ts';
import type { App } from '../../../src/context.ts';
import { createApiKey, type NewApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { createOrganization } from '../../../src/identity/create-organization.ts';
import { ensureBootstrapKey } from '../../../src/identity/keys/ensure-first-key.ts';
import { jobDeclarations } from '../../../src/jobs.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { type Config, loadConfig } from '../../../src/platform/config.ts';
import type { UserCredentials } from '../../../src/platform/http/gate.ts';
import type { ConnectionLimits } from '../../../src/platform/http/connections/limits.ts';
import type { AnyRoute, PageDeclaration } from '../../../src/platform/http/route.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import type { AnyJob } from '../../../src/platform/jobs/job.ts';
import { createService, type Service } from '../../../src/service.ts';
import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import type { PaymentProcessor } from '../../../src/suppliers/ports/payments.ts';
import { builtInWorld } from '../products/world.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { closedAtTheEnd } from './leak-check.ts';
import { testSecretKey } from './secret-key.ts';

/** The key every test service starts with: its organization has no quota, rate or credit. */
export const BOOTSTRAP_KEY = `bly_s${'Test'.repeat(8)}`;

/** What a test may change about the service it starts. */
export interface ServiceOptions {
  readonly config?: Partial<Config>;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** A database of the test's own; it is then the test's to close. */
  readonly db?: TestDatabase;
  readonly flightSuppliers?: readonly FlightSupplier[];
  readonly hotelSuppliers?: readonly HotelSupplier[];
  readonly carSuppliers?: readonly CarSupplier[];
  readonly paymentProcessor?: PaymentProcessor;
  /** In place of tokens and sessions: `trustingUsers` of test/support/users.ts. */
  readonly users?: UserCredentials;
  readonly routes?: readonly AnyRoute[];
  readonly pages?: readonly PageDeclaration[];
  /** In place of the usual bounds on connections and unread answers. */
  readonly limits?: Partial<ConnectionLimits>;
  readonly jobs?: readonly AnyJob[];
  /**
   * Runs jobs on their own as they become due, as the real process does; without it only `drain` and `advance` run
   * them.
   */
  readonly runsJobs?: boolean;
}

/** An answer as a test looks at it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, the text of anything else, undefined when there was none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely; the service itself checks their shape.
  readonly body: any;
  readonly text: string;
}

/** The whole service in this process, on a port of its own, with a database of its own. */
export interface TestService {
  readonly url: string;
  readonly app: App;
  readonly service: Service;
  /** The bootstrap key. */
  readonly key: string;
  readonly dataDir: string;
  /**
   * Calls with the bootstrap key unless the headers carry a credential or `x-api-key: ''`. A string body is sent as it
   * is.
   */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Moves the clock of the key's organization forward and runs what has become due. */
  advance(seconds: number): Promise<void>;
  /** Runs everything that is due; answers how many jobs ran. */
  drain(): Promise<number>;
  /** A key of a fresh organization with ordinary limits, or with the ones given. */
  makeKey(
    options?: Partial<Omit<NewApiKey, 'organizationId'>>,
  ): Promise<{ readonly key: string; readonly organizationId: OrganizationId }>;
  close(): Promise<void>;
}

/** What services of tests sell. */
export { builtInWorld as testWorld, builtInWorldDir as testWorldDir } from '../products/world.ts';

/** Starts a service. Jobs run only when the test says so (`drain`, `advance`). */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-'));
  const db = options.db ?? (await openTestDatabase());
  const listening = { url: '' };
  const config = testConfig(dataDir, db, {
    listening,
    changes: { role: options.runsJobs ? 'all' : 'api', ...options.config },
  });
  const { clock, flightSuppliers, hotelSuppliers, carSuppliers, paymentProcessor } = options;
  const app = await createApp(config, {
    log: options.log ?? pino({ level: 'silent' }),
    db,
    world: builtInWorld(),
    jobDeclarations: [...jobDeclarations, ...(options.jobs ?? [])],
    ...(clock ? { clock } : {}),
    ...(flightSuppliers ? { flightSuppliers } : {}),
    ...(hotelSuppliers ? { hotelSuppliers } : {}),
    ...(carSuppliers ? { carSuppliers } : {}),
    ...(paymentProcessor ? { paymentProcessor } : {}),
    ...(options.users ? { users: options.users } : {}),
  });
  await ensureBootstrapKey(app);
  const service = createService(app, {
    routes: options.routes ?? [],
    pages: options.pages ?? [],
    limits: options.limits ?? {},
  });
  const url = await service.start();
  listening.url = url;
  const call: TestService['call'] = (method, path, body, headers = {}) =>
    callService(url, { method, path, body, headers });
  return {
    url,
    app,
    service,
    key: BOOTSTRAP_KEY,
    dataDir,
    call,
    async advance(seconds) {
      const { status, text } = await call('POST', '/v1/sandbox/clock', { advance_seconds: seconds });
      if (status !== 200) throw new Error(`the clock could not be moved: ${text}`);
      await app.jobs.drain();
    },
    drain: () => app.jobs.drain(),
    async makeKey(request = {}) {
      const { organizationId } = await createOrganization(app, { name: 'Test' });
      const { key } = await createApiKey(app, { name: 'test', ...request, organizationId });
      return { key, organizationId };
    },
    close: closedAtTheEnd(async () => {
      await service.stop();
      // Node's observer of garbage collection holds each registry for ever, and its gauges hold the app.
      app.metrics.registry.clear();
      await rm(dataDir, { recursive: true, force: true });
    }),
  };
}

/** The address is known once the service listens; until then links point nowhere. */
function testConfig(
  dataDir: string,
  db: TestDatabase,
  own: { readonly listening: { readonly url: string }; readonly changes: Partial<Config> },
): Config {
  const config = loadConfig({
    BLY_DATA_DIR: dataDir,
    BLY_PORT: '0',
    BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
    BLY_LOG_LEVEL: 'silent',
    BLY_WEBHOOK_ALLOW_LOCAL: '1',
    BLY_SECRET_KEYS: testSecretKey(7),
    ...(db.databaseUrl === undefined ? {} : { DATABASE_URL: db.databaseUrl }),
  });
  const { changes, listening } = own;
  return {
    ...config,
    validateResponses: true,
    secretAnswerMs: 0,
    ...changes,
    get publicUrl() {
      return changes.publicUrl ?? (listening.url || config.publicUrl);
    },
  };
}

async function callService(
  url: string,
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
  },
): Promise<Answer> {
  const { method, path, body } = request;
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  const headers = new Headers(request.headers);
  if (!names.includes('x-api-key') && !names.includes('authorization')) headers.set('x-api-key', BOOTSTRAP_KEY);
  if (headers.get('x-api-key') === '') headers.delete('x-api-key');
  const isText = typeof body === 'string';
  if (body !== undefined && !names.includes('content-type')) headers.set('content-type', 'application/json');
  const answer = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : text === '' ? undefined : text,
  };
}
