import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { IdempotentRun } from '../../platform/http/route.ts';
import { asId, newId, type TripId } from '../../platform/ids.ts';
import { todayIn } from '../../travel/dates.ts';
import { type RequestedItem, resolveItem } from './resolve-trip-item.ts';
import { applyChanges, type TripAction, type TripChange, type WriteTools } from '../model/apply-changes.ts';
import { feeByRules } from '../model/items/item-fee.ts';
import { openForWriting } from '../model/lease.ts';
import { dropQuote } from '../model/quote.ts';
import type { Trip } from '../model/trip.ts';
import { clocksOf, loadTrip, lockTrip, voidQuotePayment } from '../read/read-trip.ts';
import { insertTrip, updateTrip } from '../store.ts';
import { recordTripDemand } from './record-trip-demand.ts';

/** Where a date begins first. */
const EASTERNMOST_ZONE = 'Pacific/Kiritimati';

/** A change as asked for. */
export type RequestedChange = Exclude<TripChange, { readonly kind: 'add_item' }> | RequestedItem;

/** A write to a trip, or the making of one. */
export interface TripWrite {
  /** Undefined makes a new trip every time. */
  readonly tripId: TripId | undefined;
  /** Applied in this order, all or nothing. */
  readonly changes: readonly RequestedChange[];
  readonly idempotency: IdempotentRun | undefined;
}

/** The trip after a write and what the write really changed. */
export interface TripAnswer {
  readonly trip: Trip;
  readonly actions: readonly TripAction[];
}

/** Makes or changes a trip. Suppliers are asked before the transaction: none is ever called inside one. */
export async function writeTrip(app: App, caller: Caller, write: TripWrite): Promise<TripAnswer> {
  const earlier = await findEarlierTrip(app, caller, write.idempotency);
  if (earlier) return earlier;
  const [tools, ...changes] = await Promise.all([
    toolsOf(app, caller),
    ...write.changes.map((change) => resolveChange(app, caller, change)),
  ]);
  return write.tripId === undefined
    ? await createTrip(app, caller, { changes, tools }, write.idempotency)
    : await changeTrip(app, caller, write.tripId, { changes, tools });
}

/** A creation whose process crashed before it could answer is answered, not repeated. */
async function findEarlierTrip(
  app: App,
  caller: Caller,
  idempotency: IdempotentRun | undefined,
): Promise<TripAnswer | undefined> {
  const tripId = idempotency?.earlierResult?.['trip_id'];
  if (tripId === undefined) return undefined;
  const trip = await loadTrip(app.db, caller.organizationId, asId('trip', tripId));
  return trip && { trip, actions: ['created'] };
}

/** The changes with what suppliers answered to them, and what the rules need. */
interface ResolvedWrite {
  readonly changes: readonly TripChange[];
  readonly tools: WriteTools;
}

async function createTrip(
  app: App,
  caller: Caller,
  { changes, tools }: ResolvedWrite,
  idempotency: IdempotentRun | undefined,
): Promise<TripAnswer> {
  const { trip, actions } = applyChanges(emptyTrip(caller), changes, tools);
  if (idempotency) await app.db.transaction((tx) => insertRecorded(tx, trip, idempotency));
  else await insertTrip(app.db, trip);
  if (trip.hasHadItem) recordFirstItem(app, caller, trip);
  return { trip, actions: ['created', ...actions] };
}

async function insertRecorded(tx: Tx, trip: Trip, idempotency: IdempotentRun): Promise<void> {
  await insertTrip(tx, trip);
  await idempotency.recordResult(tx, { trip_id: trip.tripId });
}

async function changeTrip(
  app: App,
  caller: Caller,
  tripId: TripId,
  { changes, tools }: ResolvedWrite,
): Promise<TripAnswer> {
  const clocks = clocksOf(app, caller);
  return await app.db.transaction(async (tx) => {
    const before = await lockTrip(tx, caller.organizationId, tripId);
    const open = openForWriting(before, clocks);
    const { trip, actions, isChanged } = applyChanges(open, changes, tools);
    if (!isChanged) return { trip: open, actions };
    await voidQuotePayment(tx, app, before);
    const after: Trip = {
      ...dropQuote(trip, clocks.now),
      touchedAt: clocks.now,
      endUserId: trip.endUserId ?? caller.endUserId,
    };
    await updateTrip(tx, before, after);
    if (after.hasHadItem && !before.hasHadItem) tx.afterCommit(() => recordFirstItem(app, caller, after));
    return { trip: after, actions };
  });
}

/** Recorded once in the life of a trip, when it is stored. */
function recordFirstItem(app: App, { organizationId, now }: Caller, { items }: Trip): void {
  recordTripDemand(app, { kind: 'trip', organizationId, now }, items);
}

function emptyTrip(caller: Caller): Trip {
  const { organizationId, now, endUserId } = caller;
  return {
    organizationId,
    tripId: newId('trip'),
    status: 'draft',
    currency: undefined,
    isCurrencyFixed: false,
    items: [],
    hasHadItem: false,
    travelers: [],
    contact: undefined,
    metadata: {},
    endUserId,
    quote: undefined,
    version: 0,
    lease: undefined,
    leaseNumber: 0,
    paymentInFlightUntil: undefined,
    onPartial: 'all_or_nothing',
    fulfilment: undefined,
    outcome: undefined,
    bookingRef: undefined,
    createdAt: now,
    updatedAt: now,
    touchedAt: now,
  };
}

async function resolveChange(app: App, caller: Caller, change: RequestedChange): Promise<TripChange> {
  if (change.kind === 'set_currency') assertSupported(app, change.currency);
  return change.kind === 'add_item' ? await resolveItem(app, caller, change) : change;
}

function assertSupported(app: App, currency: string): void {
  if (!app.rates.supports(currency))
    throw refuse('currency_unsupported', { keys: { supported: app.rates.supported() } });
}

async function toolsOf(app: App, { organizationId, now }: Caller): Promise<WriteTools> {
  return {
    today: todayIn(EASTERNMOST_ZONE, now),
    selling: (from, to) => app.rates.selling(from, to),
    feeOf: feeByRules(await app.pricing.feesOf(organizationId), app.places),
    newItemId: () => newId('item'),
    newTravelerId: () => newId('traveler'),
  };
}
