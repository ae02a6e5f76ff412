import { ANY, type DemandKind, UNKNOWN_MARKET } from '../demand-event.ts';
import {
  BIN_COUNT,
  DAY_SLOTS,
  emptyMonthCounts,
  lowerFare,
  type MonthCounts,
  packCells,
  type PackedCells,
} from './monthly-counts-codec.ts';

/** The question a slice answers: destinations of a market, or markets of a destination. */
export type SliceAxis = 'destination' | 'market';

/**
 * A row of the roll-up: events of one month that are shown together or not at all. `*` stands for what is not reported
 * apart.
 */
export interface CountedUnit {
  readonly kind: DemandKind;
  readonly destination: string;
  readonly marketCountry: string;
  readonly marketCity: string;
  readonly audience: string;
  /** Days of the month, 1 to 31; 0 for what belongs to the month as a whole. */
  readonly days: readonly number[];
  /** By `days`. */
  readonly volumes: readonly number[];
  readonly leadBins: readonly number[];
  readonly stayBins: readonly number[];
  /** Minor units of USD. */
  readonly lowestFare: number | undefined;
}

/** What was counted in a month, packed by the question it answers. */
export interface DemandSlice extends PackedCells {
  readonly axis: SliceAxis;
  readonly kind: DemandKind;
  readonly place: string;
  readonly audience: string;
  readonly dayTotals: readonly number[];
}

/** Takes the units of one month and hands out slices as soon as nothing more can belong to them. */
export interface SliceBuilder {
  /** Answers the slices that this unit, by its place in the order, has completed. */
  add(unit: CountedUnit): readonly DemandSlice[];
  /** The slices that are left. */
  end(): readonly DemandSlice[];
}

/** A place under way: what was counted of each audience, by name. */
interface OpenPlace {
  readonly place: string;
  readonly audiences: Map<string, Map<string, MonthCounts>>;
}

/**
 * Builds the slices of an axis. Units come ordered by kind, then for `destination` by market country and city, for
 * `market` by destination; so no more is held than all names of three places at once.
 */
export function createSliceBuilder(axis: SliceAxis): SliceBuilder {
  let kind: DemandKind | undefined;
  // From the widest place to the narrowest; the narrower ones change more often.
  let open: OpenPlace[] = [];
  const close = (keep: number): readonly DemandSlice[] => {
    const closing = open.slice(keep);
    open = open.slice(0, keep);
    return closing.flatMap((place) => (kind === undefined ? [] : packPlace({ axis, kind }, place)));
  };
  return {
    add(unit) {
      const places = placesOf(axis, unit);
      let same = kind === unit.kind ? 0 : -1;
      if (same === 0) while (same < places.length && open[same]?.place === places[same]) same += 1;
      const done = close(Math.max(same, 0));
      kind = unit.kind;
      for (const place of places.slice(open.length)) open.push({ place, audiences: new Map() });
      const name = axis === 'destination' ? unit.destination : marketName(unit.marketCountry, unit.marketCity);
      for (const { audiences } of open) {
        addUnit(countsOf(audiences, ANY, name), unit);
        if (unit.audience !== ANY) addUnit(countsOf(audiences, unit.audience, name), unit);
      }
      return done;
    },
    end: () => close(0),
  };
}

/**
 * What a market is called in a slice: `FR/PAR`, `FR` for what is only known by country, `*` for what is not even that.
 */
export function marketName(country: string, city: string): string {
  return city === ANY ? country : `${country}/${city}`;
}

/** Where a unit is looked for, the widest first. Nobody asks for an unknown market. */
function placesOf(axis: SliceAxis, unit: CountedUnit): readonly string[] {
  if (axis === 'market') return [ANY, unit.destination];
  const known = [unit.marketCountry, unit.marketCity].filter((market) => market !== ANY && market !== UNKNOWN_MARKET);
  return [ANY, ...known];
}

function countsOf(audiences: Map<string, Map<string, MonthCounts>>, audience: string, name: string): MonthCounts {
  const names = audiences.get(audience) ?? new Map<string, MonthCounts>();
  if (names.size === 0) audiences.set(audience, names);
  const known = names.get(name);
  if (known !== undefined) return known;
  const counts = emptyMonthCounts();
  names.set(name, counts);
  return counts;
}

function addUnit(counts: MonthCounts, unit: CountedUnit): void {
  const { bins, days } = counts;
  // Run for every unit up to ten times: without iterators, which took a third of it.
  for (let index = 0; index < unit.days.length; index += 1) {
    const [day, volume] = [unit.days[index] ?? 0, unit.volumes[index] ?? 0];
    counts.volume += volume;
    days[day] = (days[day] ?? 0) + volume;
  }
  const leads = unit.leadBins.length;
  for (let bin = 0; bin < leads; bin += 1) bins[bin] = (bins[bin] ?? 0) + (unit.leadBins[bin] ?? 0);
  for (let bin = 0; bin < unit.stayBins.length; bin += 1)
    bins[leads + bin] = (bins[leads + bin] ?? 0) + (unit.stayBins[bin] ?? 0);
  counts.lowestFare = lowerFare(counts.lowestFare, unit.lowestFare ?? 0);
}

function packPlace(
  of: { readonly axis: SliceAxis; readonly kind: DemandKind },
  { place, audiences }: OpenPlace,
): readonly DemandSlice[] {
  return [...audiences].map(([audience, names]) => {
    // Equal counts give equal bytes, in whatever order they were taken.
    const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = emptyMonthCounts();
    for (const [, counts] of sorted) addCounts(all, counts);
    return { ...of, place, audience, ...packCells(all, sorted), dayTotals: all.days };
  });
}

function addCounts(all: MonthCounts, counts: MonthCounts): void {
  all.volume += counts.volume;
  for (let bin = 0; bin < BIN_COUNT; bin += 1) all.bins[bin] = (all.bins[bin] ?? 0) + (counts.bins[bin] ?? 0);
  for (let day = 0; day < DAY_SLOTS; day += 1) all.days[day] = (all.days[day] ?? 0) + (counts.days[day] ?? 0);
  all.lowestFare = lowerFare(all.lowestFare, counts.lowestFare);
}
