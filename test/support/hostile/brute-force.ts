import type { AtlasAirline, AtlasAirport } from '../../../src/reference/atlas.ts';
import { type Itinerary, type Leg, legOn } from '../../../simulator/itineraries/itinerary.ts';
import { runsOn } from '../../../simulator/schedule/network.ts';
import type { PricedSlice, PriceQuery } from '../../../simulator/fares/slice-prices.ts';
import { terminalOf as terminalOfAirline } from '../../../simulator/schedule/terminals.ts';
import type { ItineraryQuery } from '../../../simulator/itineraries/search-state.ts';
import type { Engine } from '../products/engine.ts';

/**
 * Every itinerary of a query that is sold, found by trying every flight after every flight: the ticketing rules spelled
 * out once more, without any of the search's short cuts, priced one at a time.
 */
export function everyItinerarySold(
  engine: Engine,
  query: ItineraryQuery,
  priceQuery: PriceQuery,
): readonly PricedSlice[] {
  const sold = (stops: number): readonly PricedSlice[] =>
    query.origins
      .flatMap((origin) =>
        query.destinations.flatMap((destination) => itinerariesBetween(engine, query, { origin, destination, stops })),
      )
      .filter((itinerary) => query.accepts?.(itinerary) ?? true)
      .flatMap((itinerary) => engine.pricer.price(itinerary, priceQuery) ?? []);
  const simple = [...sold(0), ...(query.connectionsMax > 0 ? sold(1) : [])];
  if (query.connectionsMax < 2) return simple;
  return simple.some((slice) => slice.itinerary.legs.length === 1) ? simple : [...simple, ...sold(2)];
}

interface Between {
  readonly origin: number;
  readonly destination: number;
  readonly stops: number;
}

function itinerariesBetween(
  engine: Engine,
  query: ItineraryQuery,
  { origin, destination, stops }: Between,
): readonly Itinerary[] {
  let chains: readonly (readonly Leg[])[] = flightsFrom(engine, origin, query.day).map((leg) => [leg]);
  for (let stop = 0; stop < stops; stop += 1) {
    chains = chains.flatMap((chain) => {
      const last = chain.at(-1);
      if (!last || endOf(engine, last) === destination) return [];
      return [-1, 0, 1, 2]
        .flatMap((days) => flightsFrom(engine, endOf(engine, last), last.day + days))
        .filter((next) => stop + 1 < stops || endOf(engine, next) === destination)
        .filter((next) => connects(engine, chain, next))
        .map((next) => [...chain, next]);
    });
  }
  return chains.flatMap(([first, ...others]) => {
    if (!first || endOf(engine, others.at(-1) ?? first) !== destination) return [];
    const flownKm = [first, ...others].reduce(
      (sum, leg) => sum + (engine.network.routeKm[routeOf(engine, leg)] ?? 0),
      0,
    );
    const itinerary: Itinerary = { origin, destination, legs: [first, ...others], flownKm };
    return isLegal(engine, itinerary) ? [itinerary] : [];
  });
}

const known = new WeakMap<Engine, Map<string, readonly Leg[]>>();

function flightsFrom(engine: Engine, airport: number, day: number): readonly Leg[] {
  const held = known.get(engine) ?? new Map<string, readonly Leg[]>();
  known.set(engine, held);
  const flights = held.get(`${airport}/${day}`) ?? listFlights(engine, airport, day);
  held.set(`${airport}/${day}`, flights);
  return flights;
}

function listFlights({ network, zones, atlas }: Engine, airport: number, day: number): readonly Leg[] {
  const flights: Leg[] = [];
  for (
    let flight = network.flightStart[network.routeStart[airport] ?? 0] ?? 0;
    flight < (network.flightStart[network.routeStart[airport + 1] ?? 0] ?? 0);
    flight += 1
  ) {
    if (runsOn(network, flight, day))
      flights.push(legOn(network, zones, atlas.airports[airport]?.zoneIndex ?? 0, flight, day));
  }
  return flights;
}

function routeOf({ network }: Engine, leg: Leg): number {
  return network.routeOfFlight[leg.flight] ?? 0;
}
function startOf(engine: Engine, leg: Leg): number {
  return engine.network.routeOrigin[routeOf(engine, leg)] ?? 0;
}
function endOf(engine: Engine, leg: Leg): number {
  return engine.network.routeDestination[routeOf(engine, leg)] ?? 0;
}

function terminalOf(hub: AtlasAirport, airline: AtlasAirline | undefined, isAbroad: boolean): string | undefined {
  return airline && terminalOfAirline(hub, airline, isAbroad);
}

/** Minimum time, longest wait, and carriers that sell each other. */
function connects(engine: Engine, chain: readonly Leg[], next: Leg): boolean {
  const { atlas, network, rules, zones } = engine;
  const last = chain.at(-1);
  const hub = last && atlas.airports[endOf(engine, last)];
  const from = last && atlas.airports[startOf(engine, last)];
  const to = atlas.airports[endOf(engine, next)];
  if (!last || !hub || !from || !to) return false;
  const wait = next.departUtc - last.arriveUtc;
  if (wait < 0 || wait > 900) return false;
  const airline = (leg: Leg): number => network.flightAirline[leg.flight] ?? 0;
  const relation = rules.relation(airline(last), airline(next));
  if (relation === 0) return false;
  const alliances = new Set(
    [...chain, next].map((leg) => atlas.airlines[airline(leg)]?.alliance).filter((name) => name !== undefined),
  );
  if (alliances.size > 1) return false;
  const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, relation);
  if (wait < minimum) return false;
  if (wait < minimum + 30 && hub.size <= 1) {
    const terminals = [
      terminalOf(hub, atlas.airlines[airline(last)], from.nation !== hub.nation),
      terminalOf(hub, atlas.airlines[airline(next)], to.nation !== hub.nation),
    ];
    if (!terminals.includes(undefined) && terminals[0] !== terminals[1]) return false;
  }
  const clock = (utcMinute: number): number => zones.toLocal(hub.zoneIndex, utcMinute) % 1440;
  return (
    wait <= 480 || (wait <= 900 && clock(last.arriveUtc) >= 1020 && (network.flightDeparture[next.flight] ?? 0) <= 780)
  );
}

/** No city twice, no border crossed on a domestic journey, no detour. */
function isLegal(engine: Engine, itinerary: Itinerary): boolean {
  const { atlas } = engine;
  const airports = [itinerary.origin, ...itinerary.legs.map((leg) => endOf(engine, leg))].map(
    (index) => atlas.airports[index],
  );
  const cities = new Set(airports.map((airport) => airport?.city));
  if (cities.size < airports.length) return false;
  const [from, to] = [airports[0], airports.at(-1)];
  if (from?.nation === to?.nation && airports.some((airport) => airport?.nation !== from?.nation)) return false;
  if (itinerary.legs.length === 1) return true;
  const { km } = engine.market(itinerary.origin, itinerary.destination);
  return itinerary.flownKm <= km * (2.2 - 0.45 * Math.min(1, km / 7000));
}
