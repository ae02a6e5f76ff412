import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { airportKm, type AtlasAirport } from '../../src/reference/atlas.ts';
import type { IndexBuild } from './build-index.ts';
import { TIE } from '../itineraries/connection-rules.ts';
import { costOfWay, type Fan, pickRows, WAY_LEGS } from './reachable-fares.ts';
import { daysBefore, lagOf, minimumBetween, shiftOf } from './index-clock.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { flownKmMax, isPassable } from '../itineraries/ticketing-rules.ts';
import { RELATION_FACTORS } from '../fares/slice-prices.ts';

/**
 * Where a flight more joins a way of one connection: tried for each airport, the cheapest by what the way costs by
 * itself, and not all of one carrier.
 */
const JOINTS_MAX = 3;
const JOINTS_OF_CARRIER_MAX = 2;
/** The same for carriers that sell connections between their own flights only, which are the cheapest by far. */
const OWN_JOINTS_MAX = 3;
const OWN_JOINTS_OF_CARRIER_MAX = 3;
/** A way with a flight more is taken to be at least so many times as dear as the way it goes on from. */
const FURTHER_SHARE_MIN = 1.05;
const EVERY_DAY = 127;
/** Airports looked at between two yields. */
const AIRPORTS_PER_SLICE = 200;
/** What stands for no weekdays where trying other flights of the same carriers would not help. */
const NO_WEEKDAYS = -1;

/**
 * The ways of one connection that are gone on from, with what joining them needs to know; and the joints of the airport
 * in hand, cheapest first.
 */
interface BaseConnections {
  readonly fan: Fan;
  readonly flownKm: Float32Array;
  readonly cost: Float32Array;
  /** The airport at this end of each. */
  readonly own: Uint16Array;
  readonly joints: TransferPoints;
}
interface TransferPoints {
  readonly edges: Int32Array;
  readonly rows: Int32Array;
  readonly ranks: Float64Array;
  readonly ofCarrierMax: number;
  count: number;
}

interface Further {
  readonly spread: IndexBuild;
  readonly trunks: BaseConnections;
  readonly own: AtlasAirport;
}

/** Ways of one connection: of all carriers, and of those that sell connections between their own flights only. */
export type TrunkFans = readonly [Fan, Fan];

/**
 * Offers ways of two connections: the ways of one connection with a flight more at the far end. By the rules of sale
 * they are sold on days without a nonstop between the two cities; `nonstopDays` holds, by city, the weekdays with one.
 */
export async function reachFurther(
  spread: IndexBuild,
  [ways, ownWays]: TrunkFans,
  nonstopDays: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const {
    facts: { atlas },
    query,
    fares,
  } = spread;
  const all = [findTrunks(spread, ownWays, true), findTrunks(spread, ways, false)];
  for (const index of query.airports) {
    const own = atlas.airports[index];
    if (!own) continue;
    const [origin, others] = [index, all.map((trunks): Further => ({ spread, trunks, own }))];
    for (const far of atlas.airports) {
      if (far.index % AIRPORTS_PER_SLICE === 0) await yieldIfBusy(signal);
      const days = nonstopDays[far.city] ?? 0;
      if (days === EVERY_DAY || far.city === own.city) continue;
      let found = 0;
      for (const further of others) found += findJoints(further, far);
      if (found === 0) continue;
      if (query.side === 'out') fares.enter(origin, far.index);
      else fares.enter(far.index, origin);
      for (const further of others)
        for (let joint = 0; joint < further.trunks.joints.count; joint += 1)
          offerJoint(further, far, joint, EVERY_DAY & ~days);
    }
  }
}

function findTrunks(
  { facts: { network }, query, sellsOwnOnly }: IndexBuild,
  all: Fan,
  isOwnOnly: boolean,
): BaseConnections {
  const fan = pickRows(
    all,
    (row) => hasTwoFlights(all, row) && (sellsOwnOnly[all.carrier[row] ?? 0] === 1) === isOwnOnly,
  );
  const count = fan.weekdays.length;
  const [max, ofCarrierMax] = isOwnOnly
    ? [OWN_JOINTS_MAX, OWN_JOINTS_OF_CARRIER_MAX]
    : [JOINTS_MAX, JOINTS_OF_CARRIER_MAX];
  const joints = {
    edges: new Int32Array(max),
    rows: new Int32Array(max),
    ranks: new Float64Array(max),
    ofCarrierMax,
    count: 0,
  };
  const trunks = {
    fan,
    flownKm: new Float32Array(count),
    cost: new Float32Array(count),
    own: new Uint16Array(count),
    joints,
  };
  for (let row = 0; row < count; row += 1) {
    const first = fan.lines[row * WAY_LEGS] ?? 0;
    const second = fan.lines[row * WAY_LEGS + 1] ?? 0;
    trunks.flownKm[row] = lineKm(network, first) + lineKm(network, second);
    trunks.cost[row] = costOfWay(fan.referenceUsd[row] ?? 0, fan.taxFixedUsd[row] ?? 0, fan.taxShare[row] ?? 0, 2);
    trunks.own[row] =
      (query.side === 'out'
        ? network.edgeOrigin[network.routeOfFlight[first] ?? 0]
        : network.edgeDestination[network.routeOfFlight[second] ?? 0]) ?? 0;
  }
  return trunks;
}

