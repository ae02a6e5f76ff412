import type { App, Caller } from '../../context.ts';
import { querySuppliers } from '../../suppliers/calls/query-suppliers.ts';
import { findPlaceAlike, findPlaceById, findPlaceByName } from '../../places/find-place.ts';
import { foldPlaceName } from '../../places/place-names.ts';
import { searchPlaces } from '../../places/search-places.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { LAST_ZONE } from '../../travel/dates.ts';
import type { Locale } from '../../travel/locale.ts';
import { readHotels } from '../content/read-content.ts';
import { openHotelNames } from '../content/hotel-names.ts';
import { canSearchCountry } from '../content/stored-hotels.ts';
import { findHotelsByName, findTown, type LocatedText, locateText, type NameSources } from './locate-text.ts';
import type { ParsedQuery } from '../model/query-text.ts';
import { DESTINATION_FORMS, type DestinationForm, type StayDestination } from '../model/stay-search.ts';
import {
  aroundPoint,
  atHotels,
  atLookedUp,
  atPlace,
  atTown,
  inCountry,
  type Located,
  UNREAD,
  zoneOf,
} from './located.ts';
import { openSupplierPlaces } from './supplier-places.ts';

const HOTEL_PREFIX = 'hotel-';

/** Where, as the request words it. */
export interface DestinationInput {
  readonly cityName: string | undefined;
  readonly countryCode: string | undefined;
  readonly placeId: string | undefined;
  readonly query: string | undefined;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  readonly radiusKm: number | undefined;
  readonly hotelIds: readonly string[] | undefined;
  /** What stands before each field's name in problems: empty or `destination.`. */
  readonly path: string;
}
/** What resolving may use beside the input. */
export interface ResolveTerms {
  /** The text of `query`, parsed. */
  readonly parsed: ParsedQuery;
  readonly locale: Locale;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** False where the request is refused anyhow: then no supplier is asked for a town. */
  readonly mayAsk: boolean;
}

const NO_COUNTRIES =
  'The hotels of a whole country can be searched only once towns of it were: none was here. Send city_name with country_code, a point (latitude and longitude), or hotel_ids.';

type Places = Pick<App, 'places'>;

/**
 * What a destination means; undefined with a problem added where it means nothing. The first form sent decides, in the
 * order of DESTINATION_FORMS: the most exact wins. `country_code` beside a name narrows it and is no form then.
 */
export async function resolveDestination(
  app: App,
  caller: Caller,
  input: DestinationInput,
  terms: ResolveTerms,
  problems: FieldProblem[],
): Promise<StayDestination | undefined> {
  const before = problems.length;
  const sent = listForms(input, problems);
  if (input.countryCode !== undefined && app.places.country(input.countryCode) === undefined)
    problems.push({ path: `${input.path}country_code`, problem: `No country has the code ${input.countryCode}.` });
  const form = sent.find((candidate) => candidate !== 'query' || terms.parsed.core !== '') ?? sent[0];
  if (problems.length > before) return undefined;
  if (form === undefined) {
    problems.push({
      path: `${input.path}city_name`,
      problem: 'Say where: city_name, country_code, place_id, query, latitude and longitude, or hotel_ids.',
    });
    return undefined;
  }
  const located = await locateForm(app, caller, { form, input, terms }, problems);
  if (located !== undefined && input.radiusKm !== undefined && located.place.kind !== 'around')
    problems.push({
      path: `${input.path}radius_km`,
      problem: 'A radius needs a point: latitude and longitude, or an airport.',
    });
  if (located?.place.kind === 'country' && !(await canSearchCountry(app, located.place.country)))
    problems.push({ path: `${input.path}${form}`, problem: NO_COUNTRIES });
  // A country narrows a text: it decided, too.
  const isUsed = (other: DestinationForm) => other === form || (form === 'query' && other === 'country_code');
  return located && { ...located, form, formsIgnored: sent.filter((other) => !isUsed(other)) };
}

