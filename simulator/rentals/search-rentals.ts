import { passesRentalFilter, type RentalPlace, type RentalQuery } from '../../src/travel/rental.ts';

import { mix, unitOf } from '../../src/reference/hash.ts';
import type { RentalBranch } from './branches/rental-branch.ts';
import { createStockCount, daysAway } from './car-stock.ts';
import { type BranchQuery, type RentalTimes, type RentalFacts, toBranchQuery } from './branch-query.ts';
import type { RentalKey } from './rental-key.ts';
import { createPricer } from './prices/rental-prices.ts';
import type { FleetClass } from './rental-tables.ts';
import type { RentalContext } from './rental-world.ts';
import { createOfferWriter, type PricedCar } from './write-rental-offer.ts';
import type { FoundStatedRentals, StatedRental } from './stated-rental.ts';

/** A car that can be rented, priced but not yet written out: only the cheapest are. */
interface Candidate extends PricedCar {
  readonly usd: number;
}

const WEEK_DAYS = 7;
/** Companies away from the terminals have no class that costs this many times an economy car. */
const SHUTTLE_PRICE_MAX = 3;
/** Car classes of this `least` (an index of AIRPORT_SIZES, see the class table) stand at even the smallest counter. */
const EVERYWHERE = 4;

/**
 * Everything that can be rented between the places of a query, cheapest first by the sum of what is paid now
 * and at the counter.
 */
export function searchRentals(
  facts: RentalFacts,
  query: RentalQuery,
  times: RentalTimes,
  context: RentalContext,
): FoundStatedRentals {
  const { only } = query;
  const isRequested = ({ acriss, transmission }: FleetClass) =>
    only === undefined || passesRentalFilter({ acrissCode: acriss, transmission }, only);
  const found = branchQueriesOf(facts, query, times, context.now).flatMap((branchQuery) =>
    candidatesOf(branchQuery, classesAt(facts, branchQuery.pickUp).filter(isRequested), context),
  );
  found.sort((a, b) => a.usd - b.usd || compareText(orderOf(a), orderOf(b)));
  const write = createOfferWriter(facts, context.now);
  return {
    offers: found.slice(0, query.offersMax).map(write),
    omitted: Math.max(0, found.length - query.offersMax),
  };
}

/** The offer of a key, by the same rules as the search; undefined when it is not for sale. */
export function findRental(facts: RentalFacts, key: RentalKey, context: RentalContext): StatedRental | undefined {
  const pickUp = facts.branches.find(key.pickUpBranch);
  const dropOff = facts.branches.find(key.dropOffBranch);
  const fleetClass = pickUp && classesAt(facts, pickUp).find(({ acriss }) => acriss === key.acriss);
  const query = pickUp && dropOff && toBranchQuery(facts, { pickUp, dropOff }, key, context.now);
  const candidate =
    query && fleetClass && candidatesOf(query, [fleetClass], context).find(({ plan }) => plan === key.plan);
  return candidate && createOfferWriter(facts, context.now)(candidate);
}

/** Every class between the branches of a key and on its plan, cheapest first, by the same rules as the search. */
export function listAlternatives(facts: RentalFacts, key: RentalKey, context: RentalContext): readonly StatedRental[] {
  const pickUp = facts.branches.find(key.pickUpBranch);
  const dropOff = facts.branches.find(key.dropOffBranch);
  const query = pickUp && dropOff && toBranchQuery(facts, { pickUp, dropOff }, key, context.now);
  if (!pickUp || !query) return [];
  const found = candidatesOf(query, classesAt(facts, pickUp), context).filter(({ plan }) => plan === key.plan);
  found.sort((a, b) => a.usd - b.usd || compareText(orderOf(a), orderOf(b)));
  return found.map(createOfferWriter(facts, context.now));
}

/** The classes a branch rents out: fewer at smaller counters, and each company its own choice. */
export function classesAt(
  { tables }: Pick<RentalFacts, 'tables'>,
  { company, market, size, hash }: RentalBranch,
): readonly FleetClass[] {
  return tables.fleet(market.fleet).filter((fleetClass) => {
    if (fleetClass.least === EVERYWHERE) return true;
    if (size > fleetClass.least || (!company.isInTerminal && fleetClass.price >= SHUTTLE_PRICE_MAX)) return false;
    return unitOf(mix(hash, fleetClass.hash)) < company.classShare;
  });
}

/**
 * For each branch of the pick-up place, where its car may be handed back: at that branch if it lies in the drop-off
 * place, else at the company's first one there that serves the customer.
 */
function branchQueriesOf(
  facts: RentalFacts,
  { pickUp, dropOff }: RentalQuery,
  times: RentalTimes,
  now: Date,
): readonly BranchQuery[] {
  const ends = isSamePlace(pickUp.place, dropOff.place) ? undefined : facts.branches.at(dropOff.place);
  return facts.branches.at(pickUp.place).flatMap((from) => {
    const sameCompany = ends?.filter(({ company }) => company.code === from.company.code) ?? [from];
    const same = sameCompany.filter(({ id }) => id === from.id);
    for (const to of [...same, ...sameCompany.filter(({ id }) => id !== from.id)]) {
      const query = toBranchQuery(facts, { pickUp: from, dropOff: to }, times, now);
      if (query) return [query];
    }
    return [];
  });
}

function isSamePlace(a: RentalPlace, b: RentalPlace): boolean {
  switch (a.kind) {
    case 'airport':
      return b.kind === 'airport' && b.airport === a.airport;
    case 'city':
      return b.kind === 'city' && b.cityCode === a.cityCode;
    case 'around':
      return b.kind === 'around' && b.latitude === a.latitude && b.longitude === a.longitude;
    default:
      return a satisfies never;
  }
}

/**
 * Each class on each of the company's plans, if the driver is old enough for it and a car is left. Nothing prepaid
 * needs confirming.
 */
function candidatesOf(query: BranchQuery, classes: readonly FleetClass[], context: RentalContext): Candidate[] {
  const { pickUp, driverAge } = query;
  const away = daysAway(query.pickUpMinute, query.dropOffMinute);
  const countLeft = createStockCount(pickUp, away, context);
  const priceOf = createPricer(query);
  const week = Math.floor(away.firstDay / WEEK_DAYS);
  const { plans } = pickUp.company;
  return classes.flatMap((fleetClass) => {
    const left = driverAge < fleetClass.ageMin ? 0 : countLeft(fleetClass);
    if (left === 0) return [];
    const isOnRequest = unitOf(mix(mix(pickUp.hash, fleetClass.hash), week)) < fleetClass.requestShare;
    const priceOn = priceOf(fleetClass);
    return (isOnRequest ? plans.filter((plan) => plan !== 'P') : plans).map((plan) => {
      const price = priceOn(plan);
      return { query, fleetClass, plan, price, usd: price.total / query.filing.minorPerUsd, left, isOnRequest };
    });
  });
}

function orderOf({ query, fleetClass, plan }: Candidate): string {
  return `${query.pickUp.id}${fleetClass.acriss}${plan}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
