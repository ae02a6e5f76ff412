import type { StatedSchedule } from '../../travel/cancellation.ts';
import { type Money, presentAmount } from '../../travel/money.ts';
import { hashOf, type SignedObject } from '../../signatures/model/signed-json.ts';
import { scheduleWithExtras } from '../../trips/model/cancellation-cost.ts';
import { itemTotal, totalServiceFee } from '../../trips/model/items/item-price.ts';
import { findQuotedItem } from '../../trips/model/quote.ts';
import type { Quote, Trip, TripItem } from '../../trips/model/trip.ts';
import { presentDueLater } from '../../trips/present-trip.ts';

/** Who signs, and for whom. */
export interface Seller {
  readonly publicUrl: string;
  readonly name: string;
  readonly isLive: boolean;
}

/** What every signed document of this installation begins with (RFC 7519). */
export function presentIssuer(
  { publicUrl, name, isLive }: Seller,
  { organizationId }: Pick<Trip, 'organizationId'>,
): SignedObject {
  return { iss: publicUrl, livemode: isLive, seller: { id: organizationId, name, url: publicUrl } };
}

/**
 * The quote as it is signed: what is bought, on which terms, for how much, until when. It holds no name of a traveler
 * and no link, so it may be shown to anybody. `content_hash` is of `content` alone.
 */
export function presentQuoteDocument(
  trip: Trip,
  quote: Quote,
  { seller, content }: { readonly seller: Seller; readonly content: SignedObject },
): SignedObject {
  const serviceFee = totalServiceFee(quote.items);
  return {
    ...presentIssuer(seller, trip),
    type: 'quote',
    jti: quote.quoteId,
    sub: trip.tripId,
    iat: Math.floor(quote.createdAt.getTime() / 1_000),
    exp: Math.floor(quote.expiresAt.getTime() / 1_000),
    quote_id: quote.quoteId,
    trip_id: trip.tripId,
    currency: quote.total.currency,
    total: { ...presentAmount(quote.total) },
    ...(serviceFee && { service_fee: { ...presentAmount(serviceFee) } }),
    due_later: presentDueLater(trip.items).map(({ item_id, amount, currency, decimal_places, where }) => ({
      item_id,
      amount,
      currency,
      decimal_places,
      where,
    })),
    items: trip.items.map((item) => presentQuotedItem(item, quote)),
    content,
    content_hash: hashOf(content),
  };
}

function presentQuotedItem(item: TripItem, quote: Quote): SignedObject {
  const quoted = findQuotedItem(quote, item.itemId);
  return {
    item_id: item.itemId,
    kind: item.kind,
    description: item.description,
    price: { ...presentAmount(quoted?.total ?? itemTotal(item)) },
    origin_price: { ...presentAmount(quoted?.originTotal ?? item.originPrice) },
    ...(quoted?.serviceFee && { service_fee: { ...presentAmount(quoted.serviceFee) } }),
    terms: presentTerms(item),
  };
}

/** What cancelling costs in money, as its supplier states it; the rules of a fare are in the content. */
function presentTerms(item: TripItem): SignedObject {
  switch (item.kind) {
    case 'flight':
      return {
        rules: item.fare.rules.map(({ ruleType, isAllowed, fee }) => ({
          type: ruleType,
          is_allowed: isAllowed,
          fee: isAllowed ? presentFee(fee) : null,
        })),
      };
    case 'hotel':
      return { rooms: item.stay.rates.map(({ cancellation }) => presentPenalties(cancellation)) };
    case 'car':
      return { cancellation: presentPenalties(scheduleWithExtras(item)) };
    default:
      return item satisfies never;
  }
}

function presentFee(fee: Money | 'unknown' | undefined) {
  if (fee === 'unknown') return 'unknown';
  return fee === undefined ? 'free' : { ...presentAmount(fee) };
}

function presentPenalties(schedule: StatedSchedule) {
  if (schedule === 'unknown') return null;
  return schedule.map(({ from, penalty }) => ({ from: from.toISOString(), penalty: { ...presentAmount(penalty) } }));
}
