import type { CabinClass, DuffelAirport } from '../objects.ts';
import type { StubSettings } from '../settings.ts';
import { type Brand, CARRIERS, type Carrier } from './carriers.ts';
import { connectingItineraries, type Itinerary, nonstopItineraries, type Timetable } from './itineraries.ts';
import { type Magic, magicOf } from './magic-routes.ts';
import type { StubPlaces } from './places.ts';
import type { SearchRequest } from './read-search.ts';

/** One thing an airline would sell: flights in each direction, a brand for each, a cabin. */
export interface Product {
  readonly carrier: Carrier;
  readonly itineraries: readonly Itinerary[];
  readonly brands: readonly Brand[];
  readonly cabin: CabinClass;
  /** How many journeys and products of this airline came before: decides what it leaves out. */
  readonly journeyIndex: number;
  readonly productIndex: number;
}

/** What a search is answered from. */
export interface MarketContext {
  readonly seed: string;
  readonly places: StubPlaces;
  readonly settings: StubSettings;
}

const flightsNaturally = 2;
const flightsMax = 1_536;
const pairsMax = 4;
const SUPPLIER_TIMEOUT = { default: 20_000, min: 2_000, max: 60_000 } as const;

/** The time airlines have, in milliseconds: what the caller says within Duffel's bounds, else 20 s. */
export function readSupplierTimeout(text: string | null): number {
  const said = text === null || text.trim() === '' ? Number.NaN : Number(text);
  const isTaken = said >= SUPPLIER_TIMEOUT.min && said <= SUPPLIER_TIMEOUT.max;
  return isTaken ? said : SUPPLIER_TIMEOUT.default;
}

/** How long an airline takes to answer, in milliseconds. */
export function latencyOf({ code, latencyMilliseconds }: Carrier, { latencies }: StubSettings): number {
  return latencies[code ?? ''] ?? latencyMilliseconds;
}

/** The airlines that answer within a time. */
export function carriersWithin(milliseconds: number, settings: StubSettings): readonly Carrier[] {
  return CARRIERS.filter((carrier) => latencyOf(carrier, settings) <= milliseconds);
}

/** What a search's first direction does by itself, as a test route. */
export function magicOfSearch({ slices }: Pick<SearchRequest, 'slices'>): Magic | undefined {
  const [first] = slices;
  return first === undefined ? undefined : magicOf(first.origin.iata_code, first.destination.iata_code);
}

/** Everything the airlines sell for a search: as many products as the settings say, else what is natural. */
export function findProducts(
  context: MarketContext,
  request: SearchRequest,
  carriers: readonly Carrier[],
): readonly Product[] {
  const wanted = context.settings.offers;
  if (magicOfSearch(request) === 'no_offers' || wanted === 0) return [];
  let products: readonly Product[] = [];
  for (let flights = flightsNaturally; flights <= flightsMax; flights *= 2) {
    const perCarrier = carriers.map((carrier) => carrierProducts(context, request, carrier, flights));
    products = interleave(perCarrier);
    if (wanted === null || products.length >= wanted) break;
  }
  return wanted === null ? products : products.slice(0, wanted);
}

function carrierProducts(
  context: MarketContext,
  request: SearchRequest,
  carrier: Carrier,
  flights: number,
): readonly Product[] {
  const bySlice = request.slices.map((slice) => sliceItineraries(context, request, slice, carrier, flights));
  const cabins = request.cabin_class == null ? carrier.cabins.filter(isOfferedUnasked) : [request.cabin_class];
  const journeys = combine(bySlice, context.settings.offers === null ? flightsNaturally : flights);
  let productIndex = 0;
  return journeys.flatMap((itineraries, journeyIndex) =>
    cabins
      .filter((cabin) => carrier.cabins.includes(cabin))
      .flatMap((cabin) =>
        brandsOf(carrier, itineraries.length, journeyIndex).map((brands) => {
          productIndex += 1;
          return { carrier, itineraries, brands, cabin, journeyIndex, productIndex: productIndex - 1 };
        }),
      ),
  );
}

