import type { App } from '../../context.ts';
import { type FareCoverage, findCoverage } from '../model/coverage.ts';
import type { Discovery } from '../model/discovery.ts';
import type { Destinations } from './find-destinations.ts';

/** The coverage of a calendar, of dates or of a lowest fare: `found` of the date pairs asked for have a fare. */
export function coverageOfDates(app: App, { dates }: Discovery, found: number): FareCoverage | undefined {
  return findCoverage(app.flightSuppliers, 'publishedCalendar', { missing: dates.length - found });
}

/**
 * The coverage of a search for destinations: of named cities those without a fare are missing, on every date asked for;
 * of anywhere nobody can say.
 */
export function coverageOfDestinations(
  app: App,
  { destinations, dates }: Discovery,
  { total }: Destinations,
): FareCoverage | undefined {
  const missing = destinations && Math.max(0, destinations.length - total) * dates.length;
  return findCoverage(app.flightSuppliers, 'publishedDestinations', { missing });
}
