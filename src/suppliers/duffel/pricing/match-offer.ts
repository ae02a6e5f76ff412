import type { HeldFlight } from '../../ports/flights.ts';
import type { BagAllowance, Fare, FlightAncillary, FlightOffer, PenaltyRule, Segment } from '../../../travel/flight.ts';

/**
 * Finds the product that is held among newly found offers: the same flights at the same times, the same cabins,
 * conditions that are not worse, and no bag fewer. Where the brand is equal, a condition may be unsaid that was said
 * before; nothing may be known to be worse. Of several the cheapest, and of equal prices one of the same brand.
 * Undefined where there is none: another product is never taken in its place.
 *
 * Example: ZZ109 of 09:15 in Basic without bags was quoted. Found are Basic at 82.00 and Flex at 120.00: Basic is the
 * match; were Basic sold out, Flex would be, because everything in it is at least as good.
 */
export function findSameProduct(held: HeldFlight, found: readonly FlightOffer[]): HeldFlight | undefined {
  const wanted = flightsOf(held.offer);
  return found
    .filter((offer) => flightsOf(offer) === wanted && isSameParty(held.offer, offer))
    .flatMap((offer) => offer.fares.map((fare): HeldFlight => ({ offer, fare })))
    .filter((candidate) => isNotWorse(held, candidate))
    .reduce<HeldFlight | undefined>(
      (best, next) => (best === undefined || isBetter(held, next, best) ? next : best),
      undefined,
    );
}

/** Old keys of extras with those of the same extras now; what is not sold any more is left out. */
export function matchAncillaries(
  before: readonly FlightAncillary[],
  now: readonly FlightAncillary[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    before.flatMap((extra) => {
      const same = now.find((candidate) => isSameExtra(extra, candidate));
      return same === undefined ? [] : [[extra.ancillaryKey, same.ancillaryKey]];
    }),
  );
}

function isSameExtra(a: FlightAncillary, b: FlightAncillary): boolean {
  return (
    a.type === b.type &&
    a.sliceIndex === b.sliceIndex &&
    a.weightKg === b.weightKg &&
    a.description === b.description &&
    a.quantityMax <= b.quantityMax
  );
}

/** All flights of an offer with their times: marketing carrier and number, airports, local departure and arrival. */
function flightsOf({ slices }: FlightOffer): string {
  return slices.map(({ segments }) => segments.map(flightText).join()).join('/');
}

function flightText({ marketingCarrier, flightNumber, depart, arrive }: Segment): string {
  return [marketingCarrier, flightNumber, depart.airport, depart.timeLocal, arrive.airport, arrive.timeLocal].join(' ');
}

function isSameParty(a: FlightOffer, b: FlightOffer): boolean {
  const others = (offer: FlightOffer) => offer.requirements?.ages?.others.toSorted((x, y) => x - y).join() ?? '';
  const count = ({ passengers }: FlightOffer) => Object.values(passengers).reduce((sum, part) => sum + part, 0);
  return others(a) === others(b) && count(a) === count(b);
}

function isNotWorse(held: HeldFlight, { offer, fare }: HeldFlight): boolean {
  const before = held.fare;
  if (fare.total.currency !== before.total.currency || fare.cabinClass !== before.cabinClass) return false;
  if (cabinsOf(held) !== cabinsOf({ offer, fare }) || !hasAllBags(before, fare)) return false;
  const isSameBrand = before.brandName !== undefined && before.brandName === fare.brandName;
  return TERMS.every((isTermAsGood) => isTermAsGood(before, fare, isSameBrand));
}

/** The cabin of each flight; where an offer does not name one it is the fare's. */
function cabinsOf({ offer, fare }: HeldFlight): string {
  const segments = offer.slices.flatMap((slice) => slice.segments);
  return segments.map(({ cabinClass }) => cabinClass ?? fare.cabinClass).join();
}

/** Whether a term is as good as before. A fare of the same brand may leave unsaid what it said before, no other. */
const TERMS: readonly ((before: Fare, now: Fare, isSameBrand: boolean) => boolean)[] = [
  (before, now, isSameBrand) => isAsGood(before.hasSeatSelection, now.hasSeatSelection, isSameBrand),
  (before, now, isSameBrand) => isAsGood(before.hasPriorityBoarding, now.hasPriorityBoarding, isSameBrand),
  (before, now, isSameBrand) => isConditionAsGood(before, now, { ruleType: 'change', isSameBrand }),
  (before, now, isSameBrand) => isConditionAsGood(before, now, { ruleType: 'refund', isSameBrand }),
];

function isAsGood(before: boolean | undefined, now: boolean | undefined, isSameBrand: boolean): boolean {
  return before !== true || now === true || (isSameBrand && now === undefined);
}

function isConditionAsGood(
  before: Fare,
  now: Fare,
  { ruleType, isSameBrand }: { readonly ruleType: 'change' | 'refund'; readonly isSameBrand: boolean },
): boolean {
  const allowedOf = ({ isChangeable, isRefundable }: Fare) => (ruleType === 'change' ? isChangeable : isRefundable);
  if (allowedOf(before) !== true) return true;
  if (allowedOf(now) !== true) return isSameBrand && allowedOf(now) === undefined;
  const ruleOf = ({ rules }: Fare) => rules.find((rule) => rule.ruleType === ruleType && rule.isAllowed);
  return isFeeNotWorse(ruleOf(before)?.fee, ruleOf(now)?.fee, isSameBrand);
}

/** Undefined is free. A fee that was unknown promised nothing. */
function isFeeNotWorse(before: PenaltyRule['fee'], now: PenaltyRule['fee'], isSameBrand: boolean): boolean {
  if (before === 'unknown' || now === undefined) return true;
  if (now === 'unknown') return isSameBrand;
  if (before === undefined) return now.value === 0;
  return now.currency === before.currency && now.value <= before.value;
}

function hasAllBags(before: Fare, now: Fare): boolean {
  return hasAllPieces(before.checkedBags, now.checkedBags) && hasAllPieces(before.carryOn, now.carryOn);
}

function hasAllPieces({ pieces: before }: BagAllowance, { pieces: now }: BagAllowance): boolean {
  return before === undefined || before === 0 || (now !== undefined && now >= before);
}

function isBetter({ fare: held }: HeldFlight, a: HeldFlight, b: HeldFlight): boolean {
  const difference = a.fare.total.value - b.fare.total.value;
  const isOfBrand = ({ fare }: HeldFlight) => held.brandName !== undefined && fare.brandName === held.brandName;
  return difference === 0 ? isOfBrand(a) && !isOfBrand(b) : difference < 0;
}
