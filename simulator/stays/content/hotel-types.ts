/**
 * The types of hotels; `forms` is the list their names are made from. Ids are public (`hotel_type_ids`): never renumber
 * them.
 */
export const HOTEL_TYPES = [
  { id: 1, key: 'hotel', name: 'Hotel', price: 1, rooms: [18, 160], forms: 'hotel' },
  { id: 2, key: 'apartment', name: 'Apartments', price: 1.02, rooms: [6, 48], forms: 'apart' },
  { id: 3, key: 'hostel', name: 'Hostel', price: 0.8, rooms: [12, 40], forms: 'hostel' },
  { id: 4, key: 'resort', name: 'Resort', price: 1.18, rooms: [40, 280], forms: 'resort' },
  { id: 5, key: 'guest_house', name: 'Guest house', price: 0.88, rooms: [4, 16], forms: 'guest' },
  { id: 6, key: 'ryokan', name: 'Ryokan', price: 1.45, rooms: [8, 36], forms: 'ryokan' },
  { id: 7, key: 'riad', name: 'Riad', price: 1.05, rooms: [5, 18], forms: 'riad' },
  { id: 8, key: 'inn', name: 'Inn', price: 0.92, rooms: [6, 30], forms: 'guest' },
  { id: 9, key: 'motel', name: 'Motel', price: 0.85, rooms: [14, 60], forms: 'hotel' },
  { id: 10, key: 'boutique', name: 'Boutique hotel', price: 1.15, rooms: [10, 45], forms: 'hotel' },
] as const;

export type HotelType = (typeof HOTEL_TYPES)[number];
export type HotelTypeKey = HotelType['key'];

/** A type by its id; an id is its index in the table plus one. */
export function hotelTypeOf(id: number): HotelType {
  return HOTEL_TYPES[id - 1] ?? HOTEL_TYPES[0];
}

/** Stars that hotels of a type have, from one to five; undefined: any. */
export const STARS_OF_TYPE: Readonly<Partial<Record<HotelTypeKey, readonly [number, number]>>> = {
  hostel: [1, 2],
  guest_house: [1, 4],
  resort: [3, 5],
  ryokan: [3, 5],
  riad: [3, 5],
  motel: [1, 3],
  inn: [2, 4],
  apartment: [2, 5],
  boutique: [3, 5],
};

const BEACHES: ReadonlySet<string> = new Set(['beach', 'tropic', 'monsoon', 'island']);
const MOTEL_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'NZ']);

/** How many of a city's hotels are of which type: shares by type id that add up to one. */
export function typeShares(country: string, shape: string): readonly (readonly [number, number])[] {
  const local: [number, number][] = [
    [2, 0.12],
    [3, 0.05],
    [5, 0.12],
    [10, 0.06],
  ];
  if (country === 'JP') local.push([6, shape === 'business' ? 0.03 : 0.1]);
  if (country === 'MA') local.push([7, 0.34]);
  if (country === 'GB' || country === 'IE') local.push([8, 0.09]);
  if (MOTEL_COUNTRIES.has(country)) local.push([9, 0.12]);
  if (BEACHES.has(shape)) local.push([4, 0.2]);
  if (shape === 'ski' || shape === 'desert') local.push([4, 0.1]);
  const hotels = 1 - local.reduce((sum, [, share]) => sum + share, 0);
  return [[1, hotels], ...local];
}
