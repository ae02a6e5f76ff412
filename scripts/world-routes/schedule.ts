import type { Carrier, FleetType, Place } from './bundle.ts';
import { balanceMarkets, pairOf } from './gravity.ts';
import type { Link } from './networks.ts';

/** A route both ways: who sells and flies it, with what, how often a week. */
export interface Route {
  readonly link: Link;
  readonly operator: string;
  readonly types: readonly string[];
  readonly weekly: number;
  readonly seats: number;
}

const HUB_WEIGHT = 4;
const LOW_COST_WEIGHT = 1.5;
const FOREIGN_WEIGHT = 0.4;
/** Flights a week below which a link found by a rule is not flown, round by round. */
const VIABLE_WEEKLY = [3, 6, 10, 16] as const;
/** The leading airline of a pair flies it even if thin; so does anyone who flies far. */
const LEADER_EASING = 0.25;
const FAR_EASING = 0.5;
const FAR_KM = 3000;
const WEEKLY_MAX = 320;
const SECOND_TYPE_WITHIN = 0.35;
/** Aircraft of more seats than this are for long sectors only. */
const LARGE_SEATS = 400;
/** Narrow-bodies that airlines do send over an ocean. */
const LONG_NARROW: ReadonlySet<string> = new Set(['32Q', '7M8', '7M9', '752']);
/** The largest aircraft of airports with a short runway, a steep approach or a ban on jets: most seats, and bodies. */
const RUNWAYS: Readonly<Record<string, { readonly seatsMax: number; readonly bodies: string }>> = {
  YTZ: { seatsMax: 80, bodies: 'TP' },
  LCY: { seatsMax: 116, bodies: 'TPRN' },
  SBH: { seatsMax: 20, bodies: 'TP' },
  SDU: { seatsMax: 190, bodies: 'TPRN' },
  FLR: { seatsMax: 190, bodies: 'TPRN' },
  PBH: { seatsMax: 150, bodies: 'TPRN' },
  ...Object.fromEntries(
    ['LGA', 'DCA', 'LIN', 'CGH', 'SNA', 'BUR', 'MDW', 'DAL', 'HOU', 'GIB', 'BMA', 'CUZ'].map((code) => [
      code,
      { seatsMax: 240, bodies: 'TPRN' },
    ]),
  ),
};
/** Where wide-bodies fly busy routes at home. */
const WIDE_AT_HOME: ReadonlySet<string> = new Set(['JP', 'CN']);
/** Abroad from here on, single-aisles without the range for it are unusual. */
const OPEN_SEA_KM = 3600;
const RARE_MISFIT = 0.35;
const MARKET_SEATS_MAX = 1.6;
/** Still air is not: a type is planned with this much range in hand where the fleet allows. */
const RANGE_RESERVE = 1.06;
/**
 * Nobody plans a type nearer than this to the end of its range: winds, a diversion, a full cabin. Written routes may.
 */
const RANGE_LEAST_RESERVE = 1.05;
/**
 * Wide-bodies fly nothing shorter, unless an airline has nothing else: kilometres, and those of countries with fast
 * trains.
 */
const WIDE_MIN_KM = 400;
const WIDE_AT_HOME_MIN_KM: Readonly<Record<string, number>> = { CN: 600 };

/**
 * Decides frequency and equipment of every link. Links found by a rule are tried against the market in rounds: the
 * thinnest go first, and what they would have carried falls to those that stay.
 */
export function scheduleRoutes(links: readonly Link[]): readonly Route[] {
  let flown = links;
  for (const least of VIABLE_WEEKLY) flown = planAll(flown, least).map(({ link }) => link);
  return planAll(flown, VIABLE_WEEKLY.at(-1) ?? 0);
}

