import { isLapInfant, type MappedOffer } from './map-offer.ts';
import type { SeatedParty, SeatedSegment } from './map-seats.ts';
import type { WireOffer } from './wire-offers.ts';

/** Who sits where of an offer, in Duffel's ids and ours. Plain JSON data. */
export interface Seating extends SeatedParty {
  readonly segments: readonly SeatedSegment[];
}

/** The seating of an offer. */
export function seatingOf(wire: WireOffer, { slices, fare, cabins }: MappedOffer): Seating {
  const ids = wire.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  return {
    passengerIds: wire.passengers.filter((passenger) => !isLapInfant(passenger)).map(({ id }) => id),
    currency: fare.total.currency,
    segments: slices
      .flatMap(({ segments }) => segments)
      .map(({ segmentId, aircraft }, index) => ({
        segmentId,
        duffelId: ids[index] ?? '',
        cabinClass: cabins[index] ?? fare.cabinClass,
        aircraft,
      })),
  };
}
