import { amount, type ColumnRule, column, id, listAt, type TableRule, textAt, timeAt, type Values } from './cells.ts';

/** The cheapest fares of several dates: what finds them shows the dates first. */
const ITINERARIES: TableRule = {
  list: 'itineraries',
  columns: itineraryColumns(''),
  hint: 'The offers of a date: bly flight-search.',
};
const DESTINATIONS: TableRule = {
  list: 'destinations',
  columns: [column('City', 'city_name'), id('Code', 'iata_code'), ...itineraryColumns('lowest_fare_flight.')],
  hint: 'The offers of a flight: bly flight-search.',
};

/** How discovery is shown: where to, when and for how much. */
export const DISCOVERY_RULES: Readonly<Record<string, TableRule>> = {
  find_dates: ITINERARIES,
  flight_calendar: ITINERARIES,
  lowest_fare: ITINERARIES,
  find_destination: DESTINATIONS,
  flights_destination_search: DESTINATIONS,
};

function itineraryColumns(path: string): readonly ColumnRule[] {
  return [
    { header: 'Out', isWhole: true, read: (row) => timeAt(row, `${path}slices.0.segments.0.depart.time_local`) },
    { header: 'Back', isWhole: true, read: (row) => timeAt(row, `${path}slices.1.segments.0.depart.time_local`) },
    { header: 'Route', isWhole: true, read: (row) => routeOf(row, path) },
    { header: 'Stops', isSpare: true, read: (row) => stopsOf(row, path) },
    column('Airline', `${path}slices.0.marketing_carrier_info.name`),
    { ...column('Cabin', `${path}cabin_type`), isSpare: true },
    { ...column('Fare', `${path}fare_brand`), isSpare: true },
    amount('Total', `${path}total_amount`),
  ];
}

function routeOf(row: Values, path: string): string {
  const [origin, destination] = [textAt(row, `${path}slices.0.origin`), textAt(row, `${path}slices.0.destination`)];
  return origin === '' ? '' : `${origin}–${destination}`;
}

/** Of each direction: `0 / 1`. */
function stopsOf(row: Values, path: string): string {
  return listAt(row, `${path}slices`)
    .map((slice) => String(Math.max(0, listAt(slice, 'segments').length - 1)))
    .join(' / ');
}
