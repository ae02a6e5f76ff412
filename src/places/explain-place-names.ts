import type { FieldCandidate, FieldProblem } from '../platform/errors.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { findPlaceAlike, listPlacesByName } from './find-place.ts';
import type { FoundPlace, PlaceKind } from './list-places.ts';
import { PLACE_CODE_PROBLEM, PLACE_OR_COUNTRY_PROBLEM } from './place-code.ts';
import { searchPlaces } from './search-places.ts';

const CANDIDATES_MAX = 5;
/** Longer texts are no names. */
const NAME_LENGTH_MAX = 80;
/**
 * Names of one request that are looked up beyond their exact spelling, which takes about 12 ms each; longer texts take
 * more.
 */
const SEARCHED_NAMES_MAX = 2;
const SEARCHED_LENGTH_MAX = 40;
/**
 * Of places of one name the busiest is meant without doubt when its airport ranks this many times as high: London, but
 * not San Jose.
 */
const CERTAIN_RANK_RATIO = 8;
const KINDS_BY_PROBLEM: Readonly<Record<string, readonly PlaceKind[]>> = {
  [PLACE_CODE_PROBLEM]: ['city', 'airport'],
  [PLACE_OR_COUNTRY_PROBLEM]: ['city', 'airport', 'country'],
};

/** A name that was sent where a code is wanted. */
export interface NameQuery {
  readonly text: string;
  /** Kinds of place the field takes, the likeliest first. */
  readonly kinds: readonly PlaceKind[];
  /** Whether names that are only similar are looked for. */
  readonly isSearched: boolean;
}

/**
 * The problems of a request with the code to send wherever a name was sent for a place code: `origin: "Paris"` becomes
 * `Is a name, not a code. Paris (city, FR) is PAR: send PAR`. `sent` is the body or query the paths of the problems
 * lead into.
 */
export function explainPlaceNames(
  places: PlaceDirectory,
  problems: readonly FieldProblem[],
  sent: unknown,
): readonly FieldProblem[] {
  let searched = 0;
  return problems.map((field) => {
    const kinds = KINDS_BY_PROBLEM[field.problem];
    const text = kinds && valueAt(sent, field.path);
    if (kinds === undefined || typeof text !== 'string') return field;
    searched += 1;
    const found = describePlaceName(places, { text, kinds, isSearched: searched <= SEARCHED_NAMES_MAX });
    return found
      ? { path: field.path, ...found }
      : { ...field, problem: `${field.problem}. Look it up with GET /v1/places.` };
  });
}

/**
 * What to send for a name: its code, the codes of all places of that name, or those of similar names; undefined where
 * nobody knows one.
 */
export function describePlaceName(
  places: PlaceDirectory,
  { text, kinds, isSearched }: NameQuery,
): Omit<FieldProblem, 'path'> | undefined {
  if (text.length > NAME_LENGTH_MAX || !/\p{L}{2}/u.test(text)) return undefined;
  const query = { text, kinds, countryCode: undefined, locale: 'en' } as const;
  const named = listPlacesByName(places, query);
  const [first, second] = named;
  if (first && (second === undefined || rankOf(places, second) >= rankOf(places, first) * CERTAIN_RANK_RATIO)) {
    return {
      problem: `Is a name, not a code. ${labelOf(first)} is ${first.code}: send ${first.code}`,
      suggested_value: first.code,
      candidates: [toCandidate(first)],
    };
  }
  if (named.length > 0) return withCandidates('Is the name of several places. Send the one that is meant', named);
  const alike = isSearched && text.length <= SEARCHED_LENGTH_MAX ? listAlike(places, query) : [];
  return alike.length === 0
    ? undefined
    : withCandidates('Is not a code, and no place is called exactly that. Perhaps', alike);
}

function listAlike(
  places: PlaceDirectory,
  query: {
    readonly text: string;
    readonly kinds: readonly PlaceKind[];
    readonly countryCode: undefined;
    readonly locale: 'en';
  },
): readonly FoundPlace[] {
  const nearest = findPlaceAlike(places, query);
  return nearest ? [nearest] : searchPlaces(places, { ...query, limit: CANDIDATES_MAX });
}

function withCandidates(problem: string, found: readonly FoundPlace[]): Omit<FieldProblem, 'path'> {
  const listed = found.slice(0, CANDIDATES_MAX);
  return {
    problem: `${problem}: ${listed.map((place) => `${place.code} is ${labelOf(place)}`).join(', ')}`,
    candidates: listed.map(toCandidate),
  };
}

function toCandidate(place: FoundPlace): FieldCandidate {
  return { value: place.code, label: labelOf(place) };
}

/** `Paris (city, FR)`. */
function labelOf({ name, kind, countryCode }: FoundPlace): string {
  return kind === 'country' ? `${name} (country)` : `${name} (${kind}, ${countryCode})`;
}

/** 1 for the busiest airport, of a city its busiest. */
function rankOf(places: PlaceDirectory, { kind, code, airports }: FoundPlace): number {
  return places.airport(kind === 'airport' ? code : (airports[0]?.code ?? ''))?.rank ?? Number.POSITIVE_INFINITY;
}

/** The value at `filters.locations.origins[0]`. */
function valueAt(sent: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  return steps.reduce(
    (at: unknown, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    sent,
  );
}
