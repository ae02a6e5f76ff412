import type { App, Caller } from '../../context.ts';
import type { DemandSignal, RecordSignal } from '../../demand/record/demand-recorder.ts';
import { adultPrice } from '../../travel/adult-price.ts';
import { todayIn } from '../../travel/dates.ts';
import { countByType, type PassengerCounts } from '../../travel/passengers.ts';
import type { Discovery } from '../model/discovery.ts';
import {
  type DatePair,
  type FlightSearch,
  lowestFare,
  lowestOffer,
  type DisplayOffer,
} from '../model/flight-search.ts';

/**
 * Prepares the demand signal of an answered flight search; the caller sends it once the answer is on its way. Of
 * several places or dates the first ones count. Returns undefined for a further page, which is no new search.
 * `cheapest` is the cheapest offer of the whole result.
 */
export function recordSearchDemand(
  app: App,
  caller: Caller,
  search: FlightSearch,
  cheapest: DisplayOffer | undefined,
): RecordSignal | undefined {
  if (search.offset > 0) return undefined;
  return app.demand.prepare(() => {
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

/** A discovery and its destinations as the request named them. */
export interface RecordedDiscovery {
  readonly discovery: Discovery;
  readonly named: readonly string[];
}

/**
 * Prepares the demand signal of an answered discovery (destinations, calendar, dates, lowest fare). A window of dates
 * is recorded by its middle: the first day would make every plan look more urgent than it is. Returns undefined when no
 * city was requested (anywhere, or a country first) and for a further page.
 */
export function recordDiscoveryDemand(
  app: App,
  caller: Caller,
  { discovery, named }: RecordedDiscovery,
  shown: readonly DisplayOffer[],
): RecordSignal | undefined {
  if (discovery.offset > 0 || named[0]?.length === COUNTRY_CODE_LENGTH) return undefined;
  return app.demand.prepare(() => {
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
 * Whether an offer flies between the recorded cities. When several places were requested, the cheapest offer of all may
 * belong to another city.
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
    price: cheapest && adultPrice(lowestFare(cheapest).fare, cheapest.offer),
  };
}

function countParty(passengers: PassengerCounts): Pick<DemandSignal, 'adults' | 'minors'> {
  const { ADULT, CHILD, INFANT } = countByType(passengers);
  return { adults: ADULT, minors: CHILD + INFANT };
}
