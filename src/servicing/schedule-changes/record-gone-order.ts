import { recordItemGone } from '../../bookings/change-items.ts';
import { lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { asPaid } from '../../bookings/model/paid-of.ts';
import { recordScheduleCheck } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type BookingRef, type ItemId, newId, type OrganizationId } from '../../platform/ids.ts';
import { callSupplier, failureAsAnswer, type SupplierCall } from '../../suppliers/calls/call-supplier.ts';
import type { CancellationTerms } from '../../suppliers/ports/servicing.ts';
import { describeMoney } from '../../travel/money.ts';
import { publishGone } from '../engine/publish-change.ts';
import { findCancellations } from '../engine/supplier-changes.ts';
import { type BookingChange, type CancellationPlan, newChange } from '../model/change.ts';
import { cancellationKind } from '../model/cancellation.ts';
import { moveChange } from '../model/change-states.ts';
import { insertChange, listChangesUnderWay, saveChange } from '../store.ts';
import { getBooking } from '../../bookings/guests/look-up-booking.ts';

interface ItemKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

/**
 * Records that the order of a sold item is cancelled at its supplier by nobody here. The item is cancelled from then
 * on, and nothing is given back by itself: a change is opened that people of the seller decide, with what the supplier
 * says of the money. A change of the item that is under way finds out by itself. Throws SupplierFailure.
 */
export async function recordGoneOrder(app: App, key: ItemKey, call: SupplierCall, now: Date): Promise<void> {
  const booking = await getBooking(app, key, key.bookingRef);
  const item = booking.items.find(({ itemId }) => itemId === key.itemId);
  const terms = item && (await readTerms(app, item, call));
  await app.db.transaction(async (tx) => {
    await openCase(tx, app, { key, terms, now });
    await recordScheduleCheck(tx, key, { now, dueAt: undefined });
  });
}

/** What the cancellation brought by the supplier's word; undefined where it does not say. */
async function readTerms(app: App, item: BookingItem, call: SupplierCall): Promise<CancellationTerms | undefined> {
  const service = findCancellations(app, item);
  if (service === undefined) return undefined;
  const answer = await failureAsAnswer(() =>
    callSupplier(app, call, (context) => service.quote(item.reference, context)),
  );
  return answer.kind === 'quoted' ? answer.terms : undefined;
}

interface GoneOrder {
  readonly key: ItemKey;
  readonly terms: CancellationTerms | undefined;
  readonly now: Date;
}

async function openCase(tx: Tx, app: App, { key, terms, now }: GoneOrder): Promise<void> {
  const booking = await lockBooking(tx, key.organizationId, key.bookingRef);
  const item = booking.items.find(({ itemId }) => itemId === key.itemId);
  if (item?.status !== 'confirmed' || item.goneAt !== undefined) return;
  const underWay = await listChangesUnderWay(tx, booking, item.itemId);
  const waiting = underWay.find(({ status }) => status === 'deciding');
  // The look-up of any other change finds the order as it is.
  if (underWay.length > 0 && waiting === undefined) return;
  const plan = planOf(booking, item, terms);
  const change = waiting === undefined ? newCase(booking, item, plan, now) : { ...waiting, plan };
  const isStored = waiting === undefined ? await insertChange(tx, change) : await saveChange(tx, waiting, change);
  if (!isStored || (await recordItemGone(tx, booking, item.itemId, now)) === undefined)
    throw new Error(`The locked booking ${key.bookingRef} has moved.`);
  await publishGone(tx, app, change, now);
  app.log.warn({ bookingRef: key.bookingRef, itemId: key.itemId, changeId: change.changeId }, GONE_ALARM);
}
const GONE_ALARM = 'an order was cancelled at its supplier by nobody here; people decide what comes back';

function newCase(
  { organizationId, bookingRef, tripId }: Booking,
  item: BookingItem,
  plan: CancellationPlan,
  now: Date,
) {
  const quoted: BookingChange = newChange({
    organizationId,
    changeId: newId('refundQuote'),
    bookingRef,
    tripId,
    itemId: item.itemId,
    kind: cancellationKind(item.kind),
    plan,
    quotedAt: now,
    expiresAt: now,
  });
  return { ...moveChange(quoted, 'deciding'), committedAt: now };
}

function planOf(booking: Booking, item: BookingItem, terms: CancellationTerms | undefined): CancellationPlan {
  const { total, serviceFee } = asPaid(booking, item);
  const credits = terms?.credits ?? [];
  return {
    kind: 'cancellation',
    cause: 'cancelled_elsewhere',
    totalPaid: total,
    refund: undefined,
    penalty: undefined,
    ...(serviceFee && { serviceFee, isServiceFeeReturned: false }),
    originPenalty: undefined,
    ...(credits.length > 0 && { credits }),
    support: 'manual',
    manualReason: `${CANCELLED} ${describeRefund(terms)}`,
  };
}
const CANCELLED = 'The order was cancelled at its supplier, and not through us.';

function describeRefund(terms: CancellationTerms | undefined): string {
  return terms?.refund === undefined
    ? 'The supplier does not say what came back.'
    : `By the supplier ${describeMoney(terms.refund)} came back.`;
}
