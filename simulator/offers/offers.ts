import type { FlightOffer } from '../../src/travel/flight.ts';
import { decimalPlaces } from '../../src/travel/money.ts';
import type { OfferDecoder } from '../../src/travel/plain-offer.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import { createFareBuilder, type TariffStore, type TicketSlices, type TicketTerms } from '../fares/fares.ts';
import { offerKeyHead } from './offer-key.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';
import { decodeOffers, type TicketFacts } from './offer-codec.ts';
import { type OfferFlightFacts, type OfferSearch, WorldOffer, WorldSlice } from './world-offer.ts';

interface Facts extends OfferFlightFacts, TicketFacts {
  readonly rates: ExchangeRates;
  readonly tariffs: TariffStore;
}

/**
 * Makes offers of the tickets of a search: every branded fare priced; flights, keys and conditions written when they
 * are read.
 */
export type OfferBuilder = (slices: TicketSlices) => WorldOffer;

/**
 * The builder of one search. Directions stand in many journeys: each is written once, and shared by the offers that fly
 * it. Offers of one builder come from slices priced in its cabin for its passengers.
 */
export function createOfferBuilder(facts: Facts, terms: TicketTerms): OfferBuilder {
  const search = beginSearch(facts, terms);
  return (slices) => new WorldOffer(search, slices);
}

function beginSearch(facts: Facts, terms: TicketTerms): OfferSearch {
  const known: Map<PricedSlice, WorldSlice>[] = [];
  let buildFares: ReturnType<typeof createFareBuilder> | undefined;
  return {
    keyHead: offerKeyHead(terms),
    passengers: terms.passengers,
    source: new WorldSource(facts, terms),
    pricesOf(slices) {
      buildFares ??= createFareBuilder(facts, terms);
      return buildFares(slices);
    },
    directionOf(slice, index) {
      const written = known[index] ?? new Map<PricedSlice, WorldSlice>();
      known[index] = written;
      const direction = written.get(slice);
      if (direction) return direction;
      const made = new WorldSlice(facts, slice, index, terms.cabin);
      written.set(slice, made);
      return made;
    },
  };
}

/** Is kept beside the numbers of a search's offers: it must hold on to nothing else of the search. */
class WorldSource implements OfferDecoder {
  readonly #facts: Facts;
  readonly #terms: TicketTerms;

  constructor(facts: Facts, terms: TicketTerms) {
    this.#facts = facts;
    this.#terms = terms;
  }

  readOffers(numbers: Float64Array, offersMax: number): readonly FlightOffer[] {
    return decodeOffers(this.#facts, numbers, offersMax).map(createOfferBuilder(this.#facts, this.#terms));
  }
}

/** Cheapest first by the cheapest brand, at the world's rates; equals by their keys. */
export function sortByPrice(offers: readonly WorldOffer[], facts: Facts): readonly FlightOffer[] {
  const { rates } = facts;
  const exchanges = new Map<string, { readonly minorPerUnit: number; readonly rate: number }>();
  const ranked = offers.map((offer) => {
    const total = offer.cheapestFare?.total;
    if (total === undefined) return { offer, price: Number.POSITIVE_INFINITY };
    let exchange = exchanges.get(total.currency);
    if (exchange === undefined) {
      exchange = { minorPerUnit: 10 ** decimalPlaces(total.currency), rate: rates.rate(total.currency, 'EUR') };
      exchanges.set(total.currency, exchange);
    }
    return { offer, price: (total.value / exchange.minorPerUnit) * exchange.rate };
  });
  return ranked.sort((a, b) => a.price - b.price || a.offer.compareKey(facts, b.offer)).map(({ offer }) => offer);
}
