import type { CabinClass } from '../../src/travel/flight.ts';
import type { Atlas, AtlasAirline } from '../../src/reference/atlas.ts';
import { costOf, type CandidateItinerary } from './reachable-fares.ts';
import type { Inventory } from '../cabins/inventory.ts';
import { fareLevel, type FareLevel, type Market, referenceAlong } from '../itineraries/markets.ts';
import type { Network } from '../schedule/network.ts';
import { CABIN_SHARE_MIN, changeFactor, type SlicePricer, type TaxLineUsd } from '../fares/slice-prices.ts';
import { hasSurcharge, taxBandOf } from '../fares/taxes.ts';

/** What reference fares are made from. */
export interface FareFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  market(origin: number, destination: number): Market;
}

/**
 * Markets from airports of one size between two countries are taxed alike where the same rules hold; a surcharge by
 * distance is taken to be alike over so many.
 */
const TAXED_ALIKE_KM = 400;
const DISTANCES_MAX = 64;

/** What the carriers of one market charge before anything that depends on the day. */
export class ReferenceFares {
  readonly #facts: FareFacts;
  readonly #cabin: CabinClass;
  readonly #taxes = new Map<string, Map<number, TaxLineUsd>>();
  #ends = { origin: 0, destination: 0 };
  #market: Market | undefined;
  #taxesHere = new Map<number, TaxLineUsd>();
  /** The current market, as a number; what its carriers charge is known where `#pricedIn` holds it. */
  #entered = 0;
  readonly #pricedIn: Int32Array;
  readonly #levels: (FareLevel | undefined)[];
  readonly #flights: (TaxLineUsd | undefined)[];

  constructor(facts: FareFacts, cabin: CabinClass) {
    this.#facts = facts;
    this.#cabin = cabin;
    const airlines = facts.atlas.airlines.length;
    this.#pricedIn = new Int32Array(airlines);
    this.#levels = new Array<FareLevel | undefined>(airlines).fill(undefined);
    this.#flights = new Array<TaxLineUsd | undefined>(airlines).fill(undefined);
  }

  /** Makes the market between two airports the current one. */
  enter(origin: number, destination: number): void {
    this.#ends = { origin, destination };
    this.#market = undefined;
    this.#entered += 1;
  }

  /** What changing planes does to fares of the current market. */
  change(): number {
    return changeFactor(this.#known(), 2);
  }

  /**
   * Prices an itinerary of the current market, its fare being `carrier`'s; `factor` is what its connections do to it.
   */
  price(candidate: CandidateItinerary, carrier: number, factor: number): number {
    if (this.#pricedIn[carrier] !== this.#entered) this.#look(carrier);
    const level = this.#levels[carrier];
    const tax = this.#flights[carrier];
    if (!level || !tax) return Number.POSITIVE_INFINITY;
    candidate.carrier = carrier;
    candidate.referenceUsd = referenceAlong(level, candidate.flownKm) * factor;
    candidate.taxFixedUsd = tax.fixed;
    candidate.taxShare = tax.share;
    return costOf(candidate);
  }

  /** Whether enough of an itinerary is flown in the cabin asked for. */
  isInCabin(candidate: CandidateItinerary): boolean {
    if (this.#cabin === 'economy') return true;
    const { inventory, network } = this.#facts;
    let cabinKm = 0;
    for (const flight of candidate.flights) {
      if (flight >= 0 && inventory.capacity(flight, this.#cabin) > 0)
        cabinKm += network.routeKm[network.routeOfFlight[flight] ?? 0] ?? 0;
    }
    return cabinKm >= CABIN_SHARE_MIN * candidate.flownKm;
  }

  #look(carrier: number): void {
    const market = this.#known();
    const airline = this.#facts.atlas.airlines[carrier];
    this.#pricedIn[carrier] = this.#entered;
    this.#levels[carrier] = airline && fareLevel(airline, market, this.#cabin);
    this.#flights[carrier] = airline && this.#taxLine(market, airline);
  }

  #taxLine(market: Market, airline: AtlasAirline): TaxLineUsd {
    const distance = hasSurcharge(market, airline)
      ? Math.min(DISTANCES_MAX - 1, Math.floor(market.km / TAXED_ALIKE_KM))
      : 0;
    const band = taxBandOf(market.km) * DISTANCES_MAX + distance;
    const known = this.#taxesHere.get(band);
    if (known) return known;
    const made = this.#facts.pricer.taxLine(market, airline, this.#cabin);
    this.#taxesHere.set(band, made);
    return made;
  }

  /** Most markets of an index are never flown: one is looked up when its first itinerary is priced. */
  #known(): Market {
    if (this.#market) return this.#market;
    const market = this.#facts.market(this.#ends.origin, this.#ends.destination);
    const ends = `${market.origin.country}${market.origin.size}${market.destination.country}`;
    const taxes = this.#taxes.get(ends);
    this.#taxesHere = taxes ?? new Map<number, TaxLineUsd>();
    if (!taxes) this.#taxes.set(ends, this.#taxesHere);
    this.#market = market;
    return market;
  }
}
