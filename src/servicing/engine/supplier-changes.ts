import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import type { CarSupplier } from '../../suppliers/ports/cars.ts';
import type { FlightSupplier } from '../../suppliers/ports/flights.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import type { SupplierContext } from '../../suppliers/ports/supplier.ts';
import type {
  CancellationService,
  CancellationOutcome,
  ExchangeService,
  ExchangeOutcome,
} from '../../suppliers/ports/servicing.ts';
import type { BookingChange } from '../model/change.ts';

/** Longest wait for a supplier that only tells (real time). */
export const READ_CALL_SECONDS = 10;
/** Longest wait for one that changes something: it may have to issue tickets anew. */
export const CHANGE_CALL_SECONDS = 130;

/** What the supplier said, of either kind of change. */
export type ChangeAnswer = CancellationOutcome | ExchangeOutcome | { readonly kind: 'none' };

/** Asks the item's supplier to do what was committed to. A failure thrown anywhere leaves open whether it was done. */
export async function callChange(app: App, change: BookingChange, item: BookingItem, now: Date): Promise<ChangeAnswer> {
  const context = contextOf(app, change, now, CHANGE_CALL_SECONDS);
  const names = { reference: item.reference, changeReference: change.reference };
  const { plan } = change;
  return asUnknown(app, change, 'change', async () => {
    if (plan.kind === 'cancellation')
      return (
        (await cancellationDesk(app, item)?.giveUp({ ...names, penaltyMax: plan.originPenalty }, context)) ??
        DISCONNECTED
      );
    const request = { ...names, exchangeKey: plan.exchangeKey, total: plan.originTotal, penalty: plan.originPenalty };
    return (await exchangeDesk(app, item)?.exchange(request, context)) ?? DISCONNECTED;
  });
}

/** Asks what became of it. */
export async function lookUpChange(
  app: App,
  change: BookingChange,
  item: BookingItem,
  now: Date,
): Promise<ChangeAnswer> {
  const context = contextOf(app, change, now, READ_CALL_SECONDS);
  const names = { reference: item.reference, changeReference: change.reference };
  return asUnknown(app, change, 'look up', async () => {
    const desk = change.plan.kind === 'cancellation' ? cancellationDesk(app, item) : exchangeDesk(app, item);
    return (await desk?.lookUp(names, context)) ?? { kind: 'unknown', detail: DISCONNECTED.reason };
  });
}

const DISCONNECTED = { kind: 'refused', reason: 'The supplier is no longer connected.' } as const;

/** Where the item is given up; undefined where its supplier has no such service. */
export function cancellationDesk(
  app: App,
  item: Pick<BookingItem, 'kind' | 'supplierId'>,
): CancellationService | undefined {
  return findItemSupplier(app, item)?.cancellations;
}

/** Where the item is exchanged; hotels have no such service: they are cancelled and booked anew. */
export function exchangeDesk(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): ExchangeService | undefined {
  if (kind === 'hotel') return undefined;
  const suppliers: readonly (FlightSupplier | CarSupplier)[] =
    kind === 'flight' ? app.flightSuppliers : app.carSuppliers;
  return suppliers.find((supplier) => supplier.id === supplierId)?.exchanges;
}

function findItemSupplier(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): FlightSupplier | HotelSupplier | CarSupplier | undefined {
  const suppliers: readonly (FlightSupplier | HotelSupplier | CarSupplier)[] = {
    flight: app.flightSuppliers,
    hotel: app.hotelSuppliers,
    car: app.carSuppliers,
  }[kind];
  return suppliers.find((supplier) => supplier.id === supplierId);
}

/** What a call for a booking is given. */
export function contextOf(
  app: App,
  { organizationId }: Pick<Booking, 'organizationId'>,
  now: Date,
  seconds: number,
): SupplierContext {
  return { organizationId, now, signal: AbortSignal.timeout(seconds * 1000), log: app.log };
}

async function asUnknown(
  app: App,
  change: BookingChange,
  what: string,
  call: () => Promise<ChangeAnswer>,
): Promise<ChangeAnswer> {
  try {
    return await call();
  } catch (cause) {
    app.log.warn({ err: cause, reference: change.reference }, `${what}: the supplier's answer is not known`);
    return { kind: 'unknown', detail: cause instanceof Error ? cause.message : 'unknown failure' };
  }
}
