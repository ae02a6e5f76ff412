import { type FlightFilter, type FlightOffer, NO_FLIGHT_FILTER, type Slice } from '../../src/travel/flight.ts';
import { NOTHING_SOLD } from '../cabins/inventory.ts';
import { plainOffer } from '../offers/plain-offer.ts';
import type { World } from '../world.ts';

const CONNECTIONS_MAX = 2;
const OFFERS_MAX = 100;

/**
 * What else is flown on the day of one direction of an offer between its two airports over other ones, soonest there
 * first: by the airline that sold it, and where that has nothing else, by any. A search by itself shows no connection
 * that a nonstop beats, so it is made to connect wherever the direction does not.
 */
export function otherRoutesOf(world: World, offer: FlightOffer, sliceIndex: number, now: Date): readonly Slice[] {
  const slice = offer.slices[sliceIndex];
  if (slice === undefined) return [];
  const stops = slice.segments.slice(1).map(({ depart }) => depart.airport);
  const viaAirports = world.places
    .airports()
    .map(({ iata }) => iata)
    .filter((iata) => !stops.includes(iata));
  const on = (only: Partial<FlightFilter>): readonly Slice[] =>
    world
      .find(
        {
          slices: [{ origins: [slice.origin], destinations: [slice.destination], date: slice.departureDate }],
          passengers: offer.passengers,
          cabinClass: offer.fares[0]?.cabinClass ?? 'economy',
          connectionsMax: CONNECTIONS_MAX,
          offersMax: OFFERS_MAX,
          only: { ...NO_FLIGHT_FILTER, ...only },
        },
        { now, sold: NOTHING_SOLD },
      )
      .offers.flatMap((found) => plainOffer(found).slices)
      .filter((found) => viaOf(found) !== viaOf(slice));
  const includeCarriers = [offer.validatingCarrier];
  const own = on({ viaAirports, includeCarriers });
  return (own.length > 0 ? own : on({ viaAirports })).toSorted((a, b) => landsAt(a) - landsAt(b));
}

function viaOf({ segments }: Slice): string {
  return segments.map(({ arrive }) => arrive.airport).join();
}

function landsAt({ segments }: Slice): number {
  return segments.at(-1)?.arrive.instant.getTime() ?? 0;
}
