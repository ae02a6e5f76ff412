import { AUDIENCE_COUNT, AUDIENCE_TRAITS } from './audiences.ts';
import { type Cell, type DemandField, NOISE_COUNT } from './demand-field.ts';
import type { DemandCountry, DemandTables } from './demand-tables.ts';

/**
 * Weights between cells, and their sums over all others. What depends on the day (season, growth, shock) is the same
 * for all cities of a stratum and for all of a country group, so a cell needs one sum for each of those, at home and
 * abroad apart.
 */
export interface Gravity {
  /**
   * Into a cell as a destination, for 1 of attraction, by audience: from each group abroad, then from its own country.
   */
  readonly inbound: Float32Array;
  readonly inboundWidth: number;
  /**
   * Out of a cell as a market, for 1 of home, by audience: to each stratum abroad, to each at home, and the noises of
   * where it goes.
   */
  readonly outbound: Float32Array;
  readonly outboundWidth: number;
  /** Cells' own attraction, by audience. */
  readonly cellAttraction: Float64Array;
  weight(destination: number, market: number, audience: number): number;
  /** The weights of all audiences at once, written into an array of theirs. */
  weighAll(destination: number, market: number, into: Float64Array): void;
  /** Weight into every cell, for 1 of attraction, from cells with so much home by audience. By cell, then audience. */
  drawn(homes: ReadonlyMap<number, Float64Array>): Float64Array;
  /** Great-circle kilometres between two cells' centres. */
  km(a: number, b: number): number;
}

const EARTH_RADIUS_KM = 6371;
/** Steps of the tables by chord (0 to 2 earth radii): 3 km each. */
const BINS = 4096;
/** Below some hundred kilometres people drive or take the train. */
const OVERLAND_KM = { home: 380, abroad: 260 } as const;
/**
 * People travel in their own country above all, and where their language is spoken. Our judgement, tuned to shares of
 * domestic traffic.
 */
const HOME_BONUS = 2.5;
const LANGUAGE_BONUS = 1.7;
const SUBREGION_BONUS = 1.25;
const CONTINENT_BONUS = 1.25;

/**
 * Works out all sums, once: some ten million steps, with a yield every few milliseconds. Before it, remote cells are
 * given more and central ones less, because a city far from all others is not traveled from that much less: its people
 * go farther.
 */
export function* weighPairs(field: DemandField, tables: DemandTables): Generator<void, Gravity> {
  const { cells } = field;
  const strata = field.strata.length;
  const inboundWidth = field.groupCount + 1;
  const outboundWidth = 2 * strata + NOISE_COUNT;
  const inbound = new Float32Array(cells.length * AUDIENCE_COUNT * inboundWidth);
  const outbound = new Float32Array(cells.length * AUDIENCE_COUNT * outboundWidth);
  const pairs = yield* preparePairs(cells, tables);
  yield;
  yield* balance(field, pairs, sumCells(field));
  const sums = sumCells(field);
  const all = { ...pairs, ...sums, inbound, outbound, inboundWidth, outboundWidth, strata };
  for (let from = 0; from < cells.length; from += ROWS_PER_STEP) {
    addPairs(all, from, Math.min(cells.length, from + ROWS_PER_STEP));
    yield;
  }
  return {
    inbound,
    inboundWidth,
    outbound,
    outboundWidth,
    cellAttraction: sums.cellAttraction,
    weight: (destination, market, audience) => weightOf(pairs, destination, market, audience),
    weighAll: (destination, market, into) => weighAll(pairs, destination, market, into),
    drawn: (homes) => drawFrom(pairs, homes),
    km: (a, b) => kmOfBin(binOf(pairs, a, b)),
  };
}

/** Cells weighed against all others between two yields: a quarter of a millisecond once it is compiled, some before. */
const ROWS_PER_STEP = 4;

/** What the weight of a pair of cells is made of. */
interface Pairs {
  readonly count: number;
  readonly group: Uint8Array;
  readonly stratum: Uint8Array;
  /** How readily the people of a cell go abroad. */
  readonly abroad: Float64Array;
  /** Unit vectors. */
  readonly positions: Float64Array;
  readonly pulls: Float32Array;
  readonly bonus: CountryBonus;
}

