import { presentAmount } from '../../travel/money.ts';
import {
  dueAtCounter,
  payNowOfRental,
  type RentalOffer,
  type RentalStop,
  type RentalVehicle,
} from '../../travel/rental.ts';
import { describeDay } from './describe-flight.ts';
import { presentCancellation } from './present-cancellation.ts';

/**
 * One line a person understands: `Compact (Volkswagen Golf or similar), Rodavia Lisbon Airport, 3 Oct 10:00 – 8 Oct
 * 10:00 2026`.
 */
export function describeRental({ vehicle, pickUp, dropOff }: RentalOffer): string {
  const places =
    pickUp.branchId === dropOff.branchId ? pickUp.branchName : `${pickUp.branchName} to ${dropOff.branchName}`;
  const car = vehicle.category === undefined ? vehicle.name : `${vehicle.category} (${vehicle.name})`;
  return `${car}, ${places}, ${describeTime(pickUp)} – ${describeTime(dropOff)} ${dropOff.at.slice(0, 4)}`;
}

function describeTime({ at }: RentalStop): string {
  return `${describeDay(at.slice(0, 10))} ${at.slice(11, 16)}`;
}

/** `details` of a car in a trip or a booking. */
export function presentRentalDetails(rental: RentalOffer): Record<string, unknown> {
  const { vehicle, mileage } = rental;
  return {
    vendor: rental.vendorName,
    vehicle: presentVehicle(vehicle),
    pick_up: presentStop(rental.pickUp),
    drop_off: presentStop(rental.dropOff),
    days: rental.days,
    driver_age: rental.driverAge,
    charges: rental.charges.map(({ description, amount, paidAt }) => ({
      description,
      amount: presentAmount(amount),
      paid_at: paidAt,
    })),
    pay_now: presentAmount(payNowOfRental(rental)),
    due_at_desk: presentAmount(dueAtCounter(rental)),
    ...(rental.deposit === undefined
      ? { deposit: null, deposit_known: false }
      : { deposit: presentAmount(rental.deposit) }),
    on_request: rental.isOnRequest,
    fuel_policy: rental.fuelPolicy ?? null,
    is_refundable: rental.isRefundable ?? null,
    mileage:
      mileage === undefined
        ? null
        : {
            unlimited: mileage.isUnlimited,
            included_km: mileage.includedKm ?? null,
            extra_per_km: mileage.extraPerKm ? presentAmount(mileage.extraPerKm) : null,
          },
    ...presentCancellation(rental.cancellation),
  };
}

/** A vehicle as its supplier states it; null: not stated. */
export function presentVehicle(vehicle: RentalVehicle) {
  return {
    name: vehicle.name,
    category: vehicle.category ?? null,
    acriss_code: vehicle.acrissCode ?? null,
    transmission: vehicle.transmission ?? null,
    fuel: vehicle.fuel ?? null,
    air_conditioning: vehicle.hasAirConditioning ?? null,
    seats: vehicle.seats ?? null,
    doors: vehicle.doors ?? null,
    bags_large: vehicle.bagsLarge ?? null,
    bags_small: vehicle.bagsSmall ?? null,
  };
}

/** Where and when a vehicle is picked up or dropped off; `null`: not stated. */
export function presentStop(stop: RentalStop) {
  return {
    branch_id: stop.branchId,
    branch_name: stop.branchName,
    city: stop.cityName,
    country: stop.country,
    address: stop.address,
    airport: stop.airport ?? null,
    latitude: stop.latitude,
    longitude: stop.longitude,
    date_time: stop.at,
    opens: stop.opens ?? null,
    closes: stop.closes ?? null,
  };
}
