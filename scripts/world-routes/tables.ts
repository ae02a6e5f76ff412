import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Route } from './schedule.ts';

const SOURCE_YEAR = 2026;
const SIZES = [
  ['XL', 1400],
  ['L', 420],
  ['M', 100],
  ['S', 21],
  ['XS', 0],
] as const;

interface Counts {
  departures: number;
  readonly destinations: Set<string>;
}

/** The text of every generated file, and a line of figures. */
export function presentFiles(
  dir: string,
  routes: readonly Route[],
): { readonly files: ReadonlyMap<string, string>; readonly figures: string } {
  const rows = routes.flatMap(presentBothWays).sort();
  const airports = new Map<string, Counts>();
  const airlines = new Map<string, { readonly airports: Set<string>; routes: number }>();
  for (const { link, weekly, operator } of routes) {
    for (const [here, there] of [
      [link.from.iata, link.to.iata],
      [link.to.iata, link.from.iata],
    ] as const) {
      const counts = airports.get(here) ?? { departures: 0, destinations: new Set<string>() };
      counts.departures += weekly;
      counts.destinations.add(there);
      airports.set(here, counts);
    }
    for (const code of new Set([link.carrier.iata, operator])) {
      const counts = airlines.get(code) ?? { airports: new Set<string>(), routes: 0 };
      counts.airports.add(link.from.iata).add(link.to.iata);
      counts.routes += 2;
      airlines.set(code, counts);
    }
  }
  const header = 'airline,operator,origin,destination,stops,equipment,freq_week,seats_avg,km,src_year';
  const departures = routes.reduce((sum, { weekly }) => sum + 2 * weekly, 0);
  return {
    files: new Map([
      ['routes.csv', `${[header, ...rows].join('\n')}\n`],
      ['airports.csv', countAirports(readFileSync(join(dir, 'airports.csv'), 'utf8'), airports)],
      ['airlines.csv', countAirlines(readFileSync(join(dir, 'airlines.csv'), 'utf8'), airlines)],
    ]),
    figures: `${rows.length} routes, ${departures} departures a week, ${airports.size} airports, ${airlines.size} airlines`,
  };
}

function presentBothWays({ link, operator, types, weekly, seats }: Route): string[] {
  const tail = ['0', types.join('/'), weekly, seats, link.km, SOURCE_YEAR].join(',');
  const head = `${link.carrier.iata},${operator}`;
  return [`${head},${link.from.iata},${link.to.iata},${tail}`, `${head},${link.to.iata},${link.from.iata},${tail}`];
}

/** Rewrites rank, size, departures_week and destinations, busiest airport first. */
function countAirports(text: string, counts: ReadonlyMap<string, Counts>): string {
  const [header, ...rows] = readCells(text);
  const counted = rows.map((cells) => {
    const { departures, destinations } = counts.get(cells[0] ?? '') ?? { departures: 0, destinations: new Set() };
    return { facts: cells.slice(0, 9), departures, destinations: destinations.size };
  });
  counted.sort((a, b) => b.departures - a.departures || ((a.facts[0] ?? '') < (b.facts[0] ?? '') ? -1 : 1));
  const lines = counted.map(({ facts, departures, destinations }, index) => {
    const size = SIZES.find(([, least]) => departures >= least)?.[0] ?? 'XS';
    return [...facts, index + 1, size, departures, destinations];
  });
  return writeCells([header ?? [], ...lines]);
}

/** Rewrites airports and routes of every airline, as seller or as operator. */
function countAirlines(
  text: string,
  counts: ReadonlyMap<string, { readonly airports: ReadonlySet<string>; readonly routes: number }>,
): string {
  const [header, ...rows] = readCells(text);
  return writeCells([
    header ?? [],
    ...rows.map((cells) => {
      const counted = counts.get(cells[0] ?? '');
      return [...cells.slice(0, 8), counted?.airports.size ?? 0, counted?.routes ?? 0, ...cells.slice(10)];
    }),
  ]);
}

function readCells(text: string): string[][] {
  return parse(text, { skip_empty_lines: true });
}

function writeCells(rows: readonly (readonly (string | number)[])[]): string {
  const quoted = (value: string | number): string =>
    /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
}
