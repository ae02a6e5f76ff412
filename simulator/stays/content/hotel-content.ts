import { mix, unitOf } from '../../../src/reference/hash.ts';
import { boardsOf } from '../rooms/boards-plans.ts';
import { type HotelRow, roomKindsOf, stayHotelOf, stayRoomOf } from './hotel-facts.ts';
import { describeHotel, policiesOf } from './hotel-texts.ts';
import { hotelTypeOf } from './hotel-types.ts';
import type { StayTables } from './stay-tables.ts';
import type { HotelLevies } from '../prices/stay-taxes.ts';
import type { StatedContent, StatedHotel } from '../stated-stay.ts';

const PHOTOS_MIN = 4;
const PHOTOS_SPREAD = 9;

/** Everything that is known of a hotel whatever the nights. */
export function contentOf(row: HotelRow, tables: StayTables, levies: HotelLevies): StatedContent {
  const { stock, at } = row;
  const hotel = stayHotelOf(row, tables);
  const chainName = tables.chains.find(({ chainId }) => chainId === hotel.chainId)?.name;
  const rooms = roomKindsOf(row, tables);
  return {
    hotel,
    description: describeHotel({ row, hotel, chainName, boards: boardsOf(stock, at) }),
    chainName,
    hotelTypeName: hotelTypeOf(hotel.hotelTypeId).name,
    facilities: tables.facilities.flatMap(({ facilityId, name }) =>
      hotel.facilityIds.includes(facilityId) ? [{ facilityId, name }] : [],
    ),
    policies: policiesOf({ row, hotel, levies, rooms }),
    reviewBreakdown: breakdownOf(hotel, stock.hash[at] ?? 0),
    rooms: rooms.map((kind) => stayRoomOf(row, kind)),
    pictures: { drawn: PHOTOS_MIN + (mix(stock.hash[at] ?? 0, 501) % PHOTOS_SPREAD) },
  };
}

const CATEGORIES = [
  'Cleanliness',
  'Location',
  'Staff',
  'Rooms',
  'Quiet',
  'Value for money',
  'Breakfast',
  'Wi-Fi',
] as const;
const BREAKFAST_ROOM = 11;
const SPREAD = 1.6;

/** What guests judged: the parts lie round the whole, and their mean is near it. */
function breakdownOf({ rating, facilityIds }: StatedHotel, hash: number): StatedContent['reviewBreakdown'] {
  return CATEGORIES.filter((category) => category !== 'Breakfast' || facilityIds.includes(BREAKFAST_ROOM)).map(
    (category, index) => ({
      category,
      rating: Math.round(10 * Math.min(10, Math.max(1, rating + SPREAD * (unitOf(mix(hash, 510 + index)) - 0.5)))) / 10,
    }),
  );
}
