import type { Messages } from '../../wording.ts';

const guests = (adults: number, children: number, text: string) =>
  `${adults === 1 ? '1 adult' : `${adults} adults`}${children === 0 ? '' : `, ${text}`}`;

/** What is said of a stay, in English. */
export const stay: Messages['stay'] = {
  nights: (count) => (count === 1 ? '1 night' : `${count} nights`),
  rooms: (count) => (count === 1 ? '1 room' : `${count} rooms`),
  stars: (count) => (count === 1 ? '1 star' : `${count} stars`),
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  from: (time) => `from ${time}`,
  until: (time) => `until ${time}`,
  guests: (adults, children, ages) =>
    guests(
      adults,
      children,
      children === 1 ? `1 child (${ages} ${ages === '1' ? 'year' : 'years'})` : `${children} children (${ages} years)`,
    ),
  standardNames: undefined,
  boards: {
    RO: 'Room only, no meals',
    BI: 'Breakfast included',
    BB: 'Bed and breakfast',
    HB: 'Half board (breakfast and one meal)',
    FB: 'Full board (all meals)',
    AI: 'All inclusive (meals and drinks)',
  },
};

/** What is said of a rental car, in English. */
export const rental: Messages['rental'] = {
  charges: undefined,
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  categories: {
    M: 'Mini',
    E: 'Economy',
    C: 'Compact',
    I: 'Intermediate',
    S: 'Standard',
    F: 'Full-size',
    P: 'Premium',
    L: 'Luxury',
    O: 'Oversize',
    X: 'Special',
  },
  similar: (model) => `${model} or similar`,
  transmissions: { automatic: 'automatic', manual: 'manual' },
  fuels: {
    petrol: 'petrol',
    diesel: 'diesel',
    hybrid: 'hybrid',
    'plug-in hybrid': 'plug-in hybrid',
    electric: 'electric',
  },
  seats: (count) => `${count} seats`,
  airConditioning: 'air conditioning',
  bagsLarge: (count) => (count === 1 ? '1 large bag' : `${count} large bags`),
  bagsSmall: (count) => (count === 1 ? '1 small bag' : `${count} small bags`),
  pickUp: 'Pick-up',
  dropOff: 'Drop-off',
  hours: (opens, closes) => `Open ${opens}–${closes}`,
  alwaysOpen: 'Open around the clock',
  unlimitedMileage: 'Unlimited mileage',
  mileage: (kilometres) => `${kilometres} km included`,
  extraKilometre: (price) => `${price} for each further km`,
  fuelPolicies: {
    full_to_full: 'Picked up with a full tank, returned full',
    prepaid: 'Fuel prepaid: the tank may come back empty',
    same_to_same: 'Returned with as much fuel as at pick-up',
  },
  extras: {
    child_seat: 'Child seat',
    booster_seat: 'Booster seat',
    infant_seat: 'Infant seat',
    gps: 'Navigation system',
    additional_driver: 'Additional driver',
    winter_tyres: 'Winter tyres',
    snow_chains: 'Snow chains',
    full_protection: 'Full protection',
  },
  paidAt: { now: 'paid with the booking', local: 'paid at the desk' },
  included: 'Included with the car',
  conditions: 'Deposit and driver',
  deposit: (amount) => `A deposit of ${amount} is held on the driver’s card and released after the return.`,
  driver: (age) => `Priced for a driver aged ${age}.`,
  onRequest: 'On request: the rental company confirms this car after the booking.',
};
