import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import type { FlightOffer } from '../../src/travel/flight.ts';
import { type PassengerCounts, passengerTotal, seatTotal } from '../../src/travel/passengers.ts';
import type { CalendarQuery, DatedOffer, FlightDates } from '../../src/suppliers/ports/flights.ts';
import { type SoldSeats, sellingMoment } from '../cabins/inventory.ts';
import { combineDirections, type Journey } from './combine-directions.ts';
import { filterItineraries } from './flight-filter.ts';
import { createOfferBuilder, type OfferBuilder, sortByPrice } from './offers.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import type { PricedSlice, PriceQuery } from '../fares/slice-prices.ts';
import type { ItinerarySearch } from '../itineraries/itinerary-search.ts';

type OfferFacts = Parameters<typeof createOfferBuilder>[0];
/** What pricing a calendar needs of the world. */
export interface CalendarFacts extends OfferFacts {
  readonly itinerarySearch: ItinerarySearch;
}
/** When a calendar is asked for, what the asking organization has sold, and until when it waits. */
export interface CalendarContext {
  readonly now: Date;
  readonly sold: SoldSeats;
  readonly signal: AbortSignal;
}

/** A search considers this many journeys; the calendar looks at the same ones. */
const JOURNEYS_MAX = 150;
/**
 * Journeys are ranked by an adult's fare in dollars, and the price differs from that by what ranking leaves out:
 * booking fees and filed fares' rounding, some dollars a head, and for a party of several kinds the shares children and
 * students pay. Those within this of the cheapest are priced to the cent; the others cannot become the cheapest.
 */
const NEAR_USD = 20;
const NEAR_SHARE_MIXED = 1.2;
const NEAR_USD_MIXED = 40;

/** Which direction of the journey is looked at: its place among the slices, and the airports it leads between. */
interface Direction {
  readonly sliceIndex: number;
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
}

/**
 * The cheapest offers of each date pair, cheapest first: what a search for the pair puts first. Each day of departure
 * and each day of return is routed and priced once, whatever the number of pairs it stands in.
 */
export async function priceCalendar(
  facts: CalendarFacts,
  query: CalendarQuery,
  context: CalendarContext,
): Promise<readonly DatedOffer[]> {
  const out = await priceDays(facts, query, context, {
    direction: { sliceIndex: 0, origins: query.origins, destinations: query.destinations },
    days: query.dates.map(({ departure }) => departure),
  });
  const back = await priceDays(facts, query, context, {
    direction: { sliceIndex: 1, origins: query.destinations, destinations: query.origins },
    days: query.dates.flatMap((dates) => dates.return ?? []),
  });
  const build = createOfferBuilder(facts, { cabin: query.cabinClass, passengers: query.passengers });
  const dated: DatedOffer[] = [];
  for (const dates of query.dates) {
    await yieldIfBusy(context.signal);
    const directions = directionsOf(dates, out, back);
    if (directions === undefined) continue;
    for (const offer of cheapestOf(facts, query, build, directions)) dated.push({ dates, offer });
  }
  return dated;
}

type Days = ReadonlyMap<string, readonly PricedSlice[]>;

async function priceDays(
  facts: CalendarFacts,
  query: CalendarQuery,
  context: CalendarContext,
  { direction, days }: { readonly direction: Direction; readonly days: readonly string[] },
): Promise<Days> {
  const priceQuery: PriceQuery = {
    cabin: query.cabinClass,
    party: seatTotal(query.passengers),
    moment: sellingMoment(context.now),
    sold: context.sold,
  };
  const priced = new Map<string, readonly PricedSlice[]>();
  for (const day of new Set(days)) {
    await yieldIfBusy(context.signal);
    priced.set(day, itinerariesOn(facts, query, priceQuery, direction, day));
  }
  return priced;
}

function itinerariesOn(
  facts: CalendarFacts,
  query: CalendarQuery,
  priceQuery: PriceQuery,
  { sliceIndex, origins, destinations }: Direction,
  day: string,
): readonly PricedSlice[] {
  const indexes = (codes: readonly string[]) =>
    codes.map((code) => facts.atlas.airportByCode.get(code)?.index).filter((index) => index !== undefined);
  return facts.itinerarySearch.find(
    {
      origins: indexes(origins),
      destinations: indexes(destinations),
      day: isoDateToEpochDay(day),
      connectionsMax: query.connectionsMax,
      accepts: filterItineraries(facts, query.only, sliceIndex),
      isOneOfSeveral: query.dates.some((dates) => dates.return !== undefined),
    },
    priceQuery,
  );
}

/** Undefined where a direction has no flights that day. */
function directionsOf(dates: FlightDates, out: Days, back: Days): readonly (readonly PricedSlice[])[] | undefined {
  const directions = [
    out.get(dates.departure) ?? [],
    ...(dates.return === undefined ? [] : [back.get(dates.return) ?? []]),
  ];
  return directions.every((slices) => slices.length > 0) ? directions : undefined;
}

/** Those that may be the cheapest are priced; nothing of an offer is written before it is read. */
function cheapestOf(
  facts: CalendarFacts,
  query: CalendarQuery,
  build: OfferBuilder,
  directions: readonly (readonly PricedSlice[])[],
): readonly FlightOffer[] {
  const { journeys } = combineDirections(directions, {
    journeysMax: JOURNEYS_MAX,
    minutesMax: query.only?.totalDurationMinutesMax,
  });
  const wanted = query.offersMax ?? 1;
  const near = nearCheapest(journeys, wanted, query.passengers).map(({ slices }) => build(slices));
  return sortByPrice(near, facts).slice(0, wanted);
}

/** The journeys come cheapest first, about. */
function nearCheapest(journeys: readonly Journey[], wanted: number, passengers: PassengerCounts): readonly Journey[] {
  const last = journeys[Math.min(wanted, journeys.length) - 1];
  if (last === undefined) return [];
  const isAdultsOnly = passengers.adt === passengerTotal(passengers);
  const usdMax = isAdultsOnly ? last.usd + NEAR_USD : last.usd * NEAR_SHARE_MIXED + NEAR_USD_MIXED;
  return journeys.filter(({ usd }) => usd <= usdMax);
}