function* preparePairs(cells: readonly Cell[], tables: DemandTables): Generator<void, Pairs> {
  const bonus = yield* countryBonus(cells, tables);
  yield;
  const pulls = yield* pullTables();
  return {
    count: cells.length,
    group: Uint8Array.from(cells, (cell) => cell.group),
    stratum: Uint8Array.from(cells, (cell) => cell.stratum),
    abroad: Float64Array.from(cells, ({ group }) => tables.groups[group]?.abroad ?? 1),
    positions: Float64Array.from(cells.flatMap(({ x, y, z }) => [x, y, z])),
    pulls,
    bonus,
  };
}

function weightOf(pairs: Pairs, destination: number, market: number, audience: number): number {
  const { bonus, pulls, abroad } = pairs;
  if (destination === market) return 0;
  const [there, here] = [bonus.country[destination] ?? 0, bonus.country[market] ?? 0];
  const isHome = there === here;
  const factor = (bonus.factors[there * bonus.countries + here] ?? 1) * (isHome ? 1 : (abroad[market] ?? 1));
  return (pulls[((isHome ? BINS : 0) + binOf(pairs, destination, market)) * AUDIENCE_COUNT + audience] ?? 0) * factor;
}

function weighAll(pairs: Pairs, destination: number, market: number, into: Float64Array): void {
  const { bonus, pulls, abroad } = pairs;
  const [there, here] = [bonus.country[destination] ?? 0, bonus.country[market] ?? 0];
  const isHome = there === here;
  const factor =
    destination === market
      ? 0
      : (bonus.factors[there * bonus.countries + here] ?? 1) * (isHome ? 1 : (abroad[market] ?? 1));
  const pull = ((isHome ? BINS : 0) + binOf(pairs, destination, market)) * AUDIENCE_COUNT;
  for (let a = 0; a < AUDIENCE_COUNT; a += 1) into[a] = (pulls[pull + a] ?? 0) * factor;
}

function drawFrom(pairs: Pairs, homes: ReadonlyMap<number, Float64Array>): Float64Array {
  const drawn = new Float64Array(pairs.count * AUDIENCE_COUNT);
  const { bonus, pulls, abroad } = pairs;
  for (const [from, home] of homes) {
    const here = bonus.country[from] ?? 0;
    for (let to = 0; to < pairs.count; to += 1) {
      if (to === from) continue;
      const there = bonus.country[to] ?? 0;
      const isHome = there === here;
      const factor = (bonus.factors[there * bonus.countries + here] ?? 1) * (isHome ? 1 : (abroad[from] ?? 1));
      const pull = ((isHome ? BINS : 0) + binOf(pairs, to, from)) * AUDIENCE_COUNT;
      for (let a = 0; a < AUDIENCE_COUNT; a += 1)
        drawn[to * AUDIENCE_COUNT + a] =
          (drawn[to * AUDIENCE_COUNT + a] ?? 0) + (pulls[pull + a] ?? 0) * factor * (home[a] ?? 0);
    }
  }
  return drawn;
}

/**
 * Powers of how much lies around a cell, against the mean, by which its home and its attraction are divided. Our
 * judgement.
 */
const BALANCE_POWER = { home: 0.75, attraction: 0.3 } as const;
/** Any audience would do: what lies around a cell is much the same for all. */
const BALANCE_AUDIENCE = 1;