function planAll(links: readonly Link[], viableWeekly: number): readonly Route[] {
  const markets = balanceMarkets(links);
  const weigh = weigher(links);
  const pairs = new Map<string, { total: number; greatest: number }>();
  for (const link of links) {
    const { total, greatest } = pairs.get(pairOf(link)) ?? { total: 0, greatest: 0 };
    pairs.set(pairOf(link), { total: total + weigh(link), greatest: Math.max(greatest, weigh(link)) });
  }
  return links.flatMap((link) => {
    const { total, greatest } = pairs.get(pairOf(link)) ?? { total: 1, greatest: 1 };
    const seatsWeekly = ((markets.get(pairOf(link)) ?? 0) * weigh(link)) / total;
    const easing = (weigh(link) === greatest ? LEADER_EASING : 1) * (link.km > FAR_KM ? FAR_EASING : 1);
    return planRoute(link, seatsWeekly, viableWeekly * easing) ?? [];
  });
}

function planRoute(link: Link, seatsWeekly: number, viableWeekly: number): Route | undefined {
  if (link.fixedTypes.length > 0) return planAsWritten(link);
  const reach = (reserve: number): readonly FleetType[] =>
    link.carrier.fleet.filter(({ rangeKm, isReserved }) => rangeKm >= link.km * reserve && !isReserved);
  const inRange =
    reach(RANGE_RESERVE).length > 0 ? reach(RANGE_RESERVE) : reach(link.isNamed ? 1 : RANGE_LEAST_RESERVE);
  const able = withoutShortWides(
    link,
    inRange.filter((type) => landsAt(type, link.from) && landsAt(type, link.to)),
  );
  const scored = able
    .map((type) => ({ type, score: misfit(type, link, seatsWeekly) }))
    .sort((a, b) => a.score - b.score);
  const best = scored[0];
  if (!best) {
    if (!link.isNamed || inRange.length > 0) return undefined;
    throw new Error(
      `World data: no type of ${link.carrier.iata} flies ${link.from.iata}-${link.to.iata}, ${link.km} km`,
    );
  }
  const raw = link.fixedWeekly ?? seatsWeekly / best.type.seats;
  if (!link.isNamed && raw < viableWeekly) return undefined;
  const second = scored
    .slice(1)
    .find(
      ({ type, score }) =>
        score - best.score < SECOND_TYPE_WITHIN &&
        type.operator === best.type.operator &&
        type.body === best.type.body &&
        type.type !== best.type.type,
    );
  const types = second ? [best.type, second.type] : [best.type];
  return {
    link,
    operator: best.type.operator,
    types: types.map(({ type }) => type),
    weekly: link.fixedWeekly ?? wholeWeek(raw, link),
    seats: meanSeats(types),
  };
}

/** A hop is not for wide-bodies where the airline has smaller aircraft that can fly it. */
function withoutShortWides({ km, from, to }: Link, able: readonly FleetType[]): readonly FleetType[] {
  const least = (from.country === to.country ? WIDE_AT_HOME_MIN_KM[from.country] : undefined) ?? WIDE_MIN_KM;
  const small = able.filter(({ body }) => body !== 'W');
  return km < least && small.length > 0 ? small : able;
}

function landsAt({ seats, body }: FleetType, { iata }: Place): boolean {
  const runway = RUNWAYS[iata];
  return !runway || (seats <= runway.seatsMax && runway.bodies.includes(body));
}

/** A link whose frequency and types networks.csv names. */
function planAsWritten(link: Link): Route {
  const types = link.fixedTypes.map((code) => {
    const type = link.carrier.fleet.find((own) => own.type === code);
    if (!type || type.rangeKm < link.km || !landsAt(type, link.from) || !landsAt(type, link.to))
      throw new Error(
        `World data: ${link.carrier.iata} ${link.from.iata}-${link.to.iata}: no ${code} in its fleet that flies ${link.km} km`,
      );
    return type;
  });
  const operator = types[0]?.operator ?? link.carrier.iata;
  return { link, operator, types: link.fixedTypes, weekly: link.fixedWeekly ?? 1, seats: meanSeats(types) };
}

function meanSeats(types: readonly FleetType[]): number {
  return Math.round(types.reduce((sum, { seats }) => sum + seats, 0) / types.length);
}

