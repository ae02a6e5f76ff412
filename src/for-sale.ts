import { LRUCache } from 'lru-cache';
import type { App } from './context.ts';
import { createFlightCaches } from './flights/search/flight-caches.ts';
import { createPublishedNightsCache } from './hotels/history/published-nights-cache.ts';
import { createAnswerCache } from './offers/answers/answer-cache.ts';
import type { AnyRoute } from './platform/http/route.ts';
import type { SaleSwitch } from './suppliers/calls/sale-switches.ts';

/** Combinations of suppliers that are switched off at once, each with caches of its own. */
const combinationsMax = 4;

/**
 * Makes `App.forSale`. Organizations without the same suppliers share caches, as all organizations share those of the
 * whole service; nothing that was found with a supplier is cached where that supplier is off.
 */
export function createForSale(getApp: () => App): App['forSale'] {
  const known = new LRUCache<string, ReturnType<typeof emptyCaches>>({ max: combinationsMax });
  return async (organizationId) => {
    const app = getApp();
    const off = await app.saleSwitches.offFor(organizationId);
    if (off.length === 0) return app;
    const key = off
      .map(({ supplier }) => supplier)
      .sort()
      .join(' ');
    const caches = known.get(key) ?? emptyCaches();
    known.set(key, caches);
    return { ...app, ...caches, ...suppliersBut(app, off) };
  };
}

/** Operations that search: each runs without the suppliers that its caller's organization does not sell. */
export function sellingRoutes(routes: readonly AnyRoute[]): readonly AnyRoute[] {
  return routes.map((route) =>
    route.access === 'open'
      ? route
      : {
          ...route,
          handle: async (context) => await route.handle(await withSold(context)),
          ...(route.stream && { stream: { ...route.stream, open: async (context) => await openSold(route, context) } }),
        },
  );
}

type Context = Parameters<AnyRoute['handle']>[0];

async function openSold({ stream }: AnyRoute, context: Context) {
  if (stream === undefined) throw new Error('This operation has no stream.');
  return await stream.open(await withSold(context));
}

async function withSold({ app, caller, params, query, body, request }: Context): Promise<Context> {
  return { app: await app.forSale(caller.organizationId), caller, params, query, body, request };
}

function suppliersBut(app: App, off: readonly SaleSwitch[]) {
  const isSold = ({ id }: { readonly id: string }): boolean => off.every(({ supplier }) => supplier !== id);
  const amongOff = (all: readonly { readonly id: string }[]): readonly SaleSwitch[] =>
    off.filter(({ supplier }) => all.some(({ id }) => id === supplier));
  return {
    flightSuppliers: app.flightSuppliers.filter(isSold),
    hotelSuppliers: app.hotelSuppliers.filter(isSold),
    carSuppliers: app.carSuppliers.filter(isSold),
    suppliersOff: {
      flight: amongOff(app.flightSuppliers),
      hotel: amongOff(app.hotelSuppliers),
      car: amongOff(app.carSuppliers),
    },
  };
}

function emptyCaches() {
  return {
    answers: createAnswerCache(),
    flightCaches: createFlightCaches(),
    publishedNights: createPublishedNightsCache(),
  };
}
