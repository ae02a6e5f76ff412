import { fileURLToPath } from 'node:url';
import fastify, { type FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { loadReference } from '../../../reference/load-reference.ts';
import { readRates } from '../../../reference/rates.ts';
import { createStubClock, type StubClock } from '../stub-clock.ts';
import { createAccount, type LiteapiState } from './account.ts';
import { amendRoutes } from './bookings/amend.ts';
import { bookRoutes } from './bookings/book.ts';
import { cancelRoutes } from './bookings/cancel.ts';
import { lookUpRoutes } from './bookings/look-up.ts';
import { prebookRoutes } from './bookings/prebook.ts';
import { rebookRoutes } from './bookings/rebook.ts';
import { hotelRoutes } from './content/routes-hotels.ts';
import { listRoutes } from './content/routes-lists.ts';
import { listMoreCities, type MoreCities } from './content/more-cities.ts';
import { mountPhotos } from './content/mount-photos.ts';
import { createContent } from './content/stub-hotels.ts';
import { type AccountControl, createControl } from './control/control.ts';
import { mountControl } from './control/routes-control.ts';
import { createOfferSealer } from './rates/offer-ids.ts';
import { priceRoutes } from './rates/routes-prices.ts';
import { rateRoutes } from './rates/routes-rates.ts';
import { refusal } from './refusals.ts';
import { API_PREFIX, type LiteapiRoute, mountRoutes } from './serve.ts';

/** How a stub is started. */
export interface LiteapiStubOptions {
  /** Decides prices and which rooms are sold out. */
  readonly seed?: string;
  /** 0: any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly key?: string;
  /** The clock below the stub's own, which can be moved over it. */
  readonly clock?: Clock;
  /** A bundle of reference data, where it is not the project's own. */
  readonly worldDir?: string;
  /** Cities beyond the stub's own. */
  readonly more?: MoreCities;
}

/** A stub that serves: a real HTTP server on loopback. */
export interface LiteapiStub {
  /** The base of all of LiteAPI's paths, with the version: `http://127.0.0.1:4012/v3.0`. */
  readonly url: string;
  /** The stub itself: its own surface and photos lie under it. */
  readonly origin: string;
  readonly key: string;
  readonly clock: StubClock;
  /** What can be set and seen of the stub's first key. */
  readonly control: AccountControl;
  /** The controls of another key, which is made when it is first named: its objects are its own. */
  controlOf(key: string): AccountControl;
  close(): Promise<void>;
}

const KEY = 'sand_stub0123456789';
const bodyBytesMax = 5_000_000;
const pathBytesMax = 16_000;
const WORLD_DIR = fileURLToPath(new URL('../../../../data/world', import.meta.url));

const NOT_FOUND: readonly LiteapiRoute[] = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => ({
  method,
  path: '/*',
  operation: 'other',
  handle: () => {
    throw refusal(404);
  },
}));

const ROUTES: readonly LiteapiRoute[] = [
  ...hotelRoutes,
  ...listRoutes,
  ...rateRoutes,
  ...priceRoutes,
  ...prebookRoutes,
  ...bookRoutes,
  ...lookUpRoutes,
  ...cancelRoutes,
  ...amendRoutes,
  ...rebookRoutes,
  ...NOT_FOUND,
];

/** Starts a stub of LiteAPI with its control surface under `/_stub/`. */
export async function startLiteapiStub(options: LiteapiStubOptions = {}): Promise<LiteapiStub> {
  const key = options.key ?? KEY;
  const seed = options.seed ?? 'bly';
  const { worldDir = WORLD_DIR, more } = options;
  const clock = createStubClock(options.clock ?? systemClock);
  const closing = new AbortController();
  const state: LiteapiState = {
    clock,
    seed,
    content: createContent(more === undefined ? [] : listMoreCities(loadReference(worldDir).places, more)),
    sealer: createOfferSealer(seed),
    basis: { seed, rates: readRates(worldDir) },
    accounts: new Map([[key, createAccount(key)]]),
    closing: closing.signal,
  };
  const app = createServer();
  mountControl(app, state);
  mountPhotos(app, state.content);
  mountRoutes(app, state, ROUTES);
  const origin = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  return {
    url: `${origin}${API_PREFIX}`,
    origin,
    key,
    clock,
    control: createControl(state, key),
    controlOf: (other) => createControl(state, other),
    async close() {
      clock.stop();
      closing.abort();
      await app.close();
    },
  };
}

function createServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyBytesMax,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: pathBytesMax },
  });
  // Bodies are read by LiteAPI's own rules, whatever type they claim to be of.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    // Everything that LiteAPI would refuse was answered before: this is a mistake of the stub.
    console.error(error);
    return reply.code(500).type('text/plain').send('The stub failed; see its standard error.');
  });
  return app;
}
