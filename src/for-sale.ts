import type { App } from './context.ts';
import { flightCachesPart } from './flights/search/flight-caches.ts';
import { cachePart } from './platform/cache/cache-part.ts';
import type { AnyRoute } from './platform/http/route.ts';
import type { SaleSwitch } from './suppliers/calls/sale-switches.ts';

/**
 * Makes `App.forSale`. Organizations without the same suppliers share what is cached, as all organizations share it of
 * the whole service; nothing that was found with a supplier is seen where that supplier is off. However many
 * combinations there are, the caches are no larger.
 */
export function createForSale(getApp: () => App): App['forSale'] {
  return async (organizationId) => {
    const app = getApp();
    const off = await app.saleSwitches.offFor(organizationId);
    return off.length === 0 ? app : { ...app, ...cachesBut(app, off), ...suppliersBut(app, off) };
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

/** The part of the caches that requests without these suppliers use. */
function cachesBut({ answers, flightCaches, publishedNights }: App, off: readonly SaleSwitch[]) {
  const suppliers = off.map(({ supplier }) => supplier).sort();
  const name = `without ${suppliers.join(' ')}`;
  return {
    answers: cachePart(answers, name),
    flightCaches: flightCachesPart(flightCaches, name),
    publishedNights: cachePart(publishedNights, name),
  };
}
