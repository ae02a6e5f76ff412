import { epochDayToIsoDate } from '../../src/travel/dates.ts';
import type { RentalQuery } from '../../src/travel/rental.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';

import type { Atlas } from '../../src/reference/atlas.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';
import { createBranches, readInhabitants } from './branches/branches.ts';
import { daysAway } from './car-stock.ts';
import type { RentalFacts } from './branch-query.ts';
import { minuteOfLocal, readRentalKey, type RentalKey } from './rental-key.ts';
import { readRentalTables } from './rental-tables.ts';
import { type CarUse, type RentalContext, type RentalWorld, soldCarsKey, type RequestedTimes } from './rental-world.ts';
import { scenarioFleet, scenarioOfCar, scenarioOffer, scenarioOffers } from './scenario-cars.ts';
import { classesAt, findRental, listAlternatives, searchRentals } from './search-rentals.ts';
import type { FoundStatedRentals, StatedRental } from './stated-rental.ts';

/** What the rental world is made from: the bundle's folder, its places, rates and clocks, and the seed's hash. */
export interface RentalParts {
  readonly dir: string;
  readonly atlas: Atlas;
  readonly rates: ExchangeRates;
  readonly zones: ZoneClock;
  readonly seed: number;
}

/** What an offer key can carry. */
const COUNTRY = /^[A-Z]{2}$/;
const NO_RENTALS: FoundStatedRentals = { offers: [], omitted: 0 };

/**
 * The rental cars of a bundle. Branches, fleets and prices are computed by the query that needs them; loading reads a
 * few small tables.
 */
export function createRentalWorld({ dir, atlas, rates, zones, seed }: RentalParts): RentalWorld {
  const tables = readRentalTables(dir);
  const branches = createBranches({ atlas, tables, seed, inhabitants: readInhabitants(dir) });
  const facts: RentalFacts = { atlas, rates, zones, tables, branches, seed };
  return {
    search: (query, context) => search(facts, query, context),
    offer: (offerKey, context) => findOffer(facts, offerKey, context),
    alternatives: (offerKey, times, context) => alternativesOf(facts, { offerKey, ...times }, context),
    carUses: (offerKey) => carUsesOf(facts, offerKey),
  };
}

function search(facts: RentalFacts, query: RentalQuery, context: RentalContext): FoundStatedRentals {
  const pickUpMinute = minuteOfLocal(query.pickUp.at);
  const dropOffMinute = minuteOfLocal(query.dropOff.at);
  if (pickUpMinute === undefined || dropOffMinute === undefined) return NO_RENTALS;
  const times = {
    pickUpMinute,
    dropOffMinute,
    driverAge: query.driverAge,
    residenceCountry: COUNTRY.test(query.residenceCountry ?? '') ? query.residenceCountry : undefined,
  };
  const scenarios = scenarioOffers(query, times, context.now);
  if (!scenarios) return searchRentals(facts, query, times, context);
  return { offers: scenarios.slice(0, query.offersMax), omitted: Math.max(0, scenarios.length - query.offersMax) };
}

function findOffer(facts: RentalFacts, offerKey: string, context: RentalContext): StatedRental | undefined {
  const key = readRentalKey(offerKey);
  return key && (scenarioOfCar(offerKey) ? scenarioOffer(key, context.now) : findRental(facts, key, context));
}

function alternativesOf(
  facts: RentalFacts,
  { offerKey, pickUpAt, dropOffAt }: RequestedTimes & { readonly offerKey: string },
  context: RentalContext,
): readonly StatedRental[] {
  const key = readRentalKey(offerKey);
  const pickUpMinute = pickUpAt === undefined ? key?.pickUpMinute : minuteOfLocal(pickUpAt);
  const dropOffMinute = dropOffAt === undefined ? key?.dropOffMinute : minuteOfLocal(dropOffAt);
  if (!key || pickUpMinute === undefined || dropOffMinute === undefined) return [];
  const moved = { ...key, pickUpMinute, dropOffMinute };
  return scenarioOfCar(offerKey) ? scenarioFleet(moved, context.now) : listAlternatives(facts, moved, context);
}

function carUsesOf(facts: RentalFacts, offerKey: string): readonly CarUse[] | undefined {
  const key = readRentalKey(offerKey);
  if (!key || key.dropOffMinute <= key.pickUpMinute || !(scenarioOfCar(offerKey) || isInFleet(facts, key)))
    return undefined;
  const { firstDay, lastDay } = daysAway(key.pickUpMinute, key.dropOffMinute);
  if (lastDay - firstDay > CAR_USES_MAX) return undefined;
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
    const day = epochDayToIsoDate(firstDay + index);
    return {
      branchId: key.pickUpBranch,
      acrissCode: key.acriss,
      day,
      cars: 1,
      key: soldCarsKey(key.pickUpBranch, key.acriss, day),
    };
  });
}
/** Ninety days touch at most ninety-one dates, and one more with the grace of the last. */
const CAR_USES_MAX = 91;

/** Whether the branches exist, and the company rents the class out there on that plan. */
function isInFleet(facts: RentalFacts, { pickUpBranch, dropOffBranch, acriss, plan }: RentalKey): boolean {
  const branch = facts.branches.find(pickUpBranch);
  if (!branch?.company.plans.includes(plan) || !facts.branches.find(dropOffBranch)) return false;
  return classesAt(facts, branch).some((fleetClass) => fleetClass.acriss === acriss);
}
