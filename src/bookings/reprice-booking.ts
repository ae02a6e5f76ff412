import { sumMoney, zeroMoney } from '../travel/money.ts';
import type { PricedItems } from '../trips/model/items/priced-items.ts';
import {
  dueLaterAmount,
  dueLaterOf,
  originPriceOf,
  priceInCurrency,
  withProduct,
} from '../trips/model/items/product.ts';
import { priceItems } from '../trips/quote/price-trip.ts';
import { repriceFulfilment } from '../trips/write/progress-trip.ts';
import { loadTrip, lockTrip } from '../trips/read/read-trip.ts';
import { failureAsAnswer } from '../suppliers/calls/call-supplier.ts';
import {
  type FulfilmentRun,
  intendMoney,
  StaleVersionError,
  type StepResult,
  storeStep,
  withVersionOf,
} from './fulfil/fulfilment.ts';
import type { Booking } from './model/booking.ts';
import { moveFulfilment } from './model/fulfilment-states.ts';
import { saveBookingStep, saveItemPrice } from './store-steps.ts';

const ASK_AGAIN_SECONDS = 30;

/**
 * The quote had run out when the authorisation became known: the suppliers are asked once more. At the same total or a
 * lower one the trip is booked, and the lower is what will be captured; else the hold is released. The service fee is
 * that of the quote: it was agreed to, and rules that have changed since make no other price of what is paid for.
 */
export async function repriceBooking(run: FulfilmentRun, booking: Booking): Promise<StepResult> {
  const priced = await fetchPrices(run, booking);
  if (priced === undefined) return { kind: 'wait', seconds: ASK_AGAIN_SECONDS };
  const repriced = ifChargeable(run, applyPrices(booking, priced));
  const after =
    repriced === undefined
      ? moveFulfilment({ ...booking, failure: 'expired_quote' as const }, 'releasing')
      : moveFulfilment(repriced, 'booking');
  return storeStep(run.app, async (tx) => {
    if (repriced !== undefined)
      await repriceFulfilment(tx, await lockTrip(tx, booking.organizationId, booking.tripId), priced, run.now);
    if (!(await saveBookingStep(tx, booking, after))) throw new StaleVersionError();
    if (repriced !== undefined) for (const item of repriced.items) await saveItemPrice(tx, booking, item);
    const payment = await intendMoney(tx, booking, after, booking.totalQuoted);
    return { kind: 'moved', booking: withVersionOf(booking, after), payment };
  });
}

/** What the processor cannot charge to the last unit would be booked and never captured: it is not booked. */
function ifChargeable({ app }: FulfilmentRun, booking: Booking | undefined): Booking | undefined {
  const isRefused = booking?.items.some(
    ({ total }) => total.value > 0 && app.paymentProcessor?.findObstacle?.(total) !== undefined,
  );
  return isRefused ? undefined : booking;
}

/** Today's prices; undefined while a supplier does not answer. One that stays silent to the end counts as gone. */
async function fetchPrices(run: FulfilmentRun, booking: Booking): Promise<PricedItems | undefined> {
  const nothing: PricedItems = {
    items: [],
    gone: booking.items.map(({ itemId }) => ({ itemId, reason: 'No answer.' })),
  };
  const trip = await loadTrip(run.app.db, booking.organizationId, booking.tripId);
  if (trip === undefined || run.now >= booking.openUntil) return nothing;
  const priced = await failureAsAnswer(() => priceItems(run.app, trip, run.now, 'agreed'));
  if (!('failure' in priced)) return priced;
  run.app.log.warn({ err: priced.failure, bookingRef: booking.bookingRef }, 're-pricing: the supplier does not answer');
  return undefined;
}

/** The booking at today's prices, or undefined when they are higher or something is gone. */
function applyPrices(booking: Booking, priced: PricedItems): Booking | undefined {
  if (priced.gone.length > 0) return undefined;
  const items = booking.items.flatMap((item) => {
    const now = priced.items.find((candidate) => candidate.itemId === item.itemId);
    if (now === undefined || now.total.currency !== item.total.currency) return [];
    const { product, seats, ancillaries, rate, conversion } = now;
    // What is collected later may not have risen either, nor become unknown: nobody has agreed to that.
    if (now.dueLater.value > dueLaterAmount(item.tripItem).value) return [];
    const later = { before: dueLaterOf(item.tripItem), after: dueLaterOf({ ...product, ancillaries }) };
    if (later.after?.isKnown === false && later.before?.isKnown !== false) return [];
    const price = priceInCurrency(product, now.total.currency, rate);
    const tripItem = withProduct(
      { ...item.tripItem, seats, ancillaries, originPrice: originPriceOf(product), price, rate, conversion },
      product,
    );
    const { total, originTotal, serviceFee } = now;
    const nonRefundable = serviceFee ?? zeroMoney(total.currency);
    return [{ ...item, tripItem, total, originTotal, rate: now.rate, serviceFee, nonRefundable }];
  });
  const total = sumMoney(
    items.map((item) => item.total),
    booking.totalQuoted.currency,
  );
  return items.length === booking.items.length && total.value <= booking.totalQuoted.value
    ? { ...booking, items }
    : undefined;
}
