/**
 * LiteAPI's names of facilities and kinds of houses, and our numbers (`src/reference/stay-features.ts`) of those that
 * mean what ours mean. Its numbers differ from list to list, so names decide. `WiFi available` is not here: it may cost
 * money; nor are `Facilities for disabled guests`: they promise no way in without steps.
 */
const FACILITIES: readonly (readonly [facilityId: number, names: readonly string[]])[] = [
  [1, ['free wifi', 'free wi fi', 'free internet wifi', 'free wireless internet']],
  [2, ['24 hour front desk', '24 hour reception', 'front desk 24 hour service']],
  [3, ['parking', 'free parking', 'private parking', 'on site parking', 'parking garage', 'free self parking']],
  [4, ['restaurant', 'restaurants', 'a la carte restaurant', 'buffet restaurant']],
  [5, ['bar', 'bars', 'bar lounge', 'lounge bar', 'snack bar', 'pool bar', 'rooftop bar']],
  [6, ['swimming pool', 'pool', 'outdoor pool', 'indoor pool', 'outdoor swimming pool', 'indoor swimming pool']],
  [7, ['fitness centre', 'fitness center', 'fitness facilities', 'fitness room', 'gym', 'gymnasium']],
  [8, ['spa', 'spa and wellness centre', 'spa and wellness center', 'spa wellness centre', 'full service spa']],
  [9, ['air conditioning', 'air conditioned']],
  [10, ['lift', 'elevator', 'lifts', 'elevators']],
  [11, ['breakfast room']],
  [12, ['room service', '24 hour room service', 'limited hours room service']],
  [13, ['airport shuttle', 'free airport shuttle', 'airport shuttle free', 'airport transportation']],
  [
    14,
    ['meeting banquet facilities', 'conference rooms', 'conference space', 'meeting rooms', 'conference facilities'],
  ],
  [15, ['family rooms']],
  [16, ['pets allowed', 'pet friendly']],
  [17, ['wheelchair accessible', 'step free access']],
  [18, ['non smoking rooms', 'smoke free property', 'non smoking throughout']],
  [19, ['laundry', 'laundry facilities', 'laundry service']],
  [20, ['luggage storage', 'baggage storage']],
  [21, ['garden', 'gardens']],
  [22, ['terrace', 'sun terrace', 'rooftop terrace']],
  [23, ['bicycle rental', 'bicycle hire', 'bike hire', 'bicycle rentals on site']],
  [24, ['electric vehicle charging station', 'electric car charging station', 'ev charging station']],
  [25, ['sauna']],
  [26, ['business centre', 'business center']],
  [27, ['kitchen', 'shared kitchen']],
  [28, ['private beach', 'private beach area']],
  [29, ['kids club', 'childrens club']],
  [30, ['hot spring bath', 'onsen']],
  [31, ['shared lounge', 'shared lounge tv area']],
];

const TYPES: readonly (readonly [hotelTypeId: number, names: readonly string[]])[] = [
  [1, ['hotel', 'hotels']],
  [2, ['apartment', 'apartments', 'aparthotels', 'aparthotel']],
  [3, ['hostel', 'hostels']],
  [4, ['resort', 'resorts']],
  [5, ['guest house', 'guest houses', 'guesthouse', 'guesthouses']],
  [6, ['ryokan', 'ryokans']],
  [7, ['riad', 'riads']],
  [8, ['inn', 'inns']],
  [9, ['motel', 'motels']],
  [10, ['boutique hotel', 'boutique hotels']],
];

const FACILITY_OF = indexNames(FACILITIES);
const TYPE_OF = indexNames(TYPES);

/** Our number of what LiteAPI calls so; undefined where none of ours means the same. */
export function facilityIdOf(name: string): number | undefined {
  return FACILITY_OF.get(fold(name));
}

/** Our number of the kind of house that LiteAPI calls so. */
export function hotelTypeIdOf(name: string): number | undefined {
  return TYPE_OF.get(fold(name));
}

/** Our numbers of facilities, each once, in their order. */
export function facilityIdsOf(names: readonly string[]): readonly number[] {
  return [...new Set(names.flatMap((name) => facilityIdOf(name) ?? []))].sort((a, b) => a - b);
}

function indexNames(list: readonly (readonly [number, readonly string[]])[]): ReadonlyMap<string, number> {
  return new Map(list.flatMap(([id, names]) => names.map((name) => [name, id] as const)));
}

/** `Fitness facilities (surcharge)`: what stands in brackets is a condition of it. */
function fold(name: string): string {
  return name
    .replace(/\([^)]*\)/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
