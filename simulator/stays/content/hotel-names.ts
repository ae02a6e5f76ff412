import { mix } from '../../../src/reference/hash.ts';
import type { StayCity } from './stay-cities.ts';
import type { NameLists } from './stay-tables.ts';

/** What the name of a hotel is made for. */
export interface NameRequest {
  /** Which list of forms: `hotel`, `guest`, `ryokan` … */
  readonly forms: string;
  readonly chainName: string | undefined;
  readonly isAtAirport: boolean;
  readonly hash: number;
}

/** One of a list, by a hash. */
export function pick<T>(list: readonly T[], hash: number, otherwise: T): T {
  return list[hash % Math.max(1, list.length)] ?? otherwise;
}

const PLAIN_TRIES = 5;
const TAIL_TRIES = 12;
const STREET_TRIES = 18;
/** The list that fills a form, by the letter in its braces: `Hotel {x}`. */
const STEMS: Readonly<Record<string, string>> = { x: 'house', m: 'male', z: 'zur', u: 'of' };
/** The list of forms to use where a language lacks one. */
const STAND_INS: Readonly<Record<string, string>> = { ryokan: 'guest', riad: 'guest' };

/** Makes the names of a city's hotels: no two alike, upper and lower case taken as equal. */
export function createNamer(city: StayCity, lists: NameLists): (request: NameRequest) => string {
  const taken = new Set<string>();
  const tails = lists.get('tail') ?? ['Central'];
  return (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const hash = mix(request.hash, attempt + 1);
      const plain =
        request.chainName === undefined ? ownName(lists, request.forms, hash) : `${request.chainName} ${city.name}`;
      const place = request.isAtAirport ? 'Airport' : attempt < PLAIN_TRIES ? '' : pick(tails, mix(hash, 5), '');
      const more =
        attempt < TAIL_TRIES
          ? ''
          : attempt < STREET_TRIES
            ? pick(lists.get('stem') ?? [], mix(hash, 6), '').trim()
            : `${attempt}`;
      const name = [plain, place, more].filter((part) => part !== '').join(' ');
      const folded = name.toLowerCase();
      if (taken.has(folded)) continue;
      taken.add(folded);
      return name;
    }
  };
}

function ownName(lists: NameLists, forms: string, hash: number): string {
  const list = lists.get(forms) ?? lists.get(STAND_INS[forms] ?? 'hotel') ?? ['Hotel {x}'];
  return fill(pick(list, mix(hash, 2), 'Hotel {x}'), (letter) =>
    pick(lists.get(STEMS[letter] ?? 'house') ?? [], mix(hash, 3), 'Bellevue'),
  );
}

function fill(form: string, wordOf: (letter: string) => string): string {
  const at = form.indexOf('{');
  return at < 0 ? form : `${form.slice(0, at)}${wordOf(form.charAt(at + 1))}${form.slice(at + 3)}`;
}

const NUMBER_MAX = 180;

/** Street, number and town as the country writes them; postal codes of a town begin alike. */
export function addressOf(city: StayCity, lists: NameLists, hash: number): string {
  const street = fill(pick(lists.get('street') ?? [], mix(hash, 11), '{x}'), () =>
    pick(lists.get('stem') ?? [], mix(hash, 12), 'Main'),
  );
  const number = 1 + Math.floor((((mix(hash, 13) >>> 8) % 1000) / 1000) ** 2 * NUMBER_MAX);
  const line = (lists.get('address')?.[0] ?? '{n} {s}').replace('{n}', `${number}`).replace('{s}', street);
  return `${line}, ${postalPlace(city, hash)}`;
}

function postalPlace(city: StayCity, hash: number): string {
  const signs = city.place.replace(/[^#@]/g, '').length;
  let seen = 0;
  const written = city.place.replace(/[#@]/g, (sign) => {
    seen += 1;
    const drawn = mix(seen <= signs / 2 ? city.hash : hash, 20 + seen) >>> 4;
    if (sign === '@') return POSTAL_LETTERS.charAt(drawn % POSTAL_LETTERS.length);
    return seen === 1 ? `${1 + (drawn % 9)}` : `${drawn % 10}`;
  });
  return written.replace('{c}', city.name);
}
/** Letters that no country's codes leave out. */
const POSTAL_LETTERS = 'ABEGHJLMNPRSTWX';
