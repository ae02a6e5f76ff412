import type { RentalOffer, RentalStop } from '../../src/travel/rental.ts';
import { mix } from '../../src/reference/hash.ts';
import type { RentalBranch } from './branches.ts';
import type { RentalHire, RentalFacts } from './rental-query.ts';
import { clockText, type OpeningHours } from './opening-hours.ts';
import { cancellationOf, chargesOf, depositOf, fuelPolicyOf, mileageOf } from './rental-conditions.ts';
import { createExtras } from './rental-extras.ts';
import { createKeyWriter, localOfMinute } from './rental-key.ts';
import type { RentalChoice, RentalPrice } from './rental-prices.ts';
import type { FleetClass } from './rental-tables.ts';

/** A class on a plan for a hire, with its price and what is left of it. */
export interface PricedCar extends RentalChoice {
  readonly hire: RentalHire;
  readonly price: RentalPrice;
  readonly left: number;
  readonly isOnRequest: boolean;
}

/** Writes priced cars out as offers; what the cars of one hire share is written once. */
export function createOfferWriter(facts: RentalFacts, now: Date): (car: PricedCar) => RentalOffer {
  const sharedOf = new Map<RentalHire, ReturnType<typeof shareOfHire>>();
  return (car) => {
    const { hire, fleetClass, plan, price } = car;
    const shared = sharedOf.get(hire) ?? shareOfHire(facts, hire);
    sharedOf.set(hire, shared);
    return {
      offerKey: shared.writeKey(fleetClass.acriss, plan),
      vendorName: hire.pickUp.company.name,
      vehicle: toVehicle(hire.pickUp, fleetClass),
      pickUp: shared.pickUp,
      dropOff: shared.dropOff,
      days: hire.days,
      driverAge: hire.driverAge,
      residenceCountry: hire.residenceCountry,
      charges: chargesOf(hire, price),
      deposit: depositOf(hire, car),
      isOnRequest: car.isOnRequest,
      mileage: mileageOf(hire, car),
      fuelPolicy: fuelPolicyOf(hire, car),
      isRefundable: plan !== 'P',
      cancellation: cancellationOf(hire, car, price, now),
      extras: shared.extrasOf(fleetClass),
      carsLeft: car.left,
    };
  };
}

function shareOfHire({ tables }: RentalFacts, hire: RentalHire) {
  const { pickUp, dropOff, pickUpMinute, dropOffMinute, driverAge, residenceCountry } = hire;
  return {
    writeKey: createKeyWriter({
      pickUpBranch: pickUp.id,
      dropOffBranch: dropOff.id,
      pickUpMinute,
      dropOffMinute,
      driverAge,
      residenceCountry,
    }),
    pickUp: toStop(pickUp, pickUpMinute, hire.pickUpUtc, hire.pickUpHours),
    dropOff: toStop(dropOff, dropOffMinute, hire.dropOffUtc, hire.dropOffHours),
    extrasOf: createExtras(hire, tables),
  };
}

function toVehicle({ hash }: RentalBranch, fleetClass: FleetClass): RentalOffer['vehicle'] {
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

function toStop(branch: RentalBranch, minute: number, utcMinute: number, { opens, closes }: OpeningHours): RentalStop {
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
