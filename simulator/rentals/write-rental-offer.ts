import { mix } from '../../src/reference/hash.ts';
import type { RentalBranch } from './branches/rental-branch.ts';
import type { BranchQuery, RentalFacts } from './branch-query.ts';
import { clockText, type OpeningHours } from './branches/opening-hours.ts';
import { cancellationOf, chargesOf, depositOf, fuelPolicyOf, mileageOf } from './prices/rental-conditions.ts';
import { createExtras } from './prices/rental-extras.ts';
import { createKeyWriter, localOfMinute } from './rental-key.ts';
import type { RentalChoice, RentalPrice } from './prices/rental-prices.ts';
import type { FleetClass } from './rental-tables.ts';
import type { StatedRental, StatedStop } from './stated-rental.ts';

/** A class on a plan for one branch query, with its price and the cars left. */
export interface PricedCar extends RentalChoice {
  readonly query: BranchQuery;
  readonly price: RentalPrice;
  readonly left: number;
  readonly isOnRequest: boolean;
}

/** Turns priced cars into offers; what the cars of one branch query have in common is made once. */
export function createOfferWriter(facts: RentalFacts, now: Date): (car: PricedCar) => StatedRental {
  const sharedByQuery = new Map<BranchQuery, ReturnType<typeof sharedPartsOf>>();
  return (car) => {
    const { query, fleetClass, plan, price } = car;
    const shared = sharedByQuery.get(query) ?? sharedPartsOf(facts, query);
    sharedByQuery.set(query, shared);
    return {
      offerKey: shared.writeKey(fleetClass.acriss, plan),
      vendorName: query.pickUp.company.name,
      vehicle: toVehicle(query.pickUp, fleetClass),
      pickUp: shared.pickUp,
      dropOff: shared.dropOff,
      days: query.days,
      driverAge: query.driverAge,
      residenceCountry: query.residenceCountry,
      charges: chargesOf(query, price),
      deposit: depositOf(query, car),
      isOnRequest: car.isOnRequest,
      mileage: mileageOf(query, car),
      fuelPolicy: fuelPolicyOf(query, car),
      isRefundable: plan !== 'P',
      cancellation: cancellationOf(query, car, price, now),
      extras: shared.extrasOf(fleetClass),
      carsLeft: car.left,
    };
  };
}

function sharedPartsOf({ tables }: RentalFacts, query: BranchQuery) {
  const { pickUp, dropOff, pickUpMinute, dropOffMinute, driverAge, residenceCountry } = query;
  return {
    writeKey: createKeyWriter({
      pickUpBranch: pickUp.id,
      dropOffBranch: dropOff.id,
      pickUpMinute,
      dropOffMinute,
      driverAge,
      residenceCountry,
    }),
    pickUp: toStop(pickUp, pickUpMinute, query.pickUpUtc, query.pickUpHours),
    dropOff: toStop(dropOff, dropOffMinute, query.dropOffUtc, query.dropOffHours),
    extrasOf: createExtras(query, tables),
  };
}

function toVehicle({ hash }: RentalBranch, fleetClass: FleetClass): StatedRental['vehicle'] {
  const { models, acriss, category, transmission, fuel, hasAirConditioning, seats, doors, bagsLarge, bagsSmall } =
    fleetClass;
  const name = `${models[mix(hash, fleetClass.hash) % models.length]} or similar`;
  return {
    name,
    category,
    acrissCode: acriss,
    transmission,
    fuel,
    hasAirConditioning,
    seats,
    doors,
    bagsLarge,
    bagsSmall,
  };
}

function toStop(branch: RentalBranch, minute: number, utcMinute: number, { opens, closes }: OpeningHours): StatedStop {
  const { id, name, cityCode, cityName, country, address, airport, latitude, longitude, zone } = branch;
  return {
    branchId: id,
    branchName: name,
    cityCode,
    cityName,
    country,
    address,
    airport,
    latitude,
    longitude,
    zone,
    at: localOfMinute(minute),
    instant: new Date(utcMinute * 60_000),
    opens: clockText(opens),
    closes: clockText(closes),
  };
}
