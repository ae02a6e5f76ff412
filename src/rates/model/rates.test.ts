import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageHours, createRateTable, type PublishedRate } from './rate-table.ts';
import { readEurofxref } from './read-eurofxref.ts';
import { readRatesCsv } from './read-rates-csv.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const rate = (base: string, currency: string, units: string, day = '2026-11-23'): PublishedRate => ({
  base,
  currency,
  rate: units,
  asOf: new Date(`${day}T00:00:00Z`),
  source: 'import',
});

describe('a table of rates', () => {
  const table = createRateTable([rate('EUR', 'USD', '1.25'), rate('EUR', 'JPY', '160', '2026-11-20')]);

  test('converts from its base, into it, and between two currencies of one base', () => {
    expect(table.find('EUR', 'USD')?.rate).toBe(1.25);
    expect(table.find('USD', 'EUR')?.rate).toBe(0.8);
    expect(table.find('USD', 'JPY')?.rate).toBe(128);
  });

  test('is as old as the older of the two rates it combines, and knows no others', () => {
    expect(table.find('USD', 'JPY')?.asOf).toEqual(new Date('2026-11-20T00:00:00Z'));
    expect(table.find('USD', 'GBP')).toBeUndefined();
  });

  test('prefers the newer of two chains', () => {
    const two = createRateTable([...table.rates, rate('USD', 'JPY', '130', '2026-11-23')]);
    expect(two.find('USD', 'JPY')?.rate).toBe(130);
  });

  test('there and back again is the same amount', () => {
    const units = fc.integer({ min: 1, max: 10_000_000 }).map((value) => String(value / 1_000));
    fc.assert(
      fc.property(units, units, (a, b) => {
        const both = createRateTable([rate('EUR', 'USD', a), rate('EUR', 'JPY', b)]);
        expect((both.find('USD', 'JPY')?.rate ?? 0) * (both.find('JPY', 'USD')?.rate ?? 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("a Friday's rate is 72 hours old at the end of Monday", () => {
    const friday = new Date('2026-11-20T00:00:00Z');
    expect(ageHours(friday, new Date('2026-11-20T15:00:00Z'))).toBe(0);
    expect(ageHours(friday, new Date('2026-11-24T00:00:00Z'))).toBe(72);
  });
});

describe('a file of rates', () => {
  const read = (text: string) => readRatesCsv(text, NOW);

  test('holds exact decimals, dates and instants', () => {
    expect(
      read('base,currency,rate,as_of\nEUR,USD,1.0857,2026-11-23\nEUR,KWD,0.3321,2026-11-23T15:00:00+01:00\n'),
    ).toEqual([
      { base: 'EUR', currency: 'USD', rate: '1.0857', asOf: new Date('2026-11-23T00:00:00Z'), source: 'import' },
      { base: 'EUR', currency: 'KWD', rate: '0.3321', asOf: new Date('2026-11-23T14:00:00Z'), source: 'import' },
    ]);
  });

  test.each([
    ['base,currency,rate\nEUR,USD,1', /line 1: the column as_of is missing/],
    ['base,currency,rate,as_of', /holds no rates/],
    [
      'base,currency,rate,as_of\nEUR,USD,1.08,2026-11-23\nEUR,EUR,1,2026-11-23',
      /line 3: base and currency are the same/,
    ],
    ['base,currency,rate,as_of\nEUR,ZZZ,1.08,2026-11-23', /line 2: "ZZZ" is no currency/],
    ['base,currency,rate,as_of\nEUR,USD,"1,08",2026-11-23', /line 2: rate must be a number above 0/],
    ['base,currency,rate,as_of\nEUR,USD,0,2026-11-23', /line 2: rate must be a number above 0/],
    ['base,currency,rate,as_of\nEUR,USD,-1,2026-11-23', /line 2: rate must be a number above 0/],
    ['base,currency,rate,as_of\nEUR,USD,1e3,2026-11-23', /line 2: rate must be a number above 0/],
    ['base,currency,rate,as_of\nEUR,USD,1.08,2026-02-30', /line 2: as_of must be a date/],
    ['base,currency,rate,as_of\nEUR,USD,1.08,23.11.2026', /line 2: as_of must be a date/],
    ['base,currency,rate,as_of\nEUR,USD,1.08,2026-11-26', /line 2: as_of lies in the future/],
    ['base,currency,rate,as_of\nEUR,USD,1,2026-11-23\nEUR,USD,2,2026-11-23', /line 3: EUR to USD is there twice/],
    ['base,currency,rate,as_of\nEUR,USD\n', /line 2/],
  ])('%j is refused with its line', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});

describe("the European Central Bank's document", () => {
  const document = (cubes: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${cubes}</Cube></gesmes:Envelope>`;

  test('is read as it is published', () => {
    expect(readEurofxref(document("<Cube time='2026-11-23'><Cube currency='USD' rate='1.0857'/></Cube>"))).toEqual([
      { base: 'EUR', currency: 'USD', rate: '1.0857', asOf: new Date('2026-11-23T00:00:00Z'), source: 'eurofxref' },
    ]);
  });

  test.each([
    ['not xml at all'],
    [document('')],
    [document("<Cube time='soon'><Cube currency='USD' rate='1'/></Cube>")],
    [document("<Cube time='2026-11-23'></Cube>")],
    [document("<Cube time='2026-11-23'><Cube currency='USD' rate='N/A'/></Cube>")],
    ["<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"],
  ])('%j is refused', (xml) => {
    expect(() => readEurofxref(xml)).toThrow();
  });
});
