import { createSeededRandom, type SeededRandom } from '../../seeded-random.ts';
import { STUB_CITIES, type StubCity } from './cities.ts';
import { CHAINS, FACILITIES, HOTEL_TYPES } from './facilities.ts';
import { drawRooms, type StubRoom } from './hotel-rooms.ts';
import { TWIN_HOTELS, type TwinHotel } from './twin-hotels.ts';

/** A hotel as this stub has it, before it is shown. */
export interface StubHotel {
  readonly id: string;
  readonly number: number;
  readonly city: StubCity;
  readonly name: string;
  readonly address: string;
  readonly zip: string;
  /** Null: its content has no position; 0 and 0: it has that one. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** 0: not rated with stars. */
  readonly stars: number;
  /** Of 10; 0: no guest has rated it. */
  readonly rating: number;
  readonly reviewCount: number;
  readonly chain: readonly [id: number, name: string];
  readonly type: readonly [id: number, name: string];
  readonly facilities: readonly (readonly [id: number, name: string])[];
  readonly rooms: readonly StubRoom[];
  readonly photoCount: number;
  readonly phone: string;
  readonly email: string;
  /** A night of its plainest room for two, in US dollars. */
  readonly usd: number;
  readonly updatedAt: Date;
  /** Set for a hotel that was taken out: it is listed only where changes since then are asked for. */
  readonly deletedAt: Date | null;
  /** The simulator's hotel that this one is, or seems to be. */
  readonly twin: TwinHotel | null;
}

/** All hotels of the stub. */
export interface StubContent {
  readonly hotels: readonly StubHotel[];
  find(id: string): StubHotel | undefined;
}

const UPDATED_FIRST = Date.UTC(2026, 0, 1);
const dayMilliseconds = 86_400_000;
const kmPerDegree = 111.2;

/** Draws the hotels of the stub's own cities and of others. They are equal under every seed. */
export function createContent(more: readonly StubCity[] = []): StubContent {
  const hotels = [...STUB_CITIES, ...more].flatMap((city, cityIndex) => {
    const twins = TWIN_HOTELS.filter((twin) => twin.city === city.name);
    return Array.from({ length: city.hotels + twins.length }, (_, index) =>
      drawHotel(city, cityIndex * 1_000 + index, twins[index - city.hotels] ?? null),
    );
  });
  const byId = new Map(hotels.map((hotel) => [hotel.id, hotel]));
  return { hotels, find: (id) => byId.get(id) };
}

function drawHotel(city: StubCity, number: number, twin: TwinHotel | null): StubHotel {
  const index = number % 1_000;
  const chance = createSeededRandom(`liteapi hotel ${number}`);
  const type = chance.unit() < 0.75 ? (HOTEL_TYPES[0] ?? [204, 'Hotels']) : chance.pick(listOf(HOTEL_TYPES));
  const stars = twin?.stars ?? drawStars(chance);
  const rating = chance.unit() < 0.06 ? 0 : Math.round((5.5 + 0.55 * stars + 1.4 * chance.unit()) * 10) / 10;
  const drawn = drawPosition(city, index, chance);
  return {
    id: `lp${city.key}${index.toString(16).padStart(3, '0')}`,
    number,
    city,
    name: twin?.name ?? nameOf(city, index),
    address: twin?.address ?? `${chance.pick(city.streets)} ${chance.whole(1, 180)}`,
    zip: twin?.zip ?? city.zip.replaceAll('#', () => String(chance.whole(0, 9))),
    position: twin ?? drawn,
    stars,
    rating: Math.min(9.8, rating),
    reviewCount: rating === 0 ? 0 : chance.whole(3, 4_000),
    chain: chance.unit() < 0.7 ? (CHAINS[0] ?? [0, 'Not Available']) : chance.pick(listOf(CHAINS)),
    type,
    facilities: FACILITIES.filter(() => chance.unit() < 0.2 + 0.12 * stars),
    rooms: drawRooms(number, stars, chance),
    photoCount: index % 17 === 16 ? 0 : chance.whole(2, 8),
    phone: index % 4 === 3 ? '' : `${city.dial} ${chance.whole(1_000_000, 9_999_999)}`,
    email: index % 3 === 2 ? '' : `stay-${number}@hotels.example`,
    usd: city.usd * (0.45 + 0.2 * Math.max(1, stars) ** 1.25) * (0.85 + 0.3 * chance.unit()),
    updatedAt: new Date(UPDATED_FIRST + chance.whole(0, 300) * dayMilliseconds),
    deletedAt: twin === null && index % 29 === 28 ? new Date(UPDATED_FIRST + 310 * dayMilliseconds) : null,
    twin,
  };
}

const listOf = (list: readonly (readonly [number, string])[]) => {
  const [first = [0, ''] as const, ...others] = list;
  return [first, ...others] as const;
};

/** Every pair of head and tail once, tails first, so that neighbours in a list look different. */
function nameOf({ heads, tails, name }: StubCity, index: number): string {
  const tail = tails[index % tails.length] ?? '';
  const head = heads[Math.floor(index / tails.length) % heads.length] ?? '';
  const round = Math.floor(index / (tails.length * heads.length));
  return `${head} ${tail}${round === 0 ? '' : ` ${name} ${round + 1}`}`;
}

function drawStars(chance: SeededRandom): number {
  const drawn = chance.unit();
  if (drawn < 0.05) return 0;
  return [1, 2, 2.5, 3, 3, 3.5, 4, 4, 4.5, 5][Math.floor(chance.unit() * 10)] ?? 3;
}

/** Around the centre; some hotels have no position, some the one in the gulf of Guinea. */
function drawPosition(city: StubCity, index: number, chance: SeededRandom): StubHotel['position'] {
  const [km, bearing] = [0.3 + 5 * chance.unit() ** 2, 2 * Math.PI * chance.unit()];
  if (index % 23 === 21) return null;
  if (index % 23 === 22) return { latitude: 0, longitude: 0 };
  const north = (km * Math.cos(bearing)) / kmPerDegree;
  const east = (km * Math.sin(bearing)) / (kmPerDegree * Math.cos((city.latitude * Math.PI) / 180));
  const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
  return { latitude: round(city.latitude + north), longitude: round(city.longitude + east) };
}
