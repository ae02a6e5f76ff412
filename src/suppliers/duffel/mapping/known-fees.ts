import type { Fare, FlightOffer } from '../../../travel/flight.ts';

/** Whether a price can be shown in a currency. */
export type Supports = (currency: string) => boolean;

/**
 * The offer with each fee in a currency that can be shown. Airlines name fees in currencies of their own; one that
 * cannot be converted is an unknown fee, not a reason to hide the flight.
 */
export function sayKnownFees(offer: FlightOffer, supports: Supports): FlightOffer {
  return offer.fares.some((fare) => hasForeignFee(fare, supports))
    ? { ...offer, fares: offer.fares.map((fare) => withKnownFees(fare, supports)) }
    : offer;
}

/** `sayKnownFees` of one fare. */
export function withKnownFees(fare: Fare, supports: Supports): Fare {
  if (!hasForeignFee(fare, supports)) return fare;
  const rules = fare.rules.map((rule) => (isForeign(rule.fee, supports) ? { ...rule, fee: 'unknown' as const } : rule));
  return { ...fare, rules };
}

function hasForeignFee({ rules }: Fare, supports: Supports): boolean {
  return rules.some(({ fee }) => isForeign(fee, supports));
}

function isForeign(fee: Fare['rules'][number]['fee'], supports: Supports): boolean {
  return fee !== undefined && fee !== 'unknown' && !supports(fee.currency);
}
