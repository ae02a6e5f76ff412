import type { App } from '../../context.ts';
import { findPlaceAlike, findPlaceByCode, findPlaceById, findPlaceByName } from '../../places/find-place.ts';
import type { FoundPlace } from '../../places/list-places.ts';
import { foldPlaceName } from '../../places/place-names.ts';
import { searchPlaces } from '../../places/search-places.ts';
import type { StayTown } from '../../suppliers/ports/hotels.ts';
import type { Locale } from '../../travel/locale.ts';
import type { StayHotel } from '../../travel/stay.ts';
import type { HotelNames } from '../content/hotel-names.ts';
import { isFiller, type ParsedQuery } from '../model/query-text.ts';
import type { LookedUpTown, SupplierPlaces } from './supplier-places.ts';

/** A city is meant before an airport of its name, an airport before a country. */
const KINDS = ['city', 'airport', 'country'] as const;
const HOTELS_MAX = 20;
const RUN_TOKENS_MAX = 5;
const TOKEN_LETTERS_MIN = 3;

/** Where names are looked up. */
export interface NameSources extends Pick<App, 'places'> {
  readonly names: HotelNames;
  readonly supplierPlaces: SupplierPlaces;
}
/** What a name means: a place of the directory, or a town that only a hotel supplier knows. */
type NamedPlace =
  | { readonly kind: 'place'; readonly place: FoundPlace }
  | { readonly kind: 'town'; readonly town: StayTown };
/** What a text led to, which part of it did, and the rest that led nowhere. */
export type LocatedText = {
  readonly matched: string;
  readonly unmatched: string | undefined;
  /** Whether letters of the name had to be forgiven. */
  readonly isCorrected: boolean;
} & (
  | NamedPlace
  | { readonly kind: 'looked_up'; readonly town: LookedUpTown }
  | { readonly kind: 'hotels'; readonly hotels: readonly [StayHotel, ...StayHotel[]] }
);

/** How a text is read. */
export interface TextReading {
  readonly countryCode: string | undefined;
  readonly locale: Locale;
}

/**
 * The place or hotels a text is about: the whole text as a place, then as the name of hotels, then the piece of it that
 * is a place (the last one behind `in` and the like, else the last: `Hotel Paris Lisbon`), then a town that a supplier
 * finds, then a place that is called nearly so, then an airport by some of its words. Undefined where it is none of
 * these.
 */
export async function locateText(
  app: NameSources,
  parsed: Pick<ParsedQuery, 'rest' | 'core'>,
  reading: TextReading,
): Promise<LocatedText | undefined> {
  const { rest, core } = parsed;
  if (core === '' && rest === '') return undefined;
  const isWhole = (text: string) => ({ matched: text, unmatched: undefined, isCorrected: false });
  for (const text of new Set([rest, core])) {
    const named = findExact(app, text, reading);
    if (named !== undefined) return { ...named, ...isWhole(text) };
  }
  const [hotel, ...others] = await findHotelsByName(app, core, reading);
  if (hotel !== undefined) return { kind: 'hotels', hotels: [hotel, ...others], ...isWhole(core) };
  return (
    locatePiece(app, rest, reading) ??
    (await lookUpTown(app, { rest, core }, reading)) ??
    locateRoughly(app, core, reading)
  );
}

/** What stands behind the last word that leads to a place, else a short text: some supplier may know such a town. */
async function lookUpTown(
  { supplierPlaces }: Pick<NameSources, 'supplierPlaces'>,
  { rest, core }: Pick<ParsedQuery, 'rest' | 'core'>,
  { countryCode }: Pick<TextReading, 'countryCode'>,
): Promise<LocatedText | undefined> {
  const tokens = rest.split(' ');
  const lead = tokens.findLastIndex((token) => PLACE_LEADS.has(token.toLowerCase()));
  const behind = tokens.slice(lead + 1);
  const text = lead >= 0 && behind.length <= RUN_TOKENS_MAX ? behind.join(' ') : core;
  if (text === '' || text.split(' ').length > RUN_TOKENS_MAX) return undefined;
  const town = await supplierPlaces.findTown(text, countryCode);
  if (town === undefined) return undefined;
  const unmatched = text === core ? undefined : leftOver(tokens.slice(0, Math.max(0, lead)));
  return { kind: 'looked_up', town, matched: text, unmatched, isCorrected: false };
}

