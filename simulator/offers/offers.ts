import { decimalPlaces } from '../../src/travel/money.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import { createFareBuilder, type TicketTerms } from '../fares/fares.ts';
import type { TariffStore, TicketSlices } from '../fares/tariffs.ts';
import { offerKeyHead } from './offer-key.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';
import { type OfferFlightFacts, type OfferSearch, WorldDirection, WorldOffer } from './world-offer.ts';

interface Facts extends OfferFlightFacts {
  readonly rates: ExchangeRates;
  readonly tariffs: TariffStore;
}

/**
 * Makes offers of the tickets of a search: fares, flights and keys are written when they are read.
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
  const known: Map<PricedSlice, WorldDirection>[] = [];
  let buildFares: ReturnType<typeof createFareBuilder> | undefined;
  return {
    keyHead: offerKeyHead(terms),
    passengers: terms.passengers,
    pricesOf(slices) {
      buildFares ??= createFareBuilder(facts, terms);
      return buildFares(slices);
    },
    directionOf(slice, index) {
      const written = known[index] ?? new Map<PricedSlice, WorldDirection>();
      known[index] = written;
      const direction = written.get(slice);
      if (direction) return direction;
      const made = new WorldDirection(facts, slice, index, terms.cabin);
      written.set(slice, made);
      return made;
    },
  };
}

/** Cheapest first by the cheapest brand, at the world's rates; equals by their keys. */
export function sortByPrice(offers: readonly WorldOffer[], facts: Facts): readonly WorldOffer[] {
  const { rates } = facts;
  const exchanges = new Map<string, { readonly minorPerUnit: number; readonly rate: number }>();
  const ranked = offers.map((offer) => {
    const total = offer.lowestTotal;
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
