import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import { instantOfLocal } from '../../../src/travel/dates.ts';
import type { RentalOffer, RentalQuery, RentalStop } from '../../../src/travel/rental.ts';

const eur = (value: number) => ({ value, currency: 'EUR' });

/** A branch at Lisbon's airport that never closes. */
export function aStop(part: Partial<RentalStop> = {}): RentalStop {
  const at = part.at ?? '2027-03-05T10:00:00';
  return {
    branchId: 'ZZ-LIS',
    branchName: 'Testcar Lisbon Airport',
    cityCode: 'LIS',
    cityName: 'Lisboa',
    country: 'PT',
    address: 'Terminal 1, Lisboa',
    airport: 'LIS',
    latitude: 38.77,
    longitude: -9.13,
    zone: 'Europe/Lisbon',
    instant: instantOfLocal(at, 'Europe/Lisbon'),
    opens: '00:00',
    closes: '24:00',
    ...part,
    at,
  };
}

/**
 * Five days of a compact: 200.01 euros now (150.00 and a fee of 50.01) and 30.50 at the counter, free until two days
 * before, then a day, then everything.
 */
export function aRental(part: Partial<RentalOffer> = {}): RentalOffer {
  const pickUp = part.pickUp ?? aStop();
  const hoursBefore = (hours: number) => new Date((pickUp.instant?.getTime() ?? 0) - hours * 3_600_000);
  return {
    offerKey: 'compact',
    vendorName: 'Testcar',
    vehicle: {
      name: 'Testa Prova or similar',
      category: 'Compact',
      acrissCode: 'CDMR',
      transmission: 'manual',
      fuel: 'petrol',
      hasAirConditioning: true,
      seats: 5,
      doors: 5,
      bagsLarge: 2,
      bagsSmall: 1,
    },
    pickUp,
    dropOff: aStop({ at: '2027-03-10T10:00:00' }),
    days: 5,
    driverAge: 30,
    residenceCountry: undefined,
    charges: [
      { description: '5 days', amount: eur(15_000), paidAt: 'now' },
      { description: 'Airport fee', amount: eur(5_001), paidAt: 'now' },
      { description: 'Road tax', amount: eur(3_050), paidAt: 'local' },
    ],
    deposit: eur(60_000),
    isOnRequest: false,
    mileage: { isUnlimited: false, includedKm: 1_000, extraPerKm: eur(25) },
    fuelPolicy: 'full_to_full',
    isRefundable: true,
    cancellation: [
      { from: hoursBefore(48), penalty: eur(3_000), basis: 'nights' },
      { from: hoursBefore(0), penalty: eur(20_001), basis: 'percent' },
    ],
    extras: [
      {
        ancillaryKey: 'child_seat',
        type: 'child_seat',
        label: 'Child seat',
        description: '9 to 18 kg',
        paidAt: 'local',
        price: eur(4_001),
        quantityMax: 2,
      },
      {
        ancillaryKey: 'gps',
        type: 'gps',
        label: 'GPS',
        description: 'Navigation in your language',
        paidAt: 'now',
        price: eur(3_333),
        quantityMax: 1,
      },
    ],
    carsLeft: 3,
    ...part,
  };
}

/**
 * Four classes: the compact, an automatic estate with unlimited mileage, an SUV on request, and a mini that is cheap
 * now and dear at the counter.
 */
export function fewRentals(query: Pick<RentalQuery, 'pickUp' | 'dropOff' | 'driverAge'>): readonly RentalOffer[] {
  const ends = {
    pickUp: aStop({ at: query.pickUp.at }),
    dropOff: aStop({ at: query.dropOff.at }),
    driverAge: query.driverAge,
  };
  const base = aRental(ends);
  const priced = (now: number, local: number): Pick<RentalOffer, 'charges'> => ({
    charges: [
      { description: '5 days', amount: eur(now), paidAt: 'now' },
      ...(local > 0 ? [{ description: 'Desk fee', amount: eur(local), paidAt: 'local' as const }] : []),
    ],
  });
  return [
    base,
    {
      ...base,
      offerKey: 'estate',
      vendorName: 'Otherdrive',
      vehicle: { ...base.vehicle, category: 'Intermediate', acrissCode: 'IWAR', transmission: 'automatic' },
      ...priced(30_000, 0),
      mileage: { isUnlimited: true, includedKm: undefined, extraPerKm: undefined },
    },
    {
      ...base,
      offerKey: 'suv',
      vehicle: { ...base.vehicle, category: 'Standard', acrissCode: 'SFAH', transmission: 'automatic', fuel: 'hybrid' },
      ...priced(45_000, 0),
      isOnRequest: true,
      isRefundable: false,
      cancellation: [{ from: new Date('2026-01-01T00:00:00Z'), penalty: eur(45_000), basis: 'amount' }],
    },
    {
      ...base,
      offerKey: 'mini',
      vehicle: { ...base.vehicle, category: 'Mini', acrissCode: 'MBMN', hasAirConditioning: false, seats: 4, doors: 3 },
      ...priced(1_000, 24_000),
      cancellation: [],
    },
  ];
}

/** A car supplier that answers `fewRentals`; whatever a test changes comes last. */
export function aCarSupplier(part: Partial<CarSupplier> = {}): CarSupplier {
  const notForSale = () => Promise.reject(new Error('This supplier only searches.'));
  return {
    id: 'few_cars',
    name: 'Few Cars',
    search: async (query) => ({ offers: fewRentals(query), omitted: 0 }),
    getOffer: notForSale,
    price: notForSale,
    book: notForSale,
    lookUp: notForSale,
    cancel: notForSale,
    ...part,
  };
}