function* balance(
  field: DemandField,
  pairs: Pairs,
  { cellAttraction }: Pick<CellSums, 'cellAttraction'>,
): Generator<void, void> {
  const around = new Float64Array(pairs.count);
  for (let one = 0; one < pairs.count; one += 1) {
    if (one % (2 * ROWS_PER_STEP) === 0) yield;
    for (let other = 0; other < one; other += 1) {
      const there = weightOf(pairs, one, other, BALANCE_AUDIENCE);
      around[other] = (around[other] ?? 0) + there * (cellAttraction[one * AUDIENCE_COUNT + BALANCE_AUDIENCE] ?? 0);
      const ratio =
        pairs.bonus.country[one] === pairs.bonus.country[other]
          ? 1
          : (pairs.abroad[one] ?? 1) / (pairs.abroad[other] ?? 1);
      around[one] =
        (around[one] ?? 0) + there * ratio * (cellAttraction[other * AUDIENCE_COUNT + BALANCE_AUDIENCE] ?? 0);
    }
  }
  const mean = around.reduce((sum, value) => sum + value, 0) / Math.max(1, around.length);
  field.cityCell.forEach((cell, city) => {
    const against = (around[cell] ?? 0) / mean || 1;
    for (let a = city * AUDIENCE_COUNT; a < (city + 1) * AUDIENCE_COUNT; a += 1) {
      field.home[a] = (field.home[a] ?? 0) / against ** BALANCE_POWER.home;
      field.attraction[a] = (field.attraction[a] ?? 0) / against ** BALANCE_POWER.attraction;
    }
  });
}

interface PairSums extends Pairs, CellSums {
  readonly inbound: Float32Array;
  readonly outbound: Float32Array;
  readonly inboundWidth: number;
  readonly outboundWidth: number;
  readonly strata: number;
}

/**
 * Adds up what each cell draws out of all others and what they draw out of it. Written out flat, and with both sums of
 * the one cell in hand, whose rows are near: it runs half a million times and is most of the time a build takes.
 */
function addPairs(all: PairSums, start: number, end: number): void {
  const {
    count,
    group,
    stratum,
    abroad,
    positions,
    pulls,
    bonus,
    strata,
    inbound,
    outbound,
    inboundWidth,
    outboundWidth,
    cellHome,
    cellAttraction,
    cellNoise,
  } = all;
  for (let one = start; one < end; one += 1) {
    const country = bonus.country[one] ?? 0;
    const [x, y, z] = [positions[one * 3] ?? 0, positions[one * 3 + 1] ?? 0, positions[one * 3 + 2] ?? 0];
    const ownAbroad = abroad[one] ?? 1;
    for (let other = 0; other < count; other += 1) {
      if (other === one) continue;
      const dx = x - (positions[other * 3] ?? 0);
      const dy = y - (positions[other * 3 + 1] ?? 0);
      const dz = z - (positions[other * 3 + 2] ?? 0);
      const isHome = bonus.country[other] === country;
      const bin = Math.min(BINS - 1, Math.sqrt(dx * dx + dy * dy + dz * dz) * (BINS / 2)) | 0;
      const factor = bonus.factors[country * bonus.countries + (bonus.country[other] ?? 0)] ?? 1;
      const into = factor * (isHome ? 1 : (abroad[other] ?? 1));
      const out = factor * (isHome ? 1 : ownAbroad);
      const pull = ((isHome ? BINS : 0) + bin) * AUDIENCE_COUNT;
      let inAt = one * AUDIENCE_COUNT * inboundWidth + (isHome ? inboundWidth - 1 : (group[other] ?? 0));
      let outAt = one * AUDIENCE_COUNT * outboundWidth + (isHome ? strata : 0) + (stratum[other] ?? 0);
      let noiseAt = one * AUDIENCE_COUNT * outboundWidth + 2 * strata;
      for (let a = 0; a < AUDIENCE_COUNT; a += 1) {
        const weight = pulls[pull + a] ?? 0;
        const there = other * AUDIENCE_COUNT + a;
        inbound[inAt] = (inbound[inAt] ?? 0) + weight * into * (cellHome[there] ?? 0);
        outbound[outAt] = (outbound[outAt] ?? 0) + weight * out * (cellAttraction[there] ?? 0);
        for (let n = 0; n < NOISE_COUNT; n += 1)
          outbound[noiseAt + n] =
            (outbound[noiseAt + n] ?? 0) + weight * out * (cellNoise[there * NOISE_COUNT + n] ?? 0);
        inAt += inboundWidth;
        outAt += outboundWidth;
        noiseAt += outboundWidth;
      }
    }
  }
}

interface CellSums {
  readonly cellAttraction: Float64Array;
  readonly cellHome: Float64Array;
  readonly cellNoise: Float64Array;
}

