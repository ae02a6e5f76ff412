import type { Booking } from '../bookings/model/booking.ts';
import type { ItemChange, ItemRefund } from '../bookings/model/item-change.ts';
import type { App } from '../context.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { BookingChanges } from '../bookings/booking-changes.ts';
import { sumMoney, subtractMoney, zeroMoney } from '../travel/money.ts';
import { sumRefunded } from './cancellations/commit-cancellation.ts';
import { refundStatusOf } from './model/cancellation.ts';
import { type BookingChange, type CancellationPlan, isDecidable, isUnderWay, publicReference } from './model/change.ts';
import { countWaitingChangesOf } from './store-open.ts';
import { findChange, listChanges, listChangesForPeopleOf, listChangesToReport } from './store.ts';

/** What bookings report of their changes; `app.ts` hands it to them, so that they need to know no one above them. */
export const bookingChanges: BookingChanges = {
  async read(app, { organizationId }, bookingRefs) {
    const changes = await listChangesToReport(app.db, organizationId, bookingRefs);
    return Promise.all(changes.map((change) => toItemChange(app, change)));
  },
};

async function toItemChange(app: Pick<App, 'db'>, change: BookingChange): Promise<ItemChange> {
  const { bookingRef, itemId, plan } = change;
  const itemIds = plan.kind === 'exchange' ? [itemId, plan.replacement.itemId] : [itemId];
  return { bookingRef, itemIds, isUnderWay: isUnderWay(change), refund: await toRefund(app, change) };
}

/**
 * Only a refund that the processor refused in part has to be looked up: of the others all of it has come back, or
 * nothing.
 */
async function toRefund(app: Pick<App, 'db'>, change: BookingChange): Promise<ItemRefund | undefined> {
  const { status, plan } = change;
  if (plan.kind !== 'cancellation') return undefined;
  const { totalPaid, credits = [] } = plan;
  const nothing = zeroMoney(totalPaid.currency);
  const fee = plan.serviceFee && { isServiceFeeReturned: plan.isServiceFeeReturned === true };
  const at = change.committedAt ?? change.quotedAt;
  const named = { reference: publicReference(change), status: refundStatusOf(change), at, credits, ...fee };
  if (plan.refund === undefined) return { ...named, refunded: nothing, penalty: undefined, pending: undefined };
  const { refund } = plan;
  const refunded =
    status === 'done' ? refund : status === 'partial' ? ((await sumRefunded(app, change)) ?? nothing) : nothing;
  const penalty = subtractMoney(totalPaid, refund);
  return {
    ...named,
    refunded,
    penalty,
    pending: subtractMoney(totalPaid, sumMoney([refunded, penalty], refund.currency)),
  };
}

/** A change of this very booking; undefined for one of another. */
export async function findChangeOf(
  app: App,
  { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>,
  changeId: string,
): Promise<BookingChange | undefined> {
  const change = await findChange(app.db, { organizationId, changeId });
  return change?.bookingRef === bookingRef ? change : undefined;
}

/** What was asked about a booking and committed to, newest first. */
export async function listChangesOf(
  app: App,
  { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>,
): Promise<readonly BookingChange[]> {
  return await listChanges(app.db, organizationId, bookingRef);
}

/** A change that waits for the decision of people of the seller; undefined for another, or one of somebody else. */
export async function findDecidable(
  app: App,
  key: Parameters<typeof findChange>[1],
): Promise<(BookingChange & { readonly plan: CancellationPlan }) | undefined> {
  const change = await findChange(app.db, key);
  return change?.plan.kind === 'cancellation' && isDecidable(change) ? { ...change, plan: change.plan } : undefined;
}

/** A change whose money people of the seller have to move; undefined for another, or one of somebody else. */
export async function findUnsettled(
  app: App,
  key: Parameters<typeof findChange>[1],
): Promise<BookingChange | undefined> {
  const change = await findChange(app.db, key);
  return change?.status === 'partial' ? change : undefined;
}

/** Changes of an organization that wait for people, there or here, oldest first. */
export async function listWaitingForPeople(
  app: App,
  organizationId: OrganizationId,
  limit: number,
): Promise<readonly BookingChange[]> {
  return await listChangesForPeopleOf(app.db, organizationId, limit);
}

/** Changes of an organization that have not ended, by who has the next word: `us`, `people`, `money`, `supplier`. */
export async function countWaits(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<string, number>> {
  return await countWaitingChangesOf(app.db, organizationId);
}