/** Hotels whose names hold every word of the text, as far as it goes. */
export async function findHotelsByName(
  { names }: Pick<NameSources, 'names'>,
  text: string,
  { countryCode }: Pick<TextReading, 'countryCode'>,
): Promise<readonly StayHotel[]> {
  const typed = foldPlaceName(text)
    .split(' ')
    .filter((token) => token !== '');
  if (typed.join('').length < TOKEN_LETTERS_MIN) return [];
  const suggested = await names.suggest(text, HOTELS_MAX);
  return suggested
    .filter((hotel) => countryCode === undefined || hotel.country === countryCode)
    .filter((hotel) => {
      const known = foldPlaceName(`${hotel.name} ${hotel.cityName}`).split(' ');
      return typed.every((token) => known.some((name) => name.startsWith(token)));
    })
    .slice(0, HOTELS_MAX);
}

/**
 * A city or an airport of the directory, else a town with hotels, else a country: `Granada` is Grenada in Spanish, and
 * a town.
 */
function findExact(app: NameSources, text: string, { countryCode, locale }: TextReading): NamedPlace | undefined {
  const query = { text, countryCode, locale };
  const named = findPlaceByName(app.places, { ...query, kinds: ['city', 'airport'] });
  if (named !== undefined) return { kind: 'place', place: named };
  const country = findPlaceByName(app.places, { ...query, kinds: ['country'], locale: 'en' });
  const isOwnName = country !== undefined && foldPlaceName(country.name) === foldPlaceName(text);
  const town = isOwnName ? undefined : findTown(app, text, countryCode);
  if (town !== undefined) return { kind: 'town', town };
  if (country !== undefined)
    return { kind: 'place', place: findPlaceById(app.places, country.placeId, locale) ?? country };
  const coded = /^[A-Z]{3}$/.test(text) ? findPlaceByCode(app.places, text, locale) : undefined;
  return coded !== undefined && (countryCode === undefined || coded.countryCode === countryCode)
    ? { kind: 'place', place: coded }
    : undefined;
}

const COUNTRY_TOKENS_MAX = 3;
/** What texts say of hotels, and some town is called. */
const NO_TOWNS: ReadonlySet<string> = new Set(
  'spa ski beach central center centre city golf park resort best pool sea view grand plaza lodge villa station'.split(
    ' ',
  ),
);

/** A town by its whole name as hotel suppliers know it; its country may stand behind it. */
export function findTown(app: NameSources, text: string, countryCode: string | undefined): StayTown | undefined {
  const tokens = foldPlaceName(text).split(' ');
  if (NO_TOWNS.has(tokens.join(' '))) return undefined;
  const ends = Array.from(
    { length: Math.min(COUNTRY_TOKENS_MAX, tokens.length - 1) },
    (_, index) => tokens.length - 1 - index,
  );
  const behind = ends.flatMap((end) => {
    const code = findPlaceByName(app.places, {
      text: tokens.slice(end).join(' '),
      kinds: ['country'],
      countryCode,
      locale: 'en',
    })?.code;
    return code === undefined ? [] : [{ name: tokens.slice(0, end).join(' '), country: code }];
  });
  for (const { name, country } of [{ name: text, country: countryCode }, ...behind]) {
    const town = app.names.findTown(name, country);
    if (town !== undefined) return town;
  }
  return undefined;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly named: NamedPlace;
}

