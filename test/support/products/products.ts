import { asId } from '../../../src/platform/ids.ts';
import { money } from '../../../src/travel/money.ts';
import type { RentalOffer, RentalStop } from '../../../src/travel/rental.ts';
import type { Stay, StayHotel, StayRate } from '../../../src/travel/stay.ts';
import type { RentalItem, StayItem } from '../../../src/trips/model/trip.ts';

/** A hotel in Lisbon. */
export function aHotel(part: Partial<StayHotel> = {}): StayHotel {
  return {
    hotelId: 'h-1',
    name: 'Hotel Miramar',
    address: 'Rua do Norte 12, 1200-284 Lisboa',
    cityCode: 'LIS',
    cityName: 'Lisbon',
    country: 'PT',
    latitude: 38.71,
    longitude: -9.14,
    zone: 'Europe/Lisbon',
    starRating: 4,
    rating: 8.6,
    reviewCount: 412,
    hotelTypeId: 1,
    chainId: undefined,
    facilityIds: [1],
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
    ...part,
  };
}

/**
 * A double room for two, five nights, 600.00 EUR now and 20.00 EUR of city tax there; free to cancel until two days
 * before.
 */
export function aRate(part: Partial<StayRate> = {}): StayRate {
  return {
    rateKey: 'rate-1',
    party: { adults: 2, childrenAges: [] },
    boardType: 'BB',
    planName: 'Flexible',
    paymentType: 'pay_now',
    total: money(60_000, 'EUR'),
    room: {
      roomId: 'r-1',
      name: 'Double room',
      description: 'With a balcony.',
      maxOccupancy: 3,
      maxAdults: 2,
      maxChildren: 1,
      sizeSquareMetres: 22,
      beds: '1 double bed',
      amenities: ['wifi'],
    },
    nights: [3, 4, 5, 6, 7].map((day) => ({ date: `2026-10-0${day}`, amount: money(11_320, 'EUR') })),
    taxes: [
      { description: 'VAT', amount: money(3_400, 'EUR'), isIncluded: true },
      { description: 'City tax', amount: money(2_000, 'EUR'), isIncluded: false },
    ],
    isRefundable: true,
    roomsLeft: 4,
    cancellation: [
      { from: new Date('2026-10-01T17:00:00Z'), penalty: money(12_000, 'EUR'), basis: 'nights' },
      { from: new Date('2026-10-03T17:00:00Z'), penalty: money(60_000, 'EUR'), basis: 'percent' },
    ],
    ...part,
  };
}

/** Five nights in Lisbon from 3 October 2026. */
export function aStay(part: Partial<Stay> = {}): Stay {
  return { hotel: aHotel(), checkIn: '2026-10-03', checkOut: '2026-10-08', rates: [aRate()], ...part };
}

/** That stay as an item of a trip in euros. */
export function aStayItem(part: Partial<StayItem> = {}): StayItem {
  const price = money(60_000, 'EUR');
  return {
    itemId: asId('item', 'itm_stay'),
    kind: 'hotel',
    supplierId: 'test',
    identity: 'test|rate-1',
    description: 'Hotel Miramar',
    rateKeys: ['rate-1'],
    stay: aStay(),
    originPrice: price,
    price,
    rate: 1,
    ancillaries: [],
    seats: [],
    ...part,
  };
}

function stop(at: string, instant: string): RentalStop {
  return {
    branchId: 'b-1',
    branchName: 'Rodavia Lisbon Airport',
    cityCode: 'LIS',
    cityName: 'Lisbon',
    country: 'PT',
    address: 'Aeroporto',
    airport: 'LIS',
    latitude: 38.77,
    longitude: -9.13,
    zone: 'Europe/Lisbon',
    at,
    instant: new Date(instant),
    opens: '06:00',
    closes: '23:59',
  };
}

/** A compact for five days, 200.00 EUR now and 30.00 at the counter, where a GPS is paid; a child seat is paid now. */
export function aRental(part: Partial<RentalOffer> = {}): RentalOffer {
  return {
    offerKey: 'car-1',
    vendorName: 'Rodavia',
    driverAge: 35,
    residenceCountry: undefined,
    days: 5,
    isOnRequest: false,
    isRefundable: true,
    carsLeft: 3,
    vehicle: {
      name: 'Volkswagen Golf or similar',
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
    pickUp: stop('2026-10-03T12:00:00', '2026-10-03T11:00:00Z'),
    dropOff: stop('2026-10-08T10:00:00', '2026-10-08T09:00:00Z'),
    charges: [
      { description: 'Rental', amount: money(17_000, 'EUR'), paidAt: 'now' },
      { description: 'Airport surcharge', amount: money(3_000, 'EUR'), paidAt: 'now' },
      { description: 'Road fee', amount: money(3_000, 'EUR'), paidAt: 'local' },
    ],
    deposit: money(80_000, 'EUR'),
    mileage: { isUnlimited: true, includedKm: undefined, extraPerKm: undefined },
    fuelPolicy: 'full_to_full',
    cancellation: [{ from: new Date('2026-10-01T11:00:00Z'), penalty: money(5_000, 'EUR'), basis: 'amount' }],
    extras: [
      {
        ancillaryKey: 'child_seat',
        type: 'child_seat',
        label: 'Child seat',
        description: '9 to 18 kg',
        paidAt: 'now',
        price: money(4_000, 'EUR'),
        quantityMax: 2,
      },
      {
        ancillaryKey: 'gps',
        type: 'gps',
        label: 'GPS',
        description: 'Navigation',
        paidAt: 'local',
        price: money(2_500, 'EUR'),
        quantityMax: 1,
      },
    ],
    ...part,
  };
}

/** That car as an item of a trip in euros. */
export function aRentalItem(part: Partial<RentalItem> = {}): RentalItem {
  const price = money(20_000, 'EUR');
  return {
    itemId: asId('item', 'itm_car'),
    kind: 'car',
    supplierId: 'test',
    identity: 'test|car-1',
    description: 'Compact',
    offerKey: 'car-1',
    rental: aRental(),
    originPrice: price,
    price,
    rate: 1,
    ancillaries: [],
    seats: [],
    ...part,
  };
}
