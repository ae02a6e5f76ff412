import type { App, Caller } from '../../context.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { todayIn } from '../../travel/dates.ts';
import { minorConverter } from '../../travel/money.ts';
import type { LowestStay, StaySearch } from '../model/stay-search.ts';

/**
 * Hands what a search of a city saw to the record of hotel prices, behind the answer. `cheapest`: the lowest stay of
 * every hotel that has rooms. A further page asks nothing new; filters and budgets hide part of the market, a family's
 * room is another product, and what lies round a point or has an id is no city: all these teach nothing. Prices are
 * recorded without the organization's service fee.
 */
export function observeStays(
  app: App,
  caller: Pick<Caller, 'now' | 'organizationId'>,
  search: StaySearch,
  cheapest: readonly { readonly lowest: LowestStay }[],
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
      nightly: cheapest
        .filter(({ lowest }) => lowest.isAllStated)
        .map(({ lowest }) => Math.round(toUsd((lowest.total - lowest.serviceFee) / (nights * rooms.length)))),
    });
  });
}
