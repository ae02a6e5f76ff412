import type { Fare, FlightOffer } from '../../travel/flight.ts';
import { stopsOf } from '../model/filter-offers.ts';

/** How many offers of a search are stored at most. */
const OFFERS_MAX = 6;
/** How many fares of an offer are stored at most. */
const FARES_MAX = 3;

/** What is stored of a search. */
export interface SelectedOffers {
  readonly offers: readonly FlightOffer[];
  /** Whether nothing was left out. */
  readonly isWhole: boolean;
}

/**
 * Chooses what is stored of the offers a search found in a cabin: the cheapest, the cheapest without a stop, the
 * cheapest that is refundable, the cheapest with a bag, and the cheapest of further airlines until six are chosen. What
 * only a sale needs (extras, the supplier's own keys, how long it is sold) is left out.
 *
 * Of AF direct at 120.00, BA with a stop at 90.00 and 95.00, and IB with a stop at 99.00, three are stored: BA at
 * 90.00, AF and IB.
 */
export function selectOffers(found: readonly FlightOffer[], cabinClass: Fare['cabinClass']): SelectedOffers {
  const priced = found
    .flatMap((offer) => {
      const fares = offer.fares.filter((fare) => fare.cabinClass === cabinClass).toSorted(byTotal);
      return fares.length === 0 ? [] : [{ ...offer, fares }];
    })
    .toSorted((a, b) => lowestOf(a) - lowestOf(b));
  const chosen = new Set<FlightOffer>();
  const add = (offer: FlightOffer | undefined): void => {
    if (offer !== undefined) chosen.add(offer);
  };
  add(priced[0]);
  add(priced.find((offer) => stopsOf(offer) === 0));
  add(cheapestWith(priced, isRefundable));
  add(cheapestWith(priced, hasBag));
  const carriers = new Set<string>();
  for (const offer of priced) {
    if (chosen.size >= OFFERS_MAX) break;
    if (!carriers.has(offer.validatingCarrier)) add(offer);
    carriers.add(offer.validatingCarrier);
  }
  const offers = [...chosen].toSorted((a, b) => lowestOf(a) - lowestOf(b)).map(withoutSaleParts);
  const isWhole =
    offers.length === priced.length && offers.every(({ fares }, at) => fares.length === priced[at]?.fares.length);
  return { offers, isWhole };
}

function byTotal(a: Fare, b: Fare): number {
  return a.total.value - b.total.value;
}

/** The lowest total of a stored offer, minor units: its fares begin with the cheapest. */
export function lowestOf({ fares: [cheapest] }: FlightOffer): number {
  return cheapest?.total.value ?? Number.POSITIVE_INFINITY;
}

const isRefundable = (fare: Fare): boolean => fare.isRefundable === true;
const hasBag = (fare: Fare): boolean => (fare.checkedBags.pieces ?? 0) > 0;

function cheapestWith(offers: readonly FlightOffer[], has: (fare: Fare) => boolean): FlightOffer | undefined {
  const price = (offer: FlightOffer) => offer.fares.find(has)?.total.value ?? Number.POSITIVE_INFINITY;
  return offers.filter(({ fares }) => fares.some(has)).toSorted((a, b) => price(a) - price(b))[0];
}

function withoutSaleParts(offer: FlightOffer): FlightOffer {
  const { expiresAt: _expiresAt, requirements: _requirements, fares, ...rest } = offer;
  return {
    ...rest,
    offerKey: flightsOf(offer),
    ancillaries: [],
    fares: selectFares(fares).map(({ rules: _rules, ...fare }, index) => ({
      ...fare,
      fareKey: `${fare.brandName ?? ''}#${index}`,
      rules: [],
      passengerPrices: fare.passengerPrices.map((price) => ({ ...price, taxLines: [] })),
    })),
  };
}

/** The flights in place of the supplier's key, which is of no use once its search is forgotten. */
function flightsOf({ slices }: FlightOffer): string {
  return slices
    .map(({ segments }) => segments.map(({ flightNumber, depart }) => `${flightNumber}@${depart.timeLocal}`).join())
    .join('/');
}

/** The cheapest fare, the cheapest that is refundable and the cheapest with a bag. Cheapest first. */
function selectFares(fares: readonly Fare[]): readonly Fare[] {
  const chosen = new Set<Fare>();
  for (const fare of [fares[0], fares.find(isRefundable), fares.find(hasBag), ...fares]) {
    if (fare !== undefined && chosen.size < FARES_MAX) chosen.add(fare);
  }
  return [...chosen].toSorted(byTotal);
}
