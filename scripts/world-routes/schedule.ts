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
/** Flights a week below which a pair found by a rule is not flown. */
const VIABLE_WEEKLY = 0.7;
const WEEKLY_MAX = 320;
const SECOND_TYPE_WITHIN = 0.35;
/** Still air is not: a type is planned with this much range in hand where the fleet allows. */
const RANGE_RESERVE = 1.06;

/** Decides frequency and equipment of every link; pairs found by a rule that would fly less than weekly are dropped. */
export function scheduleRoutes(links: readonly Link[]): readonly Route[] {
  const markets = balanceMarkets(links);
  const weights = new Map<string, number>();
  for (const link of links) weights.set(pairOf(link), (weights.get(pairOf(link)) ?? 0) + weightOf(link));
  return links.flatMap((link) => {
    const share = ((markets.get(pairOf(link)) ?? 0) * weightOf(link)) / (weights.get(pairOf(link)) ?? 1);
    return planRoute(link, share) ?? [];
  });
}

function planRoute(link: Link, seatsWeekly: number): Route | undefined {
  const reach = (reserve: number): readonly FleetType[] => link.carrier.fleet.filter(({ rangeKm }) => rangeKm >= link.km * reserve);
  const able = reach(RANGE_RESERVE).length > 0 ? reach(RANGE_RESERVE) : reach(1);
  const scored = able.map((type) => ({ type, score: misfit(type, link, seatsWeekly) })).sort((a, b) => a.score - b.score);
  const best = scored[0];
  if (!best) {
    if (!link.isNamed) return undefined;
    throw new Error(`World data: no type of ${link.carrier.iata} flies ${link.from.iata}-${link.to.iata}, ${link.km} km`);
  }
  const raw = link.fixedWeekly ?? seatsWeekly / best.type.seats;
  if (!link.isNamed && raw < VIABLE_WEEKLY) return undefined;
  const second = scored.slice(1).find(({ type, score }) =>
    score - best.score < SECOND_TYPE_WITHIN && type.operator === best.type.operator && type.body === best.type.body && type.type !== best.type.type);
  const types = second ? [best.type, second.type] : [best.type];
  return {
    link, operator: best.type.operator, types: types.map(({ type }) => type),
    weekly: link.fixedWeekly ?? wholeWeek(raw, link), seats: Math.round(types.reduce((sum, { seats }) => sum + seats, 0) / types.length),
  };
}

/** Few flights are what they are; many come as so many a day. */
function wholeWeek(weekly: number, link: Link): number {
  const atLeast = link.km > 5000 ? 3 : 2;
  if (weekly < 5.5) return Math.max(atLeast, Math.round(weekly));
  return Math.min(WEEKLY_MAX, Math.max(1, Math.round(weekly / 7)) * 7);
}

/** How much of a market an airline takes: most at its own hubs, least where it is a guest. */
function weightOf(link: Link): number {
  const { carrier, from, to } = link;
  const base = carrier.isLowCost ? LOW_COST_WEIGHT : 1;
  const isGuest = carrier.country !== from.country && carrier.country !== to.country && !isHub(carrier, from) && !isHub(carrier, to);
  return (base + hubWeight(carrier, from) + hubWeight(carrier, to)) * (isGuest ? FOREIGN_WEIGHT : 1);
}

function hubWeight(carrier: Carrier, place: Place): number {
  const rank = carrier.hubs.indexOf(place.iata);
  return rank < 0 ? 0 : HUB_WEIGHT / (1 + rank * 0.15);
}

function isHub(carrier: Carrier, place: Place): boolean {
  return carrier.hubs.includes(place.iata);
}

/** How badly a type suits a link: too many or too few flights a week for the distance, or the wrong kind of aircraft. */
function misfit(type: FleetType, link: Link, seatsWeekly: number): number {
  const weekly = (link.fixedWeekly ?? seatsWeekly / type.seats);
  const wanted = link.fixedWeekly ? Math.abs(Math.log(seatsWeekly / type.seats / link.fixedWeekly)) : Math.abs(Math.log(Math.max(weekly, 0.01) / wantedWeekly(link.km)));
  return wanted + kindMisfit(type.body, link.km, seatsWeekly);
}

function wantedWeekly(km: number): number {
  if (km < 500) return 32;
  if (km < 1500) return 24;
  if (km < 3000) return 14;
  return km < 5500 ? 9 : 7;
}

function kindMisfit(body: string, km: number, seatsWeekly: number): number {
  switch (body) {
    case 'W': {
      const isTrunk = seatsWeekly > 14_000;
      if (km < 1800) return isTrunk ? 0.4 : 2.5;
      return km < 3500 ? (isTrunk ? 0 : 0.8) : 0;
    }
    case 'T': return km < 500 ? 0 : km < 900 ? 0.8 : 3;
    case 'R': return km < 1500 ? 0 : km < 2600 ? 0.6 : 2;
    case 'P': return km < 350 ? 0.5 : 4;
    default: return km < 4500 ? 0 : km < 5800 ? 0.5 : 1;
  }
}
