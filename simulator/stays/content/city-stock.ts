import type { CityStock } from './city-columns.ts';
import { greatCircleKm } from '../../../src/travel/geography/distance.ts';
import { filingIn } from '../../fares/filing.ts';
import { mix, unitOf } from '../../../src/reference/hash.ts';
import type { ExchangeRates } from '../../../src/suppliers/ports/exchange-rates.ts';
import type { Atlas, AtlasAirport } from '../../../src/reference/atlas.ts';
import { createNamer } from './hotel-names.ts';
import { hotelTypeOf, STARS_OF_TYPE, typeShares } from './hotel-types.ts';
import { fillScenarioHotels } from './scenario-hotels.ts';
import type { StayCities, StayCity } from './stay-cities.ts';
import type { StayChain, StayTables } from './stay-tables.ts';

interface Parts {
  readonly atlas: Atlas;
  readonly rates: ExchangeRates;
  readonly tables: StayTables;
  readonly cities: StayCities;
  readonly seed: number;
}

/** The hotels of a town, drawn from its hash and the seed. */
export function buildCityStock(parts: Parts, city: StayCity): CityStock {
  const stock = emptyStock(city, parts.rates, city.id === 'nemo' ? 9 : city.hotels);
  if (stock.isScenario) {
    fillScenarioHotels(stock, parts.tables);
    return stock;
  }
  const lists = parts.tables.nameLists.get(city.language) ?? new Map();
  const draw = {
    ...parts,
    stock,
    extent: extentOf(parts.cities, city),
    airports: airportsOf(parts.atlas, city),
    name: createNamer(city, lists),
    shares: typeShares(city.country, city.shape),
    chains: chainsIn(parts, city),
  };
  for (let at = 0; at < stock.count; at += 1) drawHotel(draw, at);
  return stock;
}

function emptyStock(city: StayCity, rates: ExchangeRates, count: number): CityStock {
  return {
    city,
    count,
    filing: filingIn(city.currency, rates),
    isScenario: city.id === 'nemo',
    latitude: new Float64Array(count),
    longitude: new Float64Array(count),
    typeId: new Uint8Array(count),
    stars: new Uint8Array(count),
    rating: new Uint8Array(count),
    reviews: new Uint32Array(count),
    chainId: new Uint8Array(count),
    facilities: new Uint32Array(count),
    usd: new Float64Array(count),
    rooms: new Uint16Array(count),
    kinds: new Uint32Array(count),
    hash: new Uint32Array(count),
    names: [],
    hotels: [],
  };
}

interface Extent {
  /** Half of the hotels lie nearer to the centre. */
  readonly medianKm: number;
  readonly maxKm: number;
}

interface Draw extends Parts {
  readonly stock: CityStock;
  readonly extent: Extent;
  readonly airports: readonly AtlasAirport[];
  readonly name: ReturnType<typeof createNamer>;
  readonly shares: readonly (readonly [number, number])[];
  readonly chains: readonly StayChain[];
}

const AT_AIRPORT_SHARE = 0.06;
const STAR_WEIGHTS = [0.06, 0.2, 0.41, 0.25, 0.08] as const;
const STAR_PRICES = [0.52, 0.7, 1, 1.5, 2.75] as const;
const STAR_RATINGS = [6.5, 7.1, 7.7, 8.2, 8.7] as const;

