import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import type { RentalBranch } from './branches/rental-branch.ts';
import type { LandBox } from './rental-tables.ts';

/** A car handed back elsewhere: how far away, and whether in another country. */
export interface OneWayRental {
  readonly km: number;
  readonly isAbroad: boolean;
}

/** Straight kilometres beyond which no company takes a car back. */
const HOME_KM_MAX = 4_500;
const ABROAD_KM_MAX = 1_500;
/** Nearer than this is one city. */
const TOWN_KM = 40;

/**
 * Whether a car of one branch may be handed back at another: the same company, the same land mass, and the same country
 * or one of a group whose borders rented cars may cross; undefined where it may not. Companies away from the terminals
 * allow no border at all.
 */
export function oneWayBetween(
  lands: readonly LandBox[],
  from: RentalBranch,
  to: RentalBranch,
): OneWayRental | undefined {
  if (from.company.code !== to.company.code) return undefined;
  if (from.id === to.id) return { km: 0, isAbroad: false };
  const isAbroad = from.country !== to.country;
  if (isAbroad && (from.market.abroad === '' || from.market.abroad !== to.market.abroad || !from.company.isInTerminal))
    return undefined;
  if (landOf(lands, from) !== landOf(lands, to)) return undefined;
  const km = greatCircleKm(from.latitude, from.longitude, to.latitude, to.longitude);
  return km <= (isAbroad ? ABROAD_KM_MAX : HOME_KM_MAX) ? { km, isAbroad } : undefined;
}

/**
 * What handing back elsewhere costs, in US dollars; nothing at the branch it came from. Sums are ours, in the usual
 * range.
 */
export function oneWayUsd(
  { km, isAbroad }: OneWayRental,
  { company, market }: RentalBranch,
  isSameBranch: boolean,
): number {
  if (isSameBranch) return 0;
  if (isAbroad) return Math.min(220 + 0.55 * km, 1_400) * company.oneWay * market.abroadFee;
  if (km < TOWN_KM) return 15 * company.oneWay;
  return (market.fleet === 'america' ? Math.min(60 + 0.16 * km, 650) : Math.min(45 + 0.22 * km, 420)) * company.oneWay;
}

/** The land mass of a branch: an island's name, its city where each island is another, or the mainland. */
function landOf(lands: readonly LandBox[], { latitude, longitude, country, cityCode }: RentalBranch): string {
  const box = lands.find(
    ({ south, west, north, east, countries }) =>
      latitude >= south &&
      latitude <= north &&
      longitude >= west &&
      longitude <= east &&
      (countries.size === 0 || countries.has(country)),
  );
  return box === undefined ? '' : box.land === '*' ? cityCode : box.land;
}
