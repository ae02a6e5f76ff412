import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import type { FareConditions, PassengerPrice, Segment } from '../../travel/flight.ts';
import { apportion, presentValue } from '../../travel/money.ts';
import { TYPE_OF_KIND } from '../../travel/passengers.ts';
import type { ShownFare } from '../model/flight-search.ts';
import type { FareWording } from './describe-fare-terms.ts';
import type { FareTermsCache } from './fare-terms-cache.ts';
import { otherCabins, presentFareTerms } from './present-fare-terms.ts';

/** How much of a fare is shown: the answer about one offer itemises taxes, lists do not. */
export type FareDetail = 'list' | 'full';

/** What all fares of an offer are presented with. */
export interface FareRenderContext {
  readonly display: DisplayCurrency;
  readonly terms: FareTermsCache;
  readonly wording: FareWording;
  readonly detail: FareDetail;
  /** Everyone who travels. */
  readonly passengerCount: number;
  /** Every flight of the offer. */
  readonly segments: readonly Segment[];
}

/** Presents a fare with its token: its price for each traveler, what it allows, and how the supplier files it. */
export function presentFare({ fare, total, serviceFee }: ShownFare, token: string, rendering: FareRenderContext) {
  const { display, terms, wording, segments } = rendering;
  const { currency } = fare.total;
  const convert = display.converterFrom(currency);
  const cabins = otherCabins(fare, segments, wording.messages);
  return {
    trip_item_token: token,
    brand_name: fare.brandName ?? null,
    fare_brand_code: fare.brandCode ?? null,
    fare_basis_code: joinDistinct(fare.fareBasisCodes),
    cabin_class: fare.cabinClass,
    rbd: joinDistinct(fare.bookingClasses),
    total_price: presentValue(total),
    price_per_person: display.present(Math.round(total.value / Math.max(1, rendering.passengerCount))),
    price_per_passenger: fare.passengerPrices.map((price) => presentPassengerPrice(price, convert, rendering)),
    booking_fees: display.present(convert(fare.bookingFees.value)),
    ...(serviceFee && { service_fee: presentValue(serviceFee) }),
    conversion_rate: display.rate(currency),
    origin_total_price: presentValue(fare.total),
    ...terms.find(fare, { cabins, currency: display.code, messages: wording.messages }, () =>
      presentFareTerms(fare, cabins, { display, wording }),
    ),
    provider_metadata: {
      seats_left: fare.seatsLeft ?? null,
      fare_basis_codes: fare.fareBasisCodes,
      booking_classes: fare.bookingClasses,
      filing_currency: currency,
      ...(fare.conditions && presentFiling(fare.conditions)),
    },
  };
}

/** `Y/B`; null where the supplier names none. */
function joinDistinct(codes: readonly string[]): string | null {
  if (codes.length === 0) return null;
  return codes.length === 1 ? (codes[0] ?? '') : [...new Set(codes)].join('/');
}

/** Converts base fare and taxes separately, as `convertFareTotal` does, so that the parts add up to the charge. */
function presentPassengerPrice(
  price: PassengerPrice,
  convert: (value: number) => number,
  { display, detail }: FareRenderContext,
) {
  const [baseFare, taxes] = [convert(price.baseFare.value), convert(price.taxes.value)];
  return {
    passenger_type: TYPE_OF_KIND[price.kind],
    passenger_kind: price.kind,
    quantity: price.quantity,
    base_fare: display.present(baseFare),
    taxes: display.present(taxes),
    total_per_person: display.present(baseFare + taxes),
    ...(detail === 'full' && { taxes_breakdown: presentTaxLines(price, taxes, display) }),
  };
}

/**
 * Presents tax lines in the shown currency. When the lines make up all taxes, they are apportioned so that they add up
 * to `shown`, the converted sum. When a supplier's lines do not add up to its taxes, each is converted by itself: no
 * amount is invented to make them fit.
 *
 * Taxes of USD 10.00 in three lines of 3.33, 3.33 and 3.34 are EUR 9.15 at a rate of 0.915. Converted one by one the
 * lines would be 3.05, 3.05 and 3.06, which is a cent too much; apportioned they add up to 9.15.
 */
function presentTaxLines({ taxLines, taxes }: PassengerPrice, shown: number, display: DisplayCurrency) {
  const filed = taxLines.map((line) => line.amount.value);
  const isWhole =
    taxLines.every((line) => line.amount.currency === taxes.currency) &&
    filed.reduce((sum, value) => sum + value, 0) === taxes.value;
  const values = isWhole ? apportion(shown, filed) : taxLines.map((line) => display.convert(line.amount).value);
  return taxLines.map(({ code, description }, index) => ({
    code,
    description,
    amount: display.present(values[index] ?? 0),
  }));
}

/** Presents how the supplier files the fare: its kind, and the conditions of its price in each direction. */
function presentFiling(conditions: FareConditions) {
  return {
    fare_type: conditions.construction,
    seasons: conditions.seasons,
    advance_purchase_days: conditions.advancePurchaseDays,
    minimum_stay_nights: conditions.minimumNights ?? null,
    maximum_stay_nights: conditions.maximumNights ?? null,
    saturday_night_required: conditions.needsSaturdayNight,
  };
}