/** The forms sent, most exact first; half a pair of coordinates is a problem. */
function listForms(input: DestinationInput, problems: FieldProblem[]): readonly DestinationForm[] {
  const { latitude, longitude } = input;
  if ((latitude === undefined) !== (longitude === undefined))
    problems.push({
      path: `${input.path}${latitude === undefined ? 'latitude' : 'longitude'}`,
      problem: 'Latitude and longitude are sent together.',
    });
  const isSent: Readonly<Record<DestinationForm, boolean>> = {
    hotel_ids: input.hotelIds !== undefined,
    place_id: input.placeId !== undefined,
    coordinates: latitude !== undefined && longitude !== undefined,
    city_name: input.cityName !== undefined,
    query: input.query !== undefined,
    country_code: input.countryCode !== undefined && input.cityName === undefined,
  };
  return DESTINATION_FORMS.filter((form) => isSent[form]);
}

interface FormCall {
  readonly form: DestinationForm;
  readonly input: DestinationInput;
  readonly terms: ResolveTerms;
}

async function locateForm(
  app: App,
  caller: Caller,
  { form, input, terms }: FormCall,
  problems: FieldProblem[],
): Promise<Located | undefined> {
  const { path, latitude, longitude } = input;
  switch (form) {
    case 'hotel_ids':
      return await locateHotels(
        app,
        caller,
        { ids: input.hotelIds ?? [], pathOf: (index) => `${path}hotel_ids[${index}]`, terms },
        problems,
      );
    case 'place_id':
      return await locatePlaceId(app, caller, { input, terms }, problems);
    case 'coordinates':
      return latitude === undefined || longitude === undefined
        ? undefined
        : aroundPoint({ latitude, longitude }, input.radiusKm);
    case 'city_name':
      return await locateCityName(await openSources(app, caller, terms), input, terms, problems);
    case 'query':
      return await locateQuery(await openSources(app, caller, terms), input, terms, problems);
    case 'country_code':
      return inCountry(
        app,
        input.countryCode ?? '',
        app.places.inLanguage(terms.locale).country(input.countryCode ?? '')?.name,
      );
    default:
      return form satisfies never;
  }
}

async function openSources(app: App, caller: Caller, terms: ResolveTerms): Promise<NameSources> {
  const supplierPlaces = openSupplierPlaces(app, caller, terms);
  return { places: app.places, names: await openHotelNames(app, caller), supplierPlaces };
}

/** Nothing is called nowhere while a supplier that may know it could not be asked. */
function requireSupplierPlaces({ supplierPlaces }: NameSources): void {
  const failure = supplierPlaces.failure();
  if (failure !== undefined) throw failure;
}

interface IdsCall {
  readonly ids: readonly string[];
  readonly pathOf: (index: number) => string;
  readonly terms: ResolveTerms;
}

/** Hotels by id. One that no supplier has is a problem, unless a supplier could not be asked. */
async function locateHotels(
  app: App,
  caller: Caller,
  { ids, pathOf, terms }: IdsCall,
  problems: FieldProblem[],
): Promise<Located | undefined> {
  const wanted = [...new Set(ids)];
  const replies = await querySuppliers(app, caller, app.hotelSuppliers, {
    ...terms,
    purpose: 'search',
    ask: (supplier, context) => readHotels(app, supplier, wanted, context),
  });
  const hotels = wanted.map((_, index) =>
    replies.map(({ answer }) => answer?.[index]).find((hotel) => hotel !== undefined),
  );
  const isCertain = replies.every(({ status }) => status === 'ok');
  if (isCertain)
    ids.forEach((id, index) => {
      if (hotels[wanted.indexOf(id)] === undefined)
        problems.push({ path: pathOf(index), problem: 'No hotel has this id.' });
    });
  const [first, ...others] = hotels.flatMap((hotel) => hotel ?? []);
  if (first !== undefined) return { ...atHotels(app, [first, ...others]), place: { kind: 'hotels', hotelIds: wanted } };
  // No supplier could say whether they exist: the search itself reports what failed.
  return isCertain
    ? undefined
    : {
        kind: 'hotels',
        name: undefined,
        cityCode: undefined,
        countryCode: undefined,
        point: undefined,
        zones: [LAST_ZONE],
        ...UNREAD,
        place: { kind: 'hotels', hotelIds: wanted },
      };
}

