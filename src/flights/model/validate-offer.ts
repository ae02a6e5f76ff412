import type {
  BagAllowance,
  Fare,
  FlightAncillary,
  FlightOffer,
  PassengerPrice,
  PenaltyRule,
  Segment,
  SegmentPoint,
  Slice,
} from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';

/** Whether a price can be shown in a currency. */
export type SupportsCurrency = (currency: string) => boolean;

/**
 * The door check: whether an offer has every field that an answer, a trip and a checkout read. TypeScript types do not
 * hold for what a supplier sends, and one offer with a missing field would otherwise fail the whole answer. It runs for
 * every offer of every search, so it reads properties directly instead of using a schema.
 */
export function isValidOffer(offer: unknown, supports: SupportsCurrency): offer is FlightOffer {
  if (!isLoose<FlightOffer>(offer)) return false;
  const { offerKey, owner, validatingCarrier, passengers, slices, fares, ancillaries } = offer;
  if (typeof offerKey !== 'string' || typeof owner !== 'string' || typeof validatingCarrier !== 'string') return false;
  return (
    isNumberIfSaid(offer.emissionsKg) &&
    isLoose(passengers) &&
    isFullList(slices) &&
    slices.every(isSlice) &&
    isFullList(fares) &&
    fares.every((fare) => isFare(fare, supports)) &&
    isAncillaries(ancillaries, supports)
  );
}

/** An object whose values have not been checked yet. */
type Loose<T> = { readonly [name in keyof T]?: unknown };
const LOCAL_TIME_LENGTH_MIN = 'YYYY-MM-DDTHH:MM'.length;

function isLoose<T extends object>(value: unknown): value is Loose<T> {
  return typeof value === 'object' && value !== null;
}

function isFullList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

/** What a supplier may leave out: unknown, which is for the answer to say. */
function isNumberIfSaid(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

function isTextIfSaid(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isSlice(slice: unknown): boolean {
  if (!isLoose<Slice>(slice)) return false;
  const { origin, destination, departureDate, durationMinutes, segments } = slice;
  if (typeof origin !== 'string' || typeof destination !== 'string' || typeof departureDate !== 'string') return false;
  return Number.isFinite(durationMinutes) && isFullList(segments) && segments.every(isSegment);
}

function isSegment(segment: unknown): boolean {
  if (!isLoose<Segment>(segment)) return false;
  const { segmentId, marketingCarrier, operatingCarrier, flightNumber, aircraft, durationMinutes, depart, arrive } =
    segment;
  if (typeof segmentId !== 'string' || typeof marketingCarrier !== 'string' || typeof operatingCarrier !== 'string')
    return false;
  if (typeof flightNumber !== 'string' || !isTextIfSaid(aircraft) || !Number.isFinite(durationMinutes)) return false;
  return isPoint(depart) && isPoint(arrive);
}

function isPoint(point: unknown): boolean {
  if (!isLoose<SegmentPoint>(point)) return false;
  const { airport, cityCode, timeLocal, instant } = point;
  if (typeof airport !== 'string' || typeof cityCode !== 'string' || typeof timeLocal !== 'string') return false;
  return timeLocal.length >= LOCAL_TIME_LENGTH_MIN && instant instanceof Date && !Number.isNaN(instant.getTime());
}

function isFare(fare: unknown, supports: SupportsCurrency): boolean {
  if (!isLoose<Fare>(fare)) return false;
  const { fareKey, brandName, brandCode, cabinClass, seatsLeft, total, bookingFees, passengerPrices, rules } = fare;
  if (
    typeof fareKey !== 'string' ||
    !isTextIfSaid(brandName) ||
    !isTextIfSaid(brandCode) ||
    typeof cabinClass !== 'string'
  )
    return false;
  if (!isNumberIfSaid(seatsLeft) || !isTexts(fare.fareBasisCodes) || !isTexts(fare.bookingClasses)) return false;
  if (!isAmount(total, supports)) return false;
  const { currency } = total;
  if (
    !isLoose<Money>(bookingFees) ||
    !isIn(bookingFees, currency) ||
    !isBags(fare.checkedBags) ||
    !isBags(fare.carryOn)
  )
    return false;
  if (!Array.isArray(passengerPrices) || !passengerPrices.every((price) => isPassengerPrice(price, currency)))
    return false;
  return Array.isArray(rules) && rules.every((rule: unknown) => isRule(rule, supports));
}

function isPassengerPrice(price: unknown, currency: unknown): boolean {
  if (!isLoose<PassengerPrice>(price)) return false;
  const { kind, quantity, baseFare, taxes } = price;
  return (
    typeof kind === 'string' &&
    Number.isSafeInteger(quantity) &&
    isLoose<Money>(baseFare) &&
    isIn(baseFare, currency) &&
    isLoose<Money>(taxes) &&
    isIn(taxes, currency)
  );
}

function isRule(rule: unknown, supports: SupportsCurrency): boolean {
  return (
    isLoose<PenaltyRule>(rule) &&
    typeof rule.ruleType === 'string' &&
    (rule.fee === undefined || rule.fee === 'unknown' || isAmount(rule.fee, supports))
  );
}

function isBags(bags: unknown): boolean {
  return isLoose<BagAllowance>(bags) && isNumberIfSaid(bags.pieces);
}

function isAncillaries(ancillaries: unknown, supports: SupportsCurrency): boolean {
  return Array.isArray(ancillaries) && ancillaries.every((ancillary: unknown) => isAncillary(ancillary, supports));
}

function isAncillary(ancillary: unknown, supports: SupportsCurrency): boolean {
  if (!isLoose<FlightAncillary>(ancillary)) return false;
  const { ancillaryKey, type, description, price } = ancillary;
  return (
    typeof ancillaryKey === 'string' &&
    typeof type === 'string' &&
    typeof description === 'string' &&
    isAmount(price, supports)
  );
}

function isAmount(amount: unknown, supports: SupportsCurrency): amount is Loose<Money> {
  return (
    isLoose<Money>(amount) &&
    Number.isSafeInteger(amount.value) &&
    typeof amount.currency === 'string' &&
    supports(amount.currency)
  );
}

function isIn(amount: Loose<Money>, currency: unknown): boolean {
  return Number.isSafeInteger(amount.value) && amount.currency === currency;
}
