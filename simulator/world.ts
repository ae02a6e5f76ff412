import { epochDayToIsoDate, isoDateToEpochDay } from '../src/travel/dates.ts';
import type { CabinClass, FlightOffer, FlightQuery } from '../src/travel/flight.ts';
import type { Money } from '../src/travel/money.ts';
import { seatTotal } from '../src/travel/passengers.ts';
import { plainOffer } from './offers/plain-offer.ts';
import type { PlaceDirectory } from '../src/travel/place-directory.ts';
import type { CalendarQuery, DatedOffer, FoundFlights } from '../src/suppliers/ports/flights.ts';
import type { ExchangeRates } from '../src/suppliers/ports/exchange-rates.ts';
import type { DemandBaseline } from '../src/suppliers/ports/demand.ts';
import type { Atlas } from '../src/reference/atlas.ts';
import { loadReference } from '../src/reference/load-reference.ts';
import { readConnectionRules } from './itineraries/connection-rules.ts';
import { type CalendarContext, priceCalendar } from './offers/calendar.ts';
import { createDemandBaseline } from './demand/create-demand-baseline.ts';
import { createFareBuilder, type TicketTerms } from './fares/fares.ts';
import { createTariffStore, type TicketSlices } from './fares/tariffs.ts';
import { hashText } from '../src/reference/hash.ts';
import { createInventory, type Inventory, sellingMoment, type SoldSeats, soldSeatsKey } from './cabins/inventory.ts';
import type { Itinerary } from './itineraries/itinerary.ts';
import { type InParts, runParts, runPartsFairly } from '../src/platform/scheduling/in-parts.ts';
import { combineInParts } from './offers/combine-directions.ts';
import { createMarkets } from './itineraries/markets.ts';
import { filterItineraries } from './offers/flight-filter.ts';
import { buildNetwork } from './schedule/network.ts';
import { createOfferBuilder, sortByPrice } from './offers/offers.ts';
import { readOfferKey } from './offers/offer-key.ts';
import { createRentalWorld } from './rentals/create-rental-world.ts';
import type { RentalWorld } from './rentals/rental-world.ts';
import { createReach, type Reach } from './reachability/reach.ts';
import { readRouteGroups } from './schedule/route-groups.ts';
import { createSeatMaps, type ReadSeatMaps } from './cabins/seat-maps.ts';
import { createStayWorld } from './stays/create-stay-world.ts';
import type { StayWorld } from './stays/stay-world.ts';
import {
  cabinFlown,
  createSlicePricer,
  type PricedSlice,
  type PriceQuery,
  type SlicePricer,
} from './fares/slice-prices.ts';
import { createItinerarySearch, type ItinerarySearch } from './itineraries/itinerary-search.ts';
import { SCENARIO_PLACES } from './scenarios/scenario-places.ts';

/** When a query is made, and what its organization has sold itself. */
interface SaleContext {
  readonly now: Date;
  readonly sold: SoldSeats;
}

/** Seats an offer takes from one flight's cabin. */
export interface SeatUse {
  readonly flightNumber: string;
  readonly departureDate: string;
  readonly cabin: CabinClass;
  readonly key: string;
  readonly seats: number;
}

/**
 * The built-in world: places, rates, a weekly schedule, and fares that are a pure function of (bundle, seed, date
 * asked, seats sold). Read-only once loaded; two processes with the same bundle and seed answer alike.
 */
