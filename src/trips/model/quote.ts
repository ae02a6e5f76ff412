import type { ItemId, PaymentId, QuoteId, SessionId } from '../../platform/ids.ts';
import { type Money, moneyFromMajor, subtractMoney, sumMoney } from '../../travel/money.ts';
import { withServiceFee } from './items/item-fee.ts';
import { emptyTripCurrency, itemTotal, itemWhole } from './items/item-price.ts';
import type { PricedItem, PricedItems } from './items/priced-items.ts';
import { dueLaterAmount, originPriceOf, priceInCurrency, withProduct } from './items/product.ts';
import type { Quote, QuotedItem, Trip, TripItem } from './trip.ts';
import { moveTrip } from './trip-states.ts';

/**
 * A quote holds its prices this long (spec.md, Limits), or to the end of its link, or as long as every supplier stands
 * by its price, whichever comes first.
 */
const quoteLifetimeSeconds = 300;

/** What a checkout does about a price that has moved. */
export interface PriceTolerance {
  readonly failOnPriceChange: boolean;
  readonly increaseMax:
    | { readonly kind: 'percent'; readonly percent: number }
    | { readonly kind: 'amount'; readonly major: number }
    | undefined;
}

/** A trip's items at today's prices, before anybody has agreed to them. */
export interface PriceComparison {
  readonly items: readonly QuotedItem[];
  /** What is paid now. */
  readonly total: Money;
  /** By how much the trip has become dearer as a whole, what is due later included; negative when cheaper. */
  readonly increase: Money;
  /** What that is measured by: the whole trip as last shown. */
  readonly previousWhole: Money;
  readonly isMoved: boolean;
}

/** `quote.status` on the wire: `none`, or the stored one, or `expired` once its 300 s are over. */
export function quoteStatus(trip: Pick<Trip, 'quote'>, now: Date): Quote['status'] | 'none' {
  if (trip.quote === undefined) return 'none';
  return hasQuoteRunOut(trip.quote, now) ? 'expired' : trip.quote.status;
}

/** Whether the quote's life is over: its 300 s, or its link's four hours. */
export function hasQuoteRunOut(quote: Quote, now: Date): boolean {
  return now.getTime() >= quote.expiresAt.getTime();
}

/** The quote, while it can still be paid: ready, with a session, inside its life. */
export function findLiveQuote(trip: Trip, now: Date): Quote | undefined {
  return trip.status === 'quoted' && quoteStatus(trip, now) === 'ready' && trip.quote?.sessionId !== undefined
    ? trip.quote
    : undefined;
}

/**
 * Compares what each item costs now, service fee included, with what it was last shown at, in the trip's currency: that
 * is what "moved" means. A fee that has moved is a price that has moved.
 */
export function comparePrices(trip: Trip, priced: PricedItems): PriceComparison {
  const items = trip.items.flatMap((item) => {
    const now = priced.items.find((candidate) => candidate.itemId === item.itemId);
    return now ? [toQuotedItem(item, now)] : [];
  });
  const currency = trip.currency ?? emptyTripCurrency;
  const previousWhole = sumMoney(trip.items.map(itemWhole), currency);
  return {
    items,
    total: sumMoney(
      items.map((item) => item.total),
      currency,
    ),
    increase: subtractMoney(
      sumMoney(
        priced.items.map((item) => item.whole),
        currency,
      ),
      previousWhole,
    ),
    previousWhole,
    isMoved: items.some((item) => item.isPriceChanged),
  };
}

function toQuotedItem(item: TripItem, now: PricedItem): QuotedItem {
  const [shown, shownLater] = [itemTotal(item), dueLaterAmount(item)];
  const isLaterChanged = shownLater.value !== now.dueLater.value || shownLater.currency !== now.dueLater.currency;
  const isPriceChanged = shown.value !== now.total.value || isLaterChanged;
  return {
    itemId: item.itemId,
    originTotal: now.originTotal,
    total: now.total,
    rate: now.rate,
    conversion: now.conversion,
    ...(now.serviceFee && { serviceFee: now.serviceFee }),
    isPriceChanged,
    previousPrice: isPriceChanged ? shown : undefined,
    ...(isLaterChanged ? { previousDueLater: shownLater } : {}),
  };
}