const isOfferedUnasked = (cabin: CabinClass): boolean => cabin === 'economy' || cabin === 'business';

/** Each brand in all directions; on an airline's first journey also its cheapest out and its best back. */
function brandsOf(carrier: Carrier, directions: number, journeyIndex: number): readonly (readonly Brand[])[] {
  const uniform = carrier.brands.map((brand) => Array.from({ length: directions }, () => brand));
  const [cheapest] = carrier.brands;
  const best = carrier.brands.at(-1);
  if (directions < 2 || journeyIndex > 0 || cheapest === undefined || best === undefined || cheapest === best)
    return uniform;
  return [...uniform, Array.from({ length: directions }, (_, index) => (index === 0 ? cheapest : best))];
}

/** Journeys of one itinerary in each direction: every outbound flight with the next `returns` inbound ones. */
function combine(bySlice: readonly (readonly Itinerary[])[], returns: number): readonly (readonly Itinerary[])[] {
  const [first, ...rest] = bySlice;
  if (first === undefined || bySlice.some((itineraries) => itineraries.length === 0)) return [];
  return first
    .flatMap((outbound, index) =>
      Array.from(
        { length: rest.length === 0 ? 1 : Math.min(returns, ...rest.map(({ length }) => length)) },
        (_, shift) => [
          outbound,
          ...rest.flatMap((itineraries) => itineraries[(index + shift) % itineraries.length] ?? []),
        ],
      ),
    )
    .filter(isInOrder);
}

/** Nobody flies back before having arrived. */
function isInOrder(journey: readonly Itinerary[]): boolean {
  return journey.every(({ legs }, index) => {
    const before = journey[index - 1]?.legs.at(-1);
    return before === undefined || (legs[0]?.departs ?? 0) > before.arrives + 60;
  });
}

function sliceItineraries(
  { seed, places, settings }: MarketContext,
  request: SearchRequest,
  slice: SearchRequest['slices'][number],
  carrier: Carrier,
  flights: number,
): readonly Itinerary[] {
  const timetable: Timetable = { seed, places, hasNamelessOperators: settings.sparse };
  const magic = magicOfSearch(request);
  const pairs = airportPairs(places.airportsOf(slice.origin), places.airportsOf(slice.destination));
  return pairs
    .flatMap(({ from, to }) => {
      const direction = { from, to, date: slice.departure_date };
      const nonstop =
        magic === 'connections' ? [] : nonstopItineraries(timetable, carrier, direction, flights, magic === 'one_stop');
      const connecting =
        magic === 'one_stop' || request.max_connections === 0
          ? []
          : connectingItineraries(timetable, carrier, direction, flights);
      return [...nonstop, ...connecting];
    })
    .filter(
      (itinerary) =>
        isWithin(places, itinerary, 'departure', slice.departure_time) &&
        isWithin(places, itinerary, 'arrival', slice.arrival_time),
    );
}

/** The busiest airports of both ends, a few pairs of them. */
function airportPairs(
  origins: readonly DuffelAirport[],
  destinations: readonly DuffelAirport[],
): readonly { readonly from: DuffelAirport; readonly to: DuffelAirport }[] {
  const pairs = origins.flatMap((from, a) => destinations.map((to, b) => ({ from, to, rank: a + b })));
  return pairs
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, pairsMax);
}

function isWithin(
  places: StubPlaces,
  { legs }: Itinerary,
  end: 'departure' | 'arrival',
  window: { readonly from: string; readonly to: string } | null | undefined,
): boolean {
  if (window == null) return true;
  const leg = end === 'departure' ? legs[0] : legs.at(-1);
  if (leg === undefined) return false;
  const local = end === 'departure' ? places.toLocal(leg.from, leg.departs) : places.toLocal(leg.to, leg.arrives);
  const clock = minuteText(((local % 1_440) + 1_440) % 1_440);
  return window.from <= clock && clock <= window.to;
}

function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** One of each airline in rounds, so that the first few offers are not of one airline alone. */
function interleave(lists: readonly (readonly Product[])[]): readonly Product[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}