/** Few flights are what they are; many come as so many a day. */
function wholeWeek(weekly: number, link: Link): number {
  const atLeast = link.km > 5000 ? 3 : 2;
  if (weekly < 5.5) return Math.max(atLeast, Math.round(weekly));
  return Math.min(WEEKLY_MAX, Math.max(1, Math.round(weekly / 7)) * 7);
}

/** How much of a market an airline takes: most at its own hubs, least where it is a guest, more the larger it is. */
function weigher(links: readonly Link[]): (link: Link) => number {
  const sizes = new Map<string, number>();
  for (const { carrier } of links) sizes.set(carrier.iata, (sizes.get(carrier.iata) ?? 0) + 1);
  return ({ carrier, from, to }) => {
    const base = carrier.isLowCost ? LOW_COST_WEIGHT : 1;
    const isGuest =
      carrier.country !== from.country &&
      carrier.country !== to.country &&
      !isHub(carrier, from) &&
      !isHub(carrier, to);
    const size = Math.min(2, Math.max(0.4, ((sizes.get(carrier.iata) ?? 1) / 80) ** 0.4));
    return (base + hubWeight(carrier, from) + hubWeight(carrier, to)) * size * (isGuest ? FOREIGN_WEIGHT : 1);
  };
}

function hubWeight(carrier: Carrier, place: Place): number {
  const rank = carrier.hubs.indexOf(place.iata);
  return rank < 0 ? 0 : HUB_WEIGHT / (1 + rank * 0.15);
}

function isHub(carrier: Carrier, place: Place): boolean {
  return carrier.hubs.includes(place.iata);
}

/**
 * How badly a type suits a link: too many or too few flights a week for the distance, or the wrong kind of aircraft.
 */
function misfit(type: FleetType, link: Link, seatsWeekly: number): number {
  const seats =
    link.fixedWeekly === undefined
      ? seatsWeekly / wantedWeekly(link.km)
      : wantedSeats(link.km, seatsWeekly / link.fixedWeekly);
  return (
    Math.abs(Math.log(Math.max(seats, 1) / type.seats)) +
    kindMisfit(type, link, seatsWeekly) +
    (type.isRare ? RARE_MISFIT : 0)
  );
}

/**
 * Seats of a flight where the number of flights is given: what flies between busy airports, more where the market asks
 * for it.
 */
function wantedSeats(km: number, marketSeats: number): number {
  const usual = km < 4500 ? 180 : 310;
  return Math.sqrt(usual * Math.min(usual * MARKET_SEATS_MAX, Math.max(usual, marketSeats)));
}

function wantedWeekly(km: number): number {
  if (km < 500) return 32;
  if (km < 1500) return 24;
  if (km < 3000) return 14;
  return km < 5500 ? 9 : 7;
}

function kindMisfit({ body, seats, type }: FleetType, { km, from, to }: Link, seatsWeekly: number): number {
  const isDomestic = from.country === to.country;
  switch (body) {
    case 'W': {
      if (isDomestic && WIDE_AT_HOME.has(from.country) && seatsWeekly > 9000 && seats <= LARGE_SEATS) return 0.1;
      if (km < 3500 && seats > LARGE_SEATS) return 4;
      const isTrunk = seatsWeekly > 14_000;
      if (km < 1800) return isTrunk ? 0.8 : 2.5;
      return km < 3500 ? (isTrunk ? 0.2 : 0.8) : 0;
    }
    case 'T':
      return km < 500 ? 0 : km < 900 ? 0.8 : 3;
    case 'R':
      return km < 1500 ? 0 : km < 2600 ? 0.6 : 2;
    case 'P':
      return km < 350 ? 0.5 : 4;
    default: {
      if (LONG_NARROW.has(type)) return km < 4500 ? 0 : km < 5500 ? 0.8 : 1.4;
      if (km < 4500) return isDomestic || km < OPEN_SEA_KM ? 0 : 1;
      return km < 5500 ? 3.8 : 4.4;
    }
  }
}
