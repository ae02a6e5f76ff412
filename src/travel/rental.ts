import type { CancellationSchedule } from './cancellation.ts';
import type { LocalDateTime } from './dates.ts';
import { type Money, sumMoney } from './money.ts';

/** Where something of a rental is paid: to us with the booking, or at the rental counter. */
export const PAID_AT = ['now', 'local'] as const;
export type PaidAt = (typeof PAID_AT)[number];

export const TRANSMISSIONS = ['automatic', 'manual'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

/** A vehicle class as it is sold: never one certain car. */
export interface RentalVehicle {
  /** `Volkswagen Golf or similar`. */
  readonly name: string;
  /** The first ACRISS letter in words: `Compact`. */
  readonly category: string;
  /** ACRISS, four letters: category, type, transmission and drive, fuel and air conditioning. */
  readonly acrissCode: string;
  readonly transmission: Transmission;
  /** petrol, diesel, hybrid, electric, … as the fourth ACRISS letter says. */
  readonly fuel: string;
  readonly hasAirConditioning: boolean;
  readonly seats: number;
  readonly doors: number;
  readonly bagsLarge: number;
  readonly bagsSmall: number;
}

/** Where and when a rental begins or ends. */
export interface RentalStop {
  readonly branchId: string;
  readonly branchName: string;
  readonly cityCode: string;
  readonly cityName: string;
  readonly country: string;
  readonly address: string;
  /** IATA code where the branch is at an airport. */
  readonly airport: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA. */
  readonly zone: string;
  /** Branch-local. */
  readonly at: LocalDateTime;
  readonly instant: Date;
  /** That day's hours, `HH:MM`; `00:00` to `24:00` where it never closes. */
  readonly opens: string;
  readonly closes: string;
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
  readonly quantityMax: number;
}

/** One vehicle class from one branch to another, at one price. All money in the supplier's currency. */
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
  /** What the prices are made of; extras are not among them. */
  readonly charges: readonly RentalCharge[];
  /** Held on the driver's card at the counter, and given back. */
  readonly deposit: Money;
  /** The supplier confirms after the booking rather than at once. */
  readonly isOnRequest: boolean;
  readonly mileage: {
    readonly isUnlimited: boolean;
    readonly includedKm: number | undefined;
    readonly extraPerKm: Money | undefined;
  };
  readonly fuelPolicy: 'full_to_full' | 'prepaid' | 'same_to_same';
  readonly isRefundable: boolean;
  readonly cancellation: CancellationSchedule;
  readonly extras: readonly RentalExtra[];
  /** Cars of this class left on the fullest day. */
  readonly carsLeft: number;
}

/** What is charged when the rental is booked, extras not included. */
export function payNowOfRental({ charges, deposit }: Pick<RentalOffer, 'charges' | 'deposit'>): Money {
  return sumMoney(
    charges.filter(({ paidAt }) => paidAt === 'now').map(({ amount }) => amount),
    deposit.currency,
  );
}

/** What the counter collects, extras and deposit not included. */
export function dueAtCounter({ charges, deposit }: Pick<RentalOffer, 'charges' | 'deposit'>): Money {
  return sumMoney(
    charges.filter(({ paidAt }) => paidAt === 'local').map(({ amount }) => amount),
    deposit.currency,
  );
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
  return only.acrissPatterns.length === 0 || only.acrissPatterns.some((pattern) => matchesPattern(acrissCode, pattern));
}

function matchesPattern(acrissCode: string, pattern: string): boolean {
  return (
    acrissCode.length === pattern.length &&
    [...pattern].every((letter, index) => letter === '?' || letter === acrissCode[index])
  );
}

/** What a car search asks of a supplier. */
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