function hasTwoFlights({ lines }: Fan, row: number): boolean {
  return (lines[row * WAY_LEGS + 1] ?? -1) >= 0 && (lines[row * WAY_LEGS + 2] ?? -1) < 0;
}

/** How many there are. */
function findJoints({ spread, trunks, own }: Further, far: AtlasAirport): number {
  const {
    facts: { network },
    query,
    builder,
  } = spread;
  const { fan, flownKm, cost, joints } = trunks;
  const isOut = query.side === 'out';
  const kmMax = flownKmMax(airportKm(own, far));
  const costMax = builder.costMax(far.index) / FURTHER_SHARE_MIN;
  const max = joints.ranks.length;
  joints.count = 0;
  const start = (isOut ? network.inboundStart[far.index] : network.edgeStart[far.index]) ?? 0;
  const end = (isOut ? network.inboundStart[far.index + 1] : network.edgeStart[far.index + 1]) ?? 0;
  for (let i = start; i < end; i += 1) {
    const edge = isOut ? (network.inboundEdges[i] ?? 0) : i;
    const hub = (isOut ? network.edgeOrigin[edge] : network.edgeDestination[edge]) ?? 0;
    const rowEnd = fan.start[hub + 1] ?? 0;
    const kmLeft = kmMax - (network.edgeKm[edge] ?? 0);
    for (let row = fan.start[hub] ?? 0; row < rowEnd; row += 1) {
      // The rows of an airport stand in the order of their costs.
      const rank = cost[row] ?? 0;
      if (rank >= costMax || (joints.count === max && rank >= (joints.ranks[max - 1] ?? 0))) break;
      if (
        (flownKm[row] ?? 0) <= kmLeft &&
        trunks.own[row] === own.index &&
        canJoin(spread, trunks, own, far, edge, row)
      )
        keepJoint(network, trunks, edge, row);
    }
  }
  return joints.count;
}

/** Whether the rules of sale let a flight of an edge join a way at all: its carriers, and the airports passed. */
function canJoin(
  { facts, query, airlinesOfEdge }: IndexBuild,
  { fan }: BaseConnections,
  own: AtlasAirport,
  far: AtlasAirport,
  edge: number,
  row: number,
): boolean {
  const { network, rules, atlas } = facts;
  const first = fan.lines[row * WAY_LEGS] ?? 0;
  const second = fan.lines[row * WAY_LEGS + 1] ?? 0;
  const isOut = query.side === 'out';
  const joined = network.lineAirline[isOut ? second : first] ?? 0;
  let isTied = false;
  const end = airlinesOfEdge.start[edge + 1] ?? 0;
  for (let i = airlinesOfEdge.start[edge] ?? 0; i < end && !isTied; i += 1) {
    const airline = airlinesOfEdge.airline[i] ?? 0;
    isTied = (isOut ? rules.tie(joined, airline) : rules.tie(airline, joined)) !== TIE.none;
  }
  if (!isTied) return false;
  const middle = atlas.airports[network.edgeDestination[network.routeOfFlight[first] ?? 0] ?? 0];
  const hub = atlas.airports[(isOut ? network.edgeOrigin[edge] : network.edgeDestination[edge]) ?? 0];
  return middle !== undefined && hub !== undefined && isPassable(own, hub, far) && isPassable(own, middle, far);
}

/** Keeps a joint if it is among the cheapest, and the only one of its path. */
function keepJoint(network: Network, { fan, joints, cost }: BaseConnections, edge: number, row: number): void {
  const rank = cost[row] ?? 0;
  const { edges, rows, ranks } = joints;
  const max = ranks.length;
  let ofCarrier = 0;
  let drop = Math.min(joints.count, max - 1);
  for (let at = 0; at < joints.count; at += 1) {
    const other = rows[at] ?? 0;
    if (fan.carrier[other] !== fan.carrier[row]) continue;
    const isSamePath = edges[at] === edge && isAlong(network, fan, other, row);
    ofCarrier += 1;
    if (!isSamePath && ofCarrier < joints.ofCarrierMax) continue;
    if (rank >= (ranks[at] ?? 0)) return;
    drop = at;
    break;
  }
  let at = drop;
  for (; at > 0 && (ranks[at - 1] ?? 0) > rank; at -= 1) {
    ranks[at] = ranks[at - 1] ?? 0;
    edges[at] = edges[at - 1] ?? 0;
    rows[at] = rows[at - 1] ?? 0;
  }
  ranks[at] = rank;
  edges[at] = edge;
  rows[at] = row;
  joints.count = Math.max(joints.count, drop + 1);
}

