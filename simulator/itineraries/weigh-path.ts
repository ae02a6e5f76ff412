import type { AtlasAirline } from '../../src/reference/atlas.ts';
import { SEATS } from '../cabins/availability-codes.ts';
import { CABIN_SHARE_MIN, type CarrierInMarket, RELATION_FACTORS } from '../fares/slice-prices.ts';
import type { OnwardFlight, Path } from './path.ts';
import { SEATS_UNREAD } from './leg-columns.ts';
import { itineraryOf } from './list-itineraries.ts';
import { referenceAlong } from './markets.ts';
import { openPair, type Pair, type Search } from './search-state.ts';

/**
 * Whether an itinerary that continues from a row would qualify at its best: arriving as early as it may, in the
 * cheapest class it may have. A candidate that does not qualify for the Pareto set does not qualify slower or dearer
 * either.
 */
export function isOfUse(search: Search, path: Path, row: number, onward: OnwardFlight): boolean {
  const {
    parts,
    candidate,
    inHand: { pair, longest, change },
    facts: { rules },
  } = search;
  if (!pair) return true;
  const [first, second] = path.levels;
  const isThree = path.legCount > 2;
  const start = isThree ? (second.parent[row] ?? 0) : row;
  const known = first.seats[start] ?? SEATS_UNREAD;
  if (known === SEATS.none) return false;
  let factor = change;
  if (isThree) factor *= RELATION_FACTORS[second.relation[row] ?? 0] ?? 1;
  factor *= RELATION_FACTORS[onward.relation] ?? 1;
  const airline =
    longest === path.legCount - 1
      ? onward.airline
      : ((longest === 0 ? first.airline[start] : second.airline[row]) ?? 0);
  if (parts.validFor[airline] !== parts.path) fillParts(search, path, pair, airline);
  candidate.departUtc = first.departUtc[start] ?? 0;
  candidate.minutes = onward.arriveUtc - candidate.departUtc;
  candidate.carrier = airline;
  if (search.query.isOneOfSeveral) {
    const before = rules.allianceOf[first.airline[start] ?? 0] ?? 0;
    const between = isThree ? (rules.allianceOf[second.airline[row] ?? 0] ?? 0) : 0;
    candidate.alliance = Math.max(before, between, rules.allianceOf[onward.airline] ?? 0);
  }
  weigh(search, pair, airline, factor, Math.max(SEATS.firstClass, known));
  return pair.paretoSet.qualifies(candidate);
}

/**
 * Prices every itinerary of a path and shows it to its pair's Pareto set. Seats are the dearest thing to know: they are
 * read only of itineraries that would qualify in the cheapest class they may have.
 *
 * Example: on 3 February 2027 the path Bremen-Munich-Lisbon (BRE-MUC-LIS) has a row for LH1336, BRE at 06:40 to MUC at
 * 07:55, with LH399, MUC at 09:20 to LIS at 11:40 (an hour behind): 360 minutes. MUC-LIS is the longest leg, so the
 * fare is that of LH: its reference for 2,547 km × 0.66 for class O, the cheapest, × season and weekday × 0.88 for
 * changing planes on this route × 1 for two flights of one carrier = 93 USD, and 47 USD of taxes. At 140 USD it
 * qualifies, so the seats of both flights are read: class O has 9, and the itinerary is written out. Had only a dearer
 * class been open, it would be priced and judged once more.
 */
export function weighPath(search: Search, path: Path): void {
  const { parts, candidate } = search;
  const pair = search.inHand.pair ?? openPair(search, path);
  const { legCount } = path;
  const [first, second] = path.levels;
  const last = path.levels[legCount - 1] ?? first;
  const { longest, change } = search.inHand;
  for (let row = 0; row < last.count; row += 1) {
    const before = legCount > 1 ? (last.parent[row] ?? 0) : row;
    const start = legCount > 2 ? (second.parent[before] ?? 0) : before;
    let factor = change;
    if (legCount > 2) factor *= RELATION_FACTORS[second.relation[before] ?? 0] ?? 1;
    if (legCount > 1) factor *= RELATION_FACTORS[last.relation[row] ?? 0] ?? 1;
    const airline =
      (longest === legCount - 1 ? last.airline[row] : longest === 0 ? first.airline[start] : second.airline[before]) ??
      0;
    if (parts.validFor[airline] !== parts.path) fillParts(search, path, pair, airline);
    candidate.departUtc = first.departUtc[start] ?? 0;
    candidate.minutes = (last.arriveUtc[row] ?? 0) - candidate.departUtc;
    candidate.carrier = airline;
    if (search.query.isOneOfSeveral) candidate.alliance = allianceAlong(search, path, row);
    const known = legCount > 1 ? (first.seats[start] ?? SEATS_UNREAD) : SEATS_UNREAD;
    if (known === SEATS.none) continue;
    const least = Math.max(SEATS.firstClass, known);
    weigh(search, pair, airline, factor, least);
    if (!pair.paretoSet.qualifies(candidate)) continue;
    const code = openClass(search, path, row);
    if (code < SEATS.firstClass) continue;
    if (code > least) weigh(search, pair, airline, factor, code);
    if (code === least || pair.paretoSet.qualifies(candidate))
      writeOut(search, path, row, pair, code - SEATS.firstClass);
  }
}

