import type { FlightOffer } from '../../../travel/flight.ts';
import { NO_PASSENGERS, type PassengerCounts } from '../../../travel/passengers.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type DuffelAdapter } from '../adapter.ts';
import { toFlightOffer } from '../search/group-offers.ts';
import { sayKnownFees } from '../mapping/known-fees.ts';
import { unpackOffer } from '../search/map-search.ts';
import { readOfferKey } from '../search/offer-key.ts';
import { findOfferNow, type OfferNow } from './read-offer-now.ts';
import { findStoredJourneys } from '../search/search.ts';
import type { WirePassenger } from '../mapping/wire-offers.ts';

/**
 * A journey with all its fares out of its result set, which costs no call. Where that is gone, `fareKey` (else the
 * cheapest fare) as it is now, by itself. Undefined where it is not sold any more. Throws SupplierFailure.
 */
export async function getDuffelOffer(
  adapter: DuffelAdapter,
  keys: { readonly offerKey: string; readonly fareKey: string | undefined },
  context: SupplierContext,
): Promise<FlightOffer | undefined> {
  const account = await accountForSale(adapter, context);
  const stored = await findStoredOffer(adapter, account, context, keys.offerKey);
  if (stored !== undefined) return stored;
  const offerId = keys.fareKey ?? readOfferKey(keys.offerKey).offerId;
  const now = await findOfferNow(adapter, account, context, offerId);
  return now && toOneOffer(now, keys.offerKey);
}

/** A journey of a result set that lives. Costs no call. */
export async function findStoredOffer(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  offerKey: string,
): Promise<FlightOffer | undefined> {
  const { resultSet } = readOfferKey(offerKey);
  if (resultSet === undefined) return undefined;
  const stored = await findStoredJourneys(adapter, account, context, resultSet);
  const journey = stored?.offers.find((offer) => offer.offerKey === offerKey);
  return journey && sayKnownFees(unpackOffer(journey), adapter.supports);
}

/** An offer of Duffel as a journey with one fare. The party is the offer's unless it is given as it was searched. */
export function toOneOffer(
  { wire, mapped, bags }: OfferNow,
  offerKey: string,
  passengers: PassengerCounts = countParty(wire.passengers),
): FlightOffer | undefined {
  return toFlightOffer([mapped], { passengers, toOfferKey: () => offerKey }, bags);
}

/** The party behind passengers of Duffel: everybody whose age is not said is an adult. */
export function countParty(passengers: readonly WirePassenger[]): PassengerCounts {
  const counts = { ...NO_PASSENGERS };
  for (const { age, type } of passengers) counts[kindOf(age, type)] += 1;
  return counts;
}

function kindOf(age: number | undefined, type: string | undefined): keyof PassengerCounts {
  if (age === undefined) return type === 'infant_without_seat' ? 'inf_lap' : type === 'child' ? 'chd' : 'adt';
  if (age < 2) return 'inf_lap';
  if (age < 12) return 'chd';
  return age < 18 ? 'youth' : 'adt';
}