function drawHotel(draw: Draw, at: number): void {
  const { stock, seed } = draw;
  const hash = mix(mix(seed, stock.city.hash), at);
  const part = (salt: number): number => unitOf(mix(hash, salt));
  const typeId = byShare(draw.shares, part(1));
  const stars = starsOf(typeId, stock.city.starShift, part(2));
  const airport =
    typeId === 1 && part(3) < AT_AIRPORT_SHARE ? draw.airports[Math.floor(part(4) * draw.airports.length)] : undefined;
  const km = placeHotel(draw, at, airport, part);
  const chain = chainOf(
    draw.chains,
    { typeId, stars, isAtAirport: airport !== undefined },
    { isIn: part(5), which: part(6) },
  );
  // How good a hotel is for its stars: guests pay more for a good one, and rate it higher.
  const quality = (part(7) + part(8)) / 2 - 0.5 + (chain ? 0.03 : 0);
  const noise = part(9) - 0.5;
  const centre = 0.1 * Math.max(-1, 1 - km / Math.max(1, draw.extent.medianKm));
  const type = hotelTypeOf(typeId);
  stock.hash[at] = hash;
  stock.typeId[at] = typeId;
  stock.stars[at] = stars;
  stock.chainId[at] = chain?.chainId ?? 0;
  stock.usd[at] =
    stock.city.usd * (STAR_PRICES[stars - 1] ?? 1) * type.price * Math.exp(1.05 * quality + 0.22 * noise + centre);
  stock.rating[at] = Math.round(
    10 *
      Math.min(
        9.8,
        Math.max(5.2, (STAR_RATINGS[stars - 1] ?? 7) + 3.2 * quality + 0.5 * noise + 0.7 * (part(10) - 0.5)),
      ),
  );
  const [least, most] = type.rooms;
  stock.rooms[at] = Math.round(
    least +
      (most - least) *
        part(11) ** 2 *
        Math.min(1, 0.35 + Math.log10(Math.max(10_000, stock.city.population)) / 10 + (chain ? 0.2 : 0)),
  );
  stock.reviews[at] = Math.round((stock.rooms[at] ?? 10) * (2 + 60 * part(12) ** 3));
  stock.facilities[at] = facilitiesOf(draw.tables, typeId, stars, hash);
  stock.kinds[at] = kindsOf(draw.tables, typeId, stars, hash);
  stock.names.push(draw.name({ forms: type.forms, chainName: chain?.name, isAtAirport: airport !== undefined, hash }));
}

function byShare(shares: readonly (readonly [number, number])[], drawn: number): number {
  let rest = drawn;
  for (const [id, share] of shares) {
    rest -= share;
    if (rest < 0) return id;
  }
  return 1;
}

function starsOf(typeId: number, shift: number, drawn: number): number {
  const [least, most] = STARS_OF_TYPE[hotelTypeOf(typeId).key] ?? [1, 5];
  let rest = Math.min(0.9999, Math.max(0, drawn + 0.22 * shift * (1 - 0.5 * drawn)));
  let stars = 5;
  for (let at = 0; at < STAR_WEIGHTS.length; at += 1) {
    rest -= STAR_WEIGHTS[at] ?? 0;
    if (rest >= 0) continue;
    stars = at + 1;
    break;
  }
  return Math.min(most, Math.max(least, stars));
}

/** Sets the hotel's position and returns how far from the centre it is. */
function placeHotel(
  { stock, extent }: Draw,
  at: number,
  airport: AtlasAirport | undefined,
  part: (salt: number) => number,
): number {
  const centre = airport ?? stock.city;
  const gauss = Math.sqrt(-2 * Math.log(1 - part(21))) * Math.cos(2 * Math.PI * part(22));
  const km = airport
    ? 0.6 + 1.9 * part(23)
    : Math.min(extent.maxKm * (0.85 + 0.15 * part(24)), extent.medianKm * Math.exp(0.65 * gauss));
  const bearing = 2 * Math.PI * part(25);
  const latitude = centre.latitude + (km * Math.cos(bearing)) / KM_PER_DEGREE;
  const longitude =
    centre.longitude +
    (km * Math.sin(bearing)) / (KM_PER_DEGREE * Math.max(0.05, Math.cos((centre.latitude * Math.PI) / 180)));
  stock.latitude[at] = Math.round(latitude * 1e5) / 1e5;
  stock.longitude[at] = Math.round((((longitude + 540) % 360) - 180) * 1e5) / 1e5;
  return airport ? AIRPORT_KM_USUAL : km;
}
const KM_PER_DEGREE = 111.2;
const AIRPORT_KM_USUAL = 15;
const MAX_KM = 20;
const MIN_MAX_KM = 1.2;
/** Wider than a town may be, narrower than any region. */
const NEIGHBOUR_KM = 45;