async function locatePlaceId(
  app: App,
  caller: Caller,
  { input, terms }: Omit<FormCall, 'form'>,
  problems: FieldProblem[],
): Promise<Located | undefined> {
  const [placeId, path] = [input.placeId ?? '', `${input.path}place_id`];
  if (placeId.startsWith(HOTEL_PREFIX))
    return await locateHotels(
      app,
      caller,
      { ids: [placeId.slice(HOTEL_PREFIX.length)], pathOf: () => path, terms },
      problems,
    );
  const place = findPlaceById(app.places, placeId, terms.locale);
  if (place !== undefined) return atPlace(app, place, input.radiusKm);
  problems.push({ path, problem: 'No place has this id. Send one as GET /v1/places answers it.' });
  return undefined;
}

async function locateCityName(
  app: NameSources,
  input: DestinationInput,
  { locale }: ResolveTerms,
  problems: FieldProblem[],
): Promise<Located | undefined> {
  const { cityName = '', countryCode } = input;
  const query = { text: cityName, kinds: ['city', 'airport'], countryCode, locale } as const;
  const named = findPlaceByName(app.places, query);
  // An airport that bears the name of its town stands for the town.
  if (named !== undefined) return { ...atPlace(app, named, input.radiusKm), matched: cityName };
  const town = findTown(app, cityName, countryCode);
  if (town !== undefined) return { ...atTown(town), matched: cityName };
  const surroundings = await findOnlyHotels(app, cityName, countryCode);
  if (surroundings !== undefined) return surroundings;
  const there = await app.supplierPlaces.findTown(cityName, countryCode);
  if (there !== undefined) return { ...atLookedUp(app, there), matched: cityName };
  const alike = findPlaceAlike(app.places, query);
  if (alike !== undefined) return { ...atPlace(app, alike, input.radiusKm), matched: cityName, isCorrected: true };
  requireSupplierPlaces(app);
  problems.push({
    path: `${input.path}city_name`,
    problem: `No city is called so${countryCode === undefined ? '' : ` in ${countryCode}`}.${suggestCity(app, cityName, locale)}`,
  });
  return undefined;
}

/** A place only hotel suppliers know (Point Nemo): the surroundings of hotels that say they lie there. */
async function findOnlyHotels(
  app: NameSources,
  cityName: string,
  countryCode: string | undefined,
): Promise<Located | undefined> {
  const hotel = (await findHotelsByName(app, cityName, { countryCode })).find(
    (one) => one.cityCode === undefined && foldPlaceName(one.cityName) === foldPlaceName(cityName),
  );
  if (hotel === undefined) return undefined;
  const { latitude, longitude, country } = hotel;
  return {
    ...aroundPoint({ latitude, longitude }, undefined),
    kind: 'city',
    name: hotel.cityName,
    countryCode: country,
    zones: [zoneOf(app, hotel)],
    matched: cityName,
  };
}

function suggestCity(app: Places, text: string, locale: Locale): string {
  const [best] = searchPlaces(app.places, { text, kinds: ['city'], limit: 1, locale });
  return best === undefined
    ? ' Look it up with GET /v1/places.'
    : ` Did you mean ${best.name} (${best.countryCode}, place_id ${best.placeId})?`;
}

async function locateQuery(
  app: NameSources,
  input: DestinationInput,
  { parsed, locale }: ResolveTerms,
  problems: FieldProblem[],
): Promise<Located | undefined> {
  const { countryCode } = input;
  const found = await locateText(app, parsed, { countryCode, locale });
  if (found === undefined) {
    requireSupplierPlaces(app);
    const suggestion =
      parsed.core === '' ? ' Add one, or another destination beside it.' : suggestCity(app, parsed.core, locale);
    problems.push({ path: `${input.path}query`, problem: `No place or hotel was found in this text.${suggestion}` });
    return undefined;
  }
  const { matched, unmatched, isCorrected } = found;
  return { ...atFound(app, found, input.radiusKm), matched, unmatched, isCorrected };
}

function atFound(app: Places, found: LocatedText, radiusKm: number | undefined): Located {
  switch (found.kind) {
    case 'place':
      return atPlace(app, found.place, radiusKm);
    case 'town':
      return atTown(found.town);
    case 'looked_up':
      return atLookedUp(app, found.town);
    case 'hotels':
      return atHotels(app, found.hotels);
    default:
      return found satisfies never;
  }
}
