import { describe, expect, it } from 'vitest';
import {
  ACRISS_CATEGORIES,
  ACRISS_FUELS,
  ACRISS_TRANSMISSIONS,
  ACRISS_TYPES,
  readAcriss,
} from '../../simulator/rentals/acriss.ts';
import { readRentalTables } from '../../simulator/rentals/rental-tables.ts';
import { airportPlace, loadTestRentals, OWN_BUNDLE, RENTAL_ASKING, rentalQuery } from '../support/products/rentals.ts';
import { cell, readOurs, readReference, REFERENCE, words } from './bundle.ts';
import { existsSync } from 'node:fs';

/** Letters everybody in the trade knows, for where there is no reference. */
const KNOWN_LETTERS = [
  ['1', 'C', 'Compact'],
  ['1', 'X', 'Special'],
  ['2', 'D', '4-5 Door'],
  ['2', 'W', 'Wagon/Estate'],
  ['3', 'A', 'Automatic, unspecified drive'],
  ['3', 'N', 'Manual, 4WD'],
  ['4', 'R', 'Unspecified fuel, air conditioning'],
  ['4', 'Q', 'Diesel, no air conditioning'],
].map(([position = '', value = '', meaning = '']) => ({ kind: 'letter', position, value, meaning }));
const countries = readOurs('countries.csv').map((row) => cell(row, 'iso2'));
const tables = readRentalTables(OWN_BUNDLE);

describe('the ACRISS letters', () => {
  const letters = readReference('acriss.csv', KNOWN_LETTERS).filter((row) => cell(row, 'kind') === 'letter');
  const meanings = (position: string) =>
    letters
      .filter((row) => cell(row, 'position') === position)
      .map((row) => [cell(row, 'value'), cell(row, 'meaning')] as const);

  it('mean what the standard says they mean', () => {
    expect(meanings('1').filter(([value, meaning]) => ACRISS_CATEGORIES[value] !== meaning)).toEqual([]);
    expect(meanings('2').filter(([value, meaning]) => ACRISS_TYPES[value] !== meaning)).toEqual([]);
    expect(
      meanings('3').filter(
        ([value, meaning]) => !meaning.toLowerCase().startsWith(ACRISS_TRANSMISSIONS[value] ?? 'none'),
      ),
    ).toEqual([]);
    expect(
      meanings('4').filter(
        ([value, meaning]) => ACRISS_FUELS[value]?.hasAirConditioning !== !meaning.includes('no air conditioning'),
      ),
    ).toEqual([]);
    const fuels = meanings('4').map(
      ([value, meaning]) => [ACRISS_FUELS[value]?.fuel ?? '', meaning.toLowerCase()] as const,
    );
    const named = (fuel: string): string =>
      ({ 'plug-in hybrid': 'hybrid plug-in', gas: 'lpg/compressed gas', 'multi-fuel': 'multi fuel' })[fuel] ?? fuel;
    expect(fuels.filter(([fuel, meaning]) => !meaning.startsWith(named(fuel)))).toEqual([]);
  });

  it('are all of them', () => {
    expect(
      [ACRISS_CATEGORIES, ACRISS_TYPES, ACRISS_TRANSMISSIONS, ACRISS_FUELS].map(
        (letters) => Object.keys(letters).length,
      ),
    ).toEqual([18, 22, 6, 18]);
  });

  it('read a code, and nothing else', () => {
    expect(readAcriss('SFBD')).toEqual({
      category: 'Standard',
      transmission: 'automatic',
      fuel: 'diesel',
      hasAirConditioning: true,
    });
    expect(['', 'CDM', 'CDMRX', 'QDMR', 'C1MR', 'CDZR', 'CDM1', 'cdmr'].map(readAcriss)).toEqual(
      Array(8).fill(undefined),
    );
  });
});

describe('the rental tables', () => {
  it('name countries once, each of them one there is', () => {
    const named = readOurs('rental_markets.csv')
      .flatMap((row) => words(row, 'countries'))
      .filter((word) => word !== '*');
    expect(named.filter((country) => !countries.includes(country))).toEqual([]);
    expect(named.filter((country, index) => named.indexOf(country) !== index)).toEqual([]);
  });

  it('name fleets, streets and countries that exist for every company and market', () => {
    const fleets = new Set(readOurs('rental_markets.csv').map((row) => cell(row, 'fleet')));
    const known = new Set(['*', ...fleets, ...countries]);
    expect(tables.companies.flatMap(({ markets }) => [...markets]).filter((word) => !known.has(word))).toEqual([]);
    expect(
      readOurs('rental_markets.csv')
        .map((row) => cell(row, 'streets'))
        .filter((style) => !tables.streets.has(style)),
    ).toEqual([]);
    expect([...fleets].filter((fleet) => tables.fleet(fleet).length < 14)).toEqual([]);
  });

  it('use each company code and each class of a fleet once', () => {
    const codes = tables.companies.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    const classes = readOurs('rental_fleets.csv').map((row) => `${cell(row, 'fleet')} ${cell(row, 'acriss')}`);
    expect(new Set(classes).size).toBe(classes.length);
  });

  it('carry as many people in a class as its letters allow', () => {
    const rows = readOurs('rental_classes.csv');
    const seats = (acriss: string) => Number(cell(rows.find((row) => cell(row, 'acriss') === acriss) ?? {}, 'seats'));
    expect(rows.filter((row) => cell(row, 'acriss')[1] === 'V' && Number(cell(row, 'seats')) < 7)).toEqual([]);
    expect([seats('MDMR'), seats('CDMR'), seats('FVMR'), seats('STAR')]).toEqual([4, 5, 9, 4]);
  });

  it('draw boxes the right way round', () => {
    expect(tables.lands.filter(({ south, north, west, east }) => south >= north || west >= east)).toEqual([]);
  });
});

describe('every bundle', () => {
  it("rents cars at every airport but the scenarios' own", () => {
    const rentals = loadTestRentals('bly');
    const without = readOurs('airports.csv')
      .map((row) => cell(row, 'iata'))
      .filter((iata) => {
        const query = rentalQuery(airportPlace(iata), ['2027-03-01T12:00:00', '2027-03-04T12:00:00'], { offersMax: 1 });
        return rentals.search(query, RENTAL_ASKING).offers.length === 0;
      });
    expect(without).toEqual([]);
  });

  it('without cars of its own is driven in ours', () => {
    const dir = existsSync(REFERENCE) ? REFERENCE : OWN_BUNDLE;
    const { offers } = loadTestRentals('bly', dir).search(
      rentalQuery(airportPlace('LIS'), ['2027-03-01T12:00:00', '2027-03-04T12:00:00']),
      RENTAL_ASKING,
    );
    expect(offers.map(({ vendorName }) => vendorName)).toContain('Velanto');
  });
});