function isAlong({ routeOfFlight }: Network, { lines }: Fan, a: number, b: number): boolean {
  return (
    routeOfFlight[lines[a * WAY_LEGS] ?? 0] === routeOfFlight[lines[b * WAY_LEGS] ?? 0] &&
    routeOfFlight[lines[a * WAY_LEGS + 1] ?? 0] === routeOfFlight[lines[b * WAY_LEGS + 1] ?? 0]
  );
}

/** A joint in hand: the lines of its way, and what all lines that may join it have in common. */
interface InHand {
  readonly first: number;
  readonly second: number;
  readonly edge: number;
  readonly hub: AtlasAirport;
  /** Least minutes at the hub, of one carrier in one terminal. */
  readonly minimum: number;
  /** The weekdays of the way that is joined, and the lag between its two lines. */
  readonly weekdays: number;
  readonly lag: number;
  /** The weekdays on which two connections are sold. */
  readonly days: number;
}

function offerJoint(further: Further, far: AtlasAirport, joint: number, days: number): void {
  const {
    spread,
    trunks: { fan, joints },
  } = further;
  const { network, rules, atlas } = spread.facts;
  const edge = joints.edges[joint] ?? 0;
  const row = joints.rows[joint] ?? 0;
  const isOut = spread.query.side === 'out';
  const first = fan.lines[row * WAY_LEGS] ?? 0;
  const second = fan.lines[row * WAY_LEGS + 1] ?? 0;
  const hub = atlas.airports[(isOut ? network.edgeOrigin[edge] : network.edgeDestination[edge]) ?? 0];
  const beyond =
    atlas.airports[
      (isOut
        ? network.edgeOrigin[network.routeOfFlight[second] ?? 0]
        : network.edgeDestination[network.routeOfFlight[first] ?? 0]) ?? 0
    ];
  if (!hub || !beyond) return;
  const minimum = rules.minimumMinutes(
    hub,
    (isOut ? beyond : far).nation !== hub.nation,
    (isOut ? far : beyond).nation !== hub.nation,
    TIE.sameCarrier,
  );
  const way: InHand = {
    first,
    second,
    edge,
    hub,
    minimum,
    weekdays: fan.weekdays[row] ?? 0,
    lag: fan.lags[row * WAY_LEGS + 1] ?? 0,
    days,
  };
  const met = offerLines(further, far, way);
  if (
    met === NO_WEEKDAYS ||
    (spread.sellsOwnOnly[fan.carrier[row] ?? 0] !== 1 && (met !== 0 || !spread.builder.hasFewerThan(far.index, 1)))
  )
    return;
  if (met === days) return;
  offerSiblings(further, far, way, met);
}

/**
 * The same way by other flights of the same carriers, until there is one for every day: a flight that leaves once a day
 * may only be met from one of them.
 */
function offerSiblings(further: Further, far: AtlasAirport, way: InHand, metAlready: number): void {
  const { spread, own } = further;
  const { network, rules, atlas } = spread.facts;
  const isOut = spread.query.side === 'out';
  const [from, to] = isOut ? [own, way.hub] : [way.hub, own];
  const middle = atlas.airports[network.edgeDestination[network.routeOfFlight[way.first] ?? 0] ?? 0];
  if (!middle) return;
  const minimum = rules.minimumMinutes(
    middle,
    from.nation !== middle.nation,
    to.nation !== middle.nation,
    TIE.sameCarrier,
  );
  const tie = rules.tie(network.lineAirline[way.first] ?? 0, network.lineAirline[way.second] ?? 0);
  const shift = shiftOf(spread, from, middle);
  const seconds = linesLike(network, way.second);
  let met = metAlready;
  for (const first of linesLike(network, way.first)) {
    const arrival = (network.lineDeparture[first] ?? 0) + (network.lineBlock[first] ?? 0) + shift;
    for (const second of seconds) {
      if (first === way.first && second === way.second) continue;
      const lag = lagOf(
        arrival,
        network.lineDeparture[second] ?? 0,
        minimumBetween(rules, minimum, tie, first, second),
      );
      const weekdays =
        lag === undefined ? 0 : (network.lineDays[first] ?? 0) & daysBefore(network.lineDays[second] ?? 0, lag);
      if (lag === undefined || weekdays === 0) continue;
      const found = offerLines(further, far, { ...way, first, second, lag, weekdays });
      if (found === NO_WEEKDAYS) return;
      met |= found;
      if (met === way.days) return;
    }
  }
}

