import { expect, test } from 'vitest';
import { presentAnswer } from './present.ts';

const plain = (text: string): string => text;
const present = (operationId: string, answer: unknown, widthMax = 80) =>
  presentAnswer(operationId, answer, { widthMax, heading: plain, dim: plain });
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => [...line].length));

const PERIOD = { start: '2026-09-01', end: '2026-09-30' };
const FIGURES = {
  index: 100,
  share: 0.2884,
  volume: 3_954_085,
  growth: -0.0771,
  median_lead_time_days: 35,
  median_stay_days: 4,
  lowest_fare: { value: 14_156, currency: 'USD', decimal_places: 2 },
};
const RANKING = {
  row_count: 961,
  total: 13_710_252,
  growth: 0,
  metric: 'searches',
  period: PERIOD,
  compared_period: PERIOD,
  basis: 'mixed',
  sample_size: 12,
  notes: ['Rows were left out.'],
  pagination: { next_page_token: 'abc' },
};
const CITY = {
  city_code: 'SFO',
  city_name: 'San Francisco',
  country_code: 'US',
  country_name: 'United States',
  location: { latitude: 1, longitude: 2 },
};

const points = (length: number) =>
  Array.from({ length }, (_none, index) => ({
    date: `2026-W${String(index + 1).padStart(2, '0')}`,
    value: 1_000 + index,
    index: 98.12,
    is_partial: index === length - 1,
  }));
const LINE = {
  label: 'Searches for Lisbon',
  destination: 'LIS',
  points: points(30),
  growth: 0.0164,
  growth_against: 'year_before',
  basis: 'synthetic',
  sample_size: 0,
  forecast: [{ date: '2026-11-23', p10: 15_725, p50: 16_770, p90: 17_885 }],
  seasonality: [
    ...Array.from({ length: 7 }, (_none, index) => ({ unit: 'weekday', value: index + 1, factor: 1.05 })),
    ...Array.from({ length: 12 }, (_none, index) => ({ unit: 'month', value: index + 1, factor: 0.75 })),
  ],
};
const trends = (line: unknown) =>
  present('demand_trends', {
    series: [line],
    granularity: 'week',
    period: PERIOD,
    basis: 'synthetic',
    sample_size: 0,
    notes: [],
  });

test('a line shows its last points, then what is to come, then its seasons', () => {
  const text = trends(LINE);
  expect(text.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
    'period  2026-09-01 to 2026-09-30',
    'Searches for Lisbon',
    'Forecast',
    'Season by weekday (1: average)',
    'Season by month (1: average)',
  ]);
  expect(text).toContain(
    '+1.6 % against the year before · synthetic; 0 counted here\n4 earlier points: --json shows all.\nDate      Value  Index\n2026-W05  1,004   98.1\n',
  );
  expect(text).toContain(
    '2026-W30  1,029   98.1  not complete\n\nForecast\nDate           p10     p50     p90\n2026-11-23  15,725  16,770  17,885\n',
  );
  expect(text).toContain(' Jan   Feb   Mar   Apr   May   Jun   Jul   Aug   Sep   Oct   Nov   Dec\n0.75  0.75');
  expect(widest(text)).toBeLessThanOrEqual(80);
});

test('what a line does not have takes no room, and why there is no forecast is told', () => {
  expect(trends({ ...LINE, points: points(2), forecast: [], seasonality: [], growth: null })).not.toMatch(
    /earlier|Forecast|Season|against/,
  );
  expect(trends({ ...LINE, forecast: [], forecast_gap: 'too_short' })).toContain(
    '\n\nForecast\nNone: too few complete points are known.\n\n',
  );
  expect(trends({ ...LINE, points: points(27) })).toContain('1 earlier point: ');
});

test('with compare, each point stands beside what it is compared with, also where earlier ones are left out', () => {
  const text = trends({
    ...LINE,
    change: -0.5,
    compared: LINE.points.map(({ date, value }) => ({ date, value: value * 2 })),
  });
  expect(text).toContain('−50.0 % on Compared');
  expect(text).toMatch(/Date +Value +Index +Compared\n2026-W05 +1,004 +98\.1 +2,008\n/);
});

test.each([
  ['demand_destinations', { ...RANKING, destinations: [{ ...CITY, ...FIGURES }] }, 'San Francisco  SFO'],
  ['demand_markets', { ...RANKING, markets: [{ ...CITY, ...FIGURES }] }, 'San Francisco  SFO'],
  [
    'demand_markets',
    { ...RANKING, markets: [{ country_code: 'AE', country_name: 'United Arab Emirates', ...FIGURES }] },
    'United Arab Em…  AE',
  ],
  ['demand_audiences', { ...RANKING, audiences: [{ audience: 'business', ...FIGURES }] }, 'business'],
])('%s fits 80 columns with its figures and fares, and says the rest in words', (operationId, answer, name) => {
  const text = present(operationId, answer);
  expect(text).toContain(name);
  expect(text).toMatch(/Volume( +Index)? +Share +Growth +Days ahead +Nights +Fare from\n/);
  expect(text).toMatch(/3,954,085( +100\.0)? +28\.8 % +−7\.7 % +35 +4 +141\.56 USD\n/);
  expect(text).toContain('searches        13,710,252, 0.0 %\n');
  expect(text).toContain('growth against  2026-09-01 to 2026-09-30\nbasis           mixed; 12 counted here\n');
  expect(text).toMatch(/\n\nRows were left out\.\nMore: --page-token abc$/);
  expect(widest(text)).toBeLessThanOrEqual(80);
});