/** Prices the candidate in a class, in the steps and the order of the slice pricer, so that both have one result. */
function weigh(
  { parts, candidate, multiples }: Search,
  pair: Pair,
  airline: number,
  factor: number,
  code: number,
): void {
  parts.baseUsd = (parts.reference[airline] ?? 0) * (multiples[code - SEATS.firstClass] ?? 1) * pair.dayFactor * factor;
  parts.taxesUsd = (parts.taxFixed[airline] ?? 0) + (parts.taxShare[airline] ?? 0) * parts.baseUsd;
  candidate.usd = parts.baseUsd + parts.taxesUsd;
}

/**
 * `SEATS` of a whole itinerary: nothing where a flight has no seats, or too little of it is flown in the cabin asked
 * for.
 */
function openClass({ seats }: Search, path: Path, row: number): number {
  let open: number = SEATS.lowerCabin;
  let cabinKm = 0;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    let code = rows.seats[at] ?? SEATS.none;
    if (code === SEATS_UNREAD) {
      code = seats.code(rows.flight[at] ?? 0, rows.day[at] ?? 0);
      rows.seats[at] = code;
    }
    if (code === SEATS.none) return SEATS.none;
    if (code >= SEATS.firstClass) cabinKm += path.legKm[leg] ?? 0;
    open = Math.max(open, code);
    at = rows.parent[at] ?? 0;
  }
  return cabinKm >= CABIN_SHARE_MIN * path.flownKm ? open : SEATS.none;
}

/** Writes an itinerary out and adds it to its Pareto set, unless the query's filter refuses it. */
function writeOut(search: Search, path: Path, row: number, pair: Pair, classIndex: number): void {
  const { candidate, facts, parts, query, seats } = search;
  const itinerary = itineraryOf(path, row);
  if (query.accepts && !query.accepts(itinerary)) return;
  const carrier: AtlasAirline | undefined = facts.atlas.airlines[candidate.carrier];
  if (!carrier) return;
  let seatsLeft = Number.POSITIVE_INFINITY;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    // `openClass` has just read the seats of every leg.
    if ((rows.seats[at] ?? SEATS.none) >= SEATS.firstClass)
      seatsLeft = Math.min(seatsLeft, seats.shown(rows.flight[at] ?? 0, rows.day[at] ?? 0, classIndex));
    at = rows.parent[at] ?? 0;
  }
  const { departUtc, minutes } = candidate;
  pair.paretoSet.add(candidate, {
    itinerary,
    market: pair.market,
    carrier,
    classIndex,
    seatsLeft,
    baseUsd: parts.baseUsd,
    taxesUsd: parts.taxesUsd,
    departUtc,
    arriveUtc: departUtc + minutes,
    alliance: candidate.alliance,
  });
}

/** The number of the alliance that carriers of an itinerary are in: ticketing rules, 5, let there be only one. */
function allianceAlong({ facts: { rules } }: Search, path: Path, row: number): number {
  let alliance = 0;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    alliance = Math.max(alliance, rules.allianceOf[rows.airline[at] ?? 0] ?? 0);
    at = rows.parent[at] ?? 0;
  }
  return alliance;
}

/** Fills an airline's columns of `FareParts` for the current path. */
function fillParts(search: Search, path: Path, pair: Pair, airline: number): void {
  const { parts } = search;
  const last = parts.met[airline];
  const { level, taxes } = last && parts.metIn[airline] === pair.number ? last : meetAgain(search, pair, airline);
  parts.validFor[airline] = parts.path;
  parts.reference[airline] = referenceAlong(level, path.flownKm);
  parts.taxFixed[airline] = taxes.fixed;
  parts.taxShare[airline] = taxes.share;
}

/** Looks up an airline's fares and taxes between the ends of a pair. */
function meetAgain({ parts, facts: { atlas }, priceQuery }: Search, pair: Pair, airline: number): CarrierInMarket {
  const carrier = atlas.airlines[airline];
  if (!carrier) throw new RangeError(`No airline ${airline}`);
  const met = pair.carriers.of(carrier, priceQuery.cabin);
  parts.met[airline] = met;
  parts.metIn[airline] = pair.number;
  return met;
}
