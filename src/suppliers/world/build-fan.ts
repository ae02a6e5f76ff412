import type { CabinClass } from '../../travel/flight.ts';
import { airportKm, type Atlas, type AtlasAirport } from './atlas.ts';
import { type ConnectionRules, INTERLINE_EXTRA_MINUTES, TIE } from './connection-rules.ts';
import { emptyWay, type Fan, FanBuilder, type FanSide, type FanWay, WAYS_KEPT } from './fan.ts';
import { type FareFacts, FanFares } from './fan-fares.ts';
import type { Inventory } from './inventory.ts';
import { DAY_MINUTES } from './itinerary.ts';
import type { Network } from './network.ts';
import type { Pace } from '../../platform/pace.ts';
import { CONNECTION_MINUTES_MAX, flownKmMax, isPassable, isSoldConnection } from './rules-of-sale.ts';
import { type SlicePricer, TIE_FACTORS } from './slice-prices.ts';
import type { ZoneClock } from './zones.ts';

/** What a fan is made from. */
export interface FanFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  readonly market: FareFacts['market'];
}
/** Which fan is wanted. Wall clocks are compared as they stand on `day`. */
export interface FanQuery {
  readonly airports: readonly number[];
  readonly side: FanSide;
  readonly cabin: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  readonly day: number;
  /** True for a trip with a way back. */
  readonly isReturn: boolean;
}

interface Spread {
  readonly facts: FanFacts;
  readonly query: FanQuery;
  readonly builder: FanBuilder;
  readonly fares: FanFares;
  readonly way: FanWay;
  /** By airport: the edge between the airport in hand and it, or -1. */
  readonly near: Int32Array;
  readonly utcMinute: number;
}

const NO_LINE = -1;
/** Neighbours tried for an airport that no way of one connection reaches. */
const JOINTS_MAX = 3;
const AIRPORTS_PER_STRETCH = 100;

/**
 * Finds, for every airport, the ways of at most one connection that are cheapest by reference fare, by the rules of sale;
 * for airports without a nonstop, ways of two connections that go on from the best of them. Weekly patterns and one
 * day's wall clocks stand for every day: an estimate, which ranks and is never shown.
 */
export async function buildFan(facts: FanFacts & { readonly pace: Pace }, query: FanQuery, signal: AbortSignal): Promise<Fan> {
  const spread: Spread = {
    facts,
    query,
    builder: new FanBuilder(facts.atlas.airports.length, WAYS_KEPT[query.isReturn ? 'return' : 'oneWay']),
    fares: new FanFares(facts, query.cabin),
    way: emptyWay(),
    near: new Int32Array(facts.atlas.airports.length),
    utcMinute: query.day * DAY_MINUTES,
  };
  for (const index of query.airports) {
    const own = facts.atlas.airports[index];
    if (!own) continue;
    markNear(spread, own);
    for (const far of facts.atlas.airports) {
      if (far.index % AIRPORTS_PER_STRETCH === 0) await facts.pace.breathe(signal);
      if (far.city !== own.city) spreadTo(spread, own, far);
    }
  }
  if (query.connectionsMax < 2) return spread.builder.build();
  for (const index of query.airports) {
    await facts.pace.breathe(signal);
    reachFurther(spread, index);
  }
  return spread.builder.build();
}

function markNear({ facts: { network }, query, near }: Spread, own: AtlasAirport): void {
  near.fill(-1);
  if (query.side === 'out') {
    const end = network.edgeStart[own.index + 1] ?? 0;
    for (let edge = network.edgeStart[own.index] ?? 0; edge < end; edge += 1) near[network.edgeDestination[edge] ?? 0] = edge;
    return;
  }
  const end = network.inboundStart[own.index + 1] ?? 0;
  for (let i = network.inboundStart[own.index] ?? 0; i < end; i += 1) {
    const edge = network.inboundEdges[i] ?? 0;
    near[network.edgeOrigin[edge] ?? 0] = edge;
  }
}

