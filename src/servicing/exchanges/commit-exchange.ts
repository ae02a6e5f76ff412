import type { BookingItem } from '../../bookings/model/booking.ts';
import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { resumeChange } from '../engine/execute-change.ts';
import { checkQuotedPrice } from './check-quoted-price.ts';
import { collectPayment } from './collect-payment.ts';
import { commitChange, refuseUnquoted } from '../engine/commit-change.ts';
import { findOpenPayment, type OpenPayment } from './find-open-payment.ts';
import { claimQuoted, findServicedItem, type ItemClaim, reloadItem, type ServicedItem } from '../find-serviced-item.ts';
import { type BookingChange, isQuoted, isUnderWay } from '../model/change.ts';
import { findChange, listChanges } from '../store.ts';

/** A committed exchange as it stands, and the item that is, or was, exchanged. */
export interface ExchangeState extends OpenPayment {
  readonly change: BookingChange;
  readonly item: BookingItem;
}
/** What is committed to: a quote by its `session_reference`, or the newest live one of the item. */
export interface ExchangeCommit {
  readonly sessionReference: string | undefined;
  readonly sharedPaymentToken: string | undefined;
}

/**
 * Commits to a quoted exchange: pays what it costs, or asks for it, and carries it out as far as it goes now. A repeat
 * answers how the first one stands.
 */
export async function commitExchange(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  { sessionReference, sharedPaymentToken }: ExchangeCommit,
): Promise<ExchangeState> {
  const serviced = await findExchangedItem(app, caller, claim, sessionReference);
  const named =
    sessionReference === undefined
      ? await findNewestLive(app, serviced, caller.now)
      : await requireExchange(app, serviced, sessionReference);
  // What nobody can pay for any more ends before anybody is sent to pay for it; who repeats a commit leaves the
  // supplier to the first.
  const quoted = named.status === 'paying' ? await advance(app, named, caller.now) : named;
  if (isQuoted(quoted, caller.now)) await checkQuotedPrice(app, serviced, quoted, caller.now);
  const hasCost = quoted.plan.kind === 'exchange' && quoted.plan.due.value > 0;
  const mustPay = hasCost && (quoted.status === 'quoted' || quoted.status === 'paying');
  const change = mustPay
    ? (await collectPayment(app, quoted, { sharedPaymentToken, now: caller.now })).change
    : await commitChange(app, quoted, caller.now);
  return toState(app, serviced, change);
}

/**
 * How an exchange stands: the one named, else the newest committed one that the item was exchanged in, or came from.
 */
export async function readExchange(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  sessionReference: string | undefined,
): Promise<ExchangeState> {
  const serviced = await findExchangedItem(app, caller, claim, sessionReference);
  const change =
    sessionReference === undefined
      ? await findNewest(app, serviced)
      : await requireExchange(app, serviced, sessionReference);
  if (change.status === 'quoted')
    throw refuse('resource_not_found', { message: 'This exchange was quoted and never committed.' });
  return toState(app, serviced, await advance(app, change, caller.now));
}

/** One that is under way is taken as far as it goes now, one that nobody can pay for any more ends. */
async function advance(app: App, change: BookingChange, now: Date): Promise<BookingChange> {
  if (!isUnderWay(change) && change.status !== 'paying') return change;
  await resumeChange(app, change, now);
  return (await findChange(app.db, change)) ?? change;
}

async function toState(app: App, serviced: ServicedItem, change: BookingChange): Promise<ExchangeState> {
  const { booking } = await reloadItem(app, serviced);
  const item = booking.items.find((candidate) => candidate.itemId === change.itemId) ?? serviced.item;
  return { change, item, ...(await findOpenPayment(app, change)) };
}

/** A quote knows its item: anyone who names it need not say which, nor whether it stands any more. */
async function findExchangedItem(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  sessionReference: string | undefined,
): Promise<ServicedItem> {
  const change =
    sessionReference === undefined
      ? undefined
      : await findChange(app.db, { organizationId: caller.organizationId, changeId: sessionReference });
  return findServicedItem(app, caller, claimQuoted(claim, change), 'flight');
}

/** A quote of another booking, item or kind is none. */
async function requireExchange(app: App, { booking, item }: ServicedItem, changeId: string): Promise<BookingChange> {
  const change = await findChange(app.db, { organizationId: booking.organizationId, changeId });
  if (change?.bookingRef !== booking.bookingRef || change.itemId !== item.itemId || change.kind !== 'flight_exchange')
    throw refuse('booking_not_found');
  return change;
}

/** What a commit means that names no quote: what it repeats, or the newest live quote. */
async function findNewestLive(app: App, { booking, item }: ServicedItem, now: Date): Promise<BookingChange> {
  const changes = await listChanges(app.db, booking.organizationId, booking.bookingRef, { kind: 'flight_exchange' });
  const own = changes.filter(({ itemId }) => itemId === item.itemId);
  const meant =
    own.find((change) => isUnderWay(change) || isMade(change)) ??
    own.find(({ status, expiresAt }) => (status === 'quoted' || status === 'paying') && now < expiresAt) ??
    // A quote of the new flight that has run out is not what brought that flight about.
    (own.length > 0 ? undefined : changes.find((change) => isMade(change) && isReplacedBy(change, item)));
  if (meant === undefined) throw refuseUnquoted();
  return meant;
}

function isMade({ status }: BookingChange): boolean {
  return status === 'done' || status === 'partial';
}

function isReplacedBy({ plan }: BookingChange, { itemId }: BookingItem): boolean {
  return plan.kind === 'exchange' && plan.replacement.itemId === itemId;
}

async function findNewest(app: App, { booking, item }: ServicedItem): Promise<BookingChange> {
  const changes = await listChanges(app.db, booking.organizationId, booking.bookingRef, { kind: 'flight_exchange' });
  const newest = changes.find(
    (change) => change.status !== 'quoted' && (change.itemId === item.itemId || isReplacedBy(change, item)),
  );
  if (newest === undefined)
    throw refuse('resource_not_found', { message: 'No exchange of this flight was committed.' });
  return newest;
}
