import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import type { RentalOffer, RentalStop } from '../../../src/travel/rental.ts';

/** A supplier that rents out what another does and states nothing it may leave out: class, deposit, hours, terms … */
export function sparseCars(real: CarSupplier): CarSupplier {
  const { exchanges: _, ...others } = real;
  return {
    ...others,
    async search(query, context) {
      const { offers, omitted } = await real.search(query, context);
      return { offers: offers.map(sparseRental), omitted };
    },
    async getOffer(offerKey, context) {
      const offer = await real.getOffer(offerKey, context);
      return offer && sparseRental(offer);
    },
    async price(offerKey, context) {
      const outcome = await real.price(offerKey, context);
      return outcome.kind === 'priced' ? { kind: 'priced', offer: sparseRental(outcome.offer) } : outcome;
    },
  };
}

function sparseRental(offer: RentalOffer): RentalOffer {
  const { offerKey, vendorName, vehicle, charges, days, driverAge, isOnRequest, residenceCountry } = offer;
  return {
    offerKey,
    vendorName,
    charges,
    days,
    driverAge,
    isOnRequest,
    residenceCountry,
    pickUp: sparseStop(offer.pickUp),
    dropOff: sparseStop(offer.dropOff),
    vehicle: {
      name: vehicle.name,
      category: undefined,
      acrissCode: undefined,
      transmission: undefined,
      fuel: undefined,
      hasAirConditioning: undefined,
      seats: undefined,
      doors: undefined,
      bagsLarge: undefined,
      bagsSmall: undefined,
    },
    deposit: undefined,
    mileage: undefined,
    fuelPolicy: undefined,
    isRefundable: undefined,
    cancellation: 'unknown',
    extras: offer.extras.map((extra) => ({ ...extra, quantityMax: undefined })),
    carsLeft: undefined,
  };
}

function sparseStop(stop: RentalStop): RentalStop {
  return { ...stop, cityCode: undefined, zone: undefined, instant: undefined, opens: undefined, closes: undefined };
}