function spreadTo(spread: Spread, own: AtlasAirport, far: AtlasAirport): void {
  const { facts, query, fares, near, way } = spread;
  const { network, atlas } = facts;
  const isOut = query.side === 'out';
  const direct = near[far.index] ?? -1;
  fares.enter(isOut ? own.index : far.index, isOut ? far.index : own.index);
  way.far = far.index;
  if (direct >= 0) offerDirect(spread, direct);
  if (query.connectionsMax === 0) return;
  const kmMax = flownKmMax(airportKm(own, far));
  const end = farEnd(network, far.index, query.side);
  for (let i = farStart(network, far.index, query.side); i < end; i += 1) {
    const farEdge = isOut ? (network.inboundEdges[i] ?? 0) : i;
    const hubIndex = (isOut ? network.edgeOrigin[farEdge] : network.edgeDestination[farEdge]) ?? 0;
    const nearEdge = near[hubIndex] ?? -1;
    if (nearEdge < 0) continue;
    way.flownKm = (network.edgeKm[nearEdge] ?? 0) + (network.edgeKm[farEdge] ?? 0);
    const hub = atlas.airports[hubIndex];
    if (way.flownKm > kmMax || !hub || !isPassable(own, hub, far)) continue;
    if (isOut) offerConnection(spread, hub, nearEdge, farEdge);
    else offerConnection(spread, hub, farEdge, nearEdge);
  }
}

/** The edges at the far end of a fan: places among the inbound edges of an airport, or its own edges. */
function farStart(network: Network, far: number, side: FanSide): number {
  return (side === 'out' ? network.inboundStart[far] : network.edgeStart[far]) ?? 0;
}

function farEnd(network: Network, far: number, side: FanSide): number {
  return (side === 'out' ? network.inboundStart[far + 1] : network.edgeStart[far + 1]) ?? 0;
}

function offerDirect({ facts: { network }, builder, fares, way }: Spread, edge: number): void {
  way.legCount = 1;
  way.flownKm = network.edgeKm[edge] ?? 0;
  way.lines.fill(NO_LINE);
  way.lags.fill(0);
  const end = network.lineStart[edge + 1] ?? 0;
  for (let line = network.lineStart[edge] ?? 0; line < end; line += 1) {
    if (fares.price(way, network.lineAirline[line] ?? 0, 1) >= builder.costMax(way.far)) continue;
    way.lines[0] = line;
    way.weekdays = network.lineDays[line] ?? 0;
    if (fares.isInCabin(way)) builder.offer(way);
  }
}

/** The lines of the longer edge decide the fare, so they are looped over outside: one too dear to be kept is passed over. */
function offerConnection(spread: Spread, hub: AtlasAirport, firstEdge: number, lastEdge: number): void {
  const { facts, builder, fares, way } = spread;
  const { network, atlas, rules } = facts;
  const from = atlas.airports[network.edgeOrigin[firstEdge] ?? 0] ?? hub;
  const to = atlas.airports[network.edgeDestination[lastEdge] ?? 0] ?? hub;
  const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, TIE.sameCarrier);
  const shift = shiftOf(spread, from, hub);
  const isFirstLonger = (network.edgeKm[firstEdge] ?? 0) >= (network.edgeKm[lastEdge] ?? 0);
  const longer = isFirstLonger ? firstEdge : lastEdge;
  const shorter = isFirstLonger ? lastEdge : firstEdge;
  const change = fares.change();
  way.legCount = 2;
  way.lines[2] = NO_LINE;
  way.lags.fill(0);
  const end = network.lineStart[longer + 1] ?? 0;
  const endShorter = network.lineStart[shorter + 1] ?? 0;
  for (let line = network.lineStart[longer] ?? 0; line < end; line += 1) {
    const carrier = network.lineAirline[line] ?? 0;
    if (fares.price(way, carrier, change) >= builder.costMax(way.far)) continue;
    for (let other = network.lineStart[shorter] ?? 0; other < endShorter; other += 1) {
      const first = isFirstLonger ? line : other;
      const last = isFirstLonger ? other : line;
      const tie = rules.tie(network.lineAirline[first] ?? 0, network.lineAirline[last] ?? 0);
      if (tie === TIE.none) continue;
      const arrival = (network.lineDeparture[first] ?? 0) + (network.lineBlock[first] ?? 0) + shift;
      const lag = lagOf(arrival, network.lineDeparture[last] ?? 0, tie === TIE.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum);
      if (lag === undefined) continue;
      way.weekdays = (network.lineDays[first] ?? 0) & daysBefore(network.lineDays[last] ?? 0, lag);
      if (way.weekdays === 0) continue;
      if (fares.price(way, carrier, change * (TIE_FACTORS[tie] ?? 1)) >= builder.costMax(way.far)) continue;
      way.lines[0] = first;
      way.lines[1] = last;
      way.lags[1] = lag;
      if (fares.isInCabin(way)) builder.offer(way);
    }
  }
}

