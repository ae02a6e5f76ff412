import { describe, expect, it } from 'vitest';
import { CITY_ALIASES } from '../../src/places/city-aliases.ts';
import { cell, indexBy, readOurs, type Row } from './bundle.ts';

const names = readOurs('names.csv');
const airports = readOurs('airports.csv');
const LATIN = /^[\p{Script=Latin}\p{M} .'’-]+$/u;
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  fr: LATIN,
  de: LATIN,
  es: LATIN,
  zh: /^[\p{Script=Han}-]+$/u,
  ja: /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}・＝ー]+$/u,
  ko: /^[\p{Script=Hangul}]+$/u,
};

describe('the names of cities in other languages', () => {
  it('belong each to a city code of this world, once', () => {
    const codes = names.map((row) => cell(row, 'city_code'));
    const known = new Set(airports.map((row) => cell(row, 'city_code')));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
  it('are written in the script of their language and left out where they are the English one', () => {
    const english = indexBy(airports, 'city_code');
    for (const row of names)
      for (const [locale, script] of Object.entries(SCRIPTS))
        expectName(row, locale, { script, english: nameOf(english.get(cell(row, 'city_code'))) });
  });
  it('exist in Chinese, Japanese and Korean for the 300 busiest cities', () => {
    const written = indexBy(names, 'city_code');
    const busiest = [
      ...new Set(
        airports
          .toSorted((a, b) => Number(cell(a, 'rank')) - Number(cell(b, 'rank')))
          .map((row) => cell(row, 'city_code')),
      ),
    ].slice(0, 300);
    expect(
      busiest.filter((code) => ['zh', 'ja', 'ko'].some((locale) => nameIn(written.get(code), locale) === '')),
    ).toEqual([]);
  });
});

describe('the names of airports in other languages', () => {
  const rows = readOurs('airport_names.csv');
  it('belong each to an airport of this world, once, in every one of the three scripts', () => {
    const known = new Set(airports.map((row) => cell(row, 'iata')));
    const codes = rows.map((row) => cell(row, 'iata'));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    const own = {
      zh: /^[\p{Script=Han}·-]+$/u,
      ja: /^[\p{Script=Han}\p{Script=Katakana}・＝ーF（）]+$/u,
      ko: /^[\p{Script=Hangul} F.]+$/u,
    };
    for (const row of rows)
      for (const [locale, script] of Object.entries(own))
        expect(cell(row, locale), `${cell(row, 'iata')} ${locale}`).toMatch(script);
  });
});

describe('the aliases of cities', () => {
  it('belong each to a city code of this world', () => {
    const known = new Set(airports.map((row) => cell(row, 'city_code')));
    expect(Object.keys(CITY_ALIASES).filter((code) => !known.has(code))).toEqual([]);
  });
});

function nameOf(row: Row | undefined): string {
  return nameIn(row, 'city');
}
function nameIn(row: Row | undefined, column: string): string {
  return row === undefined ? '' : cell(row, column);
}
function expectName(
  row: Row,
  locale: string,
  { script, english }: { readonly script: RegExp; readonly english: string },
): void {
  const name = cell(row, locale);
  if (name === '') return;
  expect(name, `${cell(row, 'city_code')} ${locale}`).toMatch(script);
  expect(name, `${cell(row, 'city_code')} ${locale}`).not.toBe(english);
}
