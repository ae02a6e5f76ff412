import type { App, Caller } from '../../context.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { todayIn } from '../../travel/dates.ts';
import { minorConverter } from '../../travel/money.ts';
import type { StaySearch } from '../model/stay-search.ts';
import type { RankedHotel } from '../search/show-hotels.ts';

/**
 * Hands what a search of a city saw to the record of hotel prices, behind the answer. `ranked`: every hotel that has
 * rooms. A further page asks nothing new; filters and budgets hide part of the market, a family's room is another
 * product, and what lies round a point or has an id is no city: all these teach nothing.
 */
export function observeStays(
  app: App,
  caller: Pick<Caller, 'now' | 'organizationId'>,
  search: StaySearch,
  ranked: readonly Pick<RankedHotel, 'lowest'>[],
): void {
  const { query, nights, currency } = search;
  const { place, rooms, checkIn } = query;
  const isNarrowed = search.filtersApplied.length > 0 || search.budgetPerNight !== undefined;
  if (
    search.offset > 0 ||
    place.kind !== 'city' ||
    isNarrowed ||
    !app.rates.converts(currency, OBSERVED_CURRENCY) ||
    rooms.some(({ childrenAges }) => childrenAges.length > 0)
  )
    return;
  setImmediate(() => {
    const toUsd = minorConverter(currency, OBSERVED_CURRENCY, app.rates.rate(currency, OBSERVED_CURRENCY));
    app.stayObservations.record({
      organizationId: caller.organizationId,
      cityCode: place.cityCode,
      checkIn,
      nights,
      rooms: rooms.length,
      adults: rooms.reduce((sum, { adults }) => sum + adults, 0),
      seenOn: todayIn('UTC', caller.now),
      nightly: ranked
        .filter(({ lowest }) => lowest.isAllStated)
        .map(({ lowest }) => Math.round(toUsd(lowest.total / (nights * rooms.length)))),
    });
  });
}
