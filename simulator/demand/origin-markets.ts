import { LRUCache } from 'lru-cache';
import { once } from './demand-days.ts';
import { type DemandModel, homeByCell, marketCities } from './demand-model.ts';

/** The cities that travelers of a market come from, and what they draw out of other cells. */
export interface OriginMarket {
  readonly isCountry: boolean;
  readonly cities: readonly number[];
  readonly country: string;
  readonly group: number;
  /** Home by cell, then audience. */
  readonly homes: ReadonlyMap<number, Float64Array>;
  /** Gravity weight into every cell, for 1 of attraction: by cell, then audience. */
  readonly drawn: () => Float64Array;
}

/**
 * Markets cached, some tens of kilobytes each. A country is many cells and one page needs many countries; a city is one
 * cell, and drawing it again takes some microseconds.
 */
const MARKETS_CACHED_MAX = { country: 110, city: 12 } as const;

/** Looks markets up by ISO country code (2 letters) or city code (3 letters); one that is not known has no cities. */
export function createOriginMarkets(model: DemandModel): (market: string) => OriginMarket {
  const cache = {
    country: new LRUCache<string, OriginMarket>({ max: MARKETS_CACHED_MAX.country }),
    city: new LRUCache<string, OriginMarket>({ max: MARKETS_CACHED_MAX.city }),
  };
  return (code) => {
    const isCountry = code.length === 2;
    const markets = isCountry ? cache.country : cache.city;
    const known = markets.get(code);
    if (known) return known;
    const cities = marketCities(model, code) ?? [];
    const { country = '', group = 0 } = model.field.cells[model.field.cityCell[cities[0] ?? -1] ?? -1] ?? {};
    const homes = homeByCell(model, cities);
    const market = { isCountry, cities, country, group, homes, drawn: once(() => model.gravity.drawn(homes)) };
    markets.set(code, market);
    return market;
  };
}
