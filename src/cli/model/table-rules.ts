import {
  amount,
  at,
  type Block,
  column,
  type ColumnRule,
  id,
  listAt,
  number,
  type TableRule,
  textAt,
  time,
  timeAt,
  type Values,
} from './cells.ts';
import { DEMAND_RULES } from './demand-rules.ts';
import { DISCOVERY_RULES } from './discovery-rules.ts';
import { isObject } from '../../platform/text/json-object.ts';

const FLIGHTS: TableRule = {
  list: 'live_offers',
  columns: [
    column('Airline', 'outbound_flight.airline_name'),
    { header: 'Out', read: (row) => flightOf(row, 'outbound_flight') },
    { header: 'Back', read: (row) => flightOf(row, 'inbound_flight') },
    { header: 'Travel', isRight: true, read: (row) => durationAt(row, 'total_duration_minutes') },
    {
      header: 'Fares',
      read: (row) =>
        listAt(row, 'fares')
          .map((fare) => textAt(fare, 'brand_name'))
          .join(', '),
    },
    amount('From', 'fares.0.total_price'),
  ],
  hint: 'A fare goes into a trip by its trip_item_token: --json, live_offers[].fares[].trip_item_token.',
};
const HOTELS: TableRule = {
  list: 'hotels',
  columns: [
    column('Hotel', 'name'),
    { header: 'Stars', read: (row) => '★'.repeat(Math.min(5, Number(at(row, 'star_rating')) || 0)) },
    number('Rating', 'rating'),
    column('Address', 'address'),
    { header: 'Rooms', isRight: true, read: (row) => String(listAt(row, 'rooms').length) },
    amount('Stay from', 'lowest_stay.total'),
    amount('A night', 'lowest_stay.per_night'),
    id('Hotel id', 'hotel_id'),
  ],
  hint: 'A rate goes into a trip by its offer_id: --json, hotels[].rooms[].rates[].offer_id.',
};
const CARS: TableRule = {
  list: 'offers',
  columns: [
    column('Car', 'vehicle.name'),
    column('Class', 'vehicle.category'),
    column('Gears', 'vehicle.transmission'),
    number('Seats', 'vehicle.seats'),
    column('Vendor', 'vendor'),
    column('From', 'pick_up.branch_name'),
    number('Days', 'days'),
    amount('Now', 'price'),
    amount('At the desk', 'due_at_desk_total'),
    amount('Total', 'total'),
  ],
  hint: 'A car goes into a trip by its offer_id: --json, offers[].offer_id.',
};
const TRIP_ITEMS: TableRule = {
  list: 'items',
  columns: [
    id('Item', 'item_id'),
    column('Type', 'type'),
    column('What', 'description'),
    column('Status', 'status'),
    amount('Price', 'price'),
  ],
};
const BOOKING_ITEMS: readonly ColumnRule[] = [
  id('Item', 'item_id'),
  column('Kind', 'kind'),
  column('What', 'confirmation.product_summary'),
  column('Status', 'status'),
  column('Airline change', 'schedule_change.severity'),
  column('Taken', 'schedule_change.status'),
  column('Confirmation', 'confirmation.confirmation_number'),
  amount('Paid', 'confirmation.total_paid'),
];
const WEBHOOKS: readonly ColumnRule[] = [
  id('Id', 'id'),
  column('URL', 'url'),
  column('Events', 'events'),
  column('Status', 'status'),
  time('Created', 'created_at'),
];

