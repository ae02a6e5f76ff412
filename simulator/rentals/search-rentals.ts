import { isInNarrowing, type RentalOffer, type RentalPlace, type RentalQuery } from '../../src/travel/rental.ts';
import type { FoundRentals } from '../../src/suppliers/ports/cars.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';
import type { RentalBranch } from './branches.ts';
import { createStockCount, daysAway } from './car-stock.ts';
import { type RentalHire, type HireTimes, type RentalFacts, toRentalQuery } from './rental-query.ts';
import type { RentalKey } from './rental-key.ts';
import { createPricer } from './rental-prices.ts';
import type { FleetClass } from './rental-tables.ts';
import type { RentalContext } from './rental-world.ts';
import { createOfferWriter, type PricedCar } from './write-rental-offer.ts';

/** A car that can be rented, priced but not yet written out: only the cheapest are. */
interface Candidate extends PricedCar {
  readonly usd: number;
}

const WEEK_DAYS = 7;
/** What costs this much of an economy car is not stocked by companies away from the terminals. */
const SHUTTLE_PRICE_MAX = 3;
/** Classes that even the smallest counter keeps, as an index of AIRPORT_SIZES. */
const EVERYWHERE = 4;

/**
 * Everything that can be rented between the places of a query, cheapest first by what now and the counter take
 * together.
 */
export function searchRentals(
  facts: RentalFacts,
  query: RentalQuery,
  times: HireTimes,
  stockContext: RentalContext,
): FoundRentals {
  const { only } = query;
  const isWanted = ({ acriss, transmission }: FleetClass) =>
    only === undefined || isInNarrowing({ acrissCode: acriss, transmission }, only);
  const found = hiresOf(facts, query, times, stockContext.now).flatMap((hire) =>
    candidatesOf(hire, classesAt(facts, hire.pickUp).filter(isWanted), stockContext),
  );
  found.sort((a, b) => a.usd - b.usd || compareText(orderOf(a), orderOf(b)));
  const write = createOfferWriter(facts, stockContext.now);
  return {
    offers: found.slice(0, query.offersMax).map(write),
    omitted: Math.max(0, found.length - query.offersMax),
  };
}

/** The offer of a key, by the same rules as the search; undefined when it is not for sale. */
export function findRental(facts: RentalFacts, key: RentalKey, stockContext: RentalContext): RentalOffer | undefined {
  const pickUp = facts.branches.find(key.pickUpBranch);
  const dropOff = facts.branches.find(key.dropOffBranch);
  const fleetClass = pickUp && classesAt(facts, pickUp).find(({ acriss }) => acriss === key.acriss);
  const hire = pickUp && dropOff && toRentalQuery(facts, { pickUp, dropOff }, key, stockContext.now);
  const candidate =
    hire && fleetClass && candidatesOf(hire, [fleetClass], stockContext).find(({ plan }) => plan === key.plan);
  return candidate && createOfferWriter(facts, stockContext.now)(candidate);
}

/** Every class between the branches of a key and on its plan, cheapest first, by the same rules as the search. */
export function listAlternatives(
  facts: RentalFacts,
  key: RentalKey,
  stockContext: RentalContext,
): readonly RentalOffer[] {
  const pickUp = facts.branches.find(key.pickUpBranch);
  const dropOff = facts.branches.find(key.dropOffBranch);
  const hire = pickUp && dropOff && toRentalQuery(facts, { pickUp, dropOff }, key, stockContext.now);
  if (!pickUp || !hire) return [];
  const found = candidatesOf(hire, classesAt(facts, pickUp), stockContext).filter(({ plan }) => plan === key.plan);
  found.sort((a, b) => a.usd - b.usd || compareText(orderOf(a), orderOf(b)));
  return found.map(createOfferWriter(facts, stockContext.now));
}

/** The classes a branch keeps: fewer at smaller counters, and each company its own choice. */
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
 * For each branch one can fetch a car at, where it may be handed back: at the same one where that is in the place, else
 * at the company's first that serves.
 */
function hiresOf(
  facts: RentalFacts,
  { pickUp, dropOff }: RentalQuery,
  times: HireTimes,
  now: Date,
): readonly RentalHire[] {
  const ends = isSamePlace(pickUp.place, dropOff.place) ? undefined : facts.branches.at(dropOff.place);
  return facts.branches.at(pickUp.place).flatMap((from) => {
    const sameCompany = ends?.filter(({ company }) => company.code === from.company.code) ?? [from];
    const same = sameCompany.filter(({ id }) => id === from.id);
    for (const to of [...same, ...sameCompany.filter(({ id }) => id !== from.id)]) {
      const hire = toRentalQuery(facts, { pickUp: from, dropOff: to }, times, now);
      if (hire) return [hire];
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
function candidatesOf(hire: RentalHire, classes: readonly FleetClass[], stockContext: RentalContext): Candidate[] {
  const { pickUp, driverAge } = hire;
  const away = daysAway(hire.pickUpMinute, hire.dropOffMinute);
  const countLeft = createStockCount(pickUp, away, stockContext);
  const priceOf = createPricer(hire);
  const week = Math.floor(away.firstDay / WEEK_DAYS);
  const { plans } = pickUp.company;
  return classes.flatMap((fleetClass) => {
    const left = driverAge < fleetClass.ageMin ? 0 : countLeft(fleetClass);
    if (left === 0) return [];
    const isOnRequest = unitOf(mix(mix(pickUp.hash, fleetClass.hash), week)) < fleetClass.requestShare;
    const priceOn = priceOf(fleetClass);
    return (isOnRequest ? plans.filter((plan) => plan !== 'P') : plans).map((plan) => {
      const price = priceOn(plan);
      return { hire, fleetClass, plan, price, usd: price.total / hire.filing.minorPerUsd, left, isOnRequest };
    });
  });
}

function orderOf({ hire, fleetClass, plan }: Candidate): string {
  return `${hire.pickUp.id}${fleetClass.acriss}${plan}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
