import type { StatedSchedule } from './cancellation.ts';
import { FIRST_ZONE, instantOfLocal, LAST_ZONE, type LocalDateTime } from './dates.ts';
import { type Money, sumMoney } from './money.ts';

/** Where something of a rental is paid: to us with the booking, or at the rental counter. */
export const PAID_AT = ['now', 'local'] as const;
export type PaidAt = (typeof PAID_AT)[number];

export const TRANSMISSIONS = ['automatic', 'manual'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

/** How much fuel is in the car when it is handed out, and when it comes back. */
export const FUEL_POLICIES = ['full_to_full', 'prepaid', 'same_to_same'] as const;
export type FuelPolicy = (typeof FUEL_POLICIES)[number];

/** How far the car may be driven. */
export interface Mileage {
  readonly isUnlimited: boolean;
  readonly includedKm: number | undefined;
  readonly extraPerKm: Money | undefined;
}

/** A vehicle class as it is sold: never one certain car. What is undefined its supplier does not state. */
export interface RentalVehicle {
  /** `Volkswagen Golf or similar`. */
  readonly name: string;
  /** The first ACRISS letter in words: `Compact`. */
  readonly category: string | undefined;
  /** ACRISS, four letters: category, type, transmission and drive, fuel and air conditioning. */
  readonly acrissCode: string | undefined;
  readonly transmission: Transmission | undefined;
  /** petrol, diesel, hybrid, electric, … as the fourth ACRISS letter says. */
  readonly fuel: string | undefined;
  readonly hasAirConditioning: boolean | undefined;
  readonly seats: number | undefined;
  readonly doors: number | undefined;
  readonly bagsLarge: number | undefined;
  readonly bagsSmall: number | undefined;
}

/** Where and when a rental begins or ends. What is undefined the supplier does not state. */
export interface RentalStop {
  readonly branchId: string;
  readonly branchName: string;
  readonly cityCode: string | undefined;
  readonly cityName: string;
  readonly country: string;
  readonly address: string;
  /** IATA code where the branch is at an airport. */
  readonly airport: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA. Where a supplier does not state it, `withRentalZones` takes it from the place directory. */
  readonly zone: string | undefined;
  /** Branch-local. */
  readonly at: LocalDateTime;
  /** `at` in the zone; undefined with it. */
  readonly instant: Date | undefined;
  /** That day's hours, `HH:MM`; `00:00` to `24:00` where it never closes. */
  readonly opens: string | undefined;
  readonly closes: string | undefined;
}

/** A part of what a rental costs. */
export interface RentalCharge {
  readonly description: string;
  readonly amount: Money;
  readonly paidAt: PaidAt;
}

/** An extra that may be rented with the car. */
export interface RentalExtra {
  readonly ancillaryKey: string;
  readonly type:
    | 'child_seat'
    | 'booster_seat'
    | 'infant_seat'
    | 'gps'
    | 'additional_driver'
    | 'winter_tyres'
    | 'snow_chains'
    | 'full_protection';
  readonly label: string;
  readonly description: string;
  readonly paidAt: PaidAt;
  /** For the whole rental, at quantity one. */
  readonly price: Money;
  readonly quantityMax: number | undefined;
}

/**
 * One vehicle class from one branch to another, at one price. All money in the supplier's currency. What is undefined
 * the supplier does not state.
 */
export interface RentalOffer {
  /** All the supplier needs to find this offer again. */
  readonly offerKey: string;
  /** The rental company, as on the counter. */
  readonly vendorName: string;
  readonly vehicle: RentalVehicle;
  readonly pickUp: RentalStop;
  readonly dropOff: RentalStop;
  /** Days of 24 hours begun, up to 59 minutes forgiven: what is charged for. */
  readonly days: number;
  readonly driverAge: number;
  readonly residenceCountry: string | undefined;
  /** What the prices are made of, one at least; extras are not among them. */
  readonly charges: readonly RentalCharge[];
  /** Held on the driver's card at the counter, and given back. */
  readonly deposit: Money | undefined;
  /** The supplier confirms after the booking rather than at once. */
  readonly isOnRequest: boolean;
  readonly mileage: Mileage | undefined;
  readonly fuelPolicy: FuelPolicy | undefined;
  readonly isRefundable: boolean | undefined;
  readonly cancellation: StatedSchedule;
  readonly extras: readonly RentalExtra[];
  /** Cars of this class left on the fullest day. */
  readonly carsLeft: number | undefined;
}

/** The supplier's currency: all charges are in it. */
export function currencyOfRental({ charges }: Pick<RentalOffer, 'charges'>): string {
  const [first] = charges;
  if (first === undefined) throw new Error('A rental has a charge.');
  return first.amount.currency;
}

/** What is charged when the rental is booked, extras not included. */
export function payNowOfRental(rental: Pick<RentalOffer, 'charges'>): Money {
  return sumPaidAt(rental, 'now');
}

/** What the counter collects, extras and deposit not included. */
export function dueAtCounter(rental: Pick<RentalOffer, 'charges'>): Money {
  return sumPaidAt(rental, 'local');
}

function sumPaidAt(rental: Pick<RentalOffer, 'charges'>, place: PaidAt): Money {
  return sumMoney(
    rental.charges.filter(({ paidAt }) => paidAt === place).map(({ amount }) => amount),
    currencyOfRental(rental),
  );
}

/** What is wrong with a time that the clocks at a branch never show. */
export const SKIPPED_TIME = 'The clocks at the branch skip this time on that day.';

/** When a rental begins: where no zone is known, the earliest moment it can be. */
export function beginOfRental({ pickUp }: Pick<RentalOffer, 'pickUp'>): Date {
  return pickUp.instant ?? instantOfLocal(pickUp.at, FIRST_ZONE);
}

/** When a rental ends: where no zone is known, the latest moment it can be. */
export function endOfRental({ dropOff }: Pick<RentalOffer, 'dropOff'>): Date {
  return dropOff.instant ?? instantOfLocal(dropOff.at, LAST_ZONE);
}

/** Where a rental shall begin or end: at a code of the place directory, or near a point. */
export type RentalPlace =
  | { readonly kind: 'airport'; readonly airport: string }
  | { readonly kind: 'city'; readonly cityCode: string }
  | { readonly kind: 'around'; readonly latitude: number; readonly longitude: number };

/**
 * The only vehicles a search shows. A supplier that filters by it before it cuts to `offersMax` lets expensive classes
 * through; the answer of one that does not is filtered by us.
 */
export interface RentalFilter {
  readonly transmission: Transmission | undefined;
  /** Patterns of ACRISS codes of which any will do, `?` for any letter: `C???`, `?F??`, `CDMR`. Empty: every class. */
  readonly acrissPatterns: readonly string[];
}

/** Whether a class passes a filter. */
export function passesRentalFilter(
  { acrissCode, transmission }: Pick<RentalVehicle, 'acrissCode' | 'transmission'>,
  only: RentalFilter,
): boolean {
  if (only.transmission !== undefined && transmission !== only.transmission) return false;
  return (
    only.acrissPatterns.length === 0 ||
    (acrissCode !== undefined && only.acrissPatterns.some((pattern) => matchesPattern(acrissCode, pattern)))
  );
}

function matchesPattern(acrissCode: string, pattern: string): boolean {
  return (
    acrissCode.length === pattern.length &&
    [...pattern].every((letter, index) => letter === '?' || letter === acrissCode[index])
  );
}

/** What a car search asks of a supplier. A supplier applies `only` as a whole or not at all. */
export interface RentalQuery {
  readonly pickUp: { readonly place: RentalPlace; readonly at: LocalDateTime };
  readonly dropOff: { readonly place: RentalPlace; readonly at: LocalDateTime };
  readonly driverAge: number;
  readonly residenceCountry: string | undefined;
  /** Upper bound of offers to answer, cheapest first. */
  readonly offersMax: number;
  /** Absent: everything. */
  readonly only?: RentalFilter;
}
