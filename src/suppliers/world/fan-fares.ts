import type { CabinClass } from '../../travel/flight.ts';
import type { Atlas } from './atlas.ts';
import { costOf, type FanWay } from './fan.ts';
import type { Inventory } from './inventory.ts';
import { type Market, referenceUsd } from './markets.ts';
import type { Network } from './network.ts';
import { CABIN_SHARE_MIN, changeFactor, type SlicePricer, type TaxLineUsd } from './slice-prices.ts';

/** What reference fares are made from. */
export interface FareFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  market(origin: number, destination: number): Market;
}

/** Markets from airports of one size between two countries are taken to be taxed alike where they are about as far apart. */
const TAXED_ALIKE_KM = 400;
const DISTANCES_MAX = 64;

/** What the carriers of one market charge before anything that depends on the day. */
export class FanFares {
  readonly #facts: FareFacts;
  readonly #cabin: CabinClass;
  readonly #taxes = new Map<string, (TaxLineUsd | undefined)[]>();
  #ends = { origin: 0, destination: 0 };
  #market: Market | undefined;
  #taxesHere: (TaxLineUsd | undefined)[] = [];

  constructor(facts: FareFacts, cabin: CabinClass) {
    this.#facts = facts;
    this.#cabin = cabin;
  }

  /** Takes another market in hand: two airports. */
  enter(origin: number, destination: number): void {
    this.#ends = { origin, destination };
    this.#market = undefined;
  }

  /** What changing planes does to fares of the market in hand. */
  change(): number {
    return changeFactor(this.#known(), 2);
  }

  /** Prices a way of the market in hand, its fare being `carrier`'s; `factor` is what its connections do to it. */
  price(way: FanWay, carrier: number, factor: number): number {
    const market = this.#known();
    const airline = this.#facts.atlas.airlines[carrier];
    if (!airline) return Number.POSITIVE_INFINITY;
    const place = 2 * Math.min(DISTANCES_MAX - 1, Math.floor(market.km / TAXED_ALIKE_KM)) + (airline.isLowCost ? 1 : 0);
    let tax = this.#taxesHere[place];
    if (!tax) {
      tax = this.#facts.pricer.taxLine(market, airline, this.#cabin);
      this.#taxesHere[place] = tax;
    }
    way.carrier = carrier;
    way.referenceUsd = referenceUsd(airline, market, way.flownKm, this.#cabin) * factor;
    way.taxFixedUsd = tax.fixed;
    way.taxShare = tax.share;
    return costOf(way);
  }

  /** Whether enough of a way is flown in the cabin asked for. */
  isInCabin(way: FanWay): boolean {
    if (this.#cabin === 'economy') return true;
    const { inventory, network } = this.#facts;
    let cabinKm = 0;
    for (const line of way.lines) {
      if (line >= 0 && inventory.capacity(line, this.#cabin) > 0) cabinKm += network.edgeKm[network.lineEdge[line] ?? 0] ?? 0;
    }
    return cabinKm >= CABIN_SHARE_MIN * way.flownKm;
  }

  /** Most markets of a fan are never flown: one is looked up when its first way is priced. */
  #known(): Market {
    if (this.#market) return this.#market;
    const market = this.#facts.market(this.#ends.origin, this.#ends.destination);
    const ends = `${market.origin.country}${market.origin.size}${market.destination.country}`;
    const taxes = this.#taxes.get(ends);
    this.#taxesHere = taxes ?? [];
    if (!taxes) this.#taxes.set(ends, this.#taxesHere);
    this.#market = market;
    return market;
  }
}
