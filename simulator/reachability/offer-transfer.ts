import type { AtlasAirport } from '../../src/reference/atlas.ts';
import { RELATION_FACTORS } from '../fares/slice-prices.ts';
import { CARRIER_RELATION } from '../itineraries/connection-rules.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { type Extension, flightKm } from './base-connections.ts';
import type { IndexBuild } from './index-build.ts';
import { daysBefore, lagOf, minimumBetween, shiftOf } from './index-clock.ts';
import { ITINERARY_LEGS } from './reachable-fares.ts';

/** Returned instead of weekdays when the path is too dear, so that other flights of its carriers need no try. */
const NO_WEEKDAYS = -1;
/** Stands for the airline of the flight that joins a base connection, where that is the longest flight. */
const JOINING_AIRLINE = -1;

/**
 * A transfer that is tried: the flights of its base connection, and what all flights that may join it have in common.
 */
interface ExtendedPath {
  readonly first: number;
  readonly second: number;
  readonly route: number;
  readonly hub: AtlasAirport;
  /** Least minutes at the hub, of one carrier in one terminal. */
  readonly minimum: number;
  /** The weekdays of the base connection, and the lag between its two flights. */
  readonly weekdays: number;
  readonly lag: number;
  /** The weekdays on which two connections are sold. */
  readonly days: number;
}

/**
 * Offers the two-stop itineraries of a transfer to the index, on the given weekdays: with the flights of its base
 * connection, then, where those leave days without one, with other flights of the same carriers.
 */
