import type { App, Caller } from '../../context.ts';
import type { RecordSignal } from '../../demand/record/demand-recorder.ts';
import { todayIn } from '../../travel/dates.ts';
import { money } from '../../travel/money.ts';
import type { DisplayHotel, StaySearch } from '../model/stay-search.ts';

/**
 * Records that a hotel search was answered: of the city requested, or of the city of the first hotel found near a point
 * or by its id. A country is no destination. Undefined for a further page, which asks nothing new. `hotels`: the first
 * page. Prices are recorded without the organization's service fee.
 */
export function recordSearchDemand(
  app: App,
  { organizationId, now }: Caller,
  search: StaySearch,
  hotels: readonly DisplayHotel[],
): RecordSignal | undefined {
  if (search.offset > 0) return undefined;
  return app.demand.prepare(() => {
    const { query, currency } = search;
    const destination = cityOf(search, hotels);
    if (destination === undefined) return undefined;
    const stated = hotels.filter(({ lowest }) => lowest.isAllStated);
    const least = stated.reduce(
      (sum, { lowest }) => Math.min(sum, lowest.total - lowest.serviceFee),
      Number.POSITIVE_INFINITY,
    );
    return {
      organizationId,
      kind: 'search',
      product: 'hotel',
      destination,
      origin: undefined,
      adults: query.rooms.reduce((sum, { adults }) => sum + adults, 0),
      minors: query.rooms.reduce((sum, { childrenAges }) => sum + childrenAges.length, 0),
      today: todayIn('UTC', now),
      departure: query.checkIn,
      return: query.checkOut,
      cabin: undefined,
      price:
        stated.length === 0 ? undefined : money(Math.round(least / (search.nights * query.rooms.length)), currency),
    };
  });
}

function cityOf({ destination }: StaySearch, hotels: readonly DisplayHotel[]): string | undefined {
  return destination.cityCode ?? (destination.kind === 'country' ? undefined : hotels[0]?.hotel.cityCode);
}
