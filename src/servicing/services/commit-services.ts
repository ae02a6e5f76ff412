import type { BookingItem } from '../../bookings/model/booking.ts';
import type { App, Caller } from '../../context.ts';
import { commitChange, refuseUnquoted } from '../engine/commit-change.ts';
import { resumeChange } from '../engine/execute-change.ts';
import { collectPayment } from '../exchanges/collect-payment.ts';
import { findOpenPayment, type OpenPayment } from '../exchanges/find-open-payment.ts';
import {
  claimQuoted,
  findServicedItem,
  type ItemClaim,
  refuseQuote,
  type ServicedItem,
} from '../find-serviced-item.ts';
import { type BookingChange, isQuoted, isUnderWay, type ServicesPlan } from '../model/change.ts';
import { MADE } from '../model/change-states.ts';
import { findChange, listChanges } from '../store.ts';
import { checkServicesPrice } from './check-services-price.ts';

/** An order of services as it stands. */
export interface ServicesState extends OpenPayment {
  readonly change: BookingChange;
  readonly plan: ServicesPlan;
  readonly item: BookingItem;
}
/** What is committed to: a quote by its `quote_id`, or the newest live one of the flight. */
export interface ServicesCommit {
  readonly quoteId: string | undefined;
  readonly sharedPaymentToken: string | undefined;
}

/**
 * Commits to quoted services: compares their price with the supplier's, pays what they cost, or asks for it, and has
 * them added as far as that goes now. A repeat answers how the first one stands, and goes on with it: what nobody knows
 * is looked up, never ordered again.
 */
export async function commitServices(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  { quoteId, sharedPaymentToken }: ServicesCommit,
): Promise<ServicesState> {
  const serviced = await findFlight(app, caller, claim, quoteId);
  const named = await findMeant(app, serviced, quoteId, caller.now);
  const change = await advance(app, named, caller.now);
  if (isQuoted(change, caller.now)) await checkServicesPrice(app, serviced, planOf(change), caller.now);
  const mustPay = planOf(change).due.value > 0 && (change.status === 'quoted' || change.status === 'paying');
  const committed = mustPay
    ? (await collectPayment(app, change, { sharedPaymentToken, now: caller.now })).change
    : await commitChange(app, change, caller.now);
  return {
    change: committed,
    plan: planOf(committed),
    item: serviced.item,
    ...(await findOpenPayment(app, committed)),
  };
}

/** One that is under way is taken as far as it goes now, one that nobody can pay for any more ends. */
async function advance(app: App, change: BookingChange, now: Date): Promise<BookingChange> {
  if (!isUnderWay(change) && change.status !== 'paying') return change;
  await resumeChange(app, change, now);
  return (await findChange(app.db, change)) ?? change;
}

/** A quote knows its flight: anyone who names it need not say which. */
async function findFlight(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  quoteId: string | undefined,
): Promise<ServicedItem> {
  const change =
    quoteId === undefined
      ? undefined
      : await findChange(app.db, { organizationId: caller.organizationId, changeId: quoteId });
  return findServicedItem(app, caller, claimQuoted(claim, change), 'flight');
}

/** A quote of another booking, flight or kind is none. Without one: what the commit repeats, or the newest live one. */
async function findMeant(
  app: App,
  { booking, item }: ServicedItem,
  quoteId: string | undefined,
  now: Date,
): Promise<BookingChange> {
  const { organizationId, bookingRef } = booking;
  if (quoteId !== undefined) {
    const change = await findChange(app.db, { organizationId, changeId: quoteId });
    if (change?.bookingRef !== bookingRef || change.itemId !== item.itemId || change.kind !== 'flight_services')
      throw refuseQuote(booking, change);
    return change;
  }
  const changes = await listChanges(app.db, organizationId, bookingRef, {
    itemId: item.itemId,
    kind: 'flight_services',
  });
  const meant =
    changes.find(isUnderWay) ??
    changes.find(({ status, expiresAt }) => (status === 'quoted' || status === 'paying') && now < expiresAt) ??
    changes.find(({ status }) => MADE.includes(status));
  if (meant === undefined) throw refuseUnquoted();
  return meant;
}

function planOf({ plan, changeId }: BookingChange): ServicesPlan {
  if (plan.kind !== 'services') throw new Error(`The change ${changeId} adds no services.`);
  return plan;
}
