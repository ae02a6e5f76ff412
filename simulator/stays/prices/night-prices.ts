import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { type Money, money } from '../../../src/travel/money.ts';
import type { PublishedNight, PublishedNightsQuery } from '../../../src/suppliers/ports/demand.ts';
import { availabilityOf } from './availability.ts';
import type { StayFacts } from '../content/stay-facts.ts';
import { resolveStayQuery } from '../stay-query.ts';
import { cheapestSums } from '../offers/hotel-rates.ts';

/** Hotels sampled in a city: every fourth of four hundred, all of a small town. */
const HOTELS_SAMPLED = 120;
const DAY_MS = 86_400_000;
const COUPLE = { adults: 2, childrenAges: [] } as const;
/** An index is of what everybody could book: what an organization has sold does not count. */
const NOTHING_SOLD: ReadonlyMap<string, number> = new Map();

/**
 * What single nights of a city cost two adults in one room, whatever was sold: the cheapest rate of each hotel of a
 * fixed sample.
 */
export function priceNights(
  facts: StayFacts,
  { cityCode, checkIns, daysAhead }: PublishedNightsQuery,
): readonly PublishedNight[] {
  const towns = facts.cities.ofCode(cityCode).map((city) => facts.stockOf(city.index));
  const every = Math.max(1, Math.ceil(towns.reduce((sum, { count }) => sum + count, 0) / HOTELS_SAMPLED));
  return checkIns.map((checkIn) => ({
    checkIn,
    prices: priceNight({ facts, towns, every }, isoDateToEpochDay(checkIn), daysAhead),
  }));
}

interface Sample {
  readonly facts: StayFacts;
  readonly towns: readonly ReturnType<StayFacts['stockOf']>[];
  readonly every: number;
}

function priceNight({ facts, towns, every }: Sample, day: number, daysAhead: number): readonly Money[] {
  const context = { now: new Date((day - daysAhead) * DAY_MS), sold: NOTHING_SOLD };
  const query = resolveStayQuery(facts, { day, nights: 1, rooms: [COUPLE] }, context);
  if (!query) return [];
  const prices: Money[] = [];
  for (const stock of towns) {
    const nights = facts.cityNights(stock.city, day, 1, query.today);
    for (let at = 0; at < stock.count; at += every) {
      const hotel = { stock, at };
      const availability = availabilityOf(facts.tables, hotel, query, nights);
      if (!availability) continue;
      const levies = facts.levies(stock, at);
      const sums = cheapestSums({ tables: facts.tables, levies }, hotel, query, availability);
      const cheapest = sums?.[0];
      if (cheapest)
        prices.push(money(cheapest.total + cheapest.taxesBeside.reduce((sum, tax) => sum + tax, 0), cheapest.currency));
    }
  }
  return prices;
}
