import type { HotelOffer, RateSum, StayHotel, StayRate } from '../../../src/travel/stay.ts';
import type { CityStock } from '../content/city-stock.ts';
import type { Arrival } from './cancellation-terms.ts';
import { type House, HouseHotel } from '../content/hotel-facts.ts';
import { type HouseScratch, lookAtHouse } from '../prices/hotel-prices.ts';
import type { CityNights } from '../prices/night-demand.ts';
import type { StayFacts } from '../content/stay-facts.ts';
import type { StayQuestion } from '../stay-query.ts';
import { arrivalOf, listRates } from './write-rates.ts';

/** What all offers of a search share. */
export interface Finding {
  readonly facts: StayFacts;
  readonly question: StayQuestion;
  readonly scratch: HouseScratch;
  /** The hours before arrival, by zone. */
  readonly arrivals: Map<string, Arrival>;
}

/**
 * A house that has rooms for the whole party: its cheapest sums at once, its hotel and its rates when they are looked
 * at, which a search does for a page of its hundreds. A copy made by spreading has none of these fields.
 */
export class HotelStayOffer implements HotelOffer {
  readonly hotel: StayHotel;
  readonly stock: CityStock;
  readonly at: number;
  /** The cheapest way to sleep the whole party, in dollars: what lists are sorted by. */
  readonly usd: number;
  readonly #finding: Finding;
  readonly #nights: CityNights;
  /** By party. */
  readonly #cheapest: readonly RateSum[];
  #rates: readonly (readonly StayRate[])[] | undefined;

  constructor(finding: Finding, { stock, at }: House, nights: CityNights, cheapest: readonly RateSum[]) {
    this.hotel = new HouseHotel({ stock, at }, finding.facts.tables);
    this.stock = stock;
    this.at = at;
    this.usd = usdOf(finding.question, cheapest) / stock.filing.minorPerUsd;
    this.#finding = finding;
    this.#nights = nights;
    this.#cheapest = cheapest;
  }

  get cheapestOfRooms(): readonly RateSum[] {
    return this.#finding.question.partyOfRoom.flatMap((party) => this.#cheapest[party] ?? []);
  }

  get ratesOfRooms(): readonly (readonly StayRate[])[] {
    this.#rates ??= this.#writeRates();
    return this.#rates;
  }

  #writeRates(): readonly (readonly StayRate[])[] {
    const { facts, question, scratch } = this.#finding;
    lookAtHouse(facts.tables, this, { question, nights: this.#nights }, scratch);
    const rateFacts = { tables: facts.tables, levies: facts.levies(this.stock, this.at), arrival: this.#arrival() };
    const lists = question.parties.map((_, index) => listRates(rateFacts, this, question, index, scratch));
    return question.partyOfRoom.map((party) => lists[party] ?? []);
  }

  #arrival(): Arrival {
    const { facts, question, arrivals } = this.#finding;
    const { zone } = this.stock.city;
    const known = arrivals.get(zone) ?? arrivalOf(facts.zones, facts.zoneIndex(zone), question);
    arrivals.set(zone, known);
    return known;
  }
}

function usdOf({ parties }: StayQuestion, cheapest: readonly RateSum[]): number {
  let total = 0;
  for (let index = 0; index < parties.length; index += 1)
    total += (parties[index]?.rooms ?? 0) * (cheapest[index]?.total ?? 0);
  return total;
}
