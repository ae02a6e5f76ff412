import type { SuppliersConfig } from '../../platform/config-suppliers.ts';
import type { BookingService } from '../ports/booking.ts';
import type { CarSupplier } from '../ports/cars.ts';
import type { FlightSupplier } from '../ports/flights.ts';
import type { HotelSupplier } from '../ports/hotels.ts';

/** The port behind each kind of product. */
export interface SupplierOf {
  readonly flight: FlightSupplier;
  readonly hotel: HotelSupplier;
  readonly car: CarSupplier;
}
/** What is sold, each kind by suppliers of its own. */
export type SuppliedKind = keyof SupplierOf;

/** The suppliers this installation is connected to; `App` is one. */
export interface ConnectedSuppliers {
  readonly flightSuppliers: readonly FlightSupplier[];
  readonly hotelSuppliers: readonly HotelSupplier[];
  readonly carSuppliers: readonly CarSupplier[];
}

/** Names the supplier that sold something: the kind of product, and the supplier's own id (`provider` on the wire). */
export interface SupplierKey<Kind extends SuppliedKind = SuppliedKind> {
  readonly kind: Kind;
  readonly supplierId: string;
}

/** Why nothing can be done with a product whose supplier `findSupplier` no longer finds. */
export const SUPPLIER_DISCONNECTED = 'The supplier is no longer connected.';

/**
 * The supplier something was bought from, or undefined where this installation is no longer connected to it. Everything
 * that needs one supplier of a known product looks it up here.
 */
export function findSupplier<Kind extends SuppliedKind>(
  app: ConnectedSuppliers,
  { kind, supplierId }: SupplierKey<Kind>,
): SupplierOf[Kind] | undefined {
  return listSuppliers(app, kind).find(({ id }) => id === supplierId);
}

/** Everything that is sold by the suppliers that may call us back, each with the reader of its callbacks. */
export function listCallbackReaders(
  app: ConnectedSuppliers,
): readonly Pick<BookingService<never>, 'id' | 'readCallback'>[] {
  return [...app.flightSuppliers, ...app.hotelSuppliers, ...app.carSuppliers];
}

/** The built-in supplier of a kind of product: the sandbox's own. Undefined where only real ones are connected. */
export function findBuiltInSupplier<Kind extends SuppliedKind>(
  app: ConnectedSuppliers,
  kind: Kind,
): SupplierOf[Kind] | undefined {
  return findSupplier(app, { kind, supplierId: BUILT_IN_IDS[kind] });
}
const BUILT_IN_IDS = {
  flight: 'sandbox',
  hotel: 'sandbox_hotels',
  car: 'sandbox_cars',
} as const satisfies Record<SuppliedKind, string>;

/** What `provider` may say in answers of these suppliers, each once. */
export function listProviders(app: ConnectedSuppliers): readonly string[] {
  return [...new Set([...app.flightSuppliers, ...app.hotelSuppliers, ...app.carSuppliers].map(({ id }) => id))];
}

/** `listProviders` of an installation by its configuration alone, for commands that connect no supplier. */
export function providersOf({ enabled }: Pick<SuppliersConfig, 'enabled'>): readonly string[] {
  return enabled.flatMap((name) => (name === 'sandbox' ? Object.values(BUILT_IN_IDS) : [name]));
}

function listSuppliers<Kind extends SuppliedKind>(app: ConnectedSuppliers, kind: Kind): readonly SupplierOf[Kind][] {
  const suppliers: { readonly [Each in SuppliedKind]: readonly SupplierOf[Each][] } = {
    flight: app.flightSuppliers,
    hotel: app.hotelSuppliers,
    car: app.carSuppliers,
  };
  return suppliers[kind];
}
