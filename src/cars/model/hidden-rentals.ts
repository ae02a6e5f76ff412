import { passesRentalFilter, type RentalFilter, type RentalOffer } from '../../travel/rental.ts';

/**
 * Whether all offers hidden by the filters are among those found, given the offers of each supplier that has answered.
 * A supplier applies `only` as a whole or not at all (`RentalQuery`), so one that answers an offer which `only` hides
 * has hidden nothing itself. Of any other nobody knows: it may have found nothing else, or hidden hundreds.
 */
export function isHiddenKnown(
  found: readonly (readonly Pick<RentalOffer, 'vehicle'>[])[],
  only: RentalFilter | undefined,
): boolean {
  return (
    only === undefined || found.every((offers) => offers.some(({ vehicle }) => !passesRentalFilter(vehicle, only)))
  );
}
