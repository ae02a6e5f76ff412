import type { CityStock } from './city-columns.ts';
import type { StayTables } from './stay-tables.ts';

/**
 * The hotels of the sandbox scenarios (contract, section 11), in the order of their ids. What they do at booking is the
 * sandbox supplier's.
 */
export const NEMO_HOTELS = [
  'price_up',
  'price_down',
  'sold_out',
  'refused',
  'slow',
  'unknown',
  'non_refundable',
  'pay_at_property',
  'expired',
] as const;
export type NemoHotel = (typeof NEMO_HOTELS)[number];

/** The scenario of a hotel, by its id; undefined for every other hotel. */
export function nemoHotelOf(hotelId: string): NemoHotel | undefined {
  return NEMO_HOTELS.find((name) => hotelId === nemoHotelId(name));
}

/** The id of a scenario's hotel. */
export function nemoHotelId(name: NemoHotel): string {
  return `bhnemo-${name}`;
}

const KINDS: ReadonlySet<string> = new Set(['dbl', 'twn', 'fam']);
const FACILITIES: ReadonlySet<number> = new Set([1, 2, 4, 5, 11, 15, 18, 20]);
const USD_A_NIGHT = 100;
const ROOMS = 120;

/** Nine plain three-star hotels round one point of the ocean, USD 100 a night all year. */
export function fillScenarioHotels(stock: CityStock, { rooms, facilities }: StayTables): void {
  NEMO_HOTELS.forEach((name, at) => {
    const bearing = (2 * Math.PI * at) / NEMO_HOTELS.length;
    stock.latitude[at] = Math.round((stock.city.latitude + 0.01 * Math.cos(bearing)) * 1e5) / 1e5;
    stock.longitude[at] = Math.round((stock.city.longitude + 0.01 * Math.sin(bearing)) * 1e5) / 1e5;
    stock.typeId[at] = 1;
    stock.stars[at] = 3;
    stock.rating[at] = 80;
    stock.reviews[at] = 100;
    stock.usd[at] = USD_A_NIGHT;
    stock.rooms[at] = ROOMS;
    stock.hash[at] = at;
    stock.kinds[at] = bitsOf(rooms.filter(({ kind }) => KINDS.has(kind)).map(({ index }) => index));
    stock.facilities[at] = bitsOf(
      facilities.flatMap(({ facilityId }, index) => (FACILITIES.has(facilityId) ? [index] : [])),
    );
    stock.names.push(name);
  });
}

function bitsOf(indexes: readonly number[]): number {
  return indexes.reduce((bits, index) => (bits | (1 << index)) >>> 0, 0);
}
