import type { AtlasAirline } from './atlas.ts';
import type { FanFacts } from './build-fan.ts';
import { LOW_COST_BOOKING_FEE_USD } from './fares.ts';
import { type Fan, type FanSide, WAY_LEGS } from './fan.ts';
import { type FanQuestion, openFanDay } from './fan-days.ts';
import type { Itinerary } from './itinerary.ts';
import type { Market } from './markets.ts';
import type { PricedSlice } from './slice-prices.ts';
import { tripShape } from './trip-shape.ts';

/** Date pairs kept of each city: its cheapest. */
export const ESTIMATES_KEPT = 4;

/** What every city that can be reached costs on its cheapest date pairs, in columns of `ESTIMATES_KEPT` for each city. */
export interface PairEstimates {
  /** Indexes of cities. */
  readonly cities: Int32Array;
  /** Places of the date pairs, cheapest first. */
  readonly pairs: Uint16Array;
  /** One adult, in US dollars; Infinity where there are no more. */
  readonly usd: Float32Array;
}
/** Looks at date pairs one after the other, and keeps the cheapest of each city. Day numbers. */
export interface PairPrices {
  add(pairIndex: number, days: { readonly departure: number; readonly back: number | undefined }): void;
  finish(): PairEstimates;
}

/** Trip shapes depend on how a carrier sells and on where a market leads: so many kinds of way are told apart. */
const KINDS = 5;
const SOLD_ALONE = 0;
/** Carriers of an alliance sell each other's way back; others only their own. */
const ALLIANCE_KEYS = 1 << 12;

/** Begins an estimate. `back` is undefined for one-way trips. */
export function createPairPrices(facts: FanFacts, out: FanQuestion, back: FanQuestion | undefined): PairPrices {
  const cities = facts.atlas.cities.length;
  const estimates = { pairs: new Uint16Array(cities * ESTIMATES_KEPT), usd: new Float32Array(cities * ESTIMATES_KEPT).fill(Number.POSITIVE_INFINITY) };
  const best = new Float64Array(cities);
  const outward: Direction = { asked: out, ways: describeWays(facts, out), columns: new Map() };
  const homeward: Direction | undefined = back && { asked: back, ways: describeWays(facts, back), columns: new Map() };
  return {
    add(pairIndex, days) {
      best.fill(Number.POSITIVE_INFINITY);
      const shapes = shapesOf(outward.ways.samples, days);
      if (homeward === undefined || days.back === undefined) priceOneWay(facts, outward, { shapes, best }, days.departure);
      else priceReturn(facts, { outward, homeward, shapes, best }, { departure: days.departure, back: days.back });
      for (let city = 0; city < cities; city += 1) {
        const usd = best[city] ?? Number.POSITIVE_INFINITY;
        if (usd < (estimates.usd[(city + 1) * ESTIMATES_KEPT - 1] ?? 0)) insert(estimates, city, pairIndex, usd);
      }
    },
    finish: () => compact(estimates, cities),
  };
}

/** One direction of a trip: its fan, and the base fares of all its ways on the days looked at so far, before trip shape. */
interface Direction {
  readonly asked: FanQuestion;
  readonly ways: Ways;
  readonly columns: Map<number, Float32Array>;
}
interface Pricing {
  /** By kind of way. */
  readonly shapes: Float64Array;
  /** By city, the least so far. */
  readonly best: Float64Array;
}

/** Ways stand in the order of their reference fares, so most need no look at their seats: others are cheaper already. */
function priceOneWay(facts: FanFacts, { asked, ways }: Direction, { shapes, best }: Pricing, departure: number): void {
  const { fan } = asked;
  const day = openFanDay(facts, asked, departure);
  for (let far = 0; far + 1 < fan.start.length; far += 1) {
    const end = fan.start[far + 1] ?? 0;
    let way = fan.start[far] ?? 0;
    if (way === end) continue;
    const factor = day.factor(far);
    let cheapest = Number.POSITIVE_INFINITY;
    for (; way < end; way += 1) {
      const base = (fan.referenceUsd[way] ?? 0) * factor * (shapes[ways.kinds[way] ?? 0] ?? 1) * (1 + (fan.taxShare[way] ?? 0));
      const fixed = (fan.taxFixedUsd[way] ?? 0) + feeOf(ways.kinds[way] ?? 0);
      if (base * day.leastMultiple + fixed >= cheapest) continue;
      const usd = base * day.multiple(way) + fixed;
      if (usd < cheapest) cheapest = usd;
    }
    keepLess(best, facts.atlas.airports[far]?.city ?? 0, cheapest);
  }
}

