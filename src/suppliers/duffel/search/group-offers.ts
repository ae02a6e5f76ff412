import type { CabinClass, FlightAncillary, FlightOffer, Slice } from '../../../travel/flight.ts';
import type { PassengerCounts } from '../../../travel/passengers.ts';
import type { TravelerRequirements } from '../../../travel/traveler-requirements.ts';
import type { MappedOffer } from '../mapping/map-offer.ts';

/** How offers become journeys. */
export interface Grouping {
  readonly passengers: PassengerCounts;
  readonly journeysMax: number;
  /** Makes the key of a journey out of the id of its cheapest offer. */
  toOfferKey(offerId: string): string;
}

/** Journeys, cheapest first, and how many there were beyond the bound. */
export interface GroupedOffers {
  readonly offers: readonly FlightOffer[];
  readonly omitted: number;
}

/** Fares of one journey beyond these are left out, the dearest first. */
const faresMax = 20;
/** At most this part of the journeys is there only so that their airline is seen at all. */
const carriersShare = 0.5;

/**
 * Makes one journey of all offers with the same flights, with a fare for each, cheapest first. Of more journeys than
 * the bound lets through the cheapest stay, and the cheapest of each airline.
 *
 * Example: ZZ109 on the first of March at 80.00 (Basic) and 120.00 (Flex) is one journey with two fares.
 */
export function groupOffers(mapped: readonly MappedOffer[], grouping: Grouping): GroupedOffers {
  const journeys = [...Map.groupBy(mapped, ({ journey }) => journey).values()].map((fares) => fares.toSorted(byTotal));
  const sorted = journeys.sort(([a], [b]) => (a && b ? byTotal(a, b) : 0));
  const chosen = chooseJourneys(sorted, grouping.journeysMax);
  return {
    offers: chosen.flatMap((fares) => toFlightOffer(fares, grouping) ?? []),
    omitted: sorted.length - chosen.length,
  };
}

/**
 * One journey out of offers with the same flights, cheapest first; undefined for none. `ancillaries` are those of the
 * first.
 */
export function toFlightOffer(
  mapped: readonly MappedOffer[],
  { passengers, toOfferKey }: Pick<Grouping, 'passengers' | 'toOfferKey'>,
  ancillaries: readonly FlightAncillary[] = [],
): FlightOffer | undefined {
  const [cheapest] = mapped;
  if (cheapest === undefined) return undefined;
  const fares = withoutTwins(mapped).slice(0, faresMax);
  const expiries = fares.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
  return {
    offerKey: toOfferKey(cheapest.fare.fareKey),
    owner: cheapest.owner,
    validatingCarrier: cheapest.owner,
    ...(cheapest.carrierNames && { carrierNames: cheapest.carrierNames }),
    slices: withCabins(cheapest, fares),
    fares: fares.map(({ fare }) => fare),
    ancillaries,
    passengers,
    emissionsKg: cheapest.emissionsKg,
    ...(expiries.length > 0 && { expiresAt: new Date(Math.min(...expiries)) }),
    requirements: joinRequirements(fares.map(({ requirements }) => requirements)),
  };
}

/** One currency before another, then by price. An account sells in one; a second is there at most by an agreement. */
function byTotal(a: MappedOffer, b: MappedOffer): number {
  const [left, right] = [a.fare.total, b.fare.total];
  if (left.currency !== right.currency) return left.currency < right.currency ? -1 : 1;
  return left.value - right.value;
}

/** Of fares that differ in nothing but their price the cheapest, which comes first. */
function withoutTwins(mapped: readonly MappedOffer[]): readonly MappedOffer[] {
  const named = Map.groupBy(mapped, ({ owner, fare }) => `${owner} ${fare.brandName ?? ''}`);
  const seen = new Set<string>();
  return mapped.filter((offer) => {
    // Nearly every fare has a name of its own; only of those with one name the rest is compared.
    if (named.get(`${offer.owner} ${offer.fare.brandName ?? ''}`)?.length === 1) return true;
    const { fareKey: _key, total: _total, partyTaxes: _taxes, fareBasisCodes: _basis, ...terms } = offer.fare;
    const text = `${offer.owner} ${JSON.stringify(terms)}`;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** The journeys that stay, in their order. */
function chooseJourneys(
  sorted: readonly (readonly MappedOffer[])[],
  journeysMax: number,
): readonly (readonly MappedOffer[])[] {
  if (sorted.length <= journeysMax) return sorted;
  const ofCarriers = new Map<string, number>();
  for (const [index, [cheapest]] of sorted.entries())
    if (cheapest !== undefined && !ofCarriers.has(cheapest.owner)) ofCarriers.set(cheapest.owner, index);
  const chosen = new Set([...ofCarriers.values()].slice(0, Math.floor(journeysMax * carriersShare)));
  for (let index = 0; chosen.size < journeysMax && index < sorted.length; index += 1) chosen.add(index);
  return sorted.filter((_, index) => chosen.has(index));
}

/** The flights, each with the cabin it is flown in where that holds for every fare of the journey. */
function withCabins({ slices, cabins }: MappedOffer, fares: readonly MappedOffer[]): readonly Slice[] {
  let position = 0;
  return slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => {
      const cabin = cabinOf(fares, cabins[position], position);
      position += 1;
      return cabin === undefined ? segment : { ...segment, cabinClass: cabin };
    }),
  }));
}

function cabinOf(
  fares: readonly MappedOffer[],
  cabin: CabinClass | undefined,
  position: number,
): CabinClass | undefined {
  return fares.every(({ cabins }) => cabins[position] === cabin) ? cabin : undefined;
}

/** What is needed for some of the fares is asked for all of them: which one is bought is not known yet. */
function joinRequirements(all: readonly TravelerRequirements[]): TravelerRequirements {
  const [first = {}] = all;
  const withDocuments = all.flatMap(({ documents }) => documents ?? []);
  return withDocuments.length === 0 ? first : { ...first, documents: [...new Set(withDocuments)] };
}
