import type { IsoDate } from '../../travel/dates.ts';
import type { BagAllowance, CabinClass, Fare, FlightOffer, Slice } from '../../travel/flight.ts';
import { presentAmount } from '../../travel/money.ts';
import { passengerTotal } from '../../travel/passengers.ts';
import { percentOf } from '../../travel/penalty.ts';
import { nameCarrier, type PlaceDirectory } from '../../travel/place-directory.ts';
import { type PresentContext, presentCarrier } from './carrier-info.ts';
import { namesOf, presentSlices } from './present-slices.ts';

const CABIN_NAMES: Readonly<Record<CabinClass, string>> = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
};
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * One line a person understands: `Paris (CDG) to Tokyo (HND) and back, 3 Oct – 17 Oct 2026, Air France, Economy Light`.
 */
export function describeFlight(offer: FlightOffer, fare: Fare, places: PlaceDirectory): string {
  const carrier = nameCarrier(places, offer.validatingCarrier, offer.carrierNames);
  return `${describeRoute(offer.slices, places)}, ${describeDates(offer.slices)}, ${carrier}, ${fare.brandName ?? CABIN_NAMES[fare.cabinClass]}`;
}

function describeRoute(slices: readonly Slice[], places: PlaceDirectory): string {
  const [first, second] = slices;
  if (first === undefined) return 'Flight';
  const out = `${placeText(places, first.origin)} to ${placeText(places, first.destination)}`;
  if (second === undefined) return out;
  const isPlainReturn =
    slices.length === 2 && second.origin === first.destination && second.destination === first.origin;
  if (isPlainReturn) return `${out} and back`;
  return [
    out,
    ...slices.slice(1).map((slice) => `${placeText(places, slice.origin)} to ${placeText(places, slice.destination)}`),
  ].join('; ');
}

function placeText(places: PlaceDirectory, airport: string): string {
  return `${namesOf(places, airport).cityName} (${airport})`;
}

function describeDates(slices: readonly Slice[]): string {
  const dates = slices.map((slice) => slice.departureDate);
  const last = dates.at(-1);
  if (last === undefined) return '';
  const year = last.slice(0, 4);
  const isOneYear = dates.every((date) => date.startsWith(year));
  return isOneYear
    ? `${dates.map(describeDay).join(' – ')} ${year}`
    : dates.map((date) => `${describeDay(date)} ${date.slice(0, 4)}`).join(' – ');
}

/** `3 Oct`. */
export function describeDay(date: IsoDate): string {
  return `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''}`;
}

/** `2 checked bags of 23 kg`, `No checked bag`. */
export function describeBags(bags: BagAllowance, noun: string): string {
  if (bags.pieces === undefined) return `${noun}: not stated by the airline`;
  if (bags.pieces === 0) return `No ${noun}`;
  const weight = bags.weight === undefined ? '' : ` of ${bags.weight} kg`;
  return `${bags.pieces} ${noun}${bags.pieces === 1 ? '' : 's'}${weight}`;
}

/** The allowance on the wire. */
function presentBags(bags: BagAllowance, noun: string) {
  return {
    description: describeBags(bags, noun),
    dimensions: bags.dimensions ?? null,
    pieces: bags.pieces ?? null,
    weight: bags.weight ?? null,
    weight_unit: 'kg',
  };
}

/** `details` of a flight in a trip or a booking: spec-shaped slices and the fare that was chosen. */
export function presentFlightDetails(offer: FlightOffer, fare: Fare, places: PlaceDirectory, publicUrl: string) {
  const context: PresentContext = { places, publicUrl };
  return {
    is_round_trip: offer.slices.length > 1,
    passenger_count: passengerTotal(offer.passengers),
    validating_carrier: offer.validatingCarrier,
    validating_carrier_info: presentCarrier(context, offer.validatingCarrier, offer.carrierNames),
    brand_name: fare.brandName ?? null,
    fare_brand_code: fare.brandCode ?? null,
    cabin_class: fare.cabinClass,
    fare_basis_codes: fare.fareBasisCodes,
    booking_classes: fare.bookingClasses,
    is_changeable: fare.isChangeable ?? null,
    is_refundable: fare.isRefundable ?? null,
    included_baggage: presentBags(fare.checkedBags, 'checked bag'),
    carry_on_baggage: presentBags(fare.carryOn, 'cabin bag'),
    fare_rules: fare.rules.map((rule) => ({
      rule_type: rule.ruleType,
      is_allowed: rule.isAllowed,
      penalty_fee: rule.fee === undefined || rule.fee === 'unknown' ? null : presentAmount(rule.fee),
      ...(rule.fee === 'unknown' && { penalty_fee_known: false }),
      ...(rule.share === undefined ? {} : { penalty_percent: percentOf(rule.share) }),
      min_minutes_before_departure: rule.minMinutesBeforeDeparture ?? null,
      max_minutes_before_departure: rule.maxMinutesBeforeDeparture ?? null,
      max_minutes_after_departure: rule.maxMinutesAfterDeparture ?? null,
    })),
    emissions_kg: offer.emissionsKg ?? null,
    slices: presentSlices(context, offer.slices, fare.cabinClass),
  };
}
