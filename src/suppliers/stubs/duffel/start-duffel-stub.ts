import fastify, { type FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { createStubClock, type StubClock } from '../stub-clock.ts';
import { createAccount, type DuffelState } from './account.ts';
import { type AccountControl, createControl } from './control/control.ts';
import { controlRoutes, mountControl } from './control/routes-control.ts';
import { createIds } from './ids.ts';
import { refusal } from './refusals.ts';
import { airlineChangeRoutes } from './after-sale/airline-changes.ts';
import { cancellationRoutes } from './after-sale/cancellations.ts';
import { changeRequestRoutes } from './after-sale/change-requests.ts';
import { changeRoutes } from './after-sale/changes.ts';
import { orderServiceRoutes } from './orders/order-services.ts';
import { paymentRoutes } from './orders/payments.ts';
import { orderRoutes } from './orders/routes-orders.ts';
import { seatMapRoutes } from './orders/seat-map-routes.ts';
import { webhookRoutes } from './webhooks/routes-webhooks.ts';
import { batchRoutes } from './search/batches.ts';
import { loadStubPlaces } from './search/places.ts';
import { offerRoutes } from './search/routes-offers.ts';
import { placeRoutes } from './search/routes-places.ts';
import { searchRoutes } from './search/routes-search.ts';
import { type DuffelRoute, mountRoutes } from './serve.ts';

/** How a stub is started. */
export interface DuffelStubOptions {
  /** Decides flights and prices. */
  readonly seed?: string;
  /** 0: any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly token?: string;
  /** The clock below the stub's own, which can be moved over it. */
  readonly clock?: Clock;
  /** Called when a webhook is made, with its secret. */
  readonly onWebhook?: DuffelState['onWebhook'];
  /** A bundle of reference data, where it is not the project's own. */
  readonly worldDir?: string;
}

/** A stub that serves: a real HTTP server on loopback. */
export interface DuffelStub {
  readonly url: string;
  readonly token: string;
  readonly clock: StubClock;
  /** What can be set and seen of the stub's first key. */
  readonly control: AccountControl;
  /** The controls of another key, which is made when it is first named: its objects are its own. */
  controlOf(token: string): AccountControl;
  close(): Promise<void>;
}

const TOKEN = 'duffel_test_stub0123456789';
const bodyBytesMax = 5_000_000;

/** Stays and cars must be asked for at Duffel: without that they answer in plain text, not in JSON. */
const NOT_ENABLED: readonly DuffelRoute[] = ['/stays', '/stays/*', '/cars', '/cars/*'].flatMap((path) =>
  (['GET', 'POST', 'PATCH', 'DELETE'] as const).map(
    (method): DuffelRoute => ({
      method,
      path,
      operation: 'other',
      handle: () => ({ status: 403, body: 'Your account is not enabled for this product. Please contact us.' }),
    }),
  ),
);

const NOT_FOUND: readonly DuffelRoute[] = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => ({
  method,
  path: '/*',
  operation: 'other',
  handle: () => {
    throw refusal('not_found', 'The path is not known.');
  },
}));

const ROUTES: readonly DuffelRoute[] = [
  ...searchRoutes,
  ...batchRoutes,
  ...offerRoutes,
  ...seatMapRoutes,
  ...placeRoutes,
  ...orderRoutes,
  ...orderServiceRoutes,
  ...paymentRoutes,
  ...cancellationRoutes,
  ...changeRequestRoutes,
  ...changeRoutes,
  ...airlineChangeRoutes,
  ...webhookRoutes,
  ...NOT_ENABLED,
  ...NOT_FOUND,
];

/** Starts a stub of Duffel's API with its control surface under `/_stub/`. */
export async function startDuffelStub(options: DuffelStubOptions = {}): Promise<DuffelStub> {
  const token = options.token ?? TOKEN;
  const clock = createStubClock(options.clock ?? systemClock);
  const closing = new AbortController();
  const state: DuffelState = {
    closing: closing.signal,
    onWebhook: options.onWebhook,
    clock,
    places: loadStubPlaces(options.worldDir),
    seed: options.seed ?? 'bly',
    newId: createIds(),
    accounts: new Map([[token, createAccount(token)]]),
  };
  const app = createServer();
  mountControl(app, state, controlRoutes);
  mountRoutes(app, state, ROUTES);
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  return {
    url,
    token,
    clock,
    control: createControl(state, token),
    controlOf: (other) => createControl(state, other),
    async close() {
      clock.stop();
      closing.abort();
      await app.close();
    },
  };
}

function createServer(): FastifyInstance {
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true, exposeHeadRoutes: false });
  // Bodies are read by Duffel's own rules, whatever type they claim to be of.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    // Everything that Duffel would refuse was answered before: this is a mistake of the stub.
    console.error(error);
    return reply.code(500).type('text/plain').send('The stub failed; see its standard error.');
  });
  return app;
}
