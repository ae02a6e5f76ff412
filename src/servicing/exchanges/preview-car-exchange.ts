import type { Booking } from '../../bookings/model/booking.ts';
import { isUnpaid } from '../../bookings/model/paid-of.ts';
import type { App, Caller } from '../../context.ts';
import { callSupplier, toSupplierFailure } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { refuseFields } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type SupplierContext, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { RentalExchangeService, RentalExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { describeMoney, type Money } from '../../travel/money.ts';
import type { RentalItem } from '../../trips/model/trip.ts';
import { sealCarExchange, sealCarExchangeOffer } from './car-exchange-token.ts';
import { findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import {
  type BookedRental,
  type CarExchangeDelta,
  counterChangeOf,
  deltaOf,
  toBookedRental,
  toReplacement,
} from '../model/car-exchange.ts';
import { CHANGE_QUOTE_SECONDS } from '../model/change.ts';
import { UNPAID_OBSTACLE } from '../model/entry-obstacle.ts';
import { findRentalProblems, type RentalChanges } from '../model/rental-changes.ts';
import { listChangesUnderWay } from '../store.ts';
import { readCall } from '../engine/supplier-changes.ts';

/** One vehicle it could be instead. */
export interface PreviewedOffer {
  readonly token: string;
  readonly tripItem: RentalItem;
  readonly isOnRequest: boolean;
  /** Everything paid now, in the booking's currency. */
  readonly price: Money;
  readonly delta: CarExchangeDelta;
}
/** What a booked car could be exchanged for. */
export type CarExchangePreview =
  | { readonly kind: 'not_exchangeable'; readonly reason: string; readonly current: BookedRental }
  | {
      readonly kind: 'offers';
      readonly exchangeId: string;
      readonly current: BookedRental;
      readonly paid: Money;
      readonly offers: readonly PreviewedOffer[];
      readonly warnings: readonly string[];
      /** Vehicles for sale at these times with which not every extra is sold; zero where none is, or none is stated. */
      readonly lackingExtras: number;
    };

/**
 * What a booked car could be exchanged for, and what each would cost or bring back. Writes nothing: the ids answered
 * carry all a commit needs. What cannot be exchanged is an answer, not a refusal; an exchange that is under way is such
 * an answer, too.
 */
export async function previewCarExchange(
  app: App,
  caller: Caller,
  { claim, changes }: { readonly claim: ItemClaim; readonly changes: RentalChanges },
  signal: AbortSignal,
): Promise<CarExchangePreview> {
  const { booking, item } = await findServicedItem(app, caller, claim, 'car');
  const current = toBookedRental(item);
  const obstacle = await findExchangeObstacle(app, booking, current);
  if (obstacle !== undefined) return { kind: 'not_exchangeable', reason: obstacle, current };
  const [problem, ...more] = findRentalProblems(changes, current.tripItem.rental, caller.now);
  if (problem !== undefined) throw refuseFields([problem, ...more]);
  const { pickUpAt, dropOffAt, extras } = changes;
  const query = {
    reference: current.reference,
    pickUpAt,
    dropOffAt,
    extras: extras?.map(({ offerId, quantity }) => ({ ancillaryKey: offerId, quantity, travelerId: undefined })),
  };
  const found = await callExchanges(app, caller, { item: current, signal }, (exchanges, context) =>
    exchanges.search(query, context),
  );
  if (found.kind === 'not_exchangeable') return { kind: 'not_exchangeable', reason: found.reason, current };
  const preview = presentFound(app, caller, { booking, current, offers: found.offers });
  return {
    ...preview,
    lackingExtras: found.lackingExtras ?? 0,
    warnings: [
      ...found.warnings,
      ...(found.offers.length > 0 || found.warnings.length > 0 ? [] : [NOTHING_FOUND]),
      ...describeDearerCounter(current.tripItem, preview.offers),
    ],
  };
}

/** `delta` does not contain what the counter collects, so a warning says where that rises, and by how much at most. */
function describeDearerCounter(current: RentalItem, offers: readonly PreviewedOffer[]): readonly string[] {
  const rises = offers
    .map(({ tripItem }) => counterChangeOf(current, tripItem))
    .flatMap((change) => (change?.direction === 'more' ? [change.amount] : []));
  const [first, ...others] = rises;
  if (first === undefined) return [];
  const most = others.reduce((max, amount) => (amount.value > max.value ? amount : max), first);
  return [
    `The desk collects more for ${rises.length} of ${offers.length} offers than for the car as booked, by up to ${describeMoney(most)} (due_at_desk_total). Neither price nor delta contains it.`,
  ];
}

/** An empty list says why, as far as it is known; only where its supplier has not said why. */
const NOTHING_FOUND =
  'No vehicle is for sale at these times: the branch may be closed, sold out, or not selling that far ahead yet.';

function presentFound(
  app: App,
  caller: Caller,
  {
    booking,
    current,
    offers,
  }: { readonly booking: Booking; readonly current: BookedRental; readonly offers: readonly RentalExchangeOffer[] },
) {
  const { organizationId, now } = caller;
  const changeId = newId('exchange');
  const expiresAt = new Date(now.getTime() + CHANGE_QUOTE_SECONDS * 1000);
  return {
    kind: 'offers',
    current,
    paid: current.total,
    exchangeId: sealCarExchange(app, organizationId, {
      changeId,
      bookingRef: booking.bookingRef,
      itemId: current.itemId,
      quotedAt: now,
      expiresAt,
    }),
    offers: offers.map((offer): PreviewedOffer => {
      const { tripItem, price } = toReplacement(current, offer);
      const token = sealCarExchangeOffer(app, organizationId, {
        changeId,
        exchangeKey: offer.exchangeKey,
        originTotal: offer.total,
        dueLater: offer.dueLater,
      });
      return { token, tripItem, price, isOnRequest: offer.isOnRequest, delta: deltaOf(price, current.total) };
    }),
  } as const;
}

/** Why a car cannot be exchanged whatever its supplier would say; undefined: ask it. */
export async function findExchangeObstacle(
  app: App,
  booking: Booking,
  item: BookedRental,
): Promise<string | undefined> {
  switch (item.status) {
    case 'cancelled':
    case 'refunded':
      return 'The car has been cancelled.';
    case 'exchanged':
      return 'The car has been exchanged for another already.';
    case 'failed':
      return 'The car was never booked.';
    case 'pending':
    case 'booking':
    case 'awaiting':
    case 'unknown':
    case 'cancelling':
      return 'The car has not been confirmed yet.';
    case 'confirmed':
      break;
    default:
      return item.status satisfies never;
  }
  if (booking.phase !== 'done') return 'The booking has not been completed yet.';
  if (isUnpaid(booking)) return UNPAID_OBSTACLE;
  const [running] = await listChangesUnderWay(app.db, booking, item.itemId);
  if (running !== undefined)
    return running.kind === 'car_exchange'
      ? 'An exchange of this car is in progress.'
      : 'A cancellation of this car is in progress.';
  return findExchanges(app, item) === undefined
    ? 'Its supplier exchanges no rentals. Cancel it and book anew.'
    : undefined;
}

/** Calls the exchanges of the item's supplier. Whatever it throws is thrown as a SupplierFailure. */
export async function callExchanges<T>(
  app: App,
  caller: Caller,
  { item, signal }: { readonly item: BookedRental; readonly signal: AbortSignal },
  ask: (exchanges: RentalExchangeService, context: SupplierContext) => Promise<T>,
): Promise<T> {
  const exchanges = findExchanges(app, item);
  if (exchanges === undefined) throw new SupplierFailure('unavailable', 'The supplier exchanges no rentals.');
  try {
    return await callSupplier(app, { ...readCall(caller, caller.now), signal }, (context) => ask(exchanges, context));
  } catch (error) {
    throw toSupplierFailure(app, item.supplierId, error);
  }
}

function findExchanges(app: App, { supplierId }: BookedRental): RentalExchangeService | undefined {
  return findSupplier(app, { kind: 'car', supplierId })?.exchanges;
}
