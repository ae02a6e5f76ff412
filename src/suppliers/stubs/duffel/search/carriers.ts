import type { CabinClass } from '../objects.ts';

/** One fare family of an airline. Fees are in euro and are converted; null is a fee nobody knows. */
export interface Brand {
  readonly name: string | null;
  /** What it costs against the airline's cheapest. */
  readonly factor: number;
  readonly shelf: number | null;
  readonly checkedBags: number;
  /** `no`, or the fee; `unknown`: the condition itself is null. */
  readonly change: 'no' | 'unknown' | number | null;
  readonly refund: 'no' | 'unknown' | number | null;
}

/** An airline that answers searches. */
export interface Carrier {
  /** Its IATA code; one of them has none. */
  readonly code: string | null;
  readonly name: string;
  /** Where it connects; undefined: at whatever hub lies best. */
  readonly hub?: string;
  readonly country?: string;
  readonly brands: readonly Brand[];
  readonly cabins: readonly CabinClass[];
  /** Older than this is an adult to the airline. */
  readonly childAgeMax: number;
  /** Its word for somebody between child and adult, where it has one. */
  readonly youthWord?: string;
  readonly latencyMilliseconds: number;
  readonly offerMinutes: number;
  /** The currency its penalties are in, where that is another than the account's. */
  readonly penaltyCurrency?: string;
  readonly wantsDocuments?: boolean;
  readonly priceFactor: number;
}

const brand = (
  name: string | null,
  factor: number,
  checkedBags: number,
  change: Brand['change'],
  refund: Brand['refund'],
  shelf: number | null = null,
): Brand => ({ name, factor, checkedBags, change, refund, shelf });

const ALL_CABINS: readonly CabinClass[] = ['economy', 'premium_economy', 'business', 'first'];
const NO_FIRST: readonly CabinClass[] = ['economy', 'premium_economy', 'business'];
const TWO_CABINS: readonly CabinClass[] = ['economy', 'business'];

/** Hubs at which airlines without one of their own connect. */
export const ANY_HUBS: readonly string[] = [
  'LHR',
  'CDG',
  'FRA',
  'JFK',
  'DXB',
  'SIN',
  'ORD',
  'MAD',
  'NRT',
  'GRU',
  'JNB',
];

/** The airlines of this stub, the one that is there for tests first. */
export const CARRIERS: readonly Carrier[] = [
  {
    code: 'ZZ',
    name: 'Duffel Airways',
    brands: [
      brand('Basic', 1, 0, 'no', 'no', 1),
      brand('Standard', 1.25, 1, 40, 'no', 2),
      brand('Flex', 1.7, 2, 0, 0, 3),
    ],
    cabins: ALL_CABINS,
    childAgeMax: 15,
    latencyMilliseconds: 300,
    offerMinutes: 30,
    priceFactor: 1,
  },
  {
    code: 'BA',
    name: 'British Airways',
    hub: 'LHR',
    country: 'GB',
    brands: [brand('Economy Basic', 1, 0, 60, 'no', 1), brand('Economy Plus', 1.35, 1, 0, 120, 2)],
    cabins: ALL_CABINS,
    childAgeMax: 11,
    youthWord: 'young_adult',
    latencyMilliseconds: 1_200,
    offerMinutes: 20,
    priceFactor: 1.1,
  },
  {
    code: 'LH',
    name: 'Lufthansa',
    hub: 'FRA',
    country: 'DE',
    brands: [
      brand('Economy Light', 1, 0, null, 'no', 1),
      brand('Economy Classic', 1.3, 1, 70, null, 2),
      brand('Economy Flex', 1.8, 2, 0, 70, 3),
    ],
    cabins: ALL_CABINS,
    childAgeMax: 11,
    latencyMilliseconds: 1_800,
    offerMinutes: 25,
    penaltyCurrency: 'EUR',
    priceFactor: 1.15,
  },
  {
    code: 'AF',
    name: 'Air France',
    hub: 'CDG',
    country: 'FR',
    brands: [brand('Light', 1, 0, 'no', 'no'), brand('Standard', 1.3, 1, 75, 150), brand('Flex', 1.9, 1, 0, 0)],
    cabins: NO_FIRST,
    childAgeMax: 11,
    latencyMilliseconds: 2_400,
    offerMinutes: 30,
    priceFactor: 1.05,
  },
  {
    code: 'IB',
    name: 'Iberia',
    hub: 'MAD',
    country: 'ES',
    brands: [brand('Básica', 1, 0, 'no', 'no'), brand('Óptima', 1.4, 1, 'unknown', 'unknown')],
    cabins: TWO_CABINS,
    childAgeMax: 11,
    latencyMilliseconds: 3_000,
    offerMinutes: 20,
    priceFactor: 0.95,
  },
  {
    code: 'EK',
    name: 'Emirates',
    hub: 'DXB',
    country: 'AE',
    brands: [brand('Saver', 1, 1, 100, 200, 1), brand('Flex Plus', 1.6, 2, 0, 0, 3)],
    cabins: ALL_CABINS,
    childAgeMax: 11,
    latencyMilliseconds: 3_600,
    offerMinutes: 30,
    wantsDocuments: true,
    priceFactor: 1.2,
  },
  {
    code: 'AA',
    name: 'American Airlines',
    hub: 'JFK',
    country: 'US',
    brands: [brand(null, 1, 1, 0, 'no')],
    cabins: ALL_CABINS,
    childAgeMax: 14,
    latencyMilliseconds: 8_000,
    offerMinutes: 20,
    wantsDocuments: true,
    priceFactor: 1.12,
  },
  {
    code: null,
    name: 'Northern Seaplanes',
    brands: [brand(null, 1, 0, 'unknown', 'unknown')],
    cabins: ['economy'],
    childAgeMax: 11,
    latencyMilliseconds: 900,
    offerMinutes: 20,
    priceFactor: 1.3,
  },
];
