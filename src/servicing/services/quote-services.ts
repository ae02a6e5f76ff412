import type { App, Caller } from '../../context.ts';
import { refuseFields } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { subtractMoney } from '../../travel/money.ts';
import { itemTotal } from '../../trips/model/items/item-price.ts';
import { flightOf } from '../exchanges/flight-exchange-plan.ts';
import { findServicedItem, type ItemClaim, type ServicedItem } from '../find-serviced-item.ts';
import { chooseServices, type WantedServices } from '../model/addable-services.ts';
import { type BookingChange, newChange, quoteExpiry, type ServicesPlan } from '../model/change.ts';
import { originTotalOf, type PlannedService, withServices } from '../model/planned-service.ts';
import { insertChange } from '../store.ts';
import { type ListedServices, listServices, refuseNotSold } from './list-services.ts';

/** What a check found: everything that can be added, or, of what was chosen, a quote. */
export interface ServicesCheck extends ServicedItem {
  readonly listed: ListedServices;
  readonly quote: { readonly change: BookingChange; readonly plan: ServicesPlan } | undefined;
}

/**
 * What can be added to a booked flight now. With a choice it is priced at the supplier and quoted for ten minutes.
 * Throws offer_unavailable where nothing is sold any more, state_conflict where the booking allows nothing, and the 422
 * that names each line that cannot be had.
 */
export async function checkServices(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  wanted: WantedServices,
): Promise<ServicesCheck> {
  const serviced = await findServicedItem(app, caller, claim, 'flight');
  const isChoice = wanted.bags.length + wanted.seats.length > 0;
  const wants = isChoice ? wantsOf(wanted) : { bags: true, seats: true };
  const listed = await listServices(app, serviced, wants, caller.now);
  if (!isChoice) return { ...serviced, listed, quote: undefined };
  if (listed.kind === 'not_sold') throw refuseNotSold(listed, serviced.item);
  const chosen = chooseServices(listed, wanted);
  if (chosen.kind === 'invalid') throw refuseFields(chosen.problems);
  const plan = planServices(serviced, chosen.services);
  const change = quoteChange(serviced, plan, caller.now);
  await insertChange(app.db, change);
  return { ...serviced, listed, quote: { change, plan } };
}

/** Which lists a choice is looked up in: what nobody chose is not asked for. */
export function wantsOf({ bags, seats }: WantedServices) {
  return { bags: bags.length > 0, seats: seats.length > 0 };
}

/**
 * What adding services comes to, at the rate the flight was sold at. `due` is what the item costs more by them, so that
 * what is paid and what the item shows can never differ by a rounding.
 */
export function planServices({ item }: ServicedItem, services: readonly PlannedService[]): ServicesPlan {
  const flight = flightOf(item);
  const due = subtractMoney(itemTotal(withServices(flight, services)), itemTotal(flight));
  return { kind: 'services', services, originTotal: originTotalOf(services, item.originTotal.currency), due };
}

function quoteChange({ booking, item }: ServicedItem, plan: ServicesPlan, now: Date): BookingChange {
  const { organizationId, bookingRef, tripId } = booking;
  return newChange({
    organizationId,
    changeId: newId('addedServices'),
    bookingRef,
    tripId,
    itemId: item.itemId,
    kind: 'flight_services',
    plan,
    quotedAt: now,
    expiresAt: quoteExpiry(now),
  });
}
