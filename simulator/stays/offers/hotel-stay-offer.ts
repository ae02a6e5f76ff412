import type { RateSum } from '../../../src/travel/stay.ts';
import { type HotelRow, stayHotelOf } from '../content/hotel-facts.ts';
import type { StayFacts } from '../content/stay-facts.ts';
import { availabilityOf } from '../prices/availability.ts';
import type { CityNights } from '../prices/night-demand.ts';
import type { ResolvedStayQuery } from '../stay-query.ts';
import { type Arrival, arrivalOf } from './cancellation-terms.ts';
import { listRates } from './hotel-rates.ts';
import type { StatedHotel, StatedOffer, StatedRate } from '../stated-stay.ts';

/** What all offers of a search share. */
export interface SearchContext {
  readonly facts: StayFacts;
  readonly query: ResolvedStayQuery;
  /** The hours before arrival, by zone. */
  readonly arrivals: Map<string, Arrival>;
}

/** A hotel that has rooms for the whole party. */
export interface AvailableHotel {
  readonly row: HotelRow;
  readonly nights: CityNights;
  /** By party: the cheapest rate in numbers. */
  readonly cheapest: readonly RateSum[];
}

/**
 * The offer of a hotel. It makes its lists of rates when they are first read: a search ranks hundreds of hotels by
 * `cheapestOfRooms` and shows a page. A copy made by spreading lacks the lists.
 */
export class HotelStayOffer implements StatedOffer {
  readonly hotel: StatedHotel;
  readonly cheapestOfRooms: readonly RateSum[];
  readonly #context: SearchContext;
  readonly #found: AvailableHotel;
  #rates: readonly (readonly StatedRate[])[] | undefined;

  constructor(context: SearchContext, found: AvailableHotel) {
    this.hotel = stayHotelOf(found.row, context.facts.tables);
    this.cheapestOfRooms = context.query.partyOfRoom.flatMap((party) => found.cheapest[party] ?? []);
    this.#context = context;
    this.#found = found;
  }

  get ratesOfRooms(): readonly (readonly StatedRate[])[] {
    this.#rates ??= ratesOfRooms(this.#context, this.#found);
    return this.#rates;
  }
}

function ratesOfRooms(
  { facts, query, arrivals }: SearchContext,
  { row, nights }: AvailableHotel,
): readonly (readonly StatedRate[])[] {
  const { zone } = row.stock.city;
  const arrival = arrivals.get(zone) ?? arrivalOf(facts.zones, facts.zoneIndex(zone), query);
  arrivals.set(zone, arrival);
  const rateFacts = { tables: facts.tables, levies: facts.levies(row.stock, row.at), arrival };
  const availability = availabilityOf(facts.tables, row, query, nights);
  if (availability === undefined) return [];
  const lists = query.parties.map((_, index) => listRates(rateFacts, row, query, index, availability));
  return query.partyOfRoom.map((party) => lists[party] ?? []);
}
