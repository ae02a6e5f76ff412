import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import { callSupplier, type SupplierCall, unknownOnFailure } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier, SUPPLIER_DISCONNECTED } from '../../suppliers/calls/find-supplier.ts';
import type {
  CancellationOutcome,
  CancellationService,
  ExchangeOutcome,
  ExchangeRequest,
  ExchangeService,
} from '../../suppliers/ports/servicing.ts';
import type { BookingChange } from '../model/change.ts';

/** Longest wait for a supplier's answer that changes nothing (real time). */
const READ_CALL_SECONDS = 10;
/** Longest wait for a call that changes something: the supplier may have to issue tickets anew. */
export const CHANGE_CALL_SECONDS = 130;

/** What the supplier answered, of either kind of change. */
export type ChangeAnswer = CancellationOutcome | ExchangeOutcome | { readonly kind: 'none' };

/**
 * Asks the item's supplier to carry out a committed change. A failure thrown anywhere leaves open whether it was
 * carried out.
 */
export async function callChange(app: App, change: BookingChange, item: BookingItem, now: Date): Promise<ChangeAnswer> {
  const { plan } = change;
  const call = {
    organizationId: change.organizationId,
    now,
    purpose: 'servicing',
    timeoutMs: CHANGE_CALL_SECONDS * 1000,
  } as const;
  const names = { reference: item.reference, changeReference: change.reference };
  return unknownOnFailure(app, { operation: 'change', keys: { reference: change.reference } }, async () => {
    if (plan.kind === 'cancellation') {
      const cancellations = findCancellations(app, item);
      const penaltyMax = plan.originPenalty;
      if (penaltyMax === undefined) throw new Error(`Nobody has decided what the change ${change.changeId} costs.`);
      const request = { ...names, penaltyMax, isUnknownAccepted: plan.decidedBy !== undefined, credits: plan.credits };
      return cancellations
        ? callSupplier<ChangeAnswer>(app, call, (context) => cancellations.cancel(request, context))
        : DISCONNECTED;
    }
    const exchanges = findExchanges(app, item);
    const request: ExchangeRequest = {
      ...names,
      exchangeKey: plan.exchangeKey,
      total: plan.originTotal,
      penalty: plan.originPenalty,
      changeTotal: plan.originChange,
    };
    return exchanges
      ? callSupplier<ChangeAnswer>(app, call, (context) => exchanges.exchange(request, context))
      : DISCONNECTED;
  });
}

/** Asks what became of a committed change. */
export async function lookUpChange(
  app: App,
  change: BookingChange,
  item: BookingItem,
  now: Date,
): Promise<ChangeAnswer> {
  const names = { reference: item.reference, changeReference: change.reference };
  return unknownOnFailure(app, { operation: 'look up', keys: { reference: change.reference } }, async () => {
    const service = change.plan.kind === 'cancellation' ? findCancellations(app, item) : findExchanges(app, item);
    return service
      ? callSupplier<ChangeAnswer>(app, readCall(change, now), (context) => service.lookUp(names, context))
      : { kind: 'unknown', detail: SUPPLIER_DISCONNECTED };
  });
}

const DISCONNECTED = { kind: 'refused', reason: SUPPLIER_DISCONNECTED } as const;

/** The cancellations of an item's supplier; undefined where it has no such service or is no longer connected. */
export function findCancellations(
  app: App,
  item: Pick<BookingItem, 'kind' | 'supplierId'>,
): CancellationService | undefined {
  return findSupplier(app, item)?.cancellations;
}

/** The exchanges of an item's supplier; hotels have no such service: they are cancelled and booked anew. */
function findExchanges(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): ExchangeService | undefined {
  return kind === 'hotel' ? undefined : findSupplier(app, { kind, supplierId })?.exchanges;
}

/** A question that the airline itself has to answer, which takes as long as a change does. It changes nothing. */
export function airlineCall(booking: Pick<Booking, 'organizationId'>, now: Date): SupplierCall {
  return { ...readCall(booking, now), timeoutMs: CHANGE_CALL_SECONDS * 1000 };
}

/** A call for a booking that changes nothing at the supplier. */
export function readCall({ organizationId }: Pick<Booking, 'organizationId'>, now: Date): SupplierCall {
  return { organizationId, now, purpose: 'servicing', timeoutMs: READ_CALL_SECONDS * 1000 };
}
