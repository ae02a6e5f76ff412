import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../travel/locale.ts';
import { readTable } from './csv-tables.ts';

/** A language other than the bundle's own. */
export type OtherLocale = Exclude<Locale, 'en'>;

const FILE = 'names.csv';
const AIRPORT_FILE = 'airport_names.csv';
/** A bundle without names of its own takes ours: city codes mean the same everywhere. */
const OWN_DIR = fileURLToPath(new URL('../../data/world', import.meta.url));

/** The names of a bundle's cities in another language, by city code; a city that is called alike there is missing. */
export function readLocalNames(dir: string, locale: OtherLocale): ReadonlyMap<string, string> {
  const rows = readTable(existsSync(join(dir, FILE)) ? dir : OWN_DIR, FILE, ['city_code', locale]);
  return new Map(rows.map((row) => [row.get('city_code'), row.get(locale)] as const).filter(([, name]) => name !== ''));
}

/**
 * Airports' own names in a language they are commonly written in, by IATA code; the others are made by
 * `translateAirport`.
 */
export function readAirportNames(dir: string, locale: OtherLocale): ReadonlyMap<string, string> {
  const rows = readTable(existsSync(join(dir, AIRPORT_FILE)) ? dir : OWN_DIR, AIRPORT_FILE, ['iata']);
  return new Map(rows.map((row) => [row.get('iata'), row.get(locale)] as const).filter(([, name]) => name !== ''));
}

/**
 * `London Heathrow Airport` → `Flughafen London Heathrow`, `Aéroport de Londres Heathrow`, `柏林 Tegel 机场`: the city's
 * name and the kind of place, the rest as it is.
 */
export function translateAirport(
  name: string,
  city: { readonly known: string; readonly local: string },
  locale: OtherLocale,
): string {
  const [, rest = name, international, airport] = /^(.+?)( International)?( Airport)?$/.exec(name) ?? [];
  const named = replaceTerms(rest, city.known, city.local);
  if (airport === undefined) return `${named}${international ?? ''}`;
  const isOfCity = rest.startsWith(city.known) && named.startsWith(city.local);
  return AIRPORTS[locale](named, { isInternational: international !== undefined, isOfCity });
}

/** What is known of an airport's name besides its words; `isOfCity`: it begins with the city's. */
interface NameShape {
  readonly isInternational: boolean;
  readonly isOfCity: boolean;
}

const AIRPORTS = {
  fr: (rest, { isInternational, isOfCity }) =>
    `Aéroport ${isInternational ? 'international ' : ''}${isOfCity ? ofFrench(rest) : rest}`,
  de: (rest) => `Flughafen ${rest}`,
  es: (rest, { isInternational, isOfCity }) =>
    `Aeropuerto ${isInternational ? 'Internacional ' : ''}${isOfCity ? 'de ' : ''}${rest}`,
  zh: (rest, { isInternational }) => joinWide(rest, isInternational ? '国际机场' : '机场'),
  ja: (rest, { isInternational }) => joinWide(rest, isInternational ? '国際空港' : '空港'),
  ko: (rest, { isInternational }) => `${rest} ${isInternational ? '국제공항' : '공항'}`,
} as const satisfies Record<OtherLocale, (rest: string, shape: NameShape) => string>;

/** `de Paris`, `d’Istanbul`, `du Caire`. */
function ofFrench(rest: string): string {
  if (rest.startsWith('Le ')) return `du ${rest.slice(3)}`;
  return /^[aeiou]/i.test(rest.normalize('NFD')) ? `d’${rest}` : `de ${rest}`;
}

/** Chinese and Japanese are written without spaces; next to other letters one helps. */
function joinWide(rest: string, word: string): string {
  return /[\p{Script=Latin}\p{N}.)]$/u.test(rest) ? `${rest} ${word}` : `${rest}${word}`;
}

/** Puts the local name where the known one stands as whole words. */
function replaceTerms(text: string, known: string, local: string): string {
  const at = known === '' ? -1 : text.indexOf(known);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + known.length)];
  return LETTER_END.test(before) || LETTER_START.test(after) ? text : `${before}${local}${after}`;
}
const LETTER_END = /[\p{L}\p{N}]$/u;
const LETTER_START = /^[\p{L}\p{N}]/u;
