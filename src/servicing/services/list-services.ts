import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isUnpaid } from '../../bookings/model/paid-of.ts';
import { openChangeOf } from '../../bookings/model/schedule-change.ts';
import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import type { AddableQuery, AddableServices } from '../../suppliers/ports/added-services.ts';
import { endsAt } from '../../trips/model/items/product.ts';
import { airlineCall, findAddedServices } from '../engine/supplier-changes.ts';
import { flightOf } from '../exchanges/flight-exchange-plan.ts';
import { type Addable, sellableOf, toServiceTravelers } from '../model/addable-services.ts';
import { publicReference } from '../model/change.ts';
import { UNPAID_OBSTACLE } from '../model/entry-obstacle.ts';
import { listChangesUnderWay } from '../store.ts';
import type { ServicedItem } from '../find-serviced-item.ts';

/** What can be added to a flight now, or why nothing can, in a sentence. */
export type ListedServices =
  | ({ readonly kind: 'addable' } & Addable)
  | (Extract<AddableServices, { readonly kind: 'not_sold' }> & {
      /** True where the booking itself does not allow it: its supplier was not asked. */
      readonly isOurs?: true;
    });

const NO_SERVICE = 'This airline sells nothing for a ticket after its sale through us. Ask the airline.';
const NOTHING_LEFT = 'The airline has nothing more to add to this ticket.';

/** Asks the flight's supplier what can be added to it now. Throws SupplierFailure. */
export async function listServices(
  app: App,
  { booking, item }: ServicedItem,
  wants: AddableQuery['wants'],
  now: Date,
): Promise<ListedServices> {
  const obstacle = await findServicesObstacle(app, booking, item, now);
  if (obstacle !== undefined) return { kind: 'not_sold', reason: obstacle, isOurs: true };
  const service = findAddedServices(app, item);
  if (service === undefined) return { kind: 'not_sold', reason: NO_SERVICE };
  const { reference } = item;
  const query = { reference, travelers: toServiceTravelers(booking.travelers), wants };
  const listed = await callSupplier(app, airlineCall(booking, now), (context) => service.list(query, context));
  if (listed.kind === 'not_sold') return listed;
  const sellable = sellableOf(flightOf(item), booking.travelers, listed, now);
  return sellable.bags.length + sellable.seats.length === 0
    ? { kind: 'not_sold', reason: NOTHING_LEFT }
    : { kind: 'addable', ...sellable };
}

/** The refusal of a choice, where nothing can be added. */
export function refuseNotSold({ reason, isOurs }: Extract<ListedServices, { kind: 'not_sold' }>, item: BookingItem) {
  return isOurs
    ? refuse('state_conflict', { message: reason, keys: { status: item.status } })
    : refuse('offer_unavailable', { message: reason });
}

/** Why nothing can be added, without asking anybody; undefined where nothing is known against it. */
async function findServicesObstacle(
  app: App,
  booking: Booking,
  item: BookingItem,
  now: Date,
): Promise<string | undefined> {
  if (item.status !== 'confirmed' || booking.phase !== 'done')
    return `The flight is ${item.status}: nothing can be added to it.`;
  if (isUnpaid(booking)) return UNPAID_OBSTACLE;
  if (item.goneAt !== undefined) return 'The airline holds this ticket no longer.';
  if (now >= endsAt(item.tripItem)) return 'The flights have been flown.';
  if (item.scheduleChange?.status === 'accepting')
    return 'The airline has not answered so far whether its change is accepted.';
  if (openChangeOf(item) !== undefined)
    return 'The airline has changed the flight: accept that, or leave it, before anything is added.';
  const [open] = await listChangesUnderWay(app.db, booking, item.itemId);
  return open && `A change of it is under way already: ${publicReference(open)}.`;
}
