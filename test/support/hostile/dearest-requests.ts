import { addDays } from '../../../src/travel/dates.ts';

/** The most work that one accepted request of an operation can ask for. */
export interface DearestRequest {
  readonly body?: object;
  readonly query?: string;
}

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);
/**
 * Ten on each side, as many as may be named: metropolitan areas with several airports, many carriers and all their
 * connections.
 */
const ORIGINS = ['PAR', 'LON', 'NYC', 'TYO', 'MIL', 'ROM', 'CHI', 'BUE', 'SAO', 'STO'];
const DESTINATIONS = ['BER', 'MAD', 'LIS', 'BKK', 'SIN', 'HKG', 'LAX', 'SFO', 'MIA', 'DEL'];
const window = (days: number) => ({ departure_date_ranges: [{ start: day(20), end: day(19 + days) }] });
const calendar = { origins: ORIGINS, destinations: DESTINATIONS, ...window(10), stay_days: 7, adults: 9 };
/** As many origins and date pairs as one request may have, and as much written of each city as can be. */
const everywhere = { ...window(250), stay_days_range: { min: 3, max: 6 } };
const occupancies = [1, 2, 3, 4, 5, 6, 7, 8].map((room) => ({
  adults: (room % 4) + 1,
  children_ages: room > 4 ? [room] : [],
}));
const stay = { checkin: day(40), checkout: day(70), occupancies, max_results: 200, supplier_timeout_ms: 30_000 };
const period = { start: day(-730), end: day(-1) };
const ranking = { period, metric: 'searches', compare: 'previous_year', sort: 'growth', limit: 100 };

/** The dearest request of every long operation: each of its lists, dates and pages at its bound. */
export const DEAREST: Readonly<Record<string, DearestRequest>> = {
  flight_search: {
    body: {
      origin: 'LON',
      destination: 'SYD',
      departure_date: day(30),
      return_date: day(44),
      adults: 9,
      sort: 'recommendation',
      limit: 100,
      supplier_timeout_ms: 30_000,
    },
  },
  flights_search: {
    body: {
      allow_live_shop: true,
      sort: 'recommendation',
      limit: 100,
      supplier_timeout_ms: 30_000,
      passengers: { adt: 9 },
      filters: {
        trip_type: 'roundtrip',
        locations: { origins: ORIGINS, destinations: DESTINATIONS },
        dates: { departure_dates: [day(30), day(31), day(32)], stay_days: 7 },
      },
    },
  },
  flights_destination_search: {
    body: {
      filters: { locations: { origins: ORIGINS }, dates: everywhere },
      limit: 100,
      flights_per_destination: 10,
      sort: 'recommendation',
    },
  },
  find_destination: {
    body: { origins: ORIGINS, ...everywhere, limit: 100, flights_per_destination: 10, sort: 'recommendation' },
  },
  flight_calendar: { body: { ...calendar, limit: 100 } },
  find_dates: { body: calendar },
  lowest_fare: {
    body: { origins: ORIGINS, destinations: DESTINATIONS, departure_date: day(30), return_date: day(44), adults: 9 },
  },
  price_monitoring: {
    body: { origin: 'LON', destination: 'SYD', departure_date: day(30), return_date: day(44), adults: 9 },
  },
  price_history: { body: { origin: 'LON', destination: 'NYC' } },
  hotel_price_index: { body: { city: 'LON' } },
  car_search: {
    body: {
      pick_up: { location: 'LON', date_time: `${day(30)}T10:00:00` },
      drop_off: { date_time: `${day(58)}T10:00:00` },
      driver_age: 34,
      limit: 100,
    },
  },
  hotel_search: { body: { ...stay, latitude: 35.68, longitude: 139.76, radius_km: 50 } },
  hotels_shop: { body: { ...stay, destination: { city_name: 'London', country_code: 'GB' } } },
  demand_destinations: { body: ranking },
  demand_markets: { body: { ...ranking, group_by: 'city' } },
  demand_audiences: { body: ranking },
  demand_trends: {
    body: {
      series: DESTINATIONS.map((destination) => ({ destination, metric: 'searches' })),
      period,
      granularity: 'day',
      forecast_periods: 26,
    },
  },
  air_traffic_traveled: { query: `originCityCode=LON&period=${day(-60).slice(0, 7)}&page[limit]=50` },
  air_traffic_booked: { query: `originCityCode=LON&period=${day(-60).slice(0, 7)}&page[limit]=50` },
  air_traffic_busiest_period: { query: `cityCode=LON&period=${day(-400).slice(0, 4)}` },
  sandbox_bookings: { body: { kind: 'trip' } },
};