interface ReturnPricing extends Pricing {
  readonly outward: Direction;
  readonly homeward: Direction;
}

/** The cheapest of each airport's ways out with a way back that the same carriers sell; the way out decides the shape. */
function priceReturn(facts: FanFacts, { outward, homeward, shapes, best }: ReturnPricing, days: { readonly departure: number; readonly back: number }): void {
  const [out, back] = [outward.asked.fan, homeward.asked.fan];
  const outColumn = columnOf(facts, outward, days.departure);
  const backColumn = columnOf(facts, homeward, days.back);
  for (let far = 0; far + 1 < out.start.length; far += 1) {
    const backStart = back.start[far] ?? 0;
    const backEnd = back.start[far + 1] ?? 0;
    let cheapest = Number.POSITIVE_INFINITY;
    for (let way = out.start[far] ?? 0; way < (out.start[far + 1] ?? 0); way += 1) {
      const base = outColumn[way] ?? Number.POSITIVE_INFINITY;
      const shape = shapes[outward.ways.kinds[way] ?? 0] ?? 1;
      const there = base * shape * (1 + (out.taxShare[way] ?? 0)) + (out.taxFixedUsd[way] ?? 0) + feeOf(outward.ways.kinds[way] ?? 0);
      if (there >= cheapest) continue;
      const sellers = outward.ways.sellers[way];
      for (let home = backStart; home < backEnd; home += 1) {
        if (homeward.ways.sellers[home] !== sellers) continue;
        const total = there + (backColumn[home] ?? 0) * shape * (1 + (back.taxShare[home] ?? 0)) + (back.taxFixedUsd[home] ?? 0);
        if (total < cheapest) cheapest = total;
      }
    }
    keepLess(best, facts.atlas.airports[far]?.city ?? 0, cheapest);
  }
}

function columnOf(facts: FanFacts, { asked, columns }: Direction, dayNumber: number): Float32Array {
  const known = columns.get(dayNumber);
  if (known !== undefined) return known;
  const { fan } = asked;
  const day = openFanDay(facts, asked, dayNumber);
  const column = new Float32Array(fan.weekdays.length);
  for (let far = 0; far + 1 < fan.start.length; far += 1) {
    const end = fan.start[far + 1] ?? 0;
    for (let way = fan.start[far] ?? 0; way < end; way += 1) column[way] = (fan.referenceUsd[way] ?? 0) * day.factor(far) * day.multiple(way);
  }
  columns.set(dayNumber, column);
  return column;
}

/** What is charged for the ticket as a whole. */
function feeOf(kind: number): number {
  return kind === SOLD_ALONE ? LOW_COST_BOOKING_FEE_USD : 0;
}

function keepLess(best: Float64Array, city: number, usd: number): void {
  if (usd < (best[city] ?? 0)) best[city] = usd;
}

/** What does not change from day to day about the ways of a fan. */
interface Ways {
  readonly kinds: Uint8Array;
  /** Equal for ways that are sold on one ticket there and back. */
  readonly sellers: Uint16Array;
  /** A way of each kind, as trip shapes see it. */
  readonly samples: readonly (PricedSlice | undefined)[];
}

/** Described once for each fan; a fan that is forgotten takes its description along. */
const descriptions = new WeakMap<Fan, Ways>();

function describeWays(facts: FanFacts, { fan, side }: FanQuestion): Ways {
  const known = descriptions.get(fan);
  if (known !== undefined) return known;
  const count = fan.weekdays.length;
  const ways = { kinds: new Uint8Array(count), sellers: new Uint16Array(count), samples: new Array<PricedSlice | undefined>(KINDS).fill(undefined) };
  for (let far = 0; far + 1 < fan.start.length; far += 1) {
    const market = marketOf(facts, fan, far, side);
    if (market === undefined) continue;
    for (let way = fan.start[far] ?? 0; way < (fan.start[far + 1] ?? 0); way += 1) {
      const carrier = facts.atlas.airlines[fan.carrier[way] ?? 0];
      if (!carrier) continue;
      const isAlone = carrier.isLowCost || carrier.isScenario;
      const kind = isAlone ? SOLD_ALONE : 1 + (market.isDomestic ? 0 : 2) + (market.isLongHaul ? 1 : 0);
      const alliance = facts.rules.allianceOf[carrier.index] ?? 0;
      ways.kinds[way] = kind;
      ways.sellers[way] = isAlone || alliance === 0 ? carrier.index : ALLIANCE_KEYS + alliance;
      ways.samples[kind] ??= sampleOf(market, carrier);
    }
  }
  descriptions.set(fan, ways);
  return ways;
}

