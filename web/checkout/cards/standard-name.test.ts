import { expect, test } from 'vitest';
import { messagesOf, PAGE_LANGUAGES } from '../messages.ts';
import { RENTAL_CHARGES } from '../messages/standard-names/rental-charges.ts';
import { STANDARD_NAMES } from '../messages/standard-names/standard-names.ts';
import { groundText, standardName } from './standard-name.ts';
import type { RentalView, StayView } from '../view-item.ts';

/** All of a stay that decides about its words. */
const stay = (hasStandardNames: boolean) => ({ kind: 'hotel', hasStandardNames }) as StayView;

test('standard words are said in the language of the page', () => {
  const said = (language: (typeof PAGE_LANGUAGES)[number]) =>
    ['Twin Room', '1 double bed and 1 sofa bed', 'Non-refundable', 'City tax'].map(
      (text) => standardName(messagesOf(language), stay(true), text) ?? text,
    );
  expect(said('de')).toEqual(['Zweibettzimmer', '1 Doppelbett und 1 Schlafsofa', 'Nicht erstattbar', 'City-Tax']);
  expect(said('ja')).toEqual(['ツインルーム', 'ダブルベッド1台、ソファベッド1台', '返金不可', '市税']);
  expect(said('en')).toEqual(['Twin Room', '1 double bed and 1 sofa bed', 'Non-refundable', 'City tax']);
});

test("a supplier's own words stay as they are and are said to be English, though they look the same", () => {
  const german = messagesOf('de');
  for (const [item, text] of [
    [stay(false), 'Twin Room'],
    [stay(true), 'Twin Room with Sea View'],
    [stay(true), 'twin room'],
  ] as const)
    expect(String(Object(groundText(german, item, text)).text)).toBe(`<span lang="en">${text}</span>`);
});

test("charges of rentals, too; another company's stay its own", () => {
  const car = (hasStandardNames: boolean) => ({ kind: 'car', hasStandardNames }) as RentalView;
  const said = (language: (typeof PAGE_LANGUAGES)[number], text: string, isStandard = true) =>
    standardName(messagesOf(language), car(isStandard), text);
  const days = 'Rental, 5 days, taxes included';
  expect(said('de', days)).toBe('Miete, 5 Tage, inklusive Steuern');
  expect(said('fr', 'Rental, 1 day, taxes included')).toBe('Location, 1 jour, taxes comprises');
  expect([said('en', days), said('de', days, false), said('de', 'Winter fee')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const language of PAGE_LANGUAGES.filter((one) => one !== 'en'))
    for (const text of RENTAL_CHARGES) {
      expect(said(language, text)).toMatch(/\p{L}/u);
      expect(said(language, text)).not.toBe(text);
    }
});

test('every language has another word for what is not the same in it', () => {
  const same = new Set(['Suite', 'Studio', 'Flexible', 'Semi-flexible']);
  for (const language of PAGE_LANGUAGES.filter((one) => one !== 'en')) {
    const { standardNames } = messagesOf(language).stay;
    const left = STANDARD_NAMES.filter((name) => standardNames?.[name] === name && !same.has(name));
    expect([language, left]).toEqual([language, []]);
  }
});
