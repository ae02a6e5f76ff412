import type { SeededRandom } from '../../seeded-random.ts';
import { AMENITIES } from './facilities.ts';

/** A kind of room of a hotel. */
export interface StubRoom {
  readonly id: number;
  /** As the hotel's content calls it. */
  readonly name: string;
  /** As its rates call it: the supplier's own words. */
  readonly rateName: string;
  readonly description: string;
  /** Square metres; 0 where nobody measured. */
  readonly size: number;
  readonly maxAdults: number;
  readonly maxChildren: number;
  readonly maxOccupancy: number;
  /** Empty where the beds are not known. */
  readonly beds: readonly { readonly quantity: number; readonly bedType: string; readonly bedSize: string }[];
  readonly amenities: readonly (readonly [id: number, name: string])[];
  /** What a night costs in multiples of the hotel's cheapest room for two. */
  readonly factor: number;
}

type Kind = readonly [
  name: string,
  rateName: string,
  adults: number,
  children: number,
  occupancy: number,
  size: number,
  factor: number,
  beds: StubRoom['beds'],
  minStars: number,
];

const single = [{ quantity: 1, bedType: 'Single bed', bedSize: '90-130 cm wide' }];
const twin = [{ quantity: 2, bedType: 'Single bed', bedSize: '90-130 cm wide' }];
const double = [{ quantity: 1, bedType: 'Double bed', bedSize: '131-150 cm wide' }];
const king = [{ quantity: 1, bedType: 'King bed', bedSize: '181-210 cm wide' }];

const KINDS: readonly Kind[] = [
  ['Single Room', 'SINGLE STANDARD', 1, 0, 1, 12, 0.8, single, 1],
  ['Standard Double Room', 'Double room - standard, 1 double bed', 2, 1, 2, 18, 1, double, 1],
  ['Twin Room', 'TWIN STANDARD - 2 SINGLE BEDS', 2, 1, 3, 19, 1.05, twin, 1],
  ['Superior King Room', 'Superior Room, 1 King Bed', 2, 2, 3, 26, 1.35, king, 3],
  ['Family Room', 'FAMILY ROOM (4 PERSONS)', 4, 3, 5, 34, 1.7, [...double, ...twin], 2],
  ['Junior Suite', 'Junior Suite - City View', 3, 2, 4, 42, 2.1, king, 4],
  ['Two-Bedroom Apartment', 'Apartment, 2 Bedrooms, Kitchenette', 6, 4, 8, 65, 2.6, [...double, ...twin], 3],
];

const roomsMin = 3;
const roomsMax = 5;

/** The rooms of a hotel: fewer and plainer ones where it has fewer stars. */
export function drawRooms(hotelNumber: number, stars: number, chance: SeededRandom): readonly StubRoom[] {
  const suited = KINDS.filter((kind) => kind[8] <= Math.max(1, stars));
  const count = Math.min(suited.length, chance.whole(roomsMin, roomsMax));
  // The room for two is in every hotel.
  const first = Math.min(1, suited.length - count);
  return suited.slice(first, first + count).map((kind, index) => {
    const [name, rateName, maxAdults, maxChildren, maxOccupancy, size, factor, beds] = kind;
    const isMeasured = chance.unit() < 0.85;
    return {
      id: 2_600_000 + hotelNumber * 10 + index,
      name,
      rateName: chance.unit() < 0.5 ? name : rateName,
      description: `${name} with a private bathroom${isMeasured ? `, ${size} square metres` : ''}. Quiet, clean, “as pictured”.`,
      size: isMeasured ? size : 0,
      maxAdults,
      maxChildren,
      maxOccupancy,
      beds: chance.unit() < 0.8 ? beds : [],
      amenities: AMENITIES.filter(() => chance.unit() < 0.6),
      factor: factor * (0.95 + 0.1 * chance.unit()),
    };
  });
}
