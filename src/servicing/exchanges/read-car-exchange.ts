import { lookUpBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking } from '../../bookings/model/booking.ts';
import type { App, Caller } from '../../context.ts';
import { refuseToken } from '../../offers/token/offer-token.ts';
import { refuse } from '../../platform/errors.ts';
import { openCarExchange } from './car-exchange-token.ts';
import { resumeChange } from '../engine/execute-change.ts';
import type { CarExchange } from './commit-car-exchange.ts';
import { findOpenPayment } from './find-open-payment.ts';
import type { ItemClaim } from '../find-serviced-item.ts';
import { toBookedRental } from '../model/car-exchange.ts';
import { type BookingChange, isUnderWay } from '../model/change.ts';
import { findChange, listChanges } from '../store.ts';

/**
 * A committed exchange of a car as it stands, the newest unless one is named by its exchange_id or exchange_reference.
 * One that is under way is asked after first; one that nobody can pay for any more ends. Throws resource_not_found
 * where none was committed.
 */
export async function readCarExchange(
  app: App,
  caller: Caller,
  { claim, exchangeId }: { readonly claim: ItemClaim; readonly exchangeId: string | undefined },
): Promise<CarExchange> {
  const booking = await lookUpBooking(app, caller, claim);
  const committed = (
    await listChanges(app.db, booking.organizationId, booking.bookingRef, { kind: 'car_exchange' })
  ).filter(({ status }) => status !== 'quoted');
  const wanted = exchangeId === undefined ? undefined : changeIdOf(app, caller, { booking, committed, exchangeId });
  const found = committed.find(
    (change) => (wanted === undefined || change.changeId === wanted) && isMeant(booking, change, claim),
  );
  if (found === undefined)
    throw refuse('resource_not_found', { message: 'No such exchange of a car of this booking was committed.' });
  if (isUnderWay(found) || found.status === 'paying') await resumeChange(app, found, caller.now);
  const change = (await findChange(app.db, found)) ?? found;
  const item = booking.items.find(({ itemId }) => itemId === change.itemId);
  if (item === undefined)
    throw new Error(`The exchange ${change.changeId} is of an item that its booking does not have.`);
  return { change, item: toBookedRental(item), ...(await findOpenPayment(app, change)) };
}

interface NamedExchange {
  readonly booking: Booking;
  readonly committed: readonly BookingChange[];
  readonly exchangeId: string;
}

function changeIdOf(app: App, { organizationId }: Caller, { booking, committed, exchangeId }: NamedExchange): string {
  if (committed.some(({ changeId }) => changeId === exchangeId)) return exchangeId;
  const exchange = openCarExchange(app, organizationId, exchangeId);
  if (exchange.bookingRef !== booking.bookingRef) throw refuseToken('exchange_id', 'It is of another booking.');
  return exchange.changeId;
}

/** Whether a claim names the car that was given or the one that stands in its place. */
function isMeant({ items }: Booking, { itemId, plan }: BookingChange, claim: ItemClaim): boolean {
  const ids = new Set([itemId, ...(plan.kind === 'exchange' ? [plan.replacement.itemId] : [])]);
  const cars = items.filter((item) => ids.has(item.itemId));
  return cars.some(
    (item) =>
      (claim.itemId === undefined || item.itemId === claim.itemId) &&
      (claim.orderId === undefined || item.supplierOrderId === claim.orderId) &&
      (claim.provider === undefined || item.supplierId === claim.provider) &&
      (claim.ticketNumbers ?? []).length === 0,
  );
}
