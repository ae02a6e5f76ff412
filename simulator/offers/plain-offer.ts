import type { FlightOffer } from '../../src/travel/flight.ts';

/**
 * An offer as plain data, every field of it written: what leaves the simulator. A `WorldOffer` computes its fields when
 * they are read, and spreading it loses them. Directions that offers share stay shared.
 */
export function plainOffer({
  offerKey,
  owner,
  validatingCarrier,
  passengers,
  slices,
  fares,
  ancillaries,
  emissionsKg,
  expiresAt,
}: FlightOffer): FlightOffer {
  return {
    offerKey,
    owner,
    validatingCarrier,
    passengers,
    slices,
    fares,
    ancillaries,
    emissionsKg,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
