import { hashText } from '../../../../reference/hash.ts';
import type { Cabin, CabinClass, SegmentPassenger } from '../objects.ts';
import type { Product } from './generate-offers.ts';
import type { SearchRequest } from './read-search.ts';

/** What an offer may leave out: the field is null then. */
export type Omission =
  | 'aircraft'
  | 'duration'
  | 'terminals'
  | 'distance'
  | 'emissions'
  | 'operating_number'
  | 'fare_basis'
  | 'tax'
  | 'payment_requirements'
  | 'conditions'
  | 'cabin'
  | 'ngs_shelf';

/** Left out for all fares of a journey, by its number; the first journey of each airline is complete. */
const BY_JOURNEY: readonly (readonly Omission[])[] = [
  [],
  ['aircraft', 'emissions'],
  ['duration', 'distance'],
  ['terminals', 'operating_number'],
];
/** Left out of one fare, by its number. */
const BY_PRODUCT: readonly (Omission | undefined)[] = [
  undefined,
  'fare_basis',
  undefined,
  'tax',
  'conditions',
  undefined,
  'payment_requirements',
  'cabin',
  'ngs_shelf',
];
const NOTHING: ReadonlySet<Omission> = new Set();

/** What a product's offer leaves out. The complete offers are the same in every search. */
export function without({ journeyIndex, productIndex }: Product, isSparse: boolean): ReadonlySet<Omission> {
  if (!isSparse || journeyIndex === 0) return NOTHING;
  const ofJourney = BY_JOURNEY[journeyIndex % BY_JOURNEY.length] ?? [];
  const omissions = [...ofJourney, BY_PRODUCT[productIndex % BY_PRODUCT.length]];
  return new Set(omissions.filter((omission) => omission !== undefined));
}

const CABINS: Readonly<Record<CabinClass, { readonly label: string; readonly letters: string }>> = {
  economy: { label: 'Economy', letters: 'YBMHKL' },
  premium_economy: { label: 'Premium Economy', letters: 'WPE' },
  business: { label: 'Business', letters: 'JCD' },
  first: { label: 'First', letters: 'FA' },
};

/** How each passenger travels on a segment: cabin, fare and bags. */
export function segmentPassengers(
  { passengers }: SearchRequest,
  { carrier, brands, cabin, journeyIndex, productIndex }: Product,
  slice: number,
  missing: ReadonlySet<Omission>,
  isWithoutBags: boolean,
): readonly SegmentPassenger[] {
  const brand = brands[slice];
  const { label, letters } = CABINS[cabin];
  const letter = letters[hashText(`${carrier.name}|${brand?.name}`) % letters.length] ?? 'Y';
  return passengers.map(({ id, age }) => ({
    passenger_id: id,
    cabin_class: cabin,
    cabin_class_marketing_name: label,
    fare_basis_code: missing.has('fare_basis')
      ? null
      : `${letter}${20 + (journeyIndex % 60)}${carrier.code ?? 'XX'}N${productIndex % 9}`,
    baggages: isWithoutBags || (age !== undefined && age < 2) ? [] : bagsOf(brand?.checkedBags ?? 0, cabin),
    cabin: missing.has('cabin') ? null : cabinOf(cabin, label, journeyIndex),
  }));
}

function bagsOf(checked: number, cabin: CabinClass): SegmentPassenger['baggages'] {
  const more = cabin === 'business' || cabin === 'first' ? 2 : 0;
  const carryOn = { type: 'carry_on' as const, quantity: 1 };
  const quantity = Math.max(checked, more);
  return quantity === 0 ? [carryOn] : [{ type: 'checked', quantity }, carryOn];
}

function cabinOf(cabin: CabinClass, label: string, journeyIndex: number): Cabin {
  const hasWifi = journeyIndex % 3 !== 2;
  return {
    name: cabin,
    marketing_name: label,
    amenities: {
      wifi: journeyIndex % 5 === 4 ? null : { available: hasWifi, cost: hasWifi ? 'paid' : 'n/a' },
      seat: {
        pitch: cabin === 'economy' ? 'standard' : 'more',
        type: 'standard',
        legroom: cabin === 'economy' ? 'standard' : 'more',
      },
      power: { available: journeyIndex % 2 === 0 },
    },
  };
}