/** The market of an airport's first way; undefined where it has none. */
function marketOf({ network, market }: FanFacts, fan: Fan, far: number, side: FanSide): Market | undefined {
  const way = fan.start[far] ?? 0;
  if (way === fan.start[far + 1]) return undefined;
  const lines = fan.lines.subarray(way * WAY_LEGS, (way + 1) * WAY_LEGS).filter((line) => line >= 0);
  if (side === 'out') return market(network.edgeOrigin[network.lineEdge[lines[0] ?? 0] ?? 0] ?? 0, far);
  return market(far, network.edgeDestination[network.lineEdge[lines.at(-1) ?? 0] ?? 0] ?? 0);
}

function sampleOf(market: Market, carrier: AtlasAirline): PricedSlice {
  const leg = { line: 0, day: 0, departUtc: 0, arriveUtc: 0 };
  const itinerary: Itinerary = { origin: market.origin.index, destination: market.destination.index, legs: [leg], flownKm: market.km };
  return { itinerary, market, carrier, classIndex: 0, seatsLeft: 0, baseUsd: 0, taxesUsd: 0, departUtc: 0, arriveUtc: 0 };
}

/** What these dates do to the fares of each kind of way. */
function shapesOf(samples: Ways['samples'], { departure, back }: { readonly departure: number; readonly back: number | undefined }): Float64Array {
  const shapes = new Float64Array(KINDS).fill(1);
  for (const [kind, sample] of samples.entries()) {
    if (sample === undefined) continue;
    const out = onDay(sample, departure);
    shapes[kind] = back === undefined ? tripShape([out]) : tripShape([out, onDay(turned(sample), back)]);
  }
  return shapes;
}

function onDay(slice: PricedSlice, day: number): PricedSlice {
  const [first] = slice.itinerary.legs;
  return { ...slice, itinerary: { ...slice.itinerary, legs: [{ ...first, day }] } };
}

function turned(slice: PricedSlice): PricedSlice {
  const { market } = slice;
  return { ...slice, market: { ...market, origin: market.destination, destination: market.origin } };
}

function insert(estimates: { readonly pairs: Uint16Array; readonly usd: Float32Array }, city: number, pairIndex: number, usd: number): void {
  const first = city * ESTIMATES_KEPT;
  let place = first + ESTIMATES_KEPT - 1;
  if (usd >= (estimates.usd[place] ?? 0)) return;
  for (; place > first && (estimates.usd[place - 1] ?? 0) > usd; place -= 1) {
    estimates.usd[place] = estimates.usd[place - 1] ?? 0;
    estimates.pairs[place] = estimates.pairs[place - 1] ?? 0;
  }
  estimates.usd[place] = usd;
  estimates.pairs[place] = pairIndex;
}

/** The cities that were reached, without the gaps of the others. */
function compact({ pairs, usd }: { readonly pairs: Uint16Array; readonly usd: Float32Array }, count: number): PairEstimates {
  const cities = Int32Array.from({ length: count }, (_, city) => city).filter((city) => (usd[city * ESTIMATES_KEPT] ?? 0) < Number.POSITIVE_INFINITY);
  const made = { cities, pairs: new Uint16Array(cities.length * ESTIMATES_KEPT), usd: new Float32Array(cities.length * ESTIMATES_KEPT) };
  for (const [row, city] of cities.entries()) {
    made.pairs.set(pairs.subarray(city * ESTIMATES_KEPT, (city + 1) * ESTIMATES_KEPT), row * ESTIMATES_KEPT);
    made.usd.set(usd.subarray(city * ESTIMATES_KEPT, (city + 1) * ESTIMATES_KEPT), row * ESTIMATES_KEPT);
  }
  return made;
}
