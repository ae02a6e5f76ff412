import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import type { RentalExchangeOffer } from '../../src/suppliers/ports/servicing.ts';
import type { Money } from '../../src/travel/money.ts';
import type {
  FuelPolicy,
  Mileage,
  RentalExtra,
  RentalOffer,
  RentalStop,
  RentalVehicle,
  Transmission,
} from '../../src/travel/rental.ts';

/** The built-in world states everything a supplier may leave out: its types are those of the port, without a gap. */
export interface StatedRental extends RentalOffer {
  readonly vehicle: StatedVehicle;
  readonly pickUp: StatedStop;
  readonly dropOff: StatedStop;
  readonly deposit: Money;
  readonly mileage: Mileage;
  readonly fuelPolicy: FuelPolicy;
  readonly isRefundable: boolean;
  readonly cancellation: CancellationSchedule;
  readonly extras: readonly StatedExtra[];
  readonly carsLeft: number;
}

/** A vehicle class of the built-in world. */
export interface StatedVehicle extends RentalVehicle {
  readonly category: string;
  readonly acrissCode: string;
  readonly transmission: Transmission;
  readonly fuel: string;
  readonly hasAirConditioning: boolean;
  readonly seats: number;
  readonly doors: number;
  readonly bagsLarge: number;
  readonly bagsSmall: number;
}

/** Where and when a rental of the built-in world begins or ends. */
export interface StatedStop extends RentalStop {
  readonly cityCode: string;
  readonly zone: string;
  readonly instant: Date;
  readonly opens: string;
  readonly closes: string;
}

/** An extra of the built-in world. */
export interface StatedExtra extends RentalExtra {
  readonly quantityMax: number;
}

/** What a rental of the built-in world may be exchanged for. */
export interface StatedExchangeOffer extends RentalExchangeOffer {
  readonly rental: StatedRental;
}

/** Rentals of the built-in world, and how many more there were. */
export interface FoundStatedRentals {
  readonly offers: readonly StatedRental[];
  readonly omitted: number;
}
