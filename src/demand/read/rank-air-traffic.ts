import type { App } from '../../context.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { type DayRange, type DemandCell, type DemandFilter, LEAD_BOUNDS } from '../model/demand-event.ts';
import { daysOfMonth } from '../model/period.ts';
import { rankCells } from '../model/counts/rank-counts.ts';
import { type LeadTimes, travelShare, travelShareOfDay } from '../model/travel-share.ts';
import {
  type Basis,
  findKnownSince,
  type RankedDemand,
  readDailyDemand,
  readRankedDemand,
  readShape,
} from './read-demand.ts';
import { readObservedRanking } from './read-observed.ts';
import { demandToday, readCity, throwProblems } from './read-question.ts';

/** The farthest ahead anything is booked: how long before a month its bookings begin. */
const LEAD_DAYS_MAX = 361;
const MONTHS_OF_YEAR = 12;
const BOOKED = 'booking';

/** What is ranked: where people go in a month, or what they book in it. */
export type AirTrafficKind = 'TRAVELED' | 'BOOKED';
/** Whose travelers are counted by month. */
export const DIRECTIONS = ['ARRIVING', 'DEPARTING'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A place or a month, and how it stands beside the greatest: 0 to 100, not rounded. */
interface TrafficScore {
  readonly name: string;
  readonly score: number;
}
/** Greatest first. */
export interface AirTraffic {
  readonly scores: readonly TrafficScore[];
  readonly basis: Basis;
  readonly sampleSize: number;
}

/**
 * The destinations of a city in a month `YYYY-MM` that is over, by bookings. BOOKED: made in it. TRAVELED: for travel
 * in it, by the lead times of the bookings of the year before, for the day of travel itself is not stored. Throws 422
 * with every field that is wrong.
 */
export async function rankTrafficDestinations(
  app: App,
  query: { readonly kind: AirTrafficKind; readonly originCity: string; readonly month: string },
): Promise<AirTraffic> {
  const problems: FieldProblem[] = [];
  const market = readCity(app.places, query.originCity, 'originCityCode', problems);
  const known = await readKnownMonths(app);
  if (known === undefined || !isKnown(query.month, known))
    problems.push({ path: 'period', problem: describeKnown('a month', known) });
  throwProblems(problems);
  const filter = { kind: BOOKED, market } as const;
  const parts =
    query.kind === 'BOOKED'
      ? [{ demand: await readRankedDemand(app, 'destination', filter, daysOfMonth(query.month)), share: 1 }]
      : await readTravel(app, filter, daysOfMonth(query.month), known);
  const basis = basisOfAll(parts.map(({ demand }) => demand.basis));
  return scoreAll(addParts(parts), {
    basis,
    sampleSize: parts.reduce((sum, { demand, share }) => sum + demand.sampleSize * share, 0),
  });
}

/**
 * The months of a year `YYYY` in which people travel to a city (ARRIVING) or from it (DEPARTING), estimated as above
 * from the bookings of each day; only months that are over and known. Throws 422 with every field that is wrong.
 */
export async function rankTrafficMonths(
  app: App,
  query: { readonly city: string; readonly year: string; readonly direction: Direction },
): Promise<AirTraffic> {
  const problems: FieldProblem[] = [];
  const city = readCity(app.places, query.city, 'cityCode', problems);
  const known = await readKnownMonths(app);
  const months = known === undefined ? [] : monthsOf(query.year).filter((month) => isKnown(month, known));
  const [first] = months;
  if (first === undefined) problems.push({ path: 'period', problem: describeKnown('a year with months', known) });
  throwProblems(problems);
  if (first === undefined) return { scores: [], basis: 'observed', sampleSize: 0 };
  const filter: DemandFilter = {
    kind: BOOKED,
    ...(query.direction === 'ARRIVING' ? { destination: city } : { market: city }),
  };
  const booked = { from: bookedSince(first, known), to: daysOfMonth(months.at(-1) ?? first).to };
  const [[daily], lead] = await Promise.all([
    readDailyDemand(app, [filter], booked),
    readLeadTimes(app, filter, booked),
  ]);
  if (daily === undefined) return { scores: [], basis: 'observed', sampleSize: 0 };
  return scoreAll(travelByMonth(daily.values, booked.from, lead, months), daily);
}

/** The months that can be asked about, both included. */
interface KnownMonths {
  readonly first: string;
  readonly last: string;
}

/** Undefined while nothing is known, or no month of it is over. */
async function readKnownMonths(app: App): Promise<KnownMonths | undefined> {
  const since = await findKnownSince(app, BOOKED);
  const last = monthOf(addDays(`${monthOf(demandToday(app))}-01`, -1));
  return since === undefined || monthOf(since) > last ? undefined : { first: monthOf(since), last };
}

function isKnown(month: string, known: KnownMonths): boolean {
  return month >= known.first && month <= known.last;
}

function describeKnown(what: string, known: KnownMonths | undefined): string {
  return known === undefined
    ? 'no month that is over is known here yet'
    : `must be ${what} from ${known.first} to ${known.last}: only these are known and over`;
}

function monthOf(date: IsoDate): string {
  return date.slice(0, 7);
}

function monthsOf(year: string): readonly string[] {
  return Array.from({ length: MONTHS_OF_YEAR }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`);
}

/** The first day of which something is for travel in a month, or of what is known. */
function bookedSince(month: string, known: KnownMonths | undefined): IsoDate {
  const earliest = addDays(`${month}-01`, -LEAD_DAYS_MAX);
  const since = `${known?.first ?? month}-01`;
  return earliest > since ? earliest : since;
}

/** What was booked in a month, and which part of it is counted. */
interface BookedPart {
  readonly demand: RankedDemand;
  readonly share: number;
}

/**
 * The bookings of each month up to the one of travel, with the part of them that is for it. One lead time for all
 * destinations of a month.
 */
async function readTravel(
  app: App,
  filter: DemandFilter,
  travel: DayRange,
  known: KnownMonths | undefined,
): Promise<readonly BookedPart[]> {
  const booked: DayRange[] = [];
  for (
    let days = daysOfMonth(monthOf(bookedSince(monthOf(travel.from), known)));
    days.from <= travel.from;
    days = daysOfMonth(monthOf(addDays(days.to, 1)))
  )
    booked.push(days);
  return Promise.all(
    booked.map(async (days) => {
      const demand = await readRankedDemand(app, 'destination', filter, days);
      return { demand, share: travelShare(days, leadTimesOf(app, filter, days, demand.observed.total), travel) };
    }),
  );
}

async function readLeadTimes(app: App, filter: DemandFilter, days: DayRange): Promise<LeadTimes> {
  const { total } = await readObservedRanking(app, 'audience', filter, days);
  return leadTimesOf(app, filter, days, total);
}

function leadTimesOf(app: App, filter: DemandFilter, days: DayRange, counted: DemandCell): LeadTimes {
  const ground = readShape(app, filter, days);
  return {
    bounds: LEAD_BOUNDS,
    bins: LEAD_BOUNDS.map((_, bin) => (counted.leadBins[bin] ?? 0) + (ground?.leadBins[bin] ?? 0)),
  };
}

function travelByMonth(
  booked: Float64Array,
  from: IsoDate,
  lead: LeadTimes,
  months: readonly string[],
): ReadonlyMap<string, number> {
  return new Map(
    months.map((month) => {
      const days = daysOfMonth(month);
      return [
        month,
        booked.reduce(
          (sum, volume, day) => (volume === 0 ? sum : sum + volume * travelShareOfDay(addDays(from, day), lead, days)),
          0,
        ),
      ];
    }),
  );
}

function addParts(parts: readonly BookedPart[]): ReadonlyMap<string, number> {
  const volumes = new Map<string, number>();
  for (const { demand, share } of parts) {
    for (const [place, code] of demand.codes.entries()) {
      const volume = demand.volumes[place] ?? 0;
      if (volume > 0) volumes.set(code, (volumes.get(code) ?? 0) + volume * share);
    }
  }
  return volumes;
}

function basisOfAll(all: readonly Basis[]): Basis {
  const [first = 'observed', ...others] = new Set(all);
  return others.length === 0 ? first : 'mixed';
}

function scoreAll(volumes: ReadonlyMap<string, number>, { basis, sampleSize }: Omit<AirTraffic, 'scores'>): AirTraffic {
  const total = volumes.values().reduce((sum, volume) => sum + volume, 0);
  const { rows } = rankCells(
    { codes: [...volumes.keys()], volumes: Float64Array.from(volumes.values()), total, compared: undefined },
    'volume',
  );
  return {
    scores: rows.map(({ code, index }) => ({ name: code, score: index })),
    basis,
    sampleSize: Math.round(sampleSize),
  };
}
