import type { App } from '../../context.ts';
import { type FareCoverage, findCoverage } from '../model/coverage.ts';
import { type DayCoverage, olderOf } from '../model/day-coverage.ts';
import type { Discovery } from '../model/discovery.ts';
import type { Destinations } from './find-destinations.ts';

/**
 * The coverage of a calendar, of dates or of a lowest fare, in date pairs: `found` of those asked for have a fare, and
 * `coverage` says what earlier and live searches know of each. A date pair counts as known when one pair of its cities
 * is.
 */
export function coverageOfDates(
  app: App,
  { dates }: Discovery,
  { found, coverage }: { readonly found: number; readonly coverage: readonly DayCoverage[] },
): FareCoverage | undefined {
  const sampled = coverage.filter((day) => day.sampled > 0).length;
  const observed = coverage.filter((day) => day.sampled === 0 && day.observed > 0).length;
  const missing = Math.max(0, dates.length - Math.max(found, observed + sampled));
  const asOf = coverage.reduce<Date | undefined>((oldest, day) => olderOf(oldest, day.asOf), undefined);
  return findCoverage(app.flightSuppliers, 'publishedCalendar', { observed, sampled, missing, asOf });
}

/**
 * The coverage of a search for destinations, in date pairs between two cities. Of named cities whose every date was
 * looked up, those without a fare are missing; of anywhere nobody can say.
 */
export function coverageOfDestinations(
  app: App,
  { origins, destinations, dates }: Discovery,
  { total, known }: Destinations,
): FareCoverage | undefined {
  const { observed, sampled, asOf } = known;
  const wanted = destinations && origins.length * destinations.length * dates.length;
  const published = destinations && Math.max(0, destinations.length - total) * dates.length;
  const missing = known.isCounted ? wanted && Math.max(0, wanted - observed - sampled) : published;
  return findCoverage(app.flightSuppliers, 'publishedDestinations', { observed, sampled, missing, asOf });
}