/** Whether the caller wants to hear of this move before anything is quoted. */
export function isMoveRefused(comparison: PriceComparison, tolerance: PriceTolerance): boolean {
  if (!comparison.isMoved) return false;
  if (tolerance.failOnPriceChange) return true;
  const { increaseMax } = tolerance;
  if (increaseMax === undefined) return false;
  const bound =
    increaseMax.kind === 'amount'
      ? moneyFromMajor(increaseMax.major, comparison.total.currency).value
      : (comparison.previousWhole.value * increaseMax.percent) / 100;
  return comparison.increase.value > bound;
}

/** Ids and instants a quote is made of. */
export interface QuoteParts {
  readonly quoteId: QuoteId;
  readonly sessionId: SessionId;
  readonly paymentId: PaymentId | undefined;
  /** When the session's link ends: nothing can be paid after it, so no quote is said to live longer. */
  readonly linkExpiresAt: Date;
  /** Undefined keeps what the session's last quote had. */
  readonly onPartial: Trip['onPartial'] | undefined;
  readonly now: Date;
}

/**
 * The quoted trip: prices frozen for 300 s or as long as the link still lives, and from now on what every later price
 * is compared with.
 */
export function acceptPrices(trip: Trip, priced: PricedItems, comparison: PriceComparison, parts: QuoteParts): Trip {
  const quote = buildQuote('ready', comparison, parts, priced);
  return {
    ...moveTrip(withPrices(trip, priced), 'quoted'),
    isCurrencyFixed: true,
    quote,
    onPartial: parts.onPartial ?? trip.onPartial,
    touchedAt: parts.now,
    updatedAt: parts.now,
  };
}

/** The trip after a refused move: quoted, nothing to pay, items and baseline as they were (contract, section 7). */
export function declinePrices(
  trip: Trip,
  comparison: PriceComparison,
  parts: { readonly quoteId: QuoteId; readonly now: Date },
): Trip {
  const quote = buildQuote('price_changed', comparison, {
    ...parts,
    sessionId: undefined,
    paymentId: undefined,
    linkExpiresAt: undefined,
  });
  return { ...moveTrip(trip, 'quoted'), isCurrencyFixed: true, quote, touchedAt: parts.now, updatedAt: parts.now };
}

/**
 * The trip as it was before a checkout that a supplier's failure ended: with its old quote, run out as it is, or as a
 * draft.
 */
export function restoreTrip(leased: Trip, now: Date): Trip {
  return leased.quote ? { ...moveTrip(leased, 'quoted'), updatedAt: now } : dropQuote(leased, now);
}

/** The trip without a quote, open for changes: after a write, or when an item is lost. */
export function dropQuote(trip: Trip, now: Date): Trip {
  return { ...moveTrip(trip, 'draft'), quote: undefined, updatedAt: now };
}

type StoredQuoteParts = Omit<QuoteParts, 'sessionId' | 'linkExpiresAt' | 'onPartial'> & {
  readonly sessionId: SessionId | undefined;
  readonly linkExpiresAt: Date | undefined;
};

function buildQuote(
  status: Quote['status'],
  comparison: PriceComparison,
  parts: StoredQuoteParts,
  { items }: Pick<PricedItems, 'items'> = { items: [] },
): Quote {
  const ends = [parts.linkExpiresAt, ...items.map(({ expiresAt }) => expiresAt)].flatMap((end) => end?.getTime() ?? []);
  return {
    quoteId: parts.quoteId,
    status,
    sessionId: parts.sessionId,
    paymentId: parts.paymentId,
    total: comparison.total,
    items: comparison.items,
    createdAt: parts.now,
    expiresAt: new Date(Math.min(parts.now.getTime() + quoteLifetimeSeconds * 1000, ...ends)),
  };
}

/** The trip with its items at today's prices. */
export function withPrices(trip: Trip, priced: PricedItems): Trip {
  return { ...trip, items: trip.items.map((item) => withPrice(item, priced.items)) };
}

function withPrice(item: TripItem, priced: readonly PricedItem[]): TripItem {
  const now = priced.find((candidate) => candidate.itemId === item.itemId);
  if (!now) return item;
  const { product, seats, ancillaries, rate, conversion, serviceFee } = now;
  const repriced = withProduct(
    {
      ...item,
      seats,
      ancillaries,
      originPrice: originPriceOf(product),
      price: priceInCurrency(product, item.price.currency, rate),
      rate,
      conversion,
    },
    product,
  );
  return withServiceFee(repriced, () => serviceFee);
}

/** The quoted line of an item; absent only for an item the quote does not hold. */
export function findQuotedItem(quote: Quote, itemId: ItemId): QuotedItem | undefined {
  return quote.items.find((item) => item.itemId === itemId);
}
