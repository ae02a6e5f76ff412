import { fixedRates } from '../src/rates/current-rates.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StaySearch } from '../src/hotels/model/stay-search.ts';
import { zeroMoney } from '../src/travel/money.ts';
import { displayHotels } from '../src/hotels/search/display-hotels.ts';
import { loadWorld } from '../simulator/world.ts';
import { addDays } from '../src/travel/dates.ts';
import { worldSeed } from './engine.ts';
import { interleave, median, percent, quantile, ratePerSecond, type Benchmark } from './harness.ts';
import { freshDatabase, startProcess, startProduct, type Service, WORLD_DIR } from './service.ts';

const shareTarget = 0.3;
const engineTargetMs = 15;
const inFlight = 8;
const seconds = 5;
const engineRuns = 400;
const engineWarmUps = 40;
/** Large cities, each with 400 hotels or more. */
const CITIES = ['PAR', 'LON', 'NYC', 'TYO', 'ROM', 'BCN', 'LIS', 'BKK'] as const;
/** Hotels on a page unless told: what is measured. */
const defaultPage = 50;

/**
 * Issue 4's figures: the endpoint against node:http + JSON.stringify of the same bytes, and the engine alone, for 2
 * rooms and 3 nights of a large city with filters.
 */
export const hotelSearchBenchmark: Benchmark = {
  number: 14,
  name: 'POST /v1/hotel_search, uncached, 2 rooms, 3 nights, filters on, 8 in flight, against node:http + JSON.stringify of the same bytes',
  async measure() {
    const engine = measureEngine();
    const folder = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_141);
    try {
      const captured = await captureAnswers(product);
      writeFileSync(join(folder, 'answers.json'), JSON.stringify(captured));
      const bare = await startProcess(['bench/anchors/stringify.ts'], 18_142, {
        BENCH_ANSWERS: join(folder, 'answers.json'),
      });
      let turn = 0;
      let bytes = 0;
      const rounds = await interleave([
        {
          name: 'bly',
          round: () =>
            ratePerSecond(
              async () => {
                turn += 1;
                const answer = await search(product, turn);
                bytes += answer.length;
              },
              { seconds, inFlight },
            ),
        },
        {
          name: 'bare',
          round: () =>
            ratePerSecond(
              async () => {
                await bare.call('POST', '/', searchBody(turn));
              },
              { seconds, inFlight },
            ),
        },
      ]);
      await bare.stop();
      const [bly, anchor] = [median(rounds.get('bly') ?? []), median(rounds.get('bare') ?? [])];
      return {
        number: 14,
        name: this.name,
        target: `≥ ${percent(shareTarget)}, engine p99 ≤ ${engineTargetMs} ms`,
        result: `${percent(bly / anchor)}, engine p99 ${engine.p99.toFixed(1)} ms`,
        isMet: bly / anchor >= shareTarget && engine.p99 <= engineTargetMs,
        detail: [
          `searches/s: ${bly.toFixed(0)}`,
          `bare answers/s: ${anchor.toFixed(0)}`,
          `mean answer ${(bytes / turn / 1024).toFixed(0)} KiB`,
          `engine (supplier's search, conversion, filters, sorting): median ${engine.median.toFixed(1)} ms, ${engine.hotels.toFixed(0)} hotels a search, ${engine.rates.toFixed(0)} rates on its page of ${defaultPage}`,
          `engine, processor time of all threads, which neighbours lengthen less: mean ${engine.cpuMean.toFixed(1)} ms, p99 ${engine.cpuP99.toFixed(1)} ms`,
        ],
      };
    } finally {
      await product.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Days that differ in every request of a round, so that no answer comes from a cache. */
function datesOf(turn: number): { readonly checkIn: string; readonly checkOut: string } {
  const checkIn = addDays(new Date().toISOString().slice(0, 10), 20 + (Math.floor(turn / CITIES.length) % 400));
  return { checkIn, checkOut: addDays(checkIn, 3) };
}

function searchBody(turn: number): Record<string, unknown> {
  const { checkIn, checkOut } = datesOf(turn);
  return {
    place_id: `city-${CITIES[turn % CITIES.length]}`,
    checkin: checkIn,
    checkout: checkOut,
    occupancies: [{ adults: 2 }, { adults: 1, children_ages: [3, 9] }],
    star_rating: [2, 3, 4, 5],
    min_rating: 5,
    currency: 'EUR',
  };
}

async function search(product: Service, turn: number): Promise<string> {
  const answer = await product.call('POST', '/v1/hotel_search', searchBody(turn));
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300));
  return answer.text;
}

/** Answers of every city: what the anchor sends in turn. */
async function captureAnswers(product: Service): Promise<string[]> {
  const texts: string[] = [];
  for (let city = 0; city < CITIES.length; city += 1) texts.push(await search(product, 290 * CITIES.length + city));
  return texts;
}

/** Each run is another city and arrival. */
function measureEngine() {
  const world = loadWorld(WORLD_DIR, { seed: worldSeed });
  const now = new Date();
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let [hotels, rates] = [0, 0];
  for (let run = -engineWarmUps; run < engineRuns; run += 1) {
    const stay = aSearch(run + engineWarmUps);
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const found = world.stays.search(stay.query, { now, sold: new Map() });
    const window = displayHotels(
      { rates: fixedRates(world.rates) },
      found.hotels.map((offer) => [{ supplierId: 'bench', offer }]),
      stay,
      { now, fees: { version: 0, areNone: true, feeOf: (_subject, { currency }) => zeroMoney(currency) } },
    );
    const page = window.displayPage(0, stay.limit);
    if (run < 0) continue;
    times.push(performance.now() - startedAt);
    const cpu = process.cpuUsage(cpuBefore);
    cpuTimes.push((cpu.user + cpu.system) / 1_000);
    hotels += window.ranked.length;
    rates += page.reduce(
      (sum, { sources: [{ parties }] }) => sum + parties.reduce((count, party) => count + party.rates.length, 0),
      0,
    );
  }
  const cpuMean = cpuTimes.reduce((sum, time) => sum + time, 0) / cpuTimes.length;
  return {
    p99: quantile(times, 0.99),
    median: median(times),
    cpuMean,
    cpuP99: quantile(cpuTimes, 0.99),
    hotels: hotels / engineRuns,
    rates: rates / engineRuns,
  };
}

function aSearch(turn: number): StaySearch {
  const cityCode = CITIES[turn % CITIES.length] ?? CITIES[0];
  const place = { kind: 'city', cityCode } as const;
  return {
    query: {
      place,
      ...datesOf(turn * 5),
      rooms: [
        { adults: 2, childrenAges: [] },
        { adults: 1, childrenAges: [3, 9] },
      ],
      guestNationality: undefined,
      hotelsMax: 500,
      only: {
        chainIds: [],
        facilityIds: [],
        hotelTypeIds: [],
        starRatings: [2, 3, 4, 5],
        ratingMin: 5,
        reviewsMin: undefined,
      },
    },
    destination: {
      form: 'place_id',
      formsIgnored: [],
      kind: 'city',
      name: cityCode,
      cityCode,
      countryCode: undefined,
      point: { latitude: 48.85, longitude: 2.35 },
      place,
      matched: undefined,
      unmatched: undefined,
      isCorrected: false,
      zones: ['UTC'],
    },
    nights: 3,
    preferences: { boards: undefined, ceiling: undefined, refund: undefined },
    currency: 'EUR',
    budgetPerNight: undefined,
    filtersApplied: [],
    limit: defaultPage,
    offset: 0,
    supplierTimeoutMs: 8_000,
  };
}