test('a wider terminal shows the country and the index as well', () => {
  expect(present('demand_destinations', { ...RANKING, destinations: [{ ...CITY, ...FIGURES }] }, 120)).toMatch(
    /San Francisco +SFO +United States +3,954,085 +100\.0 /,
  );
});

const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });

test('a price history shows its three lists and the quantiles of all', () => {
  const answer = {
    origin: { code: 'PAR', name: 'Paris' },
    destination: { code: 'NYC', name: 'New York' },
    departure_month: null,
    trip_kind: 'roundtrip',
    cabin_class: 'economy',
    currency: 'USD',
    period: PERIOD,
    basis: 'observed',
    sample_size: 40,
    quantiles: { min: usd(100), p25: usd(200), median: usd(300), p75: usd(400), max: usd(500) },
    history: [{ date: '2026-09-01', granularity: 'week', min: usd(36_620), median: usd(45_731), sample_size: 14 }],
    by_departure_month: [{ month: '2026-12', min: usd(45_173), median: usd(54_470), sample_size: 14 }],
    by_lead_time: [{ days_ahead_from: 0, days_ahead_to: 3, median: usd(56_820), sample_size: 70 }],
  };
  const text = present('price_history', answer);
  expect(text).toMatch(/^route {2}Paris \(PAR\) to New York \(NYC\)\n/);
  expect(text).toMatch(
    /2026-09-01 +week +366\.20 USD +457\.31 USD +14\n\nBy month of departure\n.*\n2026-12 +451\.73 USD +544\.70 USD +14\n\nBy days before departure\n.*\n +0–3 +568\.20 USD +70\n/,
  );
  expect(text).toMatch(/\n1\.00 USD +2\.00 USD +3\.00 USD +4\.00 USD +5\.00 USD$/);
  expect(
    present('price_history', { ...answer, quantiles: null, history: [], by_departure_month: [], by_lead_time: [] }),
  ).toMatch(/counted here\n\nNothing there\.$/);
});

test('a price index shows nights and the year before; months of air traffic their scores; a page of destinations where it goes on', () => {
  const index = {
    city: { code: 'LIS', name: 'Lisbon' },
    period: { start: '2026-11', end: '2026-11' },
    basis: 'synthetic',
    sample_size: 0,
    base: { index: 100, nightly: usd(13_770) },
    currency: 'USD',
  };
  const month = {
    month: '2026-11',
    index: 93.5,
    nightly: { p25: usd(12_622), median: usd(12_871), p75: usd(13_119) },
    sample_size: 4,
    basis: 'synthetic',
    year_on_year: -0.0222,
  };
  const hotel = present('hotel_price_index', { ...index, months: [month] });
  expect(hotel).toMatch(
    /index 100 {2}137\.70 USD a night\n[\s\S]*2026-11 +93\.5 +128\.71 USD +126\.22 USD +131\.19 USD +−2\.2 % +4$/,
  );
  expect(widest(hotel)).toBeLessThanOrEqual(80);
  const meta = {
    count: 10,
    basis: 'synthetic',
    sample_size: 0,
    links: { self: 'http://x/', next: 'http://x/y?max=10&page%5Blimit%5D=2&page%5Boffset%5D=2' },
  };
  const traffic = present('air_traffic_traveled', {
    meta,
    data: [
      {
        type: 'air-traffic',
        subType: 'TRAVELED',
        destination: 'LON',
        analytics: { flights: { score: 56 }, travelers: { score: 57 } },
      },
    ],
  });
  expect(traffic).toMatch(/^in all {2}10\n[\s\S]*LON +57 +56\n\nMore: '--page\[offset\]' 2$/);
  expect(
    present('air_traffic_busiest_period', {
      meta,
      data: [{ type: 'air-traffic', period: '2026-08', analytics: { travelers: { score: 100 } } }],
    }),
  ).toMatch(/2026-08 +100$/);
});

test('an answer that is not as declared is shown as far as it goes, and cannot move the cursor', () => {
  expect(present('demand_trends', { series: [{ label: 'x\u001b[2J', points: 'none' }] })).not.toContain('\u001b');
  expect(present('demand_audiences', {})).toContain('Nothing there.');
  expect(
    present('air_traffic_traveled', { meta: { links: { next: 'http://x/?page[offset]=1;rm' } }, data: [{}] }),
  ).not.toContain('rm');
});
