import type { App, Caller } from '../../context.ts';
import { listRefundsOfTrip } from '../../payments/list-payments.ts';
import { refuse } from '../../platform/errors.ts';
import { type Money, sumMoney } from '../../travel/money.ts';
import type { ItemKind } from '../../trips/model/trip.ts';
import { resumeChange } from '../engine/execute-change.ts';
import { commitChange, refuseBusy, refuseUnquoted } from '../engine/commit-change.ts';
import { findServicedItem, type ItemClaim, refuseQuote, reloadItem, type ServicedItem } from '../find-serviced-item.ts';
import { cancellationKind, confirmedRefund } from '../model/cancellation.ts';
import { agreedRefund, type BookingChange, isUnderWay } from '../model/change.ts';
import { findChange, listChanges, listChangesUnderWay } from '../store.ts';

/** Which item, and which of its quotes: by its own id, or the one a commit or status without one means. */
export interface CancellationClaim extends ItemClaim {
  /** `rfq_…`, or the `rfd_…` that a commit answered. */
  readonly quoteId?: string | undefined;
}
/** A cancellation that was committed, and its item as it stands now. */
export interface CommittedCancellation extends ServicedItem {
  readonly change: BookingChange;
  /** What the payer has got back for certain, be it only a part; undefined while nothing has. */
  readonly refunded: Money | undefined;
}

/**
 * Gives the item up by a quote, or by the newest one that lives. Repeating it answers the first result, and so does a
 * commit without a quote of an item that is given up or being given up. No quote, or one that has run out:
 * quote_expired; while another change of the item runs, state_conflict.
 */
export async function commitCancellation(
  app: App,
  caller: Caller,
  claim: CancellationClaim,
  kind: ItemKind,
): Promise<CommittedCancellation> {
  const { serviced, changes, named } = await findCancellations(app, caller, claim, kind);
  const change =
    named ??
    findCommitted(serviced, changes) ??
    changes.find(({ status, expiresAt }) => status === 'quoted' && caller.now < expiresAt);
  if (change === undefined) {
    await refuseWhileChanging(app, serviced);
    throw refuseUnquoted();
  }
  const committed = await commitChange(app, change, caller.now);
  return toCommitted(app, serviced, committed);
}

/** While another change of the item runs nobody can have a quote, so that change is what stands in the way. */
async function refuseWhileChanging(app: App, { booking, item }: ServicedItem): Promise<void> {
  const [running] = await listChangesUnderWay(app.db, booking, item.itemId);
  if (running !== undefined) throw refuseBusy();
}

/** How far a committed cancellation is; one that is under way is taken as far as it goes now. */
export async function readCancellation(
  app: App,
  caller: Caller,
  claim: CancellationClaim,
  kind: ItemKind,
): Promise<CommittedCancellation> {
  const { serviced, changes, named } = await findCancellations(app, caller, claim, kind);
  const change = named ?? changes.find(({ committedAt }) => committedAt !== undefined);
  if (change?.committedAt === undefined)
    throw refuse('resource_not_found', { message: 'Nothing of this item has been committed to be given up.' });
  if (isUnderWay(change)) await resumeChange(app, change, caller.now);
  return toCommitted(app, serviced, (await findChange(app.db, change)) ?? change);
}

async function toCommitted(app: App, serviced: ServicedItem, change: BookingChange): Promise<CommittedCancellation> {
  return {
    ...(await reloadItem(app, serviced)),
    change,
    refunded: change.status === 'partial' ? await sumRefunded(app, change) : confirmedRefund(change),
  };
}

/**
 * The money of one refund may go back to several payments, of which one may have refused its part. Undefined while
 * nothing has come back.
 */
export async function sumRefunded(
  app: Pick<App, 'db'>,
  { organizationId, tripId, changeId, plan }: BookingChange,
): Promise<Money | undefined> {
  const parts = (await listRefundsOfTrip(app.db, organizationId, tripId)).filter(
    ({ reference, status }) => reference === changeId && status === 'refunded',
  );
  return parts.length === 0
    ? undefined
    : sumMoney(
        parts.map(({ amount }) => amount),
        agreedRefund(plan).currency,
      );
}

interface FoundCancellations {
  readonly serviced: ServicedItem;
  /** Newest first. */
  readonly changes: readonly BookingChange[];
  /** The one the claim names. */
  readonly named: BookingChange | undefined;
}

/** A quote says which item it is of. One of another booking is the same 404 as a wrong pair. */
async function findCancellations(
  app: App,
  caller: Caller,
  { quoteId, ...claim }: CancellationClaim,
  kind: ItemKind,
): Promise<FoundCancellations> {
  const { organizationId } = caller;
  const named =
    quoteId === undefined
      ? undefined
      : await findChange(app.db, { organizationId, changeId: quoteId.replace(/^rfd_/, 'rfq_') });
  const serviced = await findServicedItem(app, caller, { ...claim, itemId: claim.itemId ?? named?.itemId }, kind);
  const { booking, item } = serviced;
  const isOfItem =
    named?.bookingRef === booking.bookingRef && named.itemId === item.itemId && named.kind === cancellationKind(kind);
  if (quoteId !== undefined && !isOfItem) throw refuseQuote(booking, named);
  const changes = await listChanges(app.db, organizationId, booking.bookingRef, {
    itemId: item.itemId,
    kind: cancellationKind(kind),
  });
  return { serviced, changes, named };
}

/** What has been committed and stands: it has given the item up, or is at it. */
function findCommitted({ item }: ServicedItem, changes: readonly BookingChange[]): BookingChange | undefined {
  return changes.find(
    (change) =>
      isUnderWay(change) || (item.status !== 'confirmed' && (change.status === 'done' || change.status === 'partial')),
  );
}
