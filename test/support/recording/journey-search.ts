import type { Recorder } from './recorder.ts';

const FLIGHT_DATES = { departure_date: '2027-03-05', return_date: '2027-03-19' } as const;
const STAY = { checkin: '2027-03-05', checkout: '2027-03-08' } as const;
const MARCH = { departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-14' }] } as const;
const SEPTEMBER = { start: '2026-09-01', end: '2026-09-30' } as const;

/** Searches, discovery, prices and demand: operations that need nothing but a key. */
export async function recordSearches(at: Recorder): Promise<void> {
  await at.record('places', { query: { query: 'lisbon', limit: '3' } });
  await at.record('flight_search', {
    body: { origin: 'PAR', destination: 'TYO', ...FLIGHT_DATES, adults: 2, currency: 'EUR' },
  });
  await at.record('flights_search', {
    body: {
      currency: 'EUR',
      passengers: { adt: 1 },
      allow_live_shop: true,
      filters: {
        trip_type: 'oneway',
        locations: { origins: ['PAR'], destinations: ['LIS'] },
        dates: { departure_dates: ['2027-03-05'] },
      },
    },
  });
  await at.record('hotel_search', {
    body: { city_name: 'Lisbon', country_code: 'PT', ...STAY, adults: 2, currency: 'EUR' },
  });
  const { hotels } = await at.record('hotels_shop', {
    body: {
      ...STAY,
      destination: { city_name: 'Lisbon' },
      occupancies: [{ adults: 2 }],
      filters: { star_rating: [4, 5] },
    },
  });
  await at.record('hotel_details', { params: { hotel_id: hotels[0].hotel_id }, query: { ...STAY, adults: '2' } });
  await at.record('car_search', {
    body: {
      pick_up: { location: 'LIS', date_time: '2027-03-05T10:00:00' },
      drop_off: { date_time: '2027-03-10T10:00:00' },
      driver_age: 34,
      currency: 'EUR',
    },
  });
  await recordDiscovery(at);
  await recordDemand(at);
}

async function recordDiscovery(at: Recorder): Promise<void> {
  const route = { origins: ['PAR'], destinations: ['LIS'] };
  await at.record('find_destination', {
    body: { origins: ['PAR'], ...MARCH, stay_days: 7, max_total: 600, currency: 'EUR' },
  });
  await at.record('flights_destination_search', {
    body: {
      currency: 'EUR',
      passengers: { adt: 2 },
      filters: {
        trip_type: 'roundtrip',
        locations: { origins: ['PAR'] },
        dates: { ...MARCH, stay_days: 7 },
      },
      price_constraints: { max_total: 600 },
    },
  });
  await at.record('flight_calendar', { body: { ...route, ...MARCH, stay_days: 7, currency: 'EUR' } });
  await at.record('find_dates', { body: { ...route, ...MARCH, stay_days_range: { min: 3, max: 7 }, currency: 'EUR' } });
  await at.record('lowest_fare', {
    body: { origins: ['PAR'], destinations: ['TYO'], ...FLIGHT_DATES, adults: 2, currency: 'EUR' },
  });
  const { monitor_id: id } = await at.record('price_monitoring', {
    body: {
      origin: 'PAR',
      destination: 'TYO',
      ...FLIGHT_DATES,
      adults: 2,
      currency: 'EUR',
      watch: { webhook: true, below: 1400 },
    },
  });
  await at.record('list_price_monitors');
  await at.record('get_price_monitor', { params: { id } });
  await at.record('delete_price_monitor', { params: { id } });
}

async function recordDemand(at: Recorder): Promise<void> {
  await at.record('price_history', {
    body: { origin: 'PAR', destination: 'NYC', departure_month: '2027-03', currency: 'EUR' },
  });
  await at.record('hotel_price_index', { body: { city: 'LIS', from_month: '2027-03', months: 6, currency: 'EUR' } });
  await at.record('demand_destinations', {
    body: {
      market: 'FR',
      audience: 'family',
      period: SEPTEMBER,
      metric: 'searches',
      compare: 'previous_year',
      limit: 10,
    },
  });
  await at.record('demand_markets', {
    body: { destination: 'LIS', period: SEPTEMBER, metric: 'bookings', group_by: 'city' },
  });
  await at.record('demand_audiences', { body: { destination: 'LIS', market: 'FR', period: SEPTEMBER } });
  await at.record('demand_trends', {
    body: {
      series: [{ destination: 'LIS', market: 'FR', metric: 'searches' }],
      period: { start: '2025-11-03', end: '2026-11-01' },
      granularity: 'week',
      forecast_periods: 8,
    },
  });
  await at.record('air_traffic_traveled', { query: { originCityCode: 'PAR', period: '2026-03' } });
  await at.record('air_traffic_booked', { query: { originCityCode: 'PAR', period: '2026-03' } });
  await at.record('air_traffic_busiest_period', { query: { cityCode: 'PAR', period: '2025' } });
}
