import { mix, unitOf } from '../../../src/reference/hash.ts';
import type { CityStock } from './city-columns.ts';
import { addressOf } from './hotel-names.ts';
import { NEMO_HOTELS } from './scenario-hotels.ts';
import type { StayCities } from './stay-cities.ts';
import type { RoomKind, StayTables } from './stay-tables.ts';
import type { StatedHotel, StatedRoom } from '../stated-stay.ts';

/** A hotel by where its columns stand. */
export interface HotelRow {
  readonly stock: CityStock;
  readonly at: number;
}

/** Prefix of this world's hotel ids. */
const PREFIX = 'bh';
const ID = /^bh([a-z0-9]{3,8})-([a-z0-9_]{1,20})$/;

/** The id of a hotel: its town's, and its number there from one. */
export function hotelIdOf({ stock, at }: HotelRow): string {
  return `${PREFIX}${stock.city.id}-${stock.isScenario ? NEMO_HOTELS[at] : at + 1}`;
}

/** Finds a hotel by its id without a scan; undefined for an id that is none. */
export function findHotel(
  cities: StayCities,
  stockOf: (cityIndex: number) => CityStock,
  hotelId: string,
): HotelRow | undefined {
  const [, cityId = '', number = ''] = ID.exec(hotelId) ?? [];
  const city = cities.byId(cityId);
  if (!city) return undefined;
  const stock = stockOf(city.index);
  const at = stock.isScenario ? scenarioIndex(number) : Number(number) - 1;
  const hotel = { stock, at };
  return Number.isInteger(at) && at >= 0 && at < stock.count && hotelIdOf(hotel) === hotelId ? hotel : undefined;
}

function scenarioIndex(text: string): number {
  const scenarios: readonly string[] = NEMO_HOTELS;
  return scenarios.indexOf(text);
}

const CHECK_IN = ['14:00', '15:00', '15:00', '16:00', '13:00'] as const;
const CHECK_OUT = ['11:00', '10:00', '11:00', '12:00', '11:00'] as const;

/** A hotel as lists and trips show it. Cached with its town: writing an address takes microseconds. */
export function stayHotelOf(hotel: HotelRow, tables: StayTables): StatedHotel {
  const { stock, at } = hotel;
  const known = stock.hotels[at] ?? describeHotel(hotel, tables);
  stock.hotels[at] = known;
  return known;
}

function describeHotel(hotel: HotelRow, tables: StayTables): StatedHotel {
  const { stock, at } = hotel;
  const { city } = stock;
  const hash = stock.hash[at] ?? 0;
  const chainId = stock.chainId[at] ?? 0;
  return {
    hotelId: hotelIdOf(hotel),
    name: stock.names[at] ?? '',
    address: stock.isScenario
      ? `${at + 1} Pelagic Parade, ${city.name}`
      : addressOf(city, tables.nameLists.get(city.language) ?? new Map(), hash),
    cityCode: city.cityCode,
    cityName: city.name,
    country: city.country,
    latitude: stock.latitude[at] ?? 0,
    longitude: stock.longitude[at] ?? 0,
    zone: city.zone,
    starRating: stock.stars[at] ?? 1,
    rating: (stock.rating[at] ?? 0) / 10,
    reviewCount: stock.reviews[at] ?? 0,
    hotelTypeId: stock.typeId[at] ?? 1,
    chainId: chainId === 0 ? undefined : chainId,
    facilityIds: facilityIdsOf(stock.facilities[at] ?? 0, tables),
    checkInFrom: CHECK_IN[mix(hash, 401) % CHECK_IN.length] ?? '15:00',
    checkOutUntil: CHECK_OUT[mix(hash, 402) % CHECK_OUT.length] ?? '11:00',
  };
}

function facilityIdsOf(bits: number, { facilities }: StayTables): readonly number[] {
  const ids: number[] = [];
  for (let index = 0; index < facilities.length; index += 1) {
    const facility = facilities[index];
    if (facility && ((bits >>> index) & 1) === 1) ids.push(facility.facilityId);
  }
  return ids;
}

/** The kinds of room a hotel has, in the order of the table. */
export function roomKindsOf({ stock, at }: HotelRow, { rooms }: StayTables): readonly RoomKind[] {
  const bits = stock.kinds[at] ?? 0;
  return rooms.filter(({ index }) => ((bits >>> index) & 1) === 1);
}

/** How many rooms of a kind a hotel has. */
export function roomsOfKind({ stock, at }: HotelRow, { stock: share }: RoomKind): number {
  return Math.max(1, Math.round((stock.rooms[at] ?? 1) * share));
}

/** The id of a room kind of a hotel. */
export function roomIdOf(hotel: HotelRow, { kind }: RoomKind): string {
  return `${hotelIdOf(hotel)}-${kind}`;
}

/** A kind of room as the hotel describes it. */
export function stayRoomOf(hotel: HotelRow, kind: RoomKind): StatedRoom {
  const { stock, at } = hotel;
  const stars = stock.stars[at] ?? 3;
  const size = Math.round(
    kind.sizeMin + (kind.sizeMax - kind.sizeMin) * unitOf(mix(stock.hash[at] ?? 0, 410 + kind.index)),
  );
  return {
    roomId: roomIdOf(hotel, kind),
    name: kind.name,
    description: describeRoom(kind, size, stars),
    maxOccupancy: kind.occupancyMax,
    maxAdults: kind.adultsMax,
    maxChildren: kind.childrenMax,
    sizeSquareMetres: size,
    beds: kind.beds,
    amenities: kind.amenitiesByStars[stars] ?? [],
  };
}

function describeRoom({ kind, beds }: RoomKind, size: number, stars: number): string {
  if (kind === 'drm' || kind === 'drf')
    return `One bed in a shared room, with a locker, a reading lamp and a socket; shared bathroom on the floor.`;
  const bathroom =
    kind === 'pvt' || kind === 'pvf'
      ? 'shared bathroom'
      : stars >= 4
        ? 'bathroom with bath or walk-in shower'
        : 'bathroom with shower';
  return `${size} m² with ${beds}, ${bathroom}${stars >= 4 ? ', desk and seating area' : ''}.`;
}