/** Words that a place stands behind, accents aside, and what may stand between. */
const PLACE_LEADS: ReadonlySet<string> = new Set('in at near to a en dans pres bei nahe um nach cerca'.split(' '));
const ARTICLES: ReadonlySet<string> = new Set('the de la le el der'.split(' '));

/**
 * The last run of words that is a place, behind a word that says so if there is one; of those that end alike the
 * longest.
 */
function locatePiece(app: NameSources, rest: string, reading: TextReading): LocatedText | undefined {
  const tokens = rest.split(' ');
  const runs = listRuns(app, tokens, reading);
  const isLed = ({ from }: Run) => {
    const before = tokens.slice(0, from).map((token) => token.toLowerCase());
    const lead = ARTICLES.has(before.at(-1) ?? '') ? before.at(-2) : before.at(-1);
    return PLACE_LEADS.has(lead ?? '');
  };
  const isCity = ({ named }: Run) => named.kind === 'place' && named.place.kind !== 'country';
  const run = runs.find(isLed) ?? runs.find(isCity) ?? runs[0];
  if (run === undefined) return undefined;
  const { from, to, named } = run;
  return {
    ...named,
    matched: tokens.slice(from, to).join(' '),
    unmatched: leftOver([...tokens.slice(0, from), ...tokens.slice(to)]),
    isCorrected: false,
  };
}

/** Runs that are places: the last first, of those that end alike the longest. */
function listRuns(app: NameSources, tokens: readonly string[], reading: TextReading): readonly Run[] {
  return tokens.flatMap((_, index) => {
    const to = tokens.length - index;
    for (let from = Math.max(0, to - RUN_TOKENS_MAX); from < to; from += 1) {
      const [first = '', text] = [tokens[from], tokens.slice(from, to).join(' ')];
      const isPart = to - from === 1 ? isFiller(text) || !isLongEnough(text) : PLACE_LEADS.has(first.toLowerCase());
      const named = isPart ? undefined : findExact(app, text, reading);
      if (named !== undefined) return [{ from, to, named }];
    }
    return [];
  });
}

/** Two letters of Latin script are no place; one ideograph may be. */
function isLongEnough(text: string): boolean {
  return text.length >= TOKEN_LETTERS_MIN || !/\p{Script=Latin}/u.test(text);
}

function leftOver(tokens: readonly string[]): string | undefined {
  const left = tokens.filter((token) => !isFiller(token)).join(' ');
  return left === '' ? undefined : left;
}

/** A place whose name is nearly this, or an airport that has these words in its name (`heathrow`). */
function locateRoughly(app: Pick<App, 'places'>, core: string, reading: TextReading): LocatedText | undefined {
  const tokens = core.split(' ');
  const lastFiller = tokens.findLastIndex(isFiller);
  for (const text of new Set([core, tokens.slice(lastFiller + 1).join(' ')])) {
    const place =
      findPlaceAlike(app.places, { text, kinds: KINDS, ...reading }) ?? findAirportByTokens(app, text, reading);
    if (place !== undefined)
      return {
        kind: 'place',
        place,
        matched: text,
        unmatched: leftOver(tokens.slice(0, tokens.length - text.split(' ').length)),
        isCorrected: true,
      };
  }
  return undefined;
}

function findAirportByTokens(
  app: Pick<App, 'places'>,
  text: string,
  { countryCode, locale }: TextReading,
): FoundPlace | undefined {
  const typed = foldPlaceName(text)
    .split(' ')
    .filter((token) => token !== 'airport');
  if (typed.join('').length <= TOKEN_LETTERS_MIN) return undefined;
  const found = searchPlaces(app.places, { text: typed.join(' '), kinds: ['airport'], limit: 5, locale: 'en' });
  const named = found.find(({ name, countryCode: country }) => {
    const known = foldPlaceName(name).split(' ');
    return (countryCode === undefined || country === countryCode) && typed.every((token) => known.includes(token));
  });
  return named && findPlaceByCode(app.places, named.code, locale);
}
