import { addDays, daysBetween, instantOfLocal, isIsoDate } from '../../../src/travel/dates.ts';
import { money } from '../../../src/travel/money.ts';
import type { RentalQuery } from '../../../src/travel/rental.ts';
import {
  type CarUse,
  type RentalContext,
  type RentalWorld,
  soldCarsKey,
} from '../../../simulator/rentals/rental-world.ts';
import type { StatedRental, StatedStop } from '../../../simulator/rentals/stated-rental.ts';

/** Cars of each class a branch has. */
export const SMALL_CARS = 2;
const ZONE = 'Europe/Lisbon';
const VEHICLES: Readonly<Record<string, readonly string[]>> = { LIS: ['Golf', 'Golf on request'], OPO: ['Golf'] };

/**
 * Two branches in euros, small enough to be known by heart: a day costs EUR 40 on an even UTC day of asking, EUR 41 on
 * an odd one.
 */
export const smallRentals: RentalWorld = {
  search(query, stockContext) {
    const at = query.pickUp.place.kind === 'airport' ? query.pickUp.place.airport : '';
    const keys = (VEHICLES[at] ?? []).map((vehicle) =>
      [at, vehicle, query.pickUp.at.slice(0, 10), query.dropOff.at.slice(0, 10)].join('~'),
    );
    const offers = keys.flatMap((key) => offerOf(key, stockContext) ?? []);
    return { offers: offers.slice(0, query.offersMax), omitted: Math.max(0, offers.length - query.offersMax) };
  },
  offer: (offerKey, stockContext) => offerOf(offerKey, stockContext),
  alternatives: (offerKey, { pickUpAt, dropOffAt }, stockContext) => {
    const key = readKey(offerKey);
    const [from, until] = [pickUpAt?.slice(0, 10) ?? key?.from, dropOffAt?.slice(0, 10) ?? key?.until];
    return (VEHICLES[key?.branch ?? ''] ?? []).flatMap(
      (vehicle) => offerOf([key?.branch, vehicle, from, until].join('~'), stockContext) ?? [],
    );
  },
  carUses: (offerKey) => {
    const read = readKey(offerKey);
    return read?.days.map(
      (day): CarUse => ({
        branchId: read.branch,
        acrissCode: read.acriss,
        day,
        cars: 1,
        key: soldCarsKey(read.branch, read.acriss, day),
      }),
    );
  },
};

/** Three days in January 2027 from an airport and back to it. */
export function smallRentalQuery(airport: string): RentalQuery {
  const place = { kind: 'airport', airport } as const;
  return {
    pickUp: { place, at: '2027-01-14T10:00:00' },
    dropOff: { place, at: '2027-01-17T10:00:00' },
    driverAge: 35,
    residenceCountry: undefined,
    offersMax: 20,
  };
}

interface Key {
  readonly branch: string;
  readonly vehicle: string;
  readonly acriss: string;
  readonly from: string;
  readonly until: string;
  readonly days: readonly string[];
}

function readKey(offerKey: string): Key | undefined {
  const [branch = '', vehicle = '', from = '', until = ''] = offerKey.split('~');
  const index = (VEHICLES[branch] ?? []).indexOf(vehicle);
  if (index < 0 || !isIsoDate(from) || !isIsoDate(until)) return undefined;
  return {
    branch,
    vehicle,
    acriss: `CDM${'RN'[index]}`,
    from,
    until,
    days: Array.from({ length: daysBetween(from, until) }, (_, day) => addDays(from, day)),
  };
}

function offerOf(offerKey: string, { now, sold }: RentalContext): StatedRental | undefined {
  const key = readKey(offerKey);
  const carsLeft = key
    ? Math.min(...key.days.map((day) => SMALL_CARS - (sold.get(soldCarsKey(key.branch, key.acriss, day)) ?? 0)))
    : 0;
  if (!key || carsLeft < 1) return undefined;
  const pickUp = stopOf(key.branch, `${key.from}T10:00:00`);
  const price = money(key.days.length * (4_000 + (now.getUTCDate() % 2) * 100), 'EUR');
  return {
    offerKey,
    vendorName: 'Small Cars',
    pickUp,
    dropOff: stopOf(key.branch, `${key.until}T10:00:00`),
    days: key.days.length,
    driverAge: 35,
    residenceCountry: undefined,
    vehicle: {
      name: key.vehicle,
      category: 'Compact',
      acrissCode: key.acriss,
      transmission: 'manual',
      fuel: 'petrol',
      hasAirConditioning: true,
      seats: 5,
      doors: 5,
      bagsLarge: 1,
      bagsSmall: 1,
    },
    charges: [
      { description: 'Rental', amount: price, paidAt: 'now' },
      { description: 'Airport fee', amount: money(2_500, 'EUR'), paidAt: 'local' },
    ],
    deposit: money(30_000, 'EUR'),
    isOnRequest: key.vehicle.endsWith('request'),
    mileage: { isUnlimited: true, includedKm: undefined, extraPerKm: undefined },
    fuelPolicy: 'full_to_full',
    isRefundable: true,
    cancellation: [{ from: new Date(pickUp.instant.getTime() - 48 * 3_600_000), penalty: price, basis: 'percent' }],
    carsLeft,
    extras: [
      {
        ancillaryKey: 'child',
        type: 'child_seat',
        label: 'Child seat',
        description: 'A seat.',
        paidAt: 'local',
        price: money(3_000, 'EUR'),
        quantityMax: 2,
      },
      {
        ancillaryKey: 'gps',
        type: 'gps',
        label: 'GPS',
        description: 'A map.',
        paidAt: 'now',
        price: money(1_500, 'EUR'),
        quantityMax: 1,
      },
    ],
  };
}

function stopOf(branch: string, at: string): StatedStop {
  return {
    branchId: branch,
    branchName: branch,
    cityCode: branch,
    cityName: branch,
    country: 'PT',
    address: '1 Street',
    airport: branch,
    latitude: 38.7,
    longitude: -9.1,
    zone: ZONE,
    at,
    instant: instantOfLocal(at, ZONE),
    opens: '00:00',
    closes: '24:00',
  };
}
