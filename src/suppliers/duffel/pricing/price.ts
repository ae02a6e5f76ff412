import type { FlightOffer, FlightQuery } from '../../../travel/flight.ts';
import { NO_PASSENGERS, passengerTotal } from '../../../travel/passengers.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { FlightPriceOutcome, HeldFlight, PricedFlight } from '../../ports/flights.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { accountForSale, type DuffelAdapter } from '../adapter.ts';
import { findStoredOffer, toOneOffer } from './get-offer.ts';
import { findSameProduct, matchAncillaries } from './match-offer.ts';
import { findOfferNow, type OfferNow } from './read-offer-now.ts';
import { searchOffers } from '../search/search.ts';

/** What is priced: its keys, and what the caller holds of it. */
interface PriceRequest {
  readonly offerKey: string;
  readonly fareKey: string;
  readonly held: HeldFlight | undefined;
}

const GONE = 'The airline does not sell these flights at these conditions any more.';

/**
 * One fare as it can be bought now, with its bags. What ran out is searched once more: the same flights at conditions
 * that are not worse get new keys, at whatever they cost by now; anything else is gone. Throws SupplierFailure.
 */
export async function priceOffer(
  adapter: DuffelAdapter,
  request: PriceRequest,
  context: SupplierContext,
): Promise<FlightPriceOutcome> {
  const account = await accountForSale(adapter, context);
  const held = request.held ?? (await findHeld(adapter, account, context, request));
  const now = await findOfferNow(adapter, account, context, request.fareKey);
  const living = now && toPriced(now, { offerKey: request.offerKey, held });
  if (living !== undefined) return { kind: 'priced', flight: living };
  const found = held && (await searchAgain(adapter, account, context, { ...request, held }));
  return found === undefined ? { kind: 'gone', reason: GONE } : { kind: 'priced', flight: found };
}

/** What a result set still knows of the fare, for a caller that holds nothing. */
async function findHeld(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { offerKey, fareKey }: PriceRequest,
): Promise<HeldFlight | undefined> {
  const stored = await findStoredOffer(adapter, account, context, offerKey);
  const fare = stored?.fares.find((candidate) => candidate.fareKey === fareKey);
  return stored && fare && { offer: stored, fare };
}

/** The offer as priced, where it is the product that is held; undefined where it became another. */
function toPriced(
  now: OfferNow,
  { offerKey, held }: { readonly offerKey: string; readonly held: HeldFlight | undefined },
): PricedFlight | undefined {
  const offer = toOneOffer(now, offerKey, held?.offer.passengers);
  const [fare] = offer?.fares ?? [];
  if (offer === undefined || fare === undefined) return undefined;
  if (held !== undefined && findSameProduct(held, [offer]) === undefined) return undefined;
  const { expiresAt } = offer;
  const ancillaryKeys = held && matchAncillaries(held.offer.ancillaries, offer.ancillaries);
  return { offer, fare, ...(expiresAt && { expiresAt }), ...(ancillaryKeys && { ancillaryKeys }) };
}

async function searchAgain(
  adapter: DuffelAdapter,
  account: SupplierAccount,
  context: SupplierContext,
  { held, fareKey }: PriceRequest & { readonly held: HeldFlight },
): Promise<PricedFlight | undefined> {
  const { offers } = await searchOffers(adapter, toQuery(held), context);
  const match = findSameProduct(
    held,
    offers.map((offer) => withoutFare(offer, fareKey)),
  );
  if (match === undefined) return undefined;
  const now = await findOfferNow(adapter, account, context, match.fare.fareKey);
  return now && toPriced(now, { offerKey: match.offer.offerKey, held });
}

/** An offer that was just said to be gone may still stand in an answer of a minute ago. */
function withoutFare(offer: FlightOffer, fareKey: string): FlightOffer {
  return { ...offer, fares: offer.fares.filter((fare) => fare.fareKey !== fareKey) };
}

/** The search that finds exactly these flights, between their own airports. */
function toQuery({ offer, fare }: HeldFlight): FlightQuery {
  const { slices } = offer;
  const connections = Math.max(0, ...slices.map(({ segments }) => segments.length - 1));
  return {
    slices: slices.map(({ origin, destination, departureDate }) => ({
      origins: [origin],
      destinations: [destination],
      date: departureDate,
    })),
    ...partyOf(offer),
    cabinClass: fare.cabinClass,
    connectionsMax: connections >= 2 ? 2 : connections === 1 ? 1 : 0,
    offersMax: Number.POSITIVE_INFINITY,
  };
}

/** The party as it was searched: only ages decide what Duffel is sent. */
function partyOf({ passengers, requirements }: FlightOffer): Pick<FlightQuery, 'passengers' | 'ages'> {
  const others = requirements?.ages?.others;
  if (others === undefined) return { passengers };
  const [children, infants] = [others.filter((age) => age >= 2), others.filter((age) => age < 2)];
  const adt = passengerTotal(passengers) - others.length;
  return {
    passengers: { ...NO_PASSENGERS, adt, chd: children.length, inf_lap: infants.length },
    ages: [...children, ...infants],
  };
}
