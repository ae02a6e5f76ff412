import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import { type Carrier, cell, type Place, type Row, type Sources, split } from './bundle.ts';
import { attraction } from './gravity.ts';
import { isOverland } from './overland.ts';

/** A pair of airports one airline flies between, in both directions. */
export interface Link {
  readonly carrier: Carrier;
  readonly from: Place;
  readonly to: Place;
  readonly km: number;
  /** Named in networks.csv, not found by a rule: kept however thin it is. */
  readonly isNamed: boolean;
  /** Flights a week written in networks.csv instead of computed. */
  readonly fixedWeekly: number | undefined;
  /** Aircraft types written there, of the airline's fleet; empty where they are computed. */
  readonly fixedTypes: readonly string[];
}

type Target = Pick<Link, 'isNamed' | 'fixedWeekly' | 'fixedTypes'> & { readonly place: Place };

/** `+EUR@3<2500>800`: a group, its smallest airport in millions, its farthest and nearest kilometres. */
const RULE = /^\+([A-Za-z]+)(?:@([\d.]+))?(?:<(\d+))?(?:>(\d+))?$/;
/** In place of bases: the row lists airports the airline does not fly to, whatever its other rows say. */
const ANYWHERE = '*';
/** In place of an airline: the row lists all that its airports may be flown to, by anyone. */
const ANYONE = '*';
const NAMED = /^([A-Z]{3})(?:=(\d+)(?::([A-Z0-9/]+))?)?$/;

/** Turns networks.csv into links: one for each airline and pair of airports, the most explicit wins. */
export function readLinks(sources: Sources): readonly Link[] {
  const links = new Map<string, Link>();
  const shunned = readShunned(sources.networks);
  const confined = readConfined(sources);
  sources.networks.forEach((row, index) => {
    if (cell(row, 'bases') === ANYWHERE || cell(row, 'airline') === ANYONE) return;
    const where = `networks.csv line ${index + 2}`;
    const carrier = sources.carriers.get(cell(row, 'airline'));
    if (!carrier) throw new Error(`World data: ${where}: no airline with a fleet called ${cell(row, 'airline')}`);
    for (const link of linksOf(row, carrier, sources, where)) {
      const key = [carrier.iata, ...[link.from.iata, link.to.iata].sort()].join(' ');
      if (shunned.has(`${carrier.iata} ${link.from.iata}`) || shunned.has(`${carrier.iata} ${link.to.iata}`)) continue;
      if (isConfined(confined, link.from, link.to) || isConfined(confined, link.to, link.from)) continue;
      const known = links.get(key);
      if (!known || certainty(link) > certainty(known)) links.set(key, link);
    }
  });
  return [...links.values()].filter(({ fixedWeekly }) => fixedWeekly !== 0);
}

/** Where the airports may be flown to that are not open to every route: city airports, airports of domestic flights. */
function readConfined(sources: Sources): ReadonlyMap<Place, ReadonlySet<Place>> {
  const confined = new Map<Place, ReadonlySet<Place>>();
  sources.networks.forEach((row, index) => {
    if (cell(row, 'airline') !== ANYONE) return;
    const where = `networks.csv line ${index + 2}`;
    for (const base of split(cell(row, 'bases')).map((code) => getPlace(code, sources, where))) {
      confined.set(
        base,
        new Set(targetsOf(split(cell(row, 'to')), base, [base], sources, where).map(({ place }) => place)),
      );
    }
  });
  return confined;
}

function isConfined(confined: ReadonlyMap<Place, ReadonlySet<Place>>, here: Place, there: Place): boolean {
  const open = confined.get(here);
  return open !== undefined && !open.has(there);
}

function readShunned(networks: readonly Row[]): ReadonlySet<string> {
  const rows = networks.filter((row) => cell(row, 'bases') === ANYWHERE);
  return new Set(
    rows.flatMap((row) => split(cell(row, 'to')).map((word) => `${cell(row, 'airline')} ${word.slice(1)}`)),
  );
}

function certainty(link: Link): number {
  if (link.fixedTypes.length > 0) return 3;
  return link.fixedWeekly !== undefined ? 2 : link.isNamed ? 1 : 0;
}

function linksOf(row: Row, carrier: Carrier, sources: Sources, where: string): Link[] {
  const bases = split(cell(row, 'bases')).map((code) => getPlace(code, sources, where));
  const least = Number(cell(row, 'least') || 0);
  return bases.flatMap((from) =>
    targetsOf(split(cell(row, 'to')), from, bases, sources, where)
      .map((target) => ({
        ...target,
        isNamed: target.isNamed && (bases.length === 1 || target.fixedWeekly !== undefined),
      }))
      .filter(({ place, isNamed }) => place.city !== from.city && (isNamed || attraction(from, place) >= least))
      .map(({ place, ...target }) => ({ ...target, carrier, from, to: place, km: distanceKm(from, place) }))
      .filter((link) => link.isNamed || !isOverland(carrier, from, link.to, link.km)),
  );
}

function targetsOf(
  words: readonly string[],
  from: Place,
  bases: readonly Place[],
  sources: Sources,
  where: string,
): readonly Target[] {
  const excluded = new Set(
    words.filter((word) => word.startsWith('-')).map((word) => getPlace(word.slice(1), sources, where).iata),
  );
  return words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word): Target[] => {
      const named = NAMED.exec(word);
      if (named) {
        const fixedWeekly = named[2] ? Number(named[2]) : undefined;
        const fixedTypes = named[3]?.split('/') ?? [];
        return [{ place: getPlace(named[1] ?? '', sources, where), isNamed: true, fixedWeekly, fixedTypes }];
      }
      return placesOfRule(word, from, bases, sources, where)
        .filter((place) => place !== from && !excluded.has(place.iata))
        .map((place) => ({ place, isNamed: false, fixedWeekly: undefined, fixedTypes: [] }));
    });
}

function placesOfRule(
  word: string,
  from: Place,
  bases: readonly Place[],
  sources: Sources,
  where: string,
): readonly Place[] {
  const rule = RULE.exec(word);
  if (!rule) throw new Error(`World data: ${where}: cannot read ${word}`);
  const [, group = '', smallest = '0', farthest = '99999', nearest = '0'] = rule;
  const isMember = membership(group, from, bases, sources, where);
  return [...sources.places.values()].filter((place) => {
    if (!isMember(place) || place.passengers < Number(smallest)) return false;
    const km = distanceKm(from, place);
    return km <= Number(farthest) && km >= Number(nearest);
  });
}

function membership(
  group: string,
  from: Place,
  bases: readonly Place[],
  sources: Sources,
  where: string,
): (place: Place) => boolean {
  if (group === 'bases') return (place) => bases.includes(place);
  if (group === 'domestic') return (place) => place.country === from.country;
  if (/^[A-Z]{2}$/.test(group)) return (place) => place.country === group;
  const countries = sources.regions.get(group);
  if (!countries) throw new Error(`World data: ${where}: no region called ${group}`);
  return (place) => countries.has(place.country);
}

function getPlace(code: string, sources: Sources, where: string): Place {
  const place = sources.places.get(code);
  if (!place) throw new Error(`World data: ${where}: no airport called ${code}`);
  return place;
}

function distanceKm(a: Place, b: Place): number {
  return Math.round(greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude));
}