/** The lines of a line's carrier and edge. */
function linesLike(network: Network, line: number): readonly number[] {
  const edge = network.routeOfFlight[line] ?? 0;
  const lines: number[] = [];
  for (let other = network.lineStart[edge] ?? 0; other < (network.lineStart[edge + 1] ?? 0); other += 1)
    if (network.lineAirline[other] === network.lineAirline[line]) lines.push(other);
  return lines;
}

/**
 * Offers the way with each line of the joint's edge; tells the weekdays on which one is met, or that none is cheap
 * enough.
 */
function offerLines(
  { spread }: Further,
  far: AtlasAirport,
  { first, second, edge, hub, minimum, weekdays, lag, days }: InHand,
): number {
  const { facts, query, builder, fares, way } = spread;
  const { network, rules } = facts;
  const isOut = query.side === 'out';
  const beyond = facts.atlas.airports[network.edgeOrigin[network.routeOfFlight[second] ?? 0] ?? 0] ?? hub;
  const [airlineFirst, airlineSecond] = [network.lineAirline[first] ?? 0, network.lineAirline[second] ?? 0];
  const alliance = Math.max(rules.allianceOf[airlineFirst] ?? 0, rules.allianceOf[airlineSecond] ?? 0);
  const factor = fares.change() * (RELATION_FACTORS[rules.tie(airlineFirst, airlineSecond)] ?? 1);
  const [kmFirst, kmSecond, kmLast] = [lineKm(network, first), lineKm(network, second), network.edgeKm[edge] ?? 0];
  const trunkCarrier = kmFirst >= kmSecond ? airlineFirst : airlineSecond;
  const isLastLonger = kmLast > Math.max(kmFirst, kmSecond);
  let isCheap = false;
  way.far = far.index;
  way.legCount = 3;
  way.flownKm = kmFirst + kmSecond + kmLast;
  const { start, airline: airlines } = spread.airlinesOfEdge;
  for (let i = start[edge] ?? 0; i < (start[edge + 1] ?? 0) && !isCheap; i += 1) {
    const airline = airlines[i] ?? 0;
    const tie = isOut ? rules.tie(airlineSecond, airline) : rules.tie(airline, airlineFirst);
    isCheap =
      tie !== TIE.none &&
      fares.price(way, isLastLonger ? airline : trunkCarrier, factor * (RELATION_FACTORS[tie] ?? 1)) <
        builder.costMax(far.index);
  }
  if (!isCheap) return NO_WEEKDAYS;
  isCheap = false;
  const arrivalOut =
    (network.lineDeparture[second] ?? 0) +
    lag * DAY_MINUTES +
    (network.lineBlock[second] ?? 0) +
    shiftOf(spread, beyond, hub);
  const shiftBack = shiftOf(spread, far, hub);
  let [priced, cost] = [-1, 0];
  let met = 0;
  const end = network.lineStart[edge + 1] ?? 0;
  for (let line = network.lineStart[edge] ?? 0; line < end; line += 1) {
    const airline = network.lineAirline[line] ?? 0;
    const own = rules.allianceOf[airline] ?? 0;
    const tie = isOut ? rules.tie(airlineSecond, airline) : rules.tie(airline, airlineFirst);
    if (tie === TIE.none || (alliance !== 0 && own !== 0 && own !== alliance)) continue;
    if (airline !== priced)
      cost = fares.price(way, isLastLonger ? airline : trunkCarrier, factor * (RELATION_FACTORS[tie] ?? 1));
    priced = airline;
    if (cost >= builder.costMax(far.index)) continue;
    isCheap = true;
    const least = minimumBetween(rules, minimum, tie, isOut ? second : line, isOut ? line : first);
    const arrival = isOut
      ? arrivalOut
      : (network.lineDeparture[line] ?? 0) + (network.lineBlock[line] ?? 0) + shiftBack;
    const onward = lagOf(arrival, network.lineDeparture[isOut ? line : first] ?? 0, least);
    if (onward === undefined) continue;
    way.weekdays =
      days &
      (isOut
        ? weekdays & daysBefore(network.lineDays[line] ?? 0, onward)
        : (network.lineDays[line] ?? 0) & daysBefore(weekdays, onward));
    if (way.weekdays === 0) continue;
    way.lines[0] = isOut ? first : line;
    way.lines[1] = isOut ? second : first;
    way.lines[2] = isOut ? line : second;
    way.lags[1] = isOut ? lag : onward;
    way.lags[2] = isOut ? onward : onward + lag;
    met |= way.weekdays;
    if (fares.isInCabin(way)) builder.offer(way);
  }
  return isCheap ? met : NO_WEEKDAYS;
}

function lineKm(network: Network, line: number): number {
  return network.edgeKm[network.routeOfFlight[line] ?? 0] ?? 0;
}
