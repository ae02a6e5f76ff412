import type { Row } from './bundle.ts';

/** Airports everyone knows, in the columns of airports.csv. */
export const KNOWN_AIRPORTS: readonly Row[] = [
  ['LHR', 'LON', 'GB', '51.470', '-0.454', 'Europe/London'],
  ['CDG', 'PAR', 'FR', '49.010', '2.548', 'Europe/Paris'],
  ['ORY', 'PAR', 'FR', '48.723', '2.379', 'Europe/Paris'],
  ['LIS', 'LIS', 'PT', '38.774', '-9.134', 'Europe/Lisbon'],
  ['MUC', 'MUC', 'DE', '48.354', '11.786', 'Europe/Berlin'],
  ['JFK', 'NYC', 'US', '40.640', '-73.779', 'America/New_York'],
  ['LAX', 'LAX', 'US', '33.942', '-118.408', 'America/Los_Angeles'],
  ['HND', 'TYO', 'JP', '35.552', '139.780', 'Asia/Tokyo'],
  ['NRT', 'TYO', 'JP', '35.765', '140.386', 'Asia/Tokyo'],
  ['SYD', 'SYD', 'AU', '-33.946', '151.177', 'Australia/Sydney'],
  ['SIN', 'SIN', 'SG', '1.350', '103.994', 'Asia/Singapore'],
  ['DEL', 'DEL', 'IN', '28.566', '77.103', 'Asia/Kolkata'],
  ['GRU', 'SAO', 'BR', '-23.432', '-46.469', 'America/Sao_Paulo'],
  ['JNB', 'JNB', 'ZA', '-26.139', '28.246', 'Africa/Johannesburg'],
].map(([iata = '', city_code = '', country = '', lat = '', lon = '', tz = '']) => ({
  iata,
  city_code,
  country,
  lat,
  lon,
  tz,
}));

/** Trunk routes everyone knows, in the columns of routes.csv. */
export const KNOWN_ROUTES: readonly Row[] = [
  'LHR JFK',
  'CDG JFK',
  'CDG LIS',
  'MUC LIS',
  'SYD LAX',
  'HND SIN',
  'CDG HND',
  'DEL SIN',
  'GRU LIS',
  'JNB LHR',
  'LHR LAX',
].flatMap((pair) => {
  const [a = '', b = ''] = pair.split(' ');
  return [
    { origin: a, destination: b, freq_week: '21' },
    { origin: b, destination: a, freq_week: '21' },
  ];
});

/** Countries everyone knows, in the columns of countries.csv. */
export const KNOWN_COUNTRIES: readonly Row[] = [
  ['FR', 'FRA', 'EUR', 'EU', 'Western Europe'],
  ['JP', 'JPN', 'JPY', 'AS', 'Eastern Asia'],
  ['KW', 'KWT', 'KWD', 'AS', 'Western Asia'],
  ['US', 'USA', 'USD', 'NA', 'Northern America'],
].map(([iso2 = '', iso3 = '', currency = '', continent = '', subregion = '']) => ({
  iso2,
  iso3,
  currency,
  continent,
  subregion,
}));

/** ISO 4217 facts everyone knows; the pegs are official. */
export const KNOWN_CURRENCIES: readonly Row[] = [
  ['EUR', '978', '2', '1'],
  ['XOF', '952', '0', '655.957'],
  ['BAM', '977', '2', '1.95583'],
  ['DKK', '208', '2', '7.46'],
].map(([code = '', numeric = '', minor_units = '', eur_rate = '']) => ({ code, numeric, minor_units, eur_rate }));

/** Where airlines everyone knows are at home, in the columns of airlines.csv. */
export const KNOWN_AIRLINES: readonly Row[] = [
  ['AF', 'FR'],
  ['BA', 'GB'],
  ['JL', 'JP'],
  ['QF', 'AU'],
  ['TP', 'PT'],
  ['DL', 'US'],
].map(([iata = '', country = '']) => ({ iata, country }));