/** Minutes by which wall clocks differ between two airports, as they stand on the fan's day. */
function shiftOf({ facts: { zones }, utcMinute }: Spread, from: AtlasAirport, to: AtlasAirport): number {
  return from.zoneIndex === to.zoneIndex ? 0 : zones.offsetAt(to.zoneIndex, utcMinute) - zones.offsetAt(from.zoneIndex, utcMinute);
}

/** On which day a flight is met that leaves at a local minute, counted from the day `arrivalLocal` counts from; undefined: not sold. */
function lagOf(arrivalLocal: number, departure: number, minimum: number): number | undefined {
  const lag = Math.ceil((arrivalLocal + minimum - departure) / DAY_MINUTES);
  const departLocal = departure + lag * DAY_MINUTES;
  const wait = departLocal - arrivalLocal;
  return wait <= CONNECTION_MINUTES_MAX || isSoldConnection(wait, arrivalLocal, departLocal) ? lag : undefined;
}

/** The weekdays some days before those of a pattern. */
function daysBefore(weekdays: number, lag: number): number {
  const days = ((lag % 7) + 7) % 7;
  return ((weekdays >> days) | (weekdays << (7 - days))) & 127;
}

/**
 * Airports without a nonstop: on from the best ways of their neighbours with one flight more. Where there is no way at all the
 * shortest of these are tried; where there is one, the cheapest that make a way of two connections.
 */
function reachFurther(spread: Spread, own: number): void {
  const { facts: { atlas }, query, builder, fares, near } = spread;
  const airport = atlas.airports[own];
  if (!airport) return;
  const isOut = query.side === 'out';
  markNear(spread, airport);
  // Ways found meanwhile are not gone on from.
  const legs = Uint8Array.from(atlas.airports, ({ index }) => builder.legCount(index));
  const further: { readonly far: AtlasAirport; readonly joints: readonly Joint[] }[] = [];
  for (const far of atlas.airports) {
    if ((near[far.index] ?? -1) >= 0 || far.city === airport.city) continue;
    const joints = findJoints(spread, airport, far, legs);
    if (joints.length > 0) further.push({ far, joints });
  }
  for (const { far, joints } of further) {
    fares.enter(isOut ? own : far.index, isOut ? far.index : own);
    for (const joint of joints) offerFurther(spread, airport, far, joint);
  }
}

function findJoints({ facts: { network }, query, builder }: Spread, own: AtlasAirport, far: AtlasAirport, legs: Uint8Array): readonly Joint[] {
  const isOut = query.side === 'out';
  const hasWay = (legs[far.index] ?? 0) > 0;
  const kmMax = flownKmMax(airportKm(own, far));
  const found: Omit<Joint, 'known'>[] = [];
  const end = farEnd(network, far.index, query.side);
  for (let i = farStart(network, far.index, query.side); i < end; i += 1) {
    const edge = isOut ? (network.inboundEdges[i] ?? 0) : i;
    const hub = (isOut ? network.edgeOrigin[edge] : network.edgeDestination[edge]) ?? 0;
    const legsToHub = legs[hub] ?? 0;
    const flownKm = builder.flownKm(hub) + (network.edgeKm[edge] ?? 0);
    if (legsToHub === 0 || flownKm > kmMax || (hasWay && legsToHub !== 2)) continue;
    found.push({ edge, hub, flownKm, rank: hasWay ? builder.leastCost(hub) : flownKm });
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, JOINTS_MAX).map((joint) => ({ ...joint, known: builder.read(joint.hub) }));
}

