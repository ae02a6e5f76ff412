import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../../simulator/schedule/airport-traffic.ts';
import { airportKm } from '../../../src/reference/atlas.ts';
import { blockMinutes, sectorOf } from '../../../simulator/schedule/block-times.ts';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';

const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../../data/world', import.meta.url));
const { atlas } = loadReference(dir, SCENARIO_PLACES);

/** Gate to gate there and back, in minutes, as airlines publish them: known from general knowledge, rounded to five. */
const SHORT_SECTORS = [
  ['LHR', 'CDG', 'BA', '320', 80, 75],
  ['LHR', 'AMS', 'BA', '320', 80, 80],
  ['LHR', 'EDI', 'BA', '320', 85, 85],
  ['LHR', 'MAD', 'BA', '320', 150, 150],
  ['LHR', 'FCO', 'BA', '321', 155, 165],
  ['MAD', 'BCN', 'IB', '320', 80, 80],
  ['CDG', 'NCE', 'AF', '320', 95, 95],
  ['CDG', 'LIS', 'AF', '320', 155, 150],
  ['FRA', 'MUC', 'LH', '32N', 60, 60],
  ['ARN', 'OSL', 'SK', '32N', 60, 60],
  ['HEL', 'OUL', 'AY', '320', 65, 65],
  ['IST', 'LHR', 'TK', '321', 255, 230],
  ['JFK', 'BOS', 'B6', '320', 85, 85],
  ['LAX', 'SFO', 'UA', '738', 90, 85],
  ['ATL', 'MCO', 'DL', '321', 95, 95],
  ['DEN', 'LAX', 'UA', '738', 165, 150],
  ['LGA', 'ORD', 'UA', '738', 165, 135],
  ['JFK', 'MIA', 'AA', '738', 190, 180],
  ['SEA', 'ANC', 'AS', '738', 215, 205],
  ['HNL', 'OGG', 'HA', '717', 45, 45],
  ['MEX', 'CUN', 'AM', '738', 135, 150],
  ['BOG', 'MDE', 'AV', '320', 60, 60],
  ['LIM', 'CUZ', 'LA', '320', 80, 80],
  ['GRU', 'GIG', 'LA', '320', 65, 65],
  ['HND', 'ITM', 'JL', '788', 70, 70],
  ['HND', 'CTS', 'NH', '789', 95, 100],
  ['TPE', 'HKG', 'CI', '333', 110, 105],
  ['SIN', 'KUL', 'SQ', '738', 70, 70],
  ['CGK', 'DPS', 'GA', '738', 115, 115],
  ['DEL', 'BOM', 'AI', '32N', 135, 135],
  ['JED', 'RUH', 'SV', '320', 105, 105],
  ['SYD', 'MEL', 'QF', '738', 95, 90],
  ['SYD', 'AKL', 'QF', '738', 185, 220],
] as const;

const LONG_SECTORS = [
  ['LHR', 'JFK', 'BA', '77W', 480, 420],
  ['DUB', 'JFK', 'EI', '333', 465, 405],
  ['JFK', 'LAX', 'DL', '321', 375, 330],
  ['JFK', 'SFO', 'B6', '321', 395, 335],
  ['LHR', 'DXB', 'EK', '77W', 415, 460],
  ['DXB', 'JFK', 'EK', '388', 850, 760],
  ['FRA', 'SIN', 'LH', '359', 735, 785],
  ['LHR', 'SIN', 'SQ', '359', 790, 850],
  ['JNB', 'LHR', 'BA', '351', 675, 680],
  ['GRU', 'LIS', 'TP', '339', 585, 620],
  ['EZE', 'MAD', 'IB', '359', 715, 770],
  ['HND', 'LAX', 'NH', '77W', 600, 710],
  ['DFW', 'HND', 'AA', '789', 810, 715],
  ['SFO', 'HNL', 'UA', '77W', 330, 305],
  ['SIN', 'SYD', 'SQ', '388', 465, 490],
] as const;

type SectorRow = readonly [string, string, string, string, number, number];

function bothWays([a, b, carrier, type]: SectorRow): readonly [number, number] {
  const [from, to] = [atlas.airportByCode.get(a), atlas.airportByCode.get(b)];
  const airline = atlas.airlineByCode.get(carrier);
  const aircraft = atlas.aircraft[atlas.aircraftByCode.get(type) ?? -1];
  if (!from || !to || !airline || !aircraft) throw new Error(`${a}-${b} is not in the bundle`);
  const sector = sectorOf(from, to, airline, airportKm(from, to));
  const [here, there] = [operationsOf(from), operationsOf(to)];
  return [
    blockMinutes(sector, 1, aircraft, { from: here, to: there }),
    blockMinutes(sector, -1, aircraft, { from: there, to: here }),
  ];
}

function farOff(rows: readonly SectorRow[], toleranceMinutes: number): readonly string[] {
  return rows.flatMap((row) => {
    const [out, back] = bothWays(row);
    const isFar = Math.abs(out - row[4]) > toleranceMinutes || Math.abs(back - row[5]) > toleranceMinutes;
    return isFar ? [`${row[0]}-${row[1]} ${out}/${back} instead of ${row[4]}/${row[5]}`] : [];
  });
}

describe('block times', () => {
  test('short sectors take what airlines publish, to ten minutes', () => {
    expect(farOff(SHORT_SECTORS, 10)).toEqual([]);
  });

  test('long sectors take what airlines publish, to twenty-five minutes', () => {
    expect(farOff(LONG_SECTORS, 25)).toEqual([]);
  });

  test('the jet stream makes the Pacific longer westward by an hour, and the Atlantic by half of one', () => {
    const [west, east] = bothWays(['LHR', 'JFK', 'BA', '77W', 480, 420]);
    expect(west - east).toBeGreaterThanOrEqual(30);
    const [toAmerica, home] = bothWays(['HND', 'LAX', 'NH', '77W', 600, 710]);
    expect(home - toAmerica).toBeGreaterThanOrEqual(60);
  });

  test('a European carrier goes round Russia to Tokyo, a Chinese one crosses it to Peking', () => {
    const [toTokyo, home] = bothWays(['LHR', 'HND', 'BA', '789', 830, 860]);
    expect([toTokyo, home].every((minutes) => minutes >= 810 && minutes <= 900)).toBe(true);
    const [toLondon] = bothWays(['PEK', 'LHR', 'CA', '789', 655, 610]);
    expect(toLondon).toBeLessThanOrEqual(660);
  });
});