export function offerTransfer(extension: Extension, far: AtlasAirport, transfer: number, days: number): void {
  const {
    build,
    bases: { reachable, transfers },
  } = extension;
  const { network, rules, atlas } = build.facts;
  const route = transfers.routes[transfer] ?? 0;
  const row = transfers.rows[transfer] ?? 0;
  const isOut = build.query.side === 'out';
  const first = reachable.flights[row * ITINERARY_LEGS] ?? 0;
  const second = reachable.flights[row * ITINERARY_LEGS + 1] ?? 0;
  const hub = atlas.airports[(isOut ? network.routeOrigin[route] : network.routeDestination[route]) ?? 0];
  const beyond =
    atlas.airports[
      (isOut
        ? network.routeOrigin[network.routeOfFlight[second] ?? 0]
        : network.routeDestination[network.routeOfFlight[first] ?? 0]) ?? 0
    ];
  if (!hub || !beyond) return;
  const minimum = rules.minimumMinutes(
    hub,
    (isOut ? beyond : far).nation !== hub.nation,
    (isOut ? far : beyond).nation !== hub.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const candidate: ExtendedPath = {
    first,
    second,
    route,
    hub,
    minimum,
    weekdays: reachable.weekdays[row] ?? 0,
    lag: reachable.lags[row * ITINERARY_LEGS + 1] ?? 0,
    days,
  };
  const met = offerFlights(extension, far, candidate);
  if (
    met === NO_WEEKDAYS ||
    (build.sellsOwnOnly[reachable.carrier[row] ?? 0] !== 1 && (met !== 0 || !build.builder.hasFewerThan(far.index, 1)))
  )
    return;
  if (met === days) return;
  offerOtherFlights(extension, far, candidate, met);
}

/**
 * Offers the path with other flights of the same carriers, until there is one for every day: a flight that leaves once
 * a day may only be met from one of them.
 */
function offerOtherFlights(extension: Extension, far: AtlasAirport, candidate: ExtendedPath, metAlready: number): void {
  const { build, own } = extension;
  const { network, rules, atlas } = build.facts;
  const isOut = build.query.side === 'out';
  const [from, to] = isOut ? [own, candidate.hub] : [candidate.hub, own];
  const middle = atlas.airports[network.routeDestination[network.routeOfFlight[candidate.first] ?? 0] ?? 0];
  if (!middle) return;
  const minimum = rules.minimumMinutes(
    middle,
    from.nation !== middle.nation,
    to.nation !== middle.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const relation = rules.relation(
    network.flightAirline[candidate.first] ?? 0,
    network.flightAirline[candidate.second] ?? 0,
  );
  const shift = shiftOf(build, from, middle);
  const seconds = flightsLike(network, candidate.second);
  let met = metAlready;
  for (const first of flightsLike(network, candidate.first)) {
    const arrival = (network.flightDeparture[first] ?? 0) + (network.flightBlock[first] ?? 0) + shift;
    for (const second of seconds) {
      if (first === candidate.first && second === candidate.second) continue;
      const lag = lagOf(
        arrival,
        network.flightDeparture[second] ?? 0,
        minimumBetween(rules, minimum, relation, first, second),
      );
      const weekdays =
        lag === undefined ? 0 : (network.flightDays[first] ?? 0) & daysBefore(network.flightDays[second] ?? 0, lag);
      if (lag === undefined || weekdays === 0) continue;
      const found = offerFlights(extension, far, { ...candidate, first, second, lag, weekdays });
      if (found === NO_WEEKDAYS) return;
      met |= found;
      if (met === candidate.days) return;
    }
  }
}

/** The flights of a flight's carrier and route. */
function flightsLike(network: Network, flight: number): readonly number[] {
  const route = network.routeOfFlight[flight] ?? 0;
  const flights: number[] = [];
  for (let other = network.flightStart[route] ?? 0; other < (network.flightStart[route + 1] ?? 0); other += 1)
    if (network.flightAirline[other] === network.flightAirline[flight]) flights.push(other);
  return flights;
}

/**
 * Offers the base connection with each flight of the transfer's route; returns the weekdays with one, or `NO_WEEKDAYS`
 * where none is cheap enough.
 *
 * Example: Bremen (BRE) to Kathmandu (KTM) in February. The base connection is LH1716 BRE-FRA at 10:45 and LH273
 * FRA-DEL at 15:40, six days a week. It lands in Delhi after 445 minutes, at 03:35 of the next day there. AI543 DEL-KTM
 * leaves at 07:45 every day, more than the minimum later: its lag is 1, and the itinerary is sold on the six weekdays.
 * The fare is that of LH, because FRA-DEL (6,123 km) is longer than DEL-KTM (815 km). An index of flights home (`side`
 * back) adds the flight in front instead: KTM-DEL, then DEL-FRA and FRA-BRE.
 */
function offerFlights(
  { build }: Extension,
  far: AtlasAirport,
  { first, second, route, hub, minimum, weekdays, lag, days }: ExtendedPath,
): number {
  const { facts, query, builder, fares, candidate } = build;
  const { network, rules } = facts;
  const isOut = query.side === 'out';
  const beyond = facts.atlas.airports[network.routeOrigin[network.routeOfFlight[second] ?? 0] ?? 0] ?? hub;
  const [airlineFirst, airlineSecond] = [network.flightAirline[first] ?? 0, network.flightAirline[second] ?? 0];
  const alliance = Math.max(rules.allianceOf[airlineFirst] ?? 0, rules.allianceOf[airlineSecond] ?? 0);
  const factor = fares.change() * (RELATION_FACTORS[rules.relation(airlineFirst, airlineSecond)] ?? 1);
  const [kmFirst, kmSecond] = [flightKm(network, first), flightKm(network, second)];
  const kmLast = network.routeKm[route] ?? 0;
  const fareCarrier =
    kmLast > Math.max(kmFirst, kmSecond) ? JOINING_AIRLINE : kmFirst >= kmSecond ? airlineFirst : airlineSecond;
  candidate.far = far.index;
  candidate.legCount = 3;
  candidate.flownKm = kmFirst + kmSecond + kmLast;
  if (!isAnyCheap(build, far, { route, factor, fareCarrier, neighbour: isOut ? airlineSecond : airlineFirst }))
    return NO_WEEKDAYS;
  let isCheap = false;
  const arrivalOut =
    (network.flightDeparture[second] ?? 0) +
    lag * DAY_MINUTES +
    (network.flightBlock[second] ?? 0) +
    shiftOf(build, beyond, hub);
  const shiftBack = shiftOf(build, far, hub);
  let [priced, cost] = [-1, 0];
  let met = 0;
  const end = network.flightStart[route + 1] ?? 0;
  for (let flight = network.flightStart[route] ?? 0; flight < end; flight += 1) {
    const airline = network.flightAirline[flight] ?? 0;
    const own = rules.allianceOf[airline] ?? 0;
    const relation = isOut ? rules.relation(airlineSecond, airline) : rules.relation(airline, airlineFirst);
    if (relation === CARRIER_RELATION.none || (alliance !== 0 && own !== 0 && own !== alliance)) continue;
    if (airline !== priced)
      cost = fares.price(
        candidate,
        fareCarrier === JOINING_AIRLINE ? airline : fareCarrier,
        factor * (RELATION_FACTORS[relation] ?? 1),
      );
    priced = airline;
    if (cost >= builder.costMax(far.index)) continue;
    isCheap = true;
    const least = minimumBetween(rules, minimum, relation, isOut ? second : flight, isOut ? flight : first);
    const arrival = isOut
      ? arrivalOut
      : (network.flightDeparture[flight] ?? 0) + (network.flightBlock[flight] ?? 0) + shiftBack;
    const onward = lagOf(arrival, network.flightDeparture[isOut ? flight : first] ?? 0, least);
    if (onward === undefined) continue;
    candidate.weekdays =
      days &
      (isOut
        ? weekdays & daysBefore(network.flightDays[flight] ?? 0, onward)
        : (network.flightDays[flight] ?? 0) & daysBefore(weekdays, onward));
    if (candidate.weekdays === 0) continue;
    candidate.flights[0] = isOut ? first : flight;
    candidate.flights[1] = isOut ? second : first;
    candidate.flights[2] = isOut ? flight : second;
    candidate.lags[1] = isOut ? lag : onward;
    candidate.lags[2] = isOut ? onward : onward + lag;
    met |= candidate.weekdays;
    if (fares.isInCabin(candidate)) builder.offer(candidate);
  }
  return isCheap ? met : NO_WEEKDAYS;
}

/** The flights of a route as they join a base connection. */
interface Joining {
  readonly route: number;
  /** What the base connection does to the fare. */
  readonly factor: number;
  /** The airline whose fare it is, or `JOINING_AIRLINE`. */
  readonly fareCarrier: number;
  /** The airline of the flight that they join. */
  readonly neighbour: number;
}

/** Whether any airline of a route may join and is cheap enough: far fewer looks than at its flights. */
function isAnyCheap(
  { facts: { rules }, query, builder, fares, candidate, airlinesOfRoute: { start, airline: airlines } }: IndexBuild,
  far: AtlasAirport,
  { route, factor, fareCarrier, neighbour }: Joining,
): boolean {
  for (let i = start[route] ?? 0; i < (start[route + 1] ?? 0); i += 1) {
    const airline = airlines[i] ?? 0;
    const relation = query.side === 'out' ? rules.relation(neighbour, airline) : rules.relation(airline, neighbour);
    if (relation === CARRIER_RELATION.none) continue;
    const cost = fares.price(
      candidate,
      fareCarrier === JOINING_AIRLINE ? airline : fareCarrier,
      factor * (RELATION_FACTORS[relation] ?? 1),
    );
    if (cost < builder.costMax(far.index)) return true;
  }
  return false;
}
