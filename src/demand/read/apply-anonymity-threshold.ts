import type { App } from '../../context.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { lastSunday } from '../model/price-unit.ts';
import { CALLERS_MIN } from '../model/callers-min.ts';
import { lastClosableDay } from '../rollup/roll-up.ts';

/** Which days of what was seen are reported, and how finely. */
export interface PublishedDays {
  /** The last day. */
  readonly to: IsoDate;
  /** Days from here on may be reported one by one, earlier ones by weeks. */
  readonly dailyFrom: IsoDate;
}
/**
 * The rule, and how many callers a unit of prices needs before any of it is published (decision 28); 1: everything is.
 */
export interface PublishedPrices extends PublishedDays {
  readonly callersMin: number;
}

/**
 * What may be published of the days a query names. In production that is weeks that have been over for an hour, and no
 * day by itself: a query repeated together with its result learns no more.
 */
export function applyAnonymityThreshold(
  app: Pick<App, 'config' | 'clock'>,
  { to, dailyFrom }: PublishedDays,
): PublishedPrices {
  const callersMin = CALLERS_MIN[app.config.environment];
  if (callersMin === 1) return { to, dailyFrom, callersMin };
  const closed = lastSunday(lastClosableDay(app.clock.now()));
  const last = closed < to ? closed : lastSunday(to);
  return { to: last, dailyFrom: addDays(last, 1), callersMin };
}