/** How far out a town's hotels lie: farther in large cities, never more than half-way to a larger town. */
function extentOf(cities: StayCities, city: StayCity): Extent {
  const medianKm = Math.min(5, 0.6 + 0.0014 * Math.sqrt(city.population));
  let maxKm = Math.min(MAX_KM, 4.5 * medianKm);
  for (const other of cities.near(city.latitude, city.longitude, NEIGHBOUR_KM)) {
    if (
      other.index === city.index ||
      other.population < city.population ||
      (other.population === city.population && other.index > city.index)
    )
      continue;
    maxKm = Math.min(
      maxKm,
      Math.max(MIN_MAX_KM, greatCircleKm(city.latitude, city.longitude, other.latitude, other.longitude) / 2),
    );
  }
  return { medianKm: Math.min(medianKm, maxKm / 2), maxKm };
}

/** Airports at which a town has hotels: its own, between four and 45 km away. */
function airportsOf(atlas: Atlas, city: StayCity): readonly AtlasAirport[] {
  const served =
    city.cityCode === undefined || city.cityCode.toLowerCase() !== city.id
      ? []
      : (atlas.cityByCode.get(city.cityCode)?.airports ?? []);
  return served
    .flatMap((iata) => atlas.airportByCode.get(iata) ?? [])
    .filter((airport) => {
      const km = greatCircleKm(airport.latitude, airport.longitude, city.latitude, city.longitude);
      return km >= 4 && km <= NEIGHBOUR_KM && airport.size <= 3;
    });
}

function chainsIn({ tables, atlas }: Parts, city: StayCity): readonly StayChain[] {
  const continent = atlas.continents.get(city.country) ?? '';
  return tables.chains.filter(({ continents }) => continents.includes(continent));
}

/** About a third of hotels belong to a chain, where a chain has hotels of their stars and type. */
function chainOf(
  chains: readonly StayChain[],
  hotel: { readonly typeId: number; readonly stars: number; readonly isAtAirport: boolean },
  drawn: { readonly isIn: number; readonly which: number },
): StayChain | undefined {
  if (drawn.isIn >= (hotel.isAtAirport ? 0.7 : 0.3)) return undefined;
  const fitting = chains.filter(
    ({ stars, typeIds, segment }) =>
      stars.includes(hotel.stars) && typeIds.includes(hotel.typeId) && (segment === 'airport') === hotel.isAtAirport,
  );
  const weights = fitting.reduce((sum, { weight }) => sum + weight, 0);
  let rest = drawn.which * weights;
  return fitting.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
}

function facilitiesOf({ facilities }: StayTables, typeId: number, stars: number, hash: number): number {
  let bits = 0;
  for (let index = 0; index < facilities.length; index += 1) {
    const facility = facilities[index];
    const share = facility?.byType.get(typeId) ?? facility?.byStars[stars - 1] ?? 0;
    if (unitOf(mix(hash, 100 + index)) < share) bits |= 1 << index;
  }
  return bits >>> 0;
}

const KINDS_MIN = 2;
const KINDS_MAX = 7;

/** Two to seven kinds of room: those that every hotel of this type and stars has, and some by chance. */
function kindsOf({ rooms }: StayTables, typeId: number, stars: number, hash: number): number {
  let bits = 0;
  let count = 0;
  let left = 0;
  for (const { index, typeIds, starsMin, starsMax, share } of rooms) {
    if (!typeIds.includes(typeId) || stars < starsMin || stars > starsMax) continue;
    const isIn = count < KINDS_MAX && unitOf(mix(hash, 200 + index)) < share;
    if (isIn) bits |= 1 << index;
    else left |= 1 << index;
    if (isIn) count += 1;
  }
  // Of what was not drawn the first kinds are the plainest.
  for (; count < KINDS_MIN && left !== 0; count += 1) {
    const plainest = left & -left;
    bits |= plainest;
    left ^= plainest;
  }
  return bits >>> 0;
}
