import type { Values } from '../model/cut-lists.ts';
import { viewDates, viewDestinations, viewPlaces } from './discovery-views.ts';
import { viewCars, viewFlights, viewHotels } from './search-views.ts';
import { viewBooking, viewCheckout, viewExchanges, viewSeatMaps, viewTrip } from './trip-views.ts';

/** An answer in fewer words: what is chosen by stays, as texts and tables, and what leads on. */
type View = (answer: Values) => Values;

const VIEWS: Readonly<Record<string, View>> = {
  places: viewPlaces,
  flight_search: viewFlights,
  hotel_search: viewHotels,
  car_search: viewCars,
  flight_calendar: viewDates,
  find_dates: viewDates,
  lowest_fare: viewDates,
  find_destination: viewDestinations,
  trip: viewTrip,
  get_trip: viewTrip,
  select_ancillaries: viewTrip,
  checkout: viewCheckout,
  get_booking: viewBooking,
  read_booking: viewBooking,
  get_trip_seat_maps: viewSeatMaps,
  exchange_shop: viewExchanges,
};

/** The view of a tool's answer; the tools without one answer what their operation does, shortened by lists alone. */
export function viewOf(tool: string): View | undefined {
  return Object.hasOwn(VIEWS, tool) ? VIEWS[tool] : undefined;
}
