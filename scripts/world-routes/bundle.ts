import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A row of a CSV file by column name. */
export type Row = Readonly<Record<string, string>>;

/** An airport as the generator needs it. */
export interface Place {
  readonly iata: string;
  readonly country: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Yearly passengers in millions: the weight of the airport. */
  readonly passengers: number;
}

/** An aircraft type in an airline's fleet, and who flies it. */
export interface FleetType {
  readonly type: string;
  readonly operator: string;
  readonly body: string;
  readonly seats: number;
  readonly rangeKm: number;
  /** The airline has only a few of them. */
  readonly isRare: boolean;
  /** Flies only where networks.csv says so. */
  readonly isReserved: boolean;
}

/** An airline that sells flights under its own code. */
export interface Carrier {
  readonly iata: string;
  readonly country: string;
  readonly isLowCost: boolean;
  readonly hubs: readonly string[];
  readonly fleet: readonly FleetType[];
}

/** The hand-written files the routes are generated from. */
export interface Sources {
  readonly places: ReadonlyMap<string, Place>;
  readonly carriers: ReadonlyMap<string, Carrier>;
  /** Countries by region name. */
  readonly regions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly networks: readonly Row[];
}

/** Reads a CSV file of the bundle. */
export function readRows(dir: string, file: string): Row[] {
  return parse(readFileSync(join(dir, file), 'utf8'), { columns: true, skip_empty_lines: true });
}

/** A cell that must be there. */
export function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`World data: no column ${column} in ${JSON.stringify(row)}`);
  return value;
}

/** Reads what the routes are generated from; a code that resolves to nothing is an error that names it. */
export function readSources(dir: string): Sources {
  const demand = new Map(
    readRows(dir, 'demand.csv').map((row) => [cell(row, 'airport'), Number(cell(row, 'passengers_m'))]),
  );
  const places = new Map(readRows(dir, 'airports.csv').map((row) => [cell(row, 'iata'), toPlace(row, demand)]));
  const regions = new Map(
    readRows(dir, 'regions.csv').map((row) => [cell(row, 'region'), new Set(split(cell(row, 'countries')))]),
  );
  return { places, regions, carriers: readCarriers(dir, places), networks: readRows(dir, 'networks.csv') };
}

/** Words of a cell. */
export function split(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function toPlace(row: Row, demand: ReadonlyMap<string, number>): Place {
  const iata = cell(row, 'iata');
  const passengers = demand.get(iata);
  if (!passengers) throw new Error(`World data: demand.csv has no passengers for ${iata}`);
  return {
    iata,
    passengers,
    country: cell(row, 'country'),
    city: cell(row, 'city_code'),
    latitude: Number(cell(row, 'lat')),
    longitude: Number(cell(row, 'lon')),
  };
}

function readCarriers(dir: string, places: ReadonlyMap<string, Place>): ReadonlyMap<string, Carrier> {
  const types = new Map(readRows(dir, 'aircraft.csv').map((row) => [cell(row, 'iata_type'), row]));
  const airlines = readRows(dir, 'airlines.csv');
  const known = new Set(airlines.map((row) => cell(row, 'iata')));
  const fleets = new Map(readRows(dir, 'fleets.csv').map((row) => [cell(row, 'airline'), split(cell(row, 'types'))]));
  for (const code of fleets.keys())
    if (!known.has(code)) throw new Error(`World data: fleets.csv names an unknown airline ${code}`);
  return new Map(
    airlines.flatMap((row) => {
      const iata = cell(row, 'iata');
      const hubs = split(cell(row, 'hubs'));
      for (const hub of hubs) if (!places.has(hub)) throw new Error(`World data: ${iata} has an unknown hub ${hub}`);
      const fleet = (fleets.get(iata) ?? []).map((word) => toFleetType(word, iata, types, known));
      const carrier: Carrier = {
        iata,
        hubs,
        fleet,
        country: cell(row, 'country'),
        isLowCost: cell(row, 'is_lcc') === '1',
      };
      return fleet.length === 0 ? [] : [[iata, carrier] as const];
    }),
  );
}

function toFleetType(
  word: string,
  airline: string,
  types: ReadonlyMap<string, Row>,
  known: ReadonlySet<string>,
): FleetType {
  const [type = '', operator = airline] = word.replace(/[?!]$/, '').split('@');
  const facts = types.get(type);
  if (!facts || !known.has(operator))
    throw new Error(`World data: fleets.csv: ${airline} flies an unknown type or operator ${word}`);
  return {
    type,
    operator,
    body: cell(facts, 'body'),
    seats: Number(cell(facts, 'seats_typical')),
    rangeKm: Number(cell(facts, 'range_km')),
    isRare: word.endsWith('?'),
    isReserved: word.endsWith('!'),
  };
}
