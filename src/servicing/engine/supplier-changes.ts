import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { App } from '../../context.ts';
import { callSupplier, type SupplierCall, unknownOnFailure } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier, SUPPLIER_DISCONNECTED } from '../../suppliers/calls/find-supplier.ts';
import type { AddedServicesService, AddServicesOutcome } from '../../suppliers/ports/added-services.ts';
import type {
  CancellationOutcome,
  CancellationService,
  ChangeNames,
  ExchangeOutcome,
  ExchangeRequest,
  ExchangeService,
} from '../../suppliers/ports/servicing.ts';
import type { SupplierContext } from '../../suppliers/ports/supplier.ts';
import { toServiceTravelers } from '../model/addable-services.ts';
import type { BookingChange, ExchangePlan } from '../model/change.ts';
import { toWanted } from '../model/planned-service.ts';

/** Longest wait for a supplier's answer that changes nothing (real time). */
const READ_CALL_SECONDS = 10;
/** Longest wait for a call that changes something: the supplier may have to issue tickets anew. */
export const CHANGE_CALL_SECONDS = 130;

/** What the supplier answered, of any kind of change. */
export type ChangeAnswer = CancellationOutcome | ExchangeOutcome | AddServicesOutcome | { readonly kind: 'none' };

/** A booked item, and who travels with it. */
export interface ChangedItem {
  readonly booking: Booking;
  readonly item: BookingItem;
}

/**
 * Asks the item's supplier to carry out a committed change. A failure thrown anywhere leaves open whether it was
 * carried out.
 */
export async function callChange(app: App, change: BookingChange, of: ChangedItem, now: Date): Promise<ChangeAnswer> {
  const call = {
    organizationId: change.organizationId,
    now,
    purpose: 'servicing',
    timeoutMs: CHANGE_CALL_SECONDS * 1000,
  } as const;
  return unknownOnFailure(app, { operation: 'change', keys: { reference: change.reference } }, async () => {
    const carryOut = findExecution(app, change, of);
    return carryOut ? callSupplier<ChangeAnswer>(app, call, carryOut) : DISCONNECTED;
  });
}

type Execution = (context: SupplierContext) => Promise<ChangeAnswer>;

/** The call that carries a change out; undefined where its supplier has no such service or is no longer connected. */
function findExecution(app: App, change: BookingChange, { booking, item }: ChangedItem): Execution | undefined {
  const { plan } = change;
  const names = { reference: item.reference, changeReference: change.reference };
  switch (plan.kind) {
    case 'cancellation': {
      const { originPenalty, decidedBy, credits, cause } = plan;
      if (originPenalty === undefined) throw new Error(`Nobody has decided what the change ${change.changeId} costs.`);
      // What the airline owes the payer gets whatever its system gives back by now.
      const penaltyMax = cause === 'owed' ? item.originTotal : originPenalty;
      const request = { ...names, penaltyMax, isUnknownAccepted: decidedBy !== undefined, credits };
      const service = findCancellations(app, item);
      return service && ((context) => service.cancel(request, context));
    }
    case 'exchange': {
      const request = toExchangeRequest(names, plan);
      const service = findExchanges(app, item);
      return service && ((context) => service.exchange(request, context));
    }
    case 'services': {
      const { services, originTotal: total } = plan;
      const travelers = toServiceTravelers(booking.travelers);
      const request = { ...names, services: toWanted(services), travelers, total };
      const service = findAddedServices(app, item);
      return service && ((context) => service.add(request, context));
    }
    default:
      return plan satisfies never;
  }
}

function toExchangeRequest(names: ChangeNames, plan: ExchangePlan): ExchangeRequest {
  return {
    ...names,
    exchangeKey: plan.exchangeKey,
    total: plan.originTotal,
    penalty: plan.originPenalty,
    changeTotal: plan.originChange,
  };
}

/** Asks what became of a committed change. */
export async function lookUpChange(
  app: App,
  change: BookingChange,
  { item }: ChangedItem,
  now: Date,
): Promise<ChangeAnswer> {
  const names = { reference: item.reference, changeReference: change.reference };
  return unknownOnFailure(app, { operation: 'look up', keys: { reference: change.reference } }, async () => {
    const service = findLookUp(app, change, item);
    return service
      ? callSupplier<ChangeAnswer>(app, readCall(change, now), (context) => service.lookUp(names, context))
      : { kind: 'unknown', detail: SUPPLIER_DISCONNECTED };
  });
}

function findLookUp(app: App, { plan }: BookingChange, item: BookingItem) {
  switch (plan.kind) {
    case 'cancellation':
      return findCancellations(app, item);
    case 'exchange':
      return findExchanges(app, item);
    case 'services':
      return findAddedServices(app, item);
    default:
      return plan satisfies never;
  }
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

/** What is sold for a flight after its sale; undefined where its supplier sells nothing then, or is not connected. */
export function findAddedServices(
  app: App,
  { kind, supplierId }: Pick<BookingItem, 'kind' | 'supplierId'>,
): AddedServicesService | undefined {
  return kind === 'flight' ? findSupplier(app, { kind, supplierId })?.addedServices : undefined;
}

/** A question that the airline itself has to answer, which takes as long as a change does. It changes nothing. */
export function airlineCall(booking: Pick<Booking, 'organizationId'>, now: Date): SupplierCall {
  return { ...readCall(booking, now), timeoutMs: CHANGE_CALL_SECONDS * 1000 };
}

/** A call for a booking that changes nothing at the supplier. */
export function readCall({ organizationId }: Pick<Booking, 'organizationId'>, now: Date): SupplierCall {
  return { organizationId, now, purpose: 'servicing', timeoutMs: READ_CALL_SECONDS * 1000 };
}