export interface World {
  readonly places: PlaceDirectory;
  readonly rates: ExchangeRates;
  readonly counts: {
    readonly airports: number;
    readonly airlines: number;
    readonly routes: number;
    readonly flights: number;
  };
  /** Offers for a query, cheapest first, written in full. */
  search(query: FlightQuery, context: SaleContext): readonly FlightOffer[];
  /** Offers for a query, each written when it is read, and how many more there are than the query's bound. */
  find(query: FlightQuery, context: SaleContext): FoundFlights;
  /** Offers for a query as plain data, made in parts between which other requests run. */
  shop(query: FlightQuery, context: CalendarContext): Promise<FoundFlights>;
  /** For each date pair what `find` would put first; made in parts between which other requests run. */
  calendar(query: CalendarQuery, context: CalendarContext): Promise<readonly DatedOffer[]>;
  /** The cities one gets to, with estimates of what it costs when; long work too. */
  readonly reach: Reach;
  /** The offer of a key as it is sold now; undefined when it is not (any more). */
  offer(offerKey: string, context: SaleContext): FlightOffer | undefined;
  /** The offer of a key, written when it is read. */
  pricedOffer(offerKey: string, context: SaleContext): FlightOffer | undefined;
  /** The total of its cheapest fare, without the offer. */
  lowestTotal(offerKey: string, context: SaleContext): Money | undefined;
  /** The seats an offer takes, in a fixed order; undefined for a key that is none of this world's. */
  seatUses(offerKey: string): readonly SeatUse[] | undefined;
  /**
   * The seats of every flight of an offer, in the order of its segments; flights without assigned seating are left out.
   */
  seatMaps: ReadSeatMaps;
  /** Its hotels. */
  readonly stays: StayWorld;
  /** The rental cars of the same places. */
  readonly rentals: RentalWorld;
  /** How much its cities are wanted, by whom. */
  readonly demand: DemandBaseline;
}

/** Loads a bundle: the project's own `data/world`, or another folder in the same CSV format (BLY_WORLD_DIR). */
export function loadWorld(dir: string, options: { readonly seed: string }): World {
  const seed = hashText(options.seed);
  const { atlas, rates, zones, places } = loadReference(dir, SCENARIO_PLACES);
  const network = buildNetwork(atlas, readRouteGroups(dir, atlas, seed), zones);
  const rules = readConnectionRules(dir, atlas, network);
  const inventory = createInventory(atlas, network, seed);
  const marketOf = createMarkets(atlas, network);
  const market = (origin: number, destination: number) => {
    const from = atlas.airports[origin];
    const to = atlas.airports[destination];
    if (!from || !to) throw new RangeError(`No airport pair ${origin}-${destination}`);
    return marketOf(from, to);
  };
  const facts = { atlas, network, zones, rules, inventory, rates, market, tariffs: createTariffStore() };
  const pricer = createSlicePricer(facts);
  const itinerarySearch = createItinerarySearch({ ...facts, pricer });
  const sellers = { ...facts, itinerarySearch, pricer };
  return {
    places,
    rates,
    counts: {
      airports: atlas.airports.length,
      airlines: atlas.airlines.length,
      routes: network.routeOrigin.length,
      flights: network.routeOfFlight.length,
    },
    search: (query, context) => runParts(findOffers(sellers, query, context)).offers.map(plainOffer),
    find: (query, context) => runParts(findOffers(sellers, query, context)),
    shop: (query, context) => runPartsFairly(findPlainOffers(sellers, query, context), context.signal),
    calendar: (query, context) => priceCalendar({ ...facts, itinerarySearch }, query, context),
    reach: createReach({ ...facts, pricer }),
    offer: (offerKey, context) => {
      const offer = rebuildOffer(sellers, offerKey, context);
      return offer && plainOffer(offer);
    },
    pricedOffer: (offerKey, context) => rebuildOffer(sellers, offerKey, context),
    lowestTotal: (offerKey, context) => {
      const ticket = rebuildTicket(sellers, offerKey, context);
      return ticket && createFareBuilder(facts, ticket.terms)(ticket.slices).lowestTotal;
    },
    seatUses: (offerKey) => seatUsesOf(facts, offerKey),
    seatMaps: createSeatMaps({ ...facts, seed }),
    stays: createStayWorld({ dir, atlas, rates, seed }),
    rentals: createRentalWorld({ dir, atlas, rates, zones, seed }),
    demand: createDemandBaseline({ dir, atlas, network, market: marketOf, seed }),
  };
}

type Facts = Parameters<typeof createOfferBuilder>[0];
type SearchFacts = Facts & { readonly itinerarySearch: ItinerarySearch };

/** Offers built in one part, each some 50 µs. */
const OFFERS_PER_PART = 50;

