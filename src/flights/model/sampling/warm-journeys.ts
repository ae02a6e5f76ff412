import { addDays, type IsoDate } from '../../../travel/dates.ts';

/** A route whose fares are to be known, as codes of cities or airports. */
export interface WarmRoute {
  readonly origin: string;
  readonly destination: string;
  /** Days until the way back; undefined: one way. */
  readonly stayDays: number | undefined;
}

/** One search to be made. */
export interface WarmJourney extends WarmRoute {
  readonly departureDate: IsoDate;
}

/** A line of a file of routes that cannot be read, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

const CODE = /^[A-Z]{3}$/;
const BETWEEN_CODES = /[\s,;>-]+/;
const HEADER = /^\s*"?(?:origin|from)"?\s*[,;\t ]/i;

/**
 * Reads a file of routes: two codes of cities or airports in a line, with a comma, semicolon, hyphen or space between
 * them. Empty lines, what follows a `#` and a header line are left out; a route named twice counts once. `problems` has
 * a sentence for each line that is no route.
 *
 * `origin,destination`, `PAR,LIS`, `LHR - JFK # every day` are two routes.
 */
export function readRouteLines(text: string): {
  readonly routes: readonly { readonly line: number; readonly origin: string; readonly destination: string }[];
  readonly problems: readonly LineProblem[];
} {
  const routes = new Map<string, { readonly line: number; readonly origin: string; readonly destination: string }>();
  const problems: LineProblem[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const content = raw.replace(/#.*$/, '').replaceAll('"', '').trim();
    if (content === '' || (routes.size === 0 && problems.length === 0 && HEADER.test(`${content} `))) continue;
    const [origin = '', destination = '', ...more] = content.toUpperCase().split(BETWEEN_CODES);
    const wrong = [origin, destination].find((code) => !CODE.test(code));
    if (more.length > 0 || destination === '')
      problems.push({ line, problem: `"${shorten(content)}" is not a pair of cities: write PAR,LIS.` });
    else if (wrong !== undefined)
      problems.push({ line, problem: `"${shorten(wrong)}" is not the three-letter code of a city or an airport.` });
    else if (origin === destination) problems.push({ line, problem: `${origin} is both ends of the route.` });
    else if (!routes.has(`${origin}${destination}`))
      routes.set(`${origin}${destination}`, { line, origin, destination });
  }
  return { routes: [...routes.values()], problems };
}

const SHOWN_CHARACTERS = 40;
function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/**
 * The journeys of routes on `days` days of departure from `from` on, in the order in which they are searched: all
 * routes on one day, then all on a day far from it, so that wherever the list is cut, what is known is spread over the
 * window.
 *
 * Of eight days from the 1st the order is 1st, 5th, 3rd, 7th, 2nd, 6th, 4th, 8th.
 */
export function planWarmJourneys(routes: readonly WarmRoute[], from: IsoDate, days: number): readonly WarmJourney[] {
  return spreadOrder(days).flatMap((offset) =>
    routes.map((route) => ({ ...route, departureDate: addDays(from, offset) })),
  );
}

/** 0 to count − 1, each as far as can be from those before it: in the order of their reversed binary digits. */
function spreadOrder(count: number): readonly number[] {
  let order = [0];
  while (order.length < count) {
    const half = order.map((offset) => offset * 2);
    order = [...half, ...half.map((offset) => offset + 1)];
  }
  return order.filter((offset) => offset < count);
}