/** Column choices of the main lists; anything else is shown by its own fields. */
export const TABLE_RULES: Readonly<Record<string, TableRule>> = {
  ...DEMAND_RULES,
  ...DISCOVERY_RULES,
  flight_search: FLIGHTS,
  hotel_search: HOTELS,
  car_search: CARS,
  places: {
    list: 'places',
    columns: [
      column('Place', 'name'),
      column('Type', 'type'),
      column('Code', 'code'),
      column('City', 'city_code'),
      column('Country', 'country_code'),
      id('Place id', 'place_id'),
    ],
  },
  trip: TRIP_ITEMS,
  get_trip: TRIP_ITEMS,
  trip_status: TRIP_ITEMS,
  select_ancillaries: TRIP_ITEMS,
  get_trip_seat_maps: { list: 'items', columns: [], blocks: seatMapsOf },
  list_trips: {
    list: 'trips',
    columns: [
      id('Trip', 'trip_id'),
      column('Status', 'status'),
      { header: 'Items', isRight: true, read: (row) => String(listAt(row, 'items').length) },
      amount('Total', 'totals'),
      id('Booking', 'booking_ref'),
      time('Updated', 'updated_at'),
    ],
  },
  list_bookings: {
    list: 'bookings',
    columns: [
      id('Booking', 'booking_ref'),
      column('Last name', 'last_name'),
      column('Type', 'type'),
      column('Status', 'status'),
      amount('Paid', 'total_paid'),
      amount('Refunded', 'total_refunded'),
      time('Created', 'created_at'),
    ],
  },
  get_booking: { list: 'booking.items', columns: BOOKING_ITEMS },
  read_booking: { list: 'booking.items', columns: BOOKING_ITEMS },
  sandbox_bookings: { list: 'items', columns: BOOKING_ITEMS },
  sandbox_schedule_change: { list: 'items', columns: BOOKING_ITEMS },
  list_webhooks: { list: 'webhooks', columns: WEBHOOKS },
  list_webhook_deliveries: {
    list: 'deliveries',
    columns: [
      id('Delivery', 'delivery_id'),
      column('Event', 'event'),
      column('Status', 'status'),
      number('Attempts', 'attempt_count'),
      time('Created', 'created_at'),
      time('Next', 'next_attempt_at'),
    ],
  },
  list_events: {
    list: 'events',
    columns: [
      time('When', 'occurred_at'),
      column('Event', 'event'),
      id('Booking', 'booking_ref'),
      column('Status', 'status'),
      id('Event id', 'event_id'),
    ],
  },
  usage: {
    list: 'days',
    columns: [
      column('Day', 'date'),
      column('Operation', 'operation'),
      number('Calls', 'calls'),
      number('Credits', 'credits'),
    ],
    more: [
      {
        list: 'keys',
        columns: [
          column('Key', 'name'),
          column('Prefix', 'prefix'),
          number('Used', 'used'),
          number('Left', 'remaining'),
          number('Limit', 'limit'),
          time('Counts until', 'resets_at'),
        ],
      },
    ],
  },
};

/** The seats that are free, row by row, under the flight they are on. */
function seatMapsOf(item: Values): readonly Block[] {
  return listAt(item, 'seat_maps').map((seatMap) => ({
    title: ['item_id', 'segment_id', 'aircraft_type', 'cabin_class']
      .map((name) => textAt(item, name) || textAt(seatMap, name))
      .filter((text) => text !== '')
      .join(' · '),
    columns: [
      number('Row', 'row_number'),
      {
        header: 'Free seats',
        read: (row) =>
          freeSeats(row)
            .map((seat) => textAt(seat, 'seat_number'))
            .join(' '),
      },
      { header: 'Price', isWhole: true, read: (row) => seatPrices(row) },
    ],
    rows: listAt(seatMap, 'rows'),
  }));
}

function freeSeats(row: Values): readonly Values[] {
  return listAt(row, 'seats').filter((seat) => seat['availability'] === 'available');
}

function seatPrices(row: Values): string {
  return [...new Set(freeSeats(row).map((seat) => textAt(seat, 'price')))].filter((text) => text !== '').join(', ');
}

function durationAt(row: unknown, path: string): string {
  const minutes = at(row, path);
  return typeof minutes === 'number' ? `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}` : '';
}

function flightOf(row: unknown, path: string): string {
  if (!isObject(at(row, path))) return '';
  const stops = at(row, `${path}.stops`);
  const local = (name: string) => timeAt(row, `${path}.${name}`);
  const link = `${textAt(row, `${path}.origin`)} ${local('departure_datetime_local').slice(5)} → ${textAt(row, `${path}.destination`)} ${local('arrival_datetime_local').slice(11)}`;
  return typeof stops === 'number' && stops > 0 ? `${link} (${stops} ${stops === 1 ? 'stop' : 'stops'})` : link;
}
