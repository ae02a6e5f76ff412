import type { Values } from '../model/cut-lists.ts';
import { dayOf, legsOf, stopsText, timeOf } from './itineraries.ts';
import { type Row, tableOf } from './table.ts';
import { decimalText, nameText, objectsOf, pick, tellingOf } from './texts.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** Dates and their prices (flight_calendar, find_dates, lowest_fare) as a table, a row for each itinerary. */
export function viewDates(answer: Values): Values {
  const itineraries = objectsOf(answer['itineraries']);
  return tellingOf({
    total: answer['total'],
    currency: currencyOf(itineraries),
    ...pick(answer, ['coverage', 'filters_applied', 'advice']),
    itineraries: tableOf(itineraries.map(dateRow)),
  });
}

function dateRow(itinerary: Values): Row {
  const [out, back] = objectsOf(itinerary['slices']).map(legsOf);
  const first = out?.[0];
  const last = out?.at(-1);
  const route = first && last ? `${first.from}-${last.to}` : undefined;
  const row = {
    departs: first && dayOf(first.departs),
    price: amountOf(itinerary['total_amount']),
    flight: out?.map(({ number }) => number).join('+'),
    route,
  };
  // The flights back of sixty date pairs are as long as those there: their times are for flight_search to say.
  if (back?.[0])
    return {
      departs: row.departs,
      returns: dayOf(back[0].departs),
      price: row.price,
      flight: first?.number,
      route,
      stops: `${(out?.length ?? 1) - 1}/${back.length - 1}`,
    };
  return {
    ...row,
    time: first && timeOf(first.departs),
    stops: out && out.length > 1 ? stopsText(out.length - 1) : undefined,
  };
}

/** Destinations by their lowest fare, a row for each. */
export function viewDestinations(answer: Values): Values {
  const destinations = objectsOf(answer['destinations']);
  const fares = destinations.map(({ lowest_fare_flight: fare, flights }) =>
    isObject(fare) ? fare : (objectsOf(flights)[0] ?? {}),
  );
  return tellingOf({
    total: answer['total'],
    currency: currencyOf(fares),
    ...pick(answer, ['coverage', 'filters_applied']),
    destinations: tableOf(
      destinations.map((destination, index) => {
        const { departs, returns, price, flight, stops, time } = dateRow(withLegs(destination, fares[index] ?? {}));
        return {
          city: nameText(destination['city_name'], 40),
          code: typeof destination['iata_code'] === 'string' ? destination['iata_code'] : undefined,
          price,
          departs,
          returns,
          flight,
          time,
          stops,
        };
      }),
    ),
  });
}

/** The lowest fare with the segments of the same itinerary, which stand at its first flight. */
function withLegs({ flights }: Values, fare: Values): Values {
  return objectsOf(flights).find(({ id }) => id === fare['id']) ?? fare;
}

function currencyOf(itineraries: readonly Values[]): unknown {
  const [first] = itineraries;
  return isObject(first?.['total_amount']) ? first['total_amount']['currency'] : undefined;
}

/** The amount alone: the currency stands once beside the table. */
function amountOf(money: unknown): string | undefined {
  if (!isObject(money) || typeof money['value'] !== 'number') return undefined;
  return decimalText(money['value'], Number(money['decimal_places']));
}

/** Places as a table of what can be passed on. */
export function viewPlaces(answer: Values): Values {
  return {
    places: tableOf(
      objectsOf(answer['places']).map((place) => ({
        name: nameText(place['name'], 60),
        type: typeof place['type'] === 'string' ? place['type'] : undefined,
        code: textOf(place['code']) ?? textOf(place['hotel_id']),
        country: textOf(place['country_code']),
        airports: objectsOf(place['airports'])
          .map(({ code }) => code)
          .join(' '),
        id: textOf(place['place_id']),
      })),
    ),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