function* findOffers(facts: SearchFacts, query: FlightQuery, context: SaleContext): InParts<FoundFlights> {
  const priceQuery = priceQueryOf(query.cabinClass, seatTotal(query.passengers), context);
  const directions: (readonly PricedSlice[])[] = [];
  for (const [sliceIndex, slice] of query.slices.entries()) {
    if (sliceIndex > 0) yield;
    const found = yield* facts.itinerarySearch.findInParts(
      {
        origins: airportIndexes(facts.atlas, slice.origins),
        destinations: airportIndexes(facts.atlas, slice.destinations),
        day: isoDateToEpochDay(slice.date),
        connectionsMax: query.connectionsMax,
        accepts: filterItineraries(facts, query.only, sliceIndex),
        isOneOfSeveral: query.slices.length > 1,
      },
      priceQuery,
    );
    if (found.length === 0) return { offers: [], omitted: 0 };
    directions.push(found);
  }
  const { journeys, omitted } = yield* combineInParts(directions, {
    journeysMax: query.offersMax,
    minutesMax: query.only?.totalDurationMinutesMax,
  });
  const build = createOfferBuilder(facts, { cabin: query.cabinClass, passengers: query.passengers });
  yield;
  const offers: ReturnType<typeof build>[] = [];
  for (const { slices } of journeys) {
    offers.push(build(slices));
    if (offers.length % OFFERS_PER_PART === 0) yield;
  }
  return { offers: sortByPrice(offers, facts), omitted };
}

function* findPlainOffers(facts: SearchFacts, query: FlightQuery, context: SaleContext): InParts<FoundFlights> {
  const { offers, omitted } = yield* findOffers(facts, query, context);
  yield;
  return { offers: offers.map(plainOffer), omitted };
}

function priceQueryOf(cabin: CabinClass, party: number, context: SaleContext): PriceQuery {
  return { cabin, party, moment: sellingMoment(context.now), sold: context.sold };
}

function airportIndexes(atlas: Atlas, codes: readonly string[]): readonly number[] {
  return codes.map((code) => atlas.airportByCode.get(code)?.index).filter((index) => index !== undefined);
}

function rebuildOffer(
  facts: Facts & { readonly pricer: SlicePricer },
  offerKey: string,
  context: SaleContext,
): FlightOffer | undefined {
  const ticket = rebuildTicket(facts, offerKey, context);
  return ticket && createOfferBuilder(facts, ticket.terms)(ticket.slices);
}

/** The flights of an offer's key at the prices of now; undefined where they are not sold. */
function rebuildTicket(
  facts: Facts & { readonly pricer: SlicePricer },
  offerKey: string,
  context: SaleContext,
): { readonly slices: TicketSlices; readonly terms: TicketTerms } | undefined {
  const content = readOfferKey(facts, offerKey);
  if (!content) return undefined;
  const priceQuery = priceQueryOf(content.cabin, seatTotal(content.passengers), context);
  const slices = content.itineraries.map((itinerary) => facts.pricer.price(itinerary, priceQuery));
  const [first, ...others] = slices.filter((slice) => slice !== undefined);
  if (!first || others.length + 1 !== slices.length) return undefined;
  return { slices: [first, ...others], terms: { cabin: content.cabin, passengers: content.passengers } };
}

function seatUsesOf(facts: Facts, offerKey: string): readonly SeatUse[] | undefined {
  const content = readOfferKey(facts, offerKey);
  if (!content) return undefined;
  const seats = seatTotal(content.passengers);
  const uses = content.itineraries.flatMap((itinerary) => itineraryUses(facts, itinerary, content.cabin, seats));
  return uses.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function itineraryUses(
  { inventory }: { readonly inventory: Inventory },
  itinerary: Itinerary,
  wanted: CabinClass,
  seats: number,
): SeatUse[] {
  return itinerary.legs.flatMap((leg) => {
    const cabin = cabinFlown(inventory, leg, wanted);
    if (!cabin) return [];
    const flightNumber = inventory.flightNumber(leg.flight);
    const departureDate = epochDayToIsoDate(leg.day);
    return [{ flightNumber, departureDate, cabin, key: soldSeatsKey(flightNumber, departureDate, cabin), seats }];
  });
}
