import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { cabinSeats } from '../../../simulator/cabins/cabins.ts';
import { terminalOf } from '../../../simulator/schedule/terminals.ts';

const dir = fileURLToPath(new URL('../../../data/world', import.meta.url));
const { atlas } = loadReference(dir, SCENARIO_PLACES);

function terminal(airport: string, airline: string, to: 'home' | 'abroad'): string | undefined {
  const [place, carrier] = [atlas.airportByCode.get(airport), atlas.airlineByCode.get(airline)];
  if (!place || !carrier) throw new Error(`${airline} at ${airport} is not in the bundle`);
  return terminalOf(place, carrier, to === 'abroad');
}

describe('terminals', () => {
  test.each([
    ['LHR', 'BA', 'abroad', '5'],
    ['LHR', 'VS', 'abroad', '3'],
    ['LHR', 'AA', 'abroad', '3'],
    ['LHR', 'LH', 'abroad', '2'],
    ['LHR', 'QR', 'abroad', '4'],
    ['JFK', 'DL', 'abroad', '4'],
    ['JFK', 'AA', 'home', '8'],
    ['JFK', 'BA', 'abroad', '8'],
    ['JFK', 'AF', 'abroad', '1'],
    ['JFK', 'LH', 'abroad', '1'],
    ['JFK', 'B6', 'home', '5'],
    ['CDG', 'AF', 'abroad', '2E'],
    ['CDG', 'EK', 'abroad', '2A'],
    ['CDG', 'LH', 'abroad', '1'],
    ['FRA', 'LH', 'home', '1'],
    ['FRA', 'DL', 'abroad', '3'],
    ['MAD', 'IB', 'home', '4'],
    ['HND', 'JL', 'home', '1'],
    ['HND', 'NH', 'home', '2'],
    ['HND', 'NH', 'abroad', '3'],
    ['SYD', 'QF', 'abroad', '1'],
    ['SYD', 'QF', 'home', '3'],
    ['DXB', 'EK', 'abroad', '3'],
    ['DXB', 'FZ', 'abroad', '2'],
    ['SIN', 'SQ', 'abroad', '3'],
    ['LAX', 'BA', 'abroad', 'B'],
    ['EWR', 'UA', 'abroad', 'C'],
    ['DEL', '6E', 'home', '1'],
  ] as const)('%s: %s flies %s from %s', (airport, airline, to, expected) => {
    expect(terminal(airport, airline, to)).toBe(expected);
  });

  test('an airport with one terminal names none', () => {
    expect(terminal('AMS', 'KL', 'abroad')).toBeUndefined();
    expect(terminal('DEN', 'UA', 'home')).toBeUndefined();
  });
});

describe('airlines', () => {
  test('La Compagnie sells business and nothing else', () => {
    const airline = atlas.airlineByCode.get('B0');
    const aircraft = atlas.aircraft[atlas.aircraftByCode.get('32Q') ?? -1];
    if (!airline || !aircraft) throw new Error('B0 and its type are not in the bundle');
    expect(cabinSeats(airline, aircraft, 'economy')).toBe(0);
    expect(cabinSeats(airline, aircraft, 'business')).toBe(75);
  });

  test('tickets of known airlines begin with their accounting code', () => {
    const prefixes = ['AA', 'BA', 'AF', 'LH', 'EK', 'SQ', 'QF', 'JL'].map(
      (code) => atlas.airlineByCode.get(code)?.ticketPrefix,
    );
    expect(prefixes).toEqual(['001', '125', '057', '220', '176', '618', '081', '131']);
  });
});
