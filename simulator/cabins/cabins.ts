import type { CabinClass } from '../../src/travel/flight.ts';
import type { Aircraft, AtlasAirline } from '../../src/reference/atlas.ts';

/** One booking class of a cabin, cheapest first in its ladder. */
export interface BookingClass {
  readonly code: string;
  /** Price as a multiple of the market's reference fare of the cabin. */
  readonly multiple: number;
  /** Share of the cabin's seats reserved for the classes above: the class is open only while more than this is left. */
  readonly protectedShare: number;
  /** Days before departure by which it must be bought. */
  readonly advanceDays: number;
}

/** Booking classes of each cabin, cheapest first. The dearest of each ladder sells down to the last seat. */
export const BOOKING_CLASSES = {
  economy: [
    { code: 'O', multiple: 0.66, protectedShare: 0.72, advanceDays: 28 },
    { code: 'V', multiple: 0.76, protectedShare: 0.58, advanceDays: 21 },
    { code: 'L', multiple: 0.87, protectedShare: 0.45, advanceDays: 14 },
    { code: 'K', multiple: 1, protectedShare: 0.33, advanceDays: 7 },
    { code: 'Q', multiple: 1.15, protectedShare: 0.23, advanceDays: 3 },
    { code: 'H', multiple: 1.34, protectedShare: 0.14, advanceDays: 0 },
    { code: 'M', multiple: 1.62, protectedShare: 0.08, advanceDays: 0 },
    { code: 'B', multiple: 2, protectedShare: 0.03, advanceDays: 0 },
    { code: 'Y', multiple: 2.5, protectedShare: 0, advanceDays: 0 },
  ],
  premium_economy: [
    { code: 'T', multiple: 0.8, protectedShare: 0.6, advanceDays: 21 },
    { code: 'E', multiple: 1, protectedShare: 0.3, advanceDays: 7 },
    { code: 'P', multiple: 1.3, protectedShare: 0.1, advanceDays: 0 },
    { code: 'W', multiple: 1.7, protectedShare: 0, advanceDays: 0 },
  ],
  business: [
    { code: 'I', multiple: 0.72, protectedShare: 0.65, advanceDays: 28 },
    { code: 'Z', multiple: 0.86, protectedShare: 0.45, advanceDays: 14 },
    { code: 'D', multiple: 1.05, protectedShare: 0.25, advanceDays: 3 },
    { code: 'C', multiple: 1.35, protectedShare: 0.1, advanceDays: 0 },
    { code: 'J', multiple: 1.7, protectedShare: 0, advanceDays: 0 },
  ],
  first: [
    { code: 'A', multiple: 1, protectedShare: 0.35, advanceDays: 7 },
    { code: 'F', multiple: 1.35, protectedShare: 0, advanceDays: 0 },
  ],
} as const satisfies Record<CabinClass, readonly BookingClass[]>;

/** Cabins from the front of the aircraft to the back, with the letter that stands for each in keys. */
export const CABIN_LETTERS = {
  economy: 'Y',
  premium_economy: 'W',
  business: 'C',
  first: 'F',
} as const satisfies Record<CabinClass, string>;

/** Regional jets below this many seats have one cabin. */
const TWO_CABIN_SEATS_MIN = 70;
/** Business seats of an aircraft that holds nothing else, as a share of its usual seats. */
const ALL_BUSINESS_SHARE = 0.35;
const FIRST_CLASS_TYPES: ReadonlySet<string> = new Set(['77W', '773', '388', '74H', '744', '346']);
/** Carriers that sell a first cabin, and those that sell premium economy, on wide bodies. */
const FIRST_CARRIERS: ReadonlySet<string> = new Set([
  'AF',
  'BA',
  'LH',
  'LX',
  'EK',
  'EY',
  'QR',
  'SQ',
  'CX',
  'JL',
  'NH',
  'KE',
  'TG',
  'QF',
  'AA',
  'CA',
  'MU',
  'CZ',
  'SV',
  'GA',
  'AI',
]);
const PREMIUM_CARRIERS: ReadonlySet<string> = new Set([
  'AF',
  'BA',
  'LH',
  'LX',
  'OS',
  'SN',
  'KL',
  'VS',
  'IB',
  'AY',
  'SK',
  'LO',
  'AA',
  'DL',
  'UA',
  'AC',
  'WS',
  'LA',
  'AM',
  'QF',
  'NZ',
  'VA',
  'SQ',
  'CX',
  'JL',
  'NH',
  'BR',
  'CI',
  'CA',
  'CZ',
  'MU',
  'HU',
  'EK',
  'AI',
  'VN',
  'FJ',
  'LY',
  'DE',
  'TN',
  'BF',
  'SS',
]);

/**
 * Seats of a cabin on an aircraft of an airline; 0 when it has none. Low-cost carriers have one cabin; network carriers
 * a business cabin on narrow bodies and large regional jets, business on wide bodies, and premium economy and first
 * where the carrier is known for them.
 */
export function cabinSeats(airline: AtlasAirline, aircraft: Aircraft, cabin: CabinClass): number {
  if (airline.isBusinessOnly) return cabin === 'business' ? Math.round(aircraft.seats * ALL_BUSINESS_SHARE) : 0;
  const front = frontShares(airline, aircraft);
  if (cabin === 'economy') return Math.round(aircraft.seats * (1 - front.premium - front.business - front.first));
  return Math.round(
    aircraft.seats *
      (cabin === 'premium_economy' ? front.premium : cabin === 'business' ? front.business : front.first),
  );
}

function frontShares(airline: AtlasAirline, aircraft: Aircraft): { premium: number; business: number; first: number } {
  const single = { premium: 0, business: 0, first: 0 };
  if (airline.isLowCost || aircraft.body === 'T' || aircraft.body === 'P') return single;
  if (aircraft.body === 'R') return aircraft.seats >= TWO_CABIN_SEATS_MIN ? { ...single, business: 0.12 } : single;
  if (aircraft.body === 'N') return { ...single, business: 0.08 };
  const hasPremium = PREMIUM_CARRIERS.has(airline.code);
  const hasFirst = FIRST_CLASS_TYPES.has(aircraft.iata) && FIRST_CARRIERS.has(airline.code);
  return { premium: hasPremium ? 0.1 : 0, business: 0.14, first: hasFirst ? 0.025 : 0 };
}