/** Where a flight to an airport without a nonstop joins the best way of a neighbour. */
interface Joint {
  readonly edge: number;
  readonly hub: number;
  readonly flownKm: number;
  /** The best way of the neighbour. */
  readonly known: FanWay;
  /** Tried first where it is least. */
  readonly rank: number;
}

function offerFurther(spread: Spread, own: AtlasAirport, far: AtlasAirport, { edge, hub: hubIndex, flownKm, known }: Joint): void {
  const { facts, query, builder, fares, way } = spread;
  const { network, rules, atlas } = facts;
  const hub = atlas.airports[hubIndex];
  if (!hub || !isPassable(own, hub, far)) return;
  const isOut = query.side === 'out';
  way.far = far.index;
  way.flownKm = flownKm;
  const end = network.lineStart[edge + 1] ?? 0;
  for (let line = network.lineStart[edge] ?? 0; line < end; line += 1) {
    if (!joinWay(way, known, line, isOut)) return;
    const at = isOut ? way.lines.lastIndexOf(line) : 1;
    const [before, after] = [way.lines[at - 1] ?? line, way.lines[at] ?? line];
    const tie = rules.tie(network.lineAirline[before] ?? 0, network.lineAirline[after] ?? 0);
    if (tie === TIE.none || !timeWay(spread, way, tie)) continue;
    if (fares.price(way, longestCarrier(network, way), TIE_FACTORS[tie] ?? 1) >= builder.costMax(far.index)) continue;
    if (fares.isInCabin(way)) builder.offer(way);
  }
}

/** Puts a flight at the far end of a known way; false where it has three flights already. */
function joinWay(way: FanWay, known: FanWay, line: number, isOut: boolean): boolean {
  const flights = known.lines.filter((flown) => flown >= 0);
  if (flights.length >= way.lines.length) return false;
  const lines = isOut ? [...flights, line] : [line, ...flights];
  way.legCount = lines.length;
  for (let leg = 0; leg < way.lines.length; leg += 1) way.lines[leg] = lines[leg] ?? NO_LINE;
  return true;
}

/** Works out on which days the flights of a way meet; false where they do not, or where a wait is not sold. */
function timeWay(spread: Spread, way: FanWay, tie: number): boolean {
  const { atlas, network, rules } = spread.facts;
  let weekdays = 127;
  let arrival = 0;
  for (let leg = 0; leg < way.lines.length; leg += 1) {
    const line = way.lines[leg] ?? NO_LINE;
    if (line < 0) break;
    const edge = network.lineEdge[line] ?? 0;
    const from = atlas.airports[network.edgeOrigin[edge] ?? 0];
    const to = atlas.airports[network.edgeDestination[edge] ?? 0];
    if (!from || !to) return false;
    const lag = leg === 0 ? 0 : lagOf(arrival, network.lineDeparture[line] ?? 0, rules.minimumMinutes(from, true, true, tie));
    if (lag === undefined) return false;
    way.lags[leg] = lag;
    weekdays &= daysBefore(network.lineDays[line] ?? 0, lag);
    arrival = (network.lineDeparture[line] ?? 0) + lag * DAY_MINUTES + (network.lineBlock[line] ?? 0) + shiftOf(spread, from, to);
  }
  way.weekdays = weekdays;
  return weekdays !== 0;
}

function longestCarrier(network: Network, way: FanWay): number {
  const kmOf = (line: number): number => (line < 0 ? -1 : (network.edgeKm[network.lineEdge[line] ?? 0] ?? 0));
  const longest = way.lines.reduce((best, line) => (kmOf(line) > kmOf(best) ? line : best));
  return network.lineAirline[longest] ?? 0;
}