function sumCells(field: DemandField): CellSums {
  const cellAttraction = new Float64Array(field.cells.length * AUDIENCE_COUNT);
  const cellHome = new Float64Array(field.cells.length * AUDIENCE_COUNT);
  const cellNoise = new Float64Array(field.cells.length * AUDIENCE_COUNT * NOISE_COUNT);
  field.cells.forEach(({ cities }, cell) => {
    for (const city of cities) {
      for (let a = 0; a < AUDIENCE_COUNT; a += 1) {
        const at = cell * AUDIENCE_COUNT + a;
        const attraction = field.attraction[city * AUDIENCE_COUNT + a] ?? 0;
        cellAttraction[at] = (cellAttraction[at] ?? 0) + attraction;
        cellHome[at] = (cellHome[at] ?? 0) + (field.home[city * AUDIENCE_COUNT + a] ?? 0);
        for (let n = 0; n < NOISE_COUNT; n += 1)
          cellNoise[at * NOISE_COUNT + n] =
            (cellNoise[at * NOISE_COUNT + n] ?? 0) + attraction * (field.noise[city * NOISE_COUNT + n] ?? 0);
      }
    }
  });
  return { cellAttraction, cellHome, cellNoise };
}

function binOf({ positions }: Pairs, a: number, b: number): number {
  const x = (positions[a * 3] ?? 0) - (positions[b * 3] ?? 0);
  const y = (positions[a * 3 + 1] ?? 0) - (positions[b * 3 + 1] ?? 0);
  const z = (positions[a * 3 + 2] ?? 0) - (positions[b * 3 + 2] ?? 0);
  return Math.min(BINS - 1, Math.sqrt(x * x + y * y + z * z) * (BINS / 2)) | 0;
}

/** Along the ground, not the chord. */
function kmOfBin(bin: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, (bin + 0.5) / BINS));
}

/** What is left of the pull by distance: abroad by step and audience, then at home. */
function* pullTables(): Generator<void, Float32Array> {
  const pulls = new Float32Array(2 * AUDIENCE_COUNT * BINS);
  for (const [side, overland] of [OVERLAND_KM.abroad, OVERLAND_KM.home].entries()) {
    for (const [a, { reach }] of AUDIENCE_TRAITS.entries()) {
      yield;
      for (let bin = 0; bin < BINS; bin += 1) {
        const km = kmOfBin(bin);
        pulls[(side * BINS + bin) * AUDIENCE_COUNT + a] =
          (1 - Math.exp(-((km / overland) ** 2))) / (1 + (km / reach.km) ** reach.power);
      }
    }
  }
  return pulls;
}

/** Countries compared with all others between two yields: a millisecond. */
const COUNTRIES_PER_STEP = 16;

/** How much more two countries have to do with each other than their sizes and distance predict. */
interface CountryBonus {
  /** A country's number, by cell. */
  readonly country: Uint8Array;
  readonly countries: number;
  /** By number and number. */
  readonly factors: Float32Array;
}

function* countryBonus(cells: readonly Cell[], tables: DemandTables): Generator<void, CountryBonus> {
  const codes = [...new Set(cells.map(({ country }) => country))];
  const numbers = new Map(codes.map((code, index) => [code, index]));
  const numberOf = Uint8Array.from(cells, ({ country }) => numbers.get(country) ?? 0);
  const factors = new Float32Array(codes.length * codes.length);
  for (const [i, one] of codes.entries()) {
    if (i % COUNTRIES_PER_STEP === 0) yield;
    codes.forEach((other, j) => {
      factors[i * codes.length + j] =
        one === other
          ? HOME_BONUS
          : affinity(tables.countries.get(one), tables.countries.get(other)) *
            (tables.ties.get(`${one}-${other}`) ?? 1);
    });
  }
  return { country: numberOf, countries: codes.length, factors };
}

function affinity(one: DemandCountry | undefined, other: DemandCountry | undefined): number {
  if (!one || !other) return 1;
  const language = one.language === other.language && one.language !== '' ? LANGUAGE_BONUS : 1;
  return (
    language *
    (one.subregion === other.subregion ? SUBREGION_BONUS : 1) *
    (one.continent === other.continent ? CONTINENT_BONUS : 1)
  );
}
