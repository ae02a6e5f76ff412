import { addDays, daysBetween, type IsoDate, todayIn } from '../../src/travel/dates.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import type { CalendarQuery, DatedOffer } from '../../src/suppliers/ports/flights.ts';
import type { FareHistoryQuery, PublishedPurchase } from '../../src/suppliers/ports/demand.ts';
import { moveOfferKey, type TotalReader } from './published-fares.ts';

const WEEK_DAYS = 7;
/**
 * Two days of a week stand for all: no departure is moved by more than two days where both have flights, by three where
 * one has.
 */
const WEEKDAYS_LOOKED_AT = [0, 3] as const;
/** Where journeys are looked for, in days from today; flights of one season only are found half a year on. */
const DAYS_AHEAD = [35, 217] as const;
/** Journeys of one day, cheapest first, of which those sampled are spread. */
const OFFERS_PER_DAY = 12;
/** Journeys sampled of a day. */
const KEYS_PER_DAY = 5;
/** Fares reported for one purchase: the cheapest journey's, and one of the others, a different one each time. */
const FARES_PER_PURCHASE = 2;
/** Offers priced, each some 50 µs, in one time slice. */
const OFFERS_PER_SLICE = 60;

/** What the history is read from. */
export interface HistoryReaders {
  /** The cheapest published offers of date pairs. */
  calendar(query: CalendarQuery): Promise<readonly DatedOffer[]>;
  /** The lowest total of an offer as it is sold at an instant. */
  readonly readTotal: TotalReader;
}

/** Journeys that leave on one day: the keys of their offers. */
interface Day {
  readonly departure: IsoDate;
  readonly offerKeys: readonly string[];
}

/**
 * What journeys between two places were filed at on the days asked for. The schedule repeats weekly, so the journeys of
 * two days ahead are looked up once and moved by whole weeks to each departure, at the prices of the day of purchase.
 */
export async function samplePublishedHistory(
  query: FareHistoryQuery,
  now: Date,
  readers: HistoryReaders,
): Promise<readonly PublishedPurchase[]> {
  const days = await findDays(query, todayIn('UTC', now), readers);
  if (days.length === 0) return [];
  const sampled: PublishedPurchase[] = [];
  let rebuilt = 0;
  for (const [purchaseIndex, purchase] of query.purchases.entries()) {
    const { day, moved } = nearestDay(days, purchase.departure);
    const at = new Date(`${purchase.boughtOn}T12:00:00Z`);
    for (const offerKey of pick(day.offerKeys, purchaseIndex)) {
      rebuilt += 1;
      if (rebuilt % OFFERS_PER_SLICE === 0) await yieldIfBusy();
      const total = readers.readTotal(moveOfferKey(offerKey, moved), at);
      if (total !== undefined)
        sampled.push({ boughtOn: purchase.boughtOn, departure: addDays(day.departure, moved), total });
    }
  }
  return sampled;
}

async function findDays(
  query: FareHistoryQuery,
  today: IsoDate,
  { calendar }: HistoryReaders,
): Promise<readonly Day[]> {
  const { origins, destinations, cabinClass, stayDays } = query;
  for (const ahead of DAYS_AHEAD) {
    const dates = WEEKDAYS_LOOKED_AT.map((later) => {
      const departure = addDays(today, ahead + later);
      return { departure, return: stayDays === undefined ? undefined : addDays(departure, stayDays) };
    });
    const found = await calendar({
      origins,
      destinations,
      cabinClass,
      dates,
      passengers: { ...NO_PASSENGERS, adt: 1 },
      connectionsMax: 2,
      offersMax: OFFERS_PER_DAY,
    });
    const byDay = Map.groupBy(found, (dated) => dated.dates.departure);
    const days = [...byDay].map(
      ([departure, offers]): Day => ({ departure, offerKeys: spread(offers.map(({ offer }) => offer.offerKey)) }),
    );
    if (days.length > 0) return days;
  }
  return [];
}

/** From all over a list that is cheapest first, the first always among them. */
function spread(keys: readonly string[]): readonly string[] {
  const step = Math.max(1, keys.length / KEYS_PER_DAY);
  return Array.from({ length: Math.min(keys.length, KEYS_PER_DAY) }, (_, at) => keys[Math.floor(at * step)]).filter(
    (key) => key !== undefined,
  );
}

/** The day that, moved by whole weeks, comes nearest to a departure, and by how many days it is moved. */
function nearestDay(days: readonly Day[], departure: IsoDate): { readonly day: Day; readonly moved: number } {
  let best: { readonly day: Day; readonly moved: number; readonly off: number } | undefined;
  for (const day of days) {
    const between = daysBetween(day.departure, departure);
    const moved = Math.round(between / WEEK_DAYS) * WEEK_DAYS;
    const off = Math.abs(between - moved);
    if (best === undefined || off < best.off) best = { day, moved, off };
  }
  if (best === undefined) throw new RangeError('No day to move.');
  return best;
}

function pick(keys: readonly string[], purchaseIndex: number): readonly string[] {
  const [cheapest, ...others] = keys;
  if (cheapest === undefined) return [];
  const wanted = Math.min(FARES_PER_PURCHASE - 1, others.length);
  const rest = Array.from({ length: wanted }, (_, at) => others[(purchaseIndex * wanted + at) % others.length]).filter(
    (key) => key !== undefined,
  );
  return [cheapest, ...rest];
}
