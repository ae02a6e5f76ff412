import type { App } from '../../context.ts';
import { describePlaceName, type NameQuery } from '../../places/explain-place-names.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { FICTIONAL_COUNTRY } from '../../travel/places.ts';
import { UNKNOWN_MARKET } from '../model/demand-event.ts';

const DESTINATION_FORM = 'Send a city code like PAR, or one of its airports like CDG';
const MARKET_FORM = 'Send a country code like FR, or a city code like PAR';

/** The places of a question as they were sent. */
export interface PlaceTexts {
  readonly destination?: string | undefined;
  readonly market?: string | undefined;
}
/** The places of a query as codes: cities, and for a market a country too. */
export interface QueryPlaces {
  readonly destination: string | undefined;
  readonly market: string | undefined;
}

/** The UTC day it is for everybody: demand lives on real time (decision 28). */
export function demandToday(app: Pick<App, 'clock'>): IsoDate {
  return app.clock.now().toISOString().slice(0, 10);
}

/**
 * What the places of a question stand for; what is no place here is added to `problems` under `path` and its field.
 * Texts are in upper case.
 */
export function readPlaces(
  places: PlaceDirectory,
  texts: PlaceTexts,
  problems: FieldProblem[],
  path = '',
): QueryPlaces {
  const read = (
    field: 'destination' | 'market',
    resolve: (places: PlaceDirectory, text: string, isSearched: boolean) => Resolved,
  ) => {
    const text = texts[field];
    if (text === undefined) return undefined;
    // Looking for similar names takes milliseconds: it is done for the first mistake of a question.
    const resolved = resolve(places, text, problems.length === 0);
    if ('problem' in resolved) problems.push({ path: `${path}${field}`, ...resolved });
    return 'code' in resolved ? resolved.code : undefined;
  };
  return { destination: read('destination', resolveDestination), market: read('market', resolveMarket) };
}

/** The city a text stands for, which may be in any case; a problem under `path` where it is none. */
export function readCity(
  places: PlaceDirectory,
  text: string,
  path: string,
  problems: FieldProblem[],
): string | undefined {
  const resolved = resolveDestination(places, text.trim().toUpperCase(), problems.length === 0);
  if ('code' in resolved) return resolved.code;
  problems.push({ path, ...resolved });
  return undefined;
}

/** Refuses with everything that is wrong, if anything is. */
export function throwProblems(problems: readonly FieldProblem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
}

type Resolved = { readonly code: string } | Omit<FieldProblem, 'path'>;

function resolveDestination(places: PlaceDirectory, text: string, isSearched: boolean): Resolved {
  if (/^[A-Z]{3}$/.test(text)) return resolveCity(places, text);
  if (/^[A-Z]{2}$/.test(text)) return { problem: `Is a country, not a city. ${DESTINATION_FORM}` };
  return describeName(places, { text, kinds: ['city', 'airport'], isSearched }, DESTINATION_FORM);
}

function resolveMarket(places: PlaceDirectory, text: string, isSearched: boolean): Resolved {
  if (text === UNKNOWN_MARKET)
    return {
      problem: `Unknown origins cannot be asked for alone; they are in the total when market is left out. ${MARKET_FORM}`,
    };
  if (/^[A-Z]{3}$/.test(text)) return resolveCity(places, text);
  if (!/^[A-Z]{2}$/.test(text))
    return describeName(places, { text, kinds: ['country', 'city', 'airport'], isSearched }, MARKET_FORM);
  if (text === FICTIONAL_COUNTRY) return { problem: describeFictional(text) };
  return places.country(text) === undefined
    ? { problem: `No country has the code ${text}. ${MARKET_FORM}` }
    : { code: text };
}

/** A code that is both, like BER, means the city. */
function resolveCity(places: PlaceDirectory, code: string): Resolved {
  const city = places.city(code) ?? places.city(places.airport(code)?.cityCode ?? '');
  if (city === undefined) return { problem: `No city or airport has the code ${code}. Look it up with GET /v1/places` };
  return city.country === FICTIONAL_COUNTRY ? { problem: describeFictional(code) } : { code: city.code };
}

function describeFictional(code: string): string {
  return `${code} is a fictional place of the sandbox: no demand is counted there`;
}

function describeName(places: PlaceDirectory, query: NameQuery, form: string): Omit<FieldProblem, 'path'> {
  return describePlaceName(places, query) ?? { problem: `Is not a code. ${form}` };
}
