import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import type { FareConditions, PassengerPrice, Segment } from '../../travel/flight.ts';
import { apportion, presentValue } from '../../travel/money.ts';
import { TYPE_OF_KIND } from '../../travel/passengers.ts';
import type { ShownFare } from '../model/flight-search.ts';
import type { FareWording } from './fare-messages.ts';
import type { FareTermsCache } from './fare-terms-cache.ts';
import { otherCabins, presentFareTerms } from './present-fare-terms.ts';

/** How much of a fare is shown: taxes line by line stand in the answer about one offer, not in lists. */
export type FareDetail = 'list' | 'full';

/** What all fares of an offer are presented with. */
export interface FareRenderContext {
  readonly display: DisplayCurrency;
  readonly terms: FareTermsCache;
  readonly wording: FareWording;
  readonly detail: FareDetail;
  /** Every flight of the offer. */
  readonly segments: readonly Segment[];
}

/** A fare with its token: what it costs each traveler, what it allows, and how the supplier files it. */
export function presentFare({ fare, total }: ShownFare, token: string, rendering: FareRenderContext) {
  const { display, terms, wording, segments } = rendering;
  const { currency } = fare.total;
  const convert = display.converterFrom(currency);
  const travelers = fare.passengerPrices.reduce((sum, price) => sum + price.quantity, 0);
  const cabins = otherCabins(fare, segments, wording.phrases);
  return {
    trip_item_token: token,
    brand_name: fare.brandName,
    fare_brand_code: fare.brandCode,
    fare_basis_code: joinDistinct(fare.fareBasisCodes),
    cabin_class: fare.cabinClass,
    rbd: joinDistinct(fare.bookingClasses),
    total_price: presentValue(total),
    price_per_person: display.present(Math.round(total.value / Math.max(1, travelers))),
    price_per_passenger: fare.passengerPrices.map((price) => presentPassengerPrice(price, convert, rendering)),
    booking_fees: display.present(convert(fare.bookingFees.value)),
    conversion_rate: display.rate(currency),
    origin_total_price: presentValue(fare.total),
    ...terms.find(fare, { cabins, currency: display.code, phrases: wording.phrases }, () =>
      presentFareTerms(fare, cabins, { display, wording }),
    ),
    provider_metadata: {
      seats_left: fare.seatsLeft,
      fare_basis_codes: fare.fareBasisCodes,
      booking_classes: fare.bookingClasses,
      filing_currency: currency,
      ...(fare.conditions && presentFiling(fare.conditions)),
    },
  };
}

function joinDistinct(codes: readonly string[]): string {
  return codes.length === 1 ? (codes[0] ?? '') : [...new Set(codes)].join('/');
}

/** The parts are converted one by one, as `convertFare` does. */
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
 * The tax lines in the shown currency. Where they are all the taxes there are, they add up to `shown`, the converted
 * sum, which is shared out among them. Where a supplier files lines beside a different sum, each is converted by itself
 * and no amount is invented to make them fit.
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

/** How the supplier files the fare: what kind it is, and what its price requires in each direction. */
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
