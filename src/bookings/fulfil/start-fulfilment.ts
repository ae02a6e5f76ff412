import type { App } from '../../context.ts';
import type { LockedPurpose, PaymentPurposeHandler, SettledAttempt } from '../../payments/payment-purposes.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { asId, type BookingRef, newBookingRef, newId, type OrganizationId, type TripId } from '../../platform/ids.ts';
import { zeroMoney } from '../../travel/money.ts';
import { hasQuoteRunOut } from '../../trips/model/quote.ts';
import type { Quote, Trip } from '../../trips/model/trip.ts';
import { endsAt } from '../../trips/model/items/product.ts';
import { beginFulfilment, clearPaymentInFlight } from '../../trips/write/progress-trip.ts';
import { lockTrip } from '../../trips/read/read-trip.ts';
import { fulfilTripJob } from './fulfil-trip.ts';
import type { Booking, BookingItem } from '../model/booking.ts';
import { foldName } from '../model/fold-name.ts';
import { cheapestToCancelFirst, cancellationCostRank } from '../model/booking-order.ts';
import { insertBooking } from '../store-steps.ts';

/** Open items are given up this long after the payment (contract, section 7) … */
const OPEN_DAYS_MAX = 5;
/** … or this long before the hold lapses, whichever is first. */
const HOLD_MARGIN_HOURS = 24;
const REFERENCE_TRIES_MAX = 10;

/**
 * What happens to a trip when its payment is authorised or declined; registered by `app.ts` as `paymentPurposes.trip`.
 */
export const tripPaymentPurpose: PaymentPurposeHandler = {
  async lock(tx, { organizationId, purposeId }, app): Promise<LockedPurpose> {
    const trip = await findLockedTrip(tx, organizationId, asId('trip', purposeId));
    return {
      onAuthorised: (payment) => onTripAuthorised(tx, trip, payment, app),
      onDeclined: async () => {
        if (trip?.status === 'quoted') await clearPaymentInFlight(tx, trip);
      },
    };
  },
};

/**
 * The money is held: fulfilment begins, in the transaction that records the authorisation. An authorisation for
 * anything but the trip's current session and quote is given back. This is the one place where the quote's 300 seconds
 * are judged.
 */
async function onTripAuthorised(
  tx: Tx,
  trip: Trip | undefined,
  payment: SettledAttempt,
  app: App,
): Promise<'taken' | 'unwanted'> {
  const quote = trip && findPaidQuote(trip, payment);
  if (trip === undefined || quote === undefined) return 'unwanted';
  const bookingRef = await beginUnderNewRef(tx, trip, payment.now);
  const booking = toBooking({ trip, quote, payment, bookingRef });
  const { organizationId } = payment;
  const fulfil = app.jobs.enqueueCte(tx, fulfilTripJob, {
    organizationId,
    payload: { trip_id: trip.tripId },
    key: trip.tripId,
    concurrencyKey: trip.tripId,
  });
  await insertBooking(tx, booking, foldName(booking.travelers[0]?.lastName ?? ''), fulfil);
  return 'taken';
}

async function findLockedTrip(tx: Tx, organizationId: OrganizationId, tripId: TripId): Promise<Trip | undefined> {
  try {
    return await lockTrip(tx, organizationId, tripId);
  } catch (failure) {
    // The trip is gone (a sandbox reset): its money goes back.
    if (failure instanceof Refusal && failure.condition === 'trip_not_found') return undefined;
    throw failure;
  }
}

/** The quote this payment pays: of the trip's current session, for exactly this amount and every item. */
function findPaidQuote(trip: Trip, payment: SettledAttempt): Quote | undefined {
  const { quote } = trip;
  if (trip.status !== 'quoted' || trip.contact === undefined || quote === undefined || quote.status === 'price_changed')
    return undefined;
  const isCurrent = quote.sessionId === payment.sessionId && quote.paymentId === payment.paymentId;
  const isAmount = quote.total.value === payment.amount.value && quote.total.currency === payment.amount.currency;
  const isWhole =
    trip.items.length > 0 && trip.items.every((item) => quote.items.some((quoted) => quoted.itemId === item.itemId));
  return isCurrent && isAmount && isWhole ? quote : undefined;
}

/** Begins fulfilment under a reference no booking of the installation has. */
async function beginUnderNewRef(tx: Tx, trip: Trip, now: Date): Promise<BookingRef> {
  for (let tries = 0; tries < REFERENCE_TRIES_MAX; tries += 1) {
    const ref = newBookingRef();
    if (await beginFulfilment(tx, trip, ref, now)) return ref;
  }
  throw new Error('No free booking reference was found.');
}

interface Sale {
  readonly trip: Trip;
  readonly quote: Quote;
  readonly payment: SettledAttempt;
  readonly bookingRef: BookingRef;
}

function toBooking({ trip, quote, payment, bookingRef }: Sale): Booking {
  if (trip.contact === undefined) throw new Error('A paid trip has a contact.');
  const { now } = payment;
  const holdEnd = (payment.captureBefore?.getTime() ?? Number.POSITIVE_INFINITY) - HOLD_MARGIN_HOURS * 3_600_000;
  return {
    organizationId: trip.organizationId,
    bookingRef,
    tripId: trip.tripId,
    paymentId: payment.paymentId,
    status: 'pending',
    phase: hasQuoteRunOut(quote, now) ? 'repricing' : 'booking',
    failure: undefined,
    onPartial: trip.onPartial,
    travelers: trip.travelers,
    contact: trip.contact,
    totalQuoted: quote.total,
    totalPaid: zeroMoney(quote.total.currency),
    totalCollected: zeroMoney(quote.total.currency),
    totalRefunded: zeroMoney(quote.total.currency),
    totalRefundRefused: zeroMoney(quote.total.currency),
    endUserId: trip.endUserId,
    lastArrivalAt: new Date(Math.max(...trip.items.map((item) => endsAt(item).getTime()))),
    openUntil: new Date(Math.min(now.getTime() + OPEN_DAYS_MAX * 86_400_000, holdEnd)),
    version: 0,
    documentsWithdrawn: 0,
    createdAt: now,
    items: toBookingItems(trip, quote, now),
  };
}

function toBookingItems(trip: Trip, quote: Quote, now: Date): readonly BookingItem[] {
  return cheapestToCancelFirst(trip.items, (item) => cancellationCostRank(item, now)).map((tripItem, position) => {
    const quoted = quote.items.find((item) => item.itemId === tripItem.itemId);
    if (quoted === undefined) throw new Error(`The quote has no price for ${tripItem.itemId}.`);
    return {
      itemId: tripItem.itemId,
      position,
      kind: tripItem.kind,
      status: 'pending',
      supplierId: tripItem.supplierId,
      reference: newId('bookingItem'),
      total: quoted.total,
      originTotal: quoted.originTotal,
      rate: quoted.rate,
      serviceFee: quoted.serviceFee,
      tripItem,
      supplierOrderId: undefined,
      confirmationNumber: undefined,
      tickets: [],
      failure: undefined,
      isRetained: false,
      calls: 0,
      lookUps: 0,
      callUntil: undefined,
      bookedAt: undefined,
      refunded: undefined,
      nonRefundable: quoted.serviceFee ?? zeroMoney(quoted.total.currency),
      replacedBy: undefined,
    };
  });
}
