import type { App, Caller } from '../context.ts';
import type { RecordSignal } from '../demand/record/demand-recorder.ts';
import { todayIn } from '../travel/dates.ts';
import { money } from '../travel/money.ts';
import type { CarSearch, DisplayRental } from './model/car-search.ts';

/**
 * Records that a car search was answered: of the city where the car is picked up; near a point, of that of the first
 * car found. Only the driver is known to travel. Undefined for a further page, which asks nothing new. `shown`: the
 * first page. Prices are recorded without the organization's service fee.
 */
export function recordSearchDemand(
  app: App,
  { organizationId, now }: Caller,
  search: CarSearch,
  shown: readonly DisplayRental[],
): RecordSignal | undefined {
  if (search.offset > 0) return undefined;
  return app.demand.prepare(() => {
    const { pickUp, dropOff } = search.query;
    const destination = cityOf(app, search, shown);
    if (destination === undefined) return undefined;
    const lowest = shown.reduce(
      (least, { total, serviceFee, offer }) => Math.min(least, (total.value - (serviceFee?.value ?? 0)) / offer.days),
      Number.POSITIVE_INFINITY,
    );
    return {
      organizationId,
      kind: 'search',
      product: 'car',
      destination,
      origin: undefined,
      adults: 1,
      minors: 0,
      today: todayIn('UTC', now),
      departure: pickUp.at.slice(0, 10),
      return: dropOff.at.slice(0, 10),
      cabin: undefined,
      price: Number.isFinite(lowest) ? money(Math.round(lowest), search.currency) : undefined,
    };
  });
}

function cityOf({ places }: App, { query }: CarSearch, shown: readonly DisplayRental[]): string | undefined {
  const { place } = query.pickUp;
  switch (place.kind) {
    case 'city':
      return place.cityCode;
    case 'airport':
      return places.airport(place.airport)?.cityCode;
    case 'around':
      return shown[0]?.offer.pickUp.cityCode;
    default:
      return place satisfies never;
  }
}
