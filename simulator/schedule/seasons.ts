/** Demand of each month in the north (high summer, Christmas) and the south (Christmas above all), 1 = average. */
const NORTH = [0.9, 0.9, 0.98, 1.02, 1, 1.08, 1.16, 1.15, 0.98, 0.98, 0.92, 1.03] as const;
const SOUTH = [1.16, 0.98, 0.97, 1.03, 0.92, 0.97, 1.03, 0.95, 1, 1, 0.96, 1.14] as const;
const CHRISTMAS_EXTRA = 0.12;
const BELTS = [-1, 0, 1] as const;
const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * Demand on a day of departure, 1 = average. Shapes are ours: summer and Christmas peaks with late-winter and autumn
 * troughs, as traffic statistics of the north and of Australia show them. Within 23° of the equator the two are halved
 * into one flatter curve; a route takes the mean of its ends.
 */
export function seasonOf(latitudeA: number, latitudeB: number, day: number): number {
  return seasonsOfDay(day)[beltPair(latitudeA, latitudeB)] ?? 1;
}

/** Two latitudes as a place in `seasonsOfDay`. */
export function beltPair(latitudeA: number, latitudeB: number): number {
  return (seasonBelt(latitudeA) + 1) * BELTS.length + seasonBelt(latitudeB) + 1;
}

/** `seasonOf` of a day for every pair of belts. */
export function seasonsOfDay(day: number): Float64Array {
  const known = knownDays[day & (DAYS_KNOWN - 1)];
  if (known?.day === day) return known.seasons;
  const seasons = seasonsOf(day);
  knownDays[day & (DAYS_KNOWN - 1)] = { day, seasons };
  return seasons;
}

interface CalendarDay {
  readonly day: number;
  readonly seasons: Float64Array;
}
/**
 * Thousands of flights of a few days are asked about in a row: the place of each day in the year is worked out once.
 */
const DAYS_KNOWN = 8;
const knownDays: CalendarDay[] = Array.from({ length: DAYS_KNOWN }, () => ({
  day: Number.NaN,
  seasons: new Float64Array(0),
}));

function seasonsOf(day: number): Float64Array {
  const date = new Date(day * MILLISECONDS_PER_DAY);
  const month = date.getUTCMonth();
  const dayOfMonth = date.getUTCDate();
  const isChristmas = (month === 11 && dayOfMonth >= 18) || (month === 0 && dayOfMonth <= 4);
  const extra = isChristmas ? CHRISTMAS_EXTRA : 0;
  return Float64Array.from(BELTS.flatMap((a) => BELTS.map((b) => (curve(a, month) + curve(b, month)) / 2 + extra)));
}

/** Where seasons are the same: 1 in the north, -1 in the south, 0 between. */
export function seasonBelt(latitude: number): Belt {
  return latitude > 23 ? 1 : latitude < -23 ? -1 : 0;
}

type Belt = (typeof BELTS)[number];

function curve(belt: Belt, month: number): number {
  const north = NORTH[month] ?? 1;
  const south = SOUTH[month] ?? 1;
  if (belt === 1) return north;
  if (belt === -1) return south;
  return (2 + north + south) / 4;
}
