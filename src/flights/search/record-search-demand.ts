import type { App, Caller } from '../../context.ts';
import type { DemandSignal, RecordSignal } from '../../demand/record/demand-recorder.ts';
import { adultPrice } from '../../travel/adult-price.ts';
import { todayIn } from '../../travel/dates.ts';
import { countByType, type PassengerCounts } from '../../travel/passengers.ts';
import type { Discovery } from '../model/discovery.ts';
import { type DatePair, type FlightSearch, lowestOffer, type DisplayOffer } from '../model/flight-search.ts';

/**
 * Records that a flight search was answered, of its first places and dates where it names several. Undefined for a
 * further page, which asks nothing new. `cheapest`: of the whole result.
 */
export function recordSearchDemand(
  app: App,
  caller: Caller,
  search: FlightSearch,
  cheapest: DisplayOffer | undefined,
): RecordSignal | undefined {
  if (search.offset > 0) return undefined;
  return app.demand.teller(() => {
    const [query] = search.queries;
    const [out, back] = query?.slices ?? [];
    if (query === undefined || out === undefined) return undefined;
    const journey = {
      origin: app.places.airport(out.origins[0] ?? '')?.cityCode,
      destination: search.destinationCity,
      dates: { departure: out.date, return: back?.date },
      passengers: search.passengers,
      cabinClass: query.cabinClass,
    };
    return toSignal(caller, journey, cheapest && isOfJourney(app, journey)(cheapest) ? cheapest : undefined);
  });
}

/** What was looked for, and the destinations as they were named. */
export interface RecordedDiscovery {
  readonly discovery: Discovery;
  readonly named: readonly string[];
}

/**
 * Records that destinations, a calendar, dates or lowest fares were answered. Of a window of dates the middle stands
 * for all: its first day would make every plan look more urgent than it is. Undefined for a further page, for anywhere,
 * and where a country is named first: no city is.
 */
export function recordDiscoveryDemand(
  app: App,
  caller: Caller,
  { discovery, named }: RecordedDiscovery,
  shown: readonly DisplayOffer[],
): RecordSignal | undefined {
  if (discovery.offset > 0 || named[0]?.length === COUNTRY_CODE_LENGTH) return undefined;
  return app.demand.teller(() => {
    const { origins, destinations, dates, passengers, cabinClass } = discovery;
    const [destination] = destinations ?? [];
    const middle = dates[Math.floor((dates.length - 1) / 2)];
    if (destination === undefined || middle === undefined) return undefined;
    const journey = {
      origin: origins[0].cityCode,
      destination: destination.cityCode,
      dates: middle,
      passengers,
      cabinClass,
    };
    return toSignal(caller, journey, lowestOffer(shown.filter(isOfJourney(app, journey))));
  });
}

const COUNTRY_CODE_LENGTH = 2;

/**
 * Whether an offer goes where the sign says: where several places were named, the cheapest of all may be another
 * city's.
 */
function isOfJourney(
  { places }: App,
  { origin, destination }: Pick<Journey, 'origin' | 'destination'>,
): (shown: DisplayOffer) => boolean {
  return ({ offer }) => {
    const [out] = offer.slices;
    return (
      out !== undefined &&
      places.airport(out.origin)?.cityCode === origin &&
      places.airport(out.destination)?.cityCode === destination
    );
  };
}

interface Journey extends Pick<Discovery, 'passengers' | 'cabinClass'> {
  readonly origin: string | undefined;
  readonly destination: string;
  readonly dates: DatePair;
}

function toSignal(
  { organizationId, now }: Caller,
  { origin, destination, dates, passengers, cabinClass }: Journey,
  cheapest: DisplayOffer | undefined,
): DemandSignal {
  const { adults, minors } = countParty(passengers);
  return {
    organizationId,
    kind: 'search',
    product: 'flight',
    destination,
    origin,
    adults,
    minors,
    today: todayIn('UTC', now),
    departure: dates.departure,
    return: dates.return,
    cabin: cabinClass,
    price: cheapest && adultPrice(cheapest.fares[0].fare, cheapest.offer),
  };
}

function countParty(passengers: PassengerCounts): Pick<DemandSignal, 'adults' | 'minors'> {
  const { ADULT, CHILD, INFANT } = countByType(passengers);
  return { adults: ADULT, minors: CHILD + INFANT };
}
